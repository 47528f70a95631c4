import Foundation

extension JSON.ScannedText {
    /// Returns a string, or `nil` for a value of another type.
    @inline(__always) func string(at place: Int) -> String? {
        let value = values[place]
        return value.kind.isString ? string(value) : nil
    }

    /// Returns a whole number, or `nil` for a value of another type.
    @inline(__always) func integer<T: FixedWidthInteger>(_ type: T.Type, at place: Int) throws -> T? {
        let number = values[place]
        if number.kind == .integer, let value = T(exactly: Int64(bitPattern: number.payload)) { return value }
        return try wholeNumber(at: place)
    }

    /// Returns a whole number that is written in another form, such as `1.0`, or that has more than 64 bits.
    @inline(never) private func wholeNumber<T: FixedWidthInteger>(at place: Int) throws -> T? {
        guard let text = number(at: place) else { return nil }
        if let value = T(text) { return value }
        // As in Foundation, the number is rounded to a double first.
        guard let double = Double(text), let value = T(exactly: double) else { throw unreadable(text) }
        guard double.magnitude < 0x1p53 else { throw uncertainty() }
        return value
    }

    private func unreadable(_ text: String) -> JSON.JSONError { .numberIsNotRepresentableInSwift(parsed: text) }

    /// Returns a number, or `nil` for a value of another type.
    @inline(__always) func double(at place: Int) throws -> Double? {
        let number = values[place]
        switch number.kind {
        case .real: return Double(bitPattern: number.payload)
        case .integer: return Double(Int64(bitPattern: number.payload))
        default: return try floatingPoint(at: place)
        }
    }

    /// Returns a number, or what a string stands for that is infinity or NaN, or `nil` for a value of another type.
    @inline(never) func floatingPoint<T: BinaryFloatingPoint & LosslessStringConvertible>(at place: Int) throws -> T? {
        guard let text = number(at: place) else { return try nonConforming(at: place) }
        guard let value = T(text), value.isFinite else { throw unreadable(text) }
        // A zero must be of zeros alone: other numbers are too small, or Foundation takes them for it.
        guard value != 0 || text.utf8.allSatisfy({ $0 <= UInt8(ascii: "0") }) else { throw uncertainty() }
        return value
    }

    private func nonConforming<T: BinaryFloatingPoint>(at place: Int) throws -> T? {
        if case .throw = options.floats { return nil }
        guard values[place].kind == .string else { return nil }
        guard case .convertFromString(let positive, let negative, let nan) = options.floats else { throw uncertainty() }
        let text = string(values[place]).utf8
        if text.elementsEqual(positive.utf8) { return .infinity }
        if text.elementsEqual(negative.utf8) { return -.infinity }
        return text.elementsEqual(nan.utf8) ? .nan : nil
    }

    /// Returns the text of a number, or `nil` for a value of another type.
    func number(at place: Int) -> String? {
        let value = values[place]
        return value.kind.isNumber ? String(decoding: bytes[value.range], as: UTF8.self) : nil
    }
}

extension JSON {
    /// An error with the name, the description and the code of Foundation's own, which no one can catch by its type.
    enum JSONError: CustomNSError {
        case numberIsNotRepresentableInSwift(parsed: String)

        static var errorDomain: String { "FoundationEssentials.JSONError" }
        var errorCode: Int { 11 }
    }
}
