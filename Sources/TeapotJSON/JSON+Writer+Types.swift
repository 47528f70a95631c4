import Foundation

/// Returns a value as the type that `type(of:)` returned, without the lookup of a dynamic cast.
///
/// - Returns: The value, or `nil` if it's in another existential, such as `any Hashable`, which `type(of:)` looks
///   through.
@inline(__always) private func exactly<Value>(_ value: Any, _ type: Value.Type) -> Value? {
    func cast<T>(_ value: T) -> Value? { T.self == type ? unsafeBitCast(value, to: type) : value as? Value }
    return _openExistential(value, do: cast)
}

extension JSON.Writer {
    /// Writes a value of any type, or returns it if it's a list or an object.
    ///
    /// Casting is slow, and on some platforms it bridges one type to another. Therefore, this compares the most common
    /// types first.
    mutating func writeScalar(_ value: Any) throws(Failure) -> JSON.Container? {
        let type = type(of: value)
        if type == String.self, let string = exactly(value, String.self) {
            write(string)
        } else if type == NSNumber.self, let number = exactly(value, NSNumber.self) {
            try write(number)
        } else if type == Bool.self, let bool = exactly(value, Bool.self) {
            append(bool ? "true" : "false")
        } else if type == Double.self, let real = exactly(value, Double.self) {
            try write(real)
        } else if type == [String: Any].self, let members = exactly(value, [String: Any].self) {
            return container(of: members)
        } else if type == [Any].self, let elements = exactly(value, [Any].self) {
            return .elements(elements)
        } else if type == Int.self, let integer = exactly(value, Int.self) {
            write(integer)
        } else {
            return try type is NSObject.Type ? write(object: value) : write(rarity: value)
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
        case let error as Failure: throw error  // it replaces a value that a literal couldn't keep
        case let document as JSON: return try writeScalar(document.topLevel)
        case let integer as any FixedWidthInteger: append(digits: String(integer, radix: 10))
        case let real as Float: try write(Double(real), shortest: real.description)
        case let real as CGFloat: try write(Double(real))
        case let decimal as Decimal where decimal.isNaN: try write(Double.nan)
        case let decimal as Decimal: append(digits: decimal.description)
        case let string as Substring: write(String(string))
        case let hashable as AnyHashable where type(of: value) == AnyHashable.self:
            return try writeScalar(hashable.base)
        case let elements as [Any]: return .elements(elements)
        case let members as [String: Any]: return container(of: members)
        default: throw Failure(type: value)
        }
        return nil
    }

    private mutating func write(_ number: NSNumber) throws(Failure) {
        switch UInt8(bitPattern: number.objCType.pointee) {
        // A Boolean has the same encoding as an Int8.
        case UInt8(ascii: "c") where number === Self.booleans.true: append("true")
        case UInt8(ascii: "c") where number === Self.booleans.false: append("false")
        case UInt8(ascii: "d"): try write(number.doubleValue)
        case UInt8(ascii: "f"): try write(number.doubleValue, shortest: number.floatValue.description)
        case UInt8(ascii: "Q"): write(number.uint64Value)
        default: write(number.int64Value)
        }
    }
}
