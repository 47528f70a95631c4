import Foundation

/// The memory of an `Any`, which does not keep the value alive (Swift's ABI, "Opaque Existential Containers").
private struct Existential {
    /// The value, or a reference to one that is larger.
    let value: (UInt, UInt, UInt)
    /// The type, which is that of another existential, such as `any Hashable`, for a value within one.
    let type: Any.Type

    /// Returns the value if it is of exactly a type of at most three words, without the lookup of a cast.
    @inline(__always) func exactly<Value>(_ type: Value.Type) -> Value? {
        self.type == type ? withUnsafeBytes(of: value) { $0.assumingMemoryBound(to: type)[0] } : nil
    }
}

extension JSON.Writer {
    /// Writes a value of any type, or returns it if it is a list or an object.
    ///
    /// Casting is slow, and on some platforms it bridges one type to another. The most common types are therefore
    /// compared first. This is never inlined, so that the caller keeps the value alive.
    @inline(never) mutating func writeScalar(_ value: Any) throws(Failure) -> JSON.Container? {
        let exact = unsafeBitCast(value as Any, to: Existential.self)  // `as Any` keeps it closed
        if let string = exact.exactly(String.self) {
            write(string)
        } else if let number = exact.exactly(NSNumber.self), type(of: number) == NSNumber.self {
            try write(number)
        } else if let bool = exact.exactly(Bool.self) {
            append(bool ? "true" : "false")
        } else if let real = exact.exactly(Double.self) {
            try write(real)
        } else if let members = exact.exactly([String: Any].self) {
            return container(of: members)
        } else if let elements = exact.exactly([Any].self) {
            return .elements(elements)
        } else if let integer = exact.exactly(Int.self) {
            output.append(digitsOf: UInt64(integer.magnitude), isNegative: integer < 0)
        } else {
            return try type(of: value) is NSObject.Type ? write(object: value) : write(rarity: value)
        }
        return nil
    }

    /// Writes a value of one of Foundation's classes.
    private mutating func write(object: Any) throws(Failure) -> JSON.Container? {
        switch object {
        case is NSNull: append("null")
        case let number as NSDecimalNumber: return try write(rarity: number.decimalValue)
        case let number as NSNumber: try write(number)
        case let string as NSString: write(String(string))
        default: return try write(rarity: object)
        }
        return nil
    }

    /// Writes a value of a less common type, or returns a container that can be cast to one of the common types.
    private mutating func write(rarity value: Any) throws(Failure) -> JSON.Container? {
        switch value {
        case let optional as any OptionalValue:
            if let wrapped = optional.wrapped { return try writeScalar(wrapped) }
            append("null")
        case let error as Failure: throw error  // it stands for a value that a literal could not keep
        case let document as JSON: return try writeScalar(document.topLevel)
        case let integer as any FixedWidthInteger: append(digits: String(integer, radix: 10))
        case let real as Float: try write(Double(real), shortest: real.description)
        case let real as CGFloat: try write(Double(real))
        case let decimal as Decimal where decimal.isNaN: try write(Double.nan)
        case let decimal as Decimal: append(digits: decimal.description)
        case let string as Substring: write(String(string))
        case let hashable as AnyHashable where type(of: value) == AnyHashable.self:
            return try writeScalar(hashable.base)
        case let string as String: write(string)
        case let bool as Bool: append(bool ? "true" : "false")
        case let real as Double: try write(real)
        case let elements as [Any]: return .elements(elements)
        case let members as [String: Any]: return container(of: members)
        default: throw Failure(type: value)
        }
        return nil
    }

    private mutating func write(_ number: NSNumber) throws(Failure) {
        switch UInt8(bitPattern: number.objCType.pointee) {
        // The encoding of a Boolean is also that of an Int8.
        case UInt8(ascii: "c") where number === Self.booleans.true: append("true")
        case UInt8(ascii: "c") where number === Self.booleans.false: append("false")
        case UInt8(ascii: "d"): try write(number.doubleValue)
        case UInt8(ascii: "f"): try write(number.doubleValue, shortest: number.floatValue.description)
        case UInt8(ascii: "Q"): output.append(digitsOf: number.uint64Value)
        default:
            let whole = number.int64Value
            output.append(digitsOf: whole.magnitude, isNegative: whole < 0)
        }
    }
}
