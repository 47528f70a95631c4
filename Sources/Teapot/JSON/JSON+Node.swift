extension JSON {
    /// What a Swift value is in JSON.
    enum Node {
        case null
        case bool(Bool)
        case integer(Int64)
        /// A number with a fraction, a whole one beyond `Int64`, or one that is not finite.
        case real(Double)
        /// A number in digits that neither of those holds exactly.
        case digits(String)
        case string(String)
        case array([Any])
        case object([String: Any])
    }
}

extension JSON.Node {
    /// Finds out what a value is in JSON.
    ///
    /// Casting is slow and bridges one type to another on some platforms, so the types most seen are compared first.
    ///
    /// - Returns: `nil` if it is nothing.
    init?(_ value: Any) {
        let type = type(of: value)
        if type == String.self, let string = value as? String {
            self = .string(string)
        } else if type == Int.self, let integer = value as? Int {
            self = .integer(Int64(integer))
        } else if type == [String: Any].self, let members = value as? [String: Any] {
            self = .object(members)
        } else if type == Double.self, let real = value as? Double {
            self = .real(real)
        } else if type == Bool.self, let bool = value as? Bool {
            self = .bool(bool)
        } else if type == [Any].self, let elements = value as? [Any] {
            self = .array(elements)
        } else if type == NSNumber.self, let number = value as? NSNumber {
            self.init(number)
        } else if type is NSObject.Type {
            self.init(object: value)
        } else {
            self.init(other: value)
        }
    }

    /// Tells Foundation's classes apart.
    private init?(object: Any) {
        switch object {
        case is NSNull: self = .null
        case let number as NSDecimalNumber: self.init(number.decimalValue)
        case let number as NSNumber: self.init(number)
        case let string as NSString: self = .string(String(string))
        default: self.init(container: object)
        }
    }

    /// Tells Swift's rarer types apart.
    private init?(other value: Any) {
        switch value {
        case let optional as any OptionalValue:
            guard let wrapped = optional.wrapped else {
                self = .null
                return
            }
            self.init(wrapped)
        case let hashable as AnyHashable where type(of: value) == AnyHashable.self: self.init(hashable.base)
        case let document as JSON: self.init(document.topLevel)
        case let integer as any FixedWidthInteger:
            self = Int64(exactly: integer).map { .integer($0) } ?? .digits(String(integer, radix: 10))
        case let real as Float: self.init(shortest: real)
        case let real as CGFloat: self = .real(Double(real))
        case let decimal as Decimal: self.init(decimal)
        case let string as Substring: self = .string(String(string))
        default: self.init(container: value)
        }
    }

    /// Takes containers apart that are not of the usual types, as far as they can be cast to these.
    private init?(container: Any) {
        if let elements = container as? [Any] {
            self = .array(elements)
        } else if let members = container as? [String: Any] {
            self = .object(members)
        } else {
            return nil
        }
    }

    private static let objectForTrue = NSNumber(value: true)
    private static let objectForFalse = NSNumber(value: false)

    private init?(_ number: NSNumber) {
        switch UInt8(bitPattern: number.objCType.pointee) {
        // A boolean's encoding is an Int8's too, but both booleans are single objects on every platform.
        case UInt8(ascii: "c") where number === Self.objectForTrue || number === Self.objectForFalse,
            UInt8(ascii: "B"):
            self = .bool(number.boolValue)
        case UInt8(ascii: "d"): self = .real(number.doubleValue)
        case UInt8(ascii: "f"): self.init(shortest: number.floatValue)
        case UInt8(ascii: "Q") where number.uint64Value > Int64.max: self = .digits(String(number.uint64Value))
        default: self = .integer(number.int64Value)
        }
    }

    private init(_ decimal: Decimal) {
        let text = decimal.description
        self = decimal.isNaN ? .real(.nan) : Int64(text).map { .integer($0) } ?? .digits(text)
    }

    /// A `Float` by its own digits: as a `Double`, 0.1 would be 0.10000000149011612.
    private init?(shortest real: Float) {
        guard let real = Double(real.description) else { return nil }
        self = .real(real)
    }
}

extension JSON.Node: Equatable {
    /// Whether two values say the same in JSON: numbers by value, members whatever their order.
    static func == (left: Self, right: Self) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.bool(let left), .bool(let right)): left == right
        case (.string(let left), .string(let right)): left == right
        case (.integer(let left), .integer(let right)): left == right
        case (.real(let left), .real(let right)): left == right
        case (.integer(let integer), .real(let real)), (.real(let real), .integer(let integer)):
            Int64(exactly: real) == integer
        case (.digits(let left), .digits(let right)): left == right
        case (.digits(let digits), .real(let real)), (.real(let real), .digits(let digits)): Double(digits) == real
        case (.array(let left), .array(let right)): left.count == right.count && zip(left, right).allSatisfy(areEqual)
        case (.object(let left), .object(let right)):
            left.count == right.count
                && left.allSatisfy { name, value in right[name].map { areEqual(value, $0) } ?? false }
        default: false
        }
    }

    /// Whether two values are the same in JSON; one that is nothing in JSON equals no other.
    private static func areEqual(_ left: Any, _ right: Any) -> Bool {
        if let left = Self(left), let right = Self(right) { left == right } else { false }
    }
}

extension JSON: Equatable {
    /// Whether two documents say the same: numbers by value, so 1 is 1.0, and members whatever their order.
    ///
    /// A value that JSON can't hold, such as a `Date`, equals no other.
    public static func == (left: Self, right: Self) -> Bool { Node(left.topLevel) == Node(right.topLevel) }
}

/// An optional of any type.
private protocol OptionalValue {
    /// What it holds, if anything.
    var wrapped: Any? { get }
}

extension Optional: OptionalValue {
    fileprivate var wrapped: Any? { map { $0 } }
}
