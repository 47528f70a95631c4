extension JSON.Writer {
    /// Writes a value of whatever type.
    ///
    /// Casting is slow and on some platforms bridges one type to another, so the types most seen are compared first.
    mutating func write(_ value: Any) throws(Failure) {
        let type = type(of: value)
        if type == String.self, let string = value as? String {
            write(string)
        } else if type == NSNumber.self, let number = value as? NSNumber {
            try write(number)
        } else if type == [String: Any].self, let members = value as? [String: Any] {
            try write(members)
        } else if type == [Any].self, let elements = value as? [Any] {
            try write(elements)
        } else if type == Bool.self, let bool = value as? Bool {
            append(bool ? "true" : "false")
        } else if type == Double.self, let real = value as? Double {
            try write(real)
        } else if type == Int.self, let integer = value as? Int {
            append(digits: integer.description)
        } else if type is NSObject.Type {
            try write(object: value)
        } else {
            try write(rarity: value)
        }
    }

    /// Writes a value of one of Foundation's classes.
    private mutating func write(object: Any) throws(Failure) {
        switch object {
        case is NSNull: append("null")
        case let number as NSDecimalNumber: try write(rarity: number.decimalValue)
        case let number as NSNumber: try write(number)
        case let string as NSString: write(String(string))
        default: try write(rarity: object)
        }
    }

    /// Writes a value of one of the rarer types, or a container that can be cast to one of the usual ones.
    private mutating func write(rarity value: Any) throws(Failure) {
        switch value {
        case let optional as any OptionalValue:
            if let wrapped = optional.wrapped { try write(wrapped) } else { append("null") }
        case let document as JSON: try write(document.topLevel)
        case let integer as any FixedWidthInteger: append(digits: String(integer, radix: 10))
        case let real as Float: try write(Double(real), shortest: real.description)
        case let real as CGFloat: try write(Double(real))
        case let decimal as Decimal where decimal.isNaN: try write(Double.nan)
        case let decimal as Decimal: append(digits: decimal.description)
        case let string as Substring: write(String(string))
        case let hashable as AnyHashable where type(of: value) == AnyHashable.self: try write(hashable.base)
        case let elements as [Any]: try write(elements)
        case let members as [String: Any]: try write(members)
        default: throw Failure(type: value)
        }
    }

    private mutating func write(_ number: NSNumber) throws(Failure) {
        switch UInt8(bitPattern: number.objCType.pointee) {
        // A boolean's encoding is an Int8's too.
        case UInt8(ascii: "c") where number === Self.booleans.true: append("true")
        case UInt8(ascii: "c") where number === Self.booleans.false: append("false")
        case UInt8(ascii: "d"): try write(number.doubleValue)
        case UInt8(ascii: "f"): try write(number.doubleValue, shortest: number.floatValue.description)
        case UInt8(ascii: "Q"): append(digits: number.uint64Value.description)
        default: append(digits: number.int64Value.description)
        }
    }
}

/// An optional of any type.
private protocol OptionalValue {
    /// What it holds, if anything.
    var wrapped: Any? { get }
}

extension Optional: OptionalValue {
    fileprivate var wrapped: Any? { self }
}
