import Foundation
import Teapot

extension Serializer {
    /// Returns a string, a number, a Boolean or `null` as in JSON, or `nil` for any other kind of value.
    ///
    /// It checks the dynamic type first. On Apple platforms, a cast would turn an `Int` into an `NSNumber`, and the
    /// `NSNumber` into a `Bool`.
    static func scalar(_ value: Any) -> (any Sendable)? {
        switch type(of: value) {
        case is String.Type: value as? String
        case is Bool.Type: value as? Bool
        case is Int.Type: value as? Int
        case is Double.Type: (value as? Double).map { real(Double($0), as: $0) }
        case is Float.Type: (value as? Float).map { real(Double($0), as: $0) }
        case is CGFloat.Type: (value as? CGFloat).map { real(Double($0), as: Double($0)) }
        case is Decimal.Type: (value as? Decimal).map { $0.isNaN ? real(.nan, as: $0) : $0 }
        case is NSObject.Type: object(value)
        case is any FixedWidthInteger.Type: (value as? any FixedWidthInteger).map(integer)
        case is Substring.Type: (value as? Substring).map { String($0) }
        case is Character.Type: (value as? Character).map { String($0) }
        default: nil
        }
    }

    /// Returns the elements of a set in order: numbers by value, then all others by their JSON text.
    static func ordered(_ elements: [any Sendable]) -> [any Sendable] {
        typealias Key = (number: Double?, text: String)
        let keyed = elements.map { element -> (key: Key, element: any Sendable) in
            let text = (try? JSON.data(from: element, .sortedKeys)).map { String(decoding: $0, as: UTF8.self) }
            return ((text.flatMap(Double.init), text ?? "\(element)"), element)
        }
        return keyed.ordered { left, right in
            switch (left.key.number, right.key.number) {
            case (let left?, let right?) where left != right: left < right
            case (nil, .some): false
            case (.some, nil): true
            default: left.key.text < right.key.text
            }
        }
        .map(\.element)
    }

    private static func real(_ number: Double, as value: any Sendable) -> any Sendable {
        // The grammar of RFC 8259 §6 has only finite numbers.
        if number.isFinite { return value }
        let name = number.isNaN ? "NaN" : number < 0 ? "-infinity" : "infinity"
        return Unserializable(reason: "\(name) can't be written as JSON; a number must be finite")
    }

    /// Returns an integer as an `Int` if it fits.
    private static func integer(_ value: any FixedWidthInteger) -> any Sendable {
        func integer<Integer: FixedWidthInteger>(_ value: Integer) -> any Sendable {
            if let value = Int(exactly: value) { return value }
            if let value = UInt64(exactly: value) { return value }
            return Decimal(string: "\(value)") ?? Unserializable(reason: "\(value) can't be written as JSON")
        }
        return integer(value)
    }

    private static func object(_ value: Any) -> (any Sendable)? {
        switch value {
        case is NSNull: NSNull()
        case let decimal as NSDecimalNumber: scalar(decimal.decimalValue)
        case let number as NSNumber: real(number.doubleValue, as: number)
        case let string as NSString: String(string)
        default: nil
        }
    }
}
