import Foundation

extension JSON.ScannedText {
    /// Returns a string, or `nil` for a value of another type.
    @inline(__always) func string(at place: Int) throws -> String? {
        let element = elements[place]
        guard element.kind.isString else { return nil }
        return try string(element.kind, at: Int(element.offset), count: Int(element.detail))
    }

    /// Returns the string of bytes between quotes.
    @inline(__always) func string(_ kind: JSON.Element.Kind, at offset: Int, count: Int) throws -> String {
        if kind == .asciiString { return String(decoding: bytes[offset..<offset + count], as: UTF8.self) }
        let string = bytes.withUnsafeBufferPointer { text -> String? in
            guard let start = text.baseAddress else { return nil }
            var reader = JSON.Reader(start: start + offset - 1, count: count + 2)
            return try? reader.readString()
        }
        if let string { return string }
        throw uncertainty()
    }

    /// Returns a whole number, or `nil` for a value of another type.
    @inline(__always) func integer<T: FixedWidthInteger>(_ type: T.Type, at place: Int) throws -> T? {
        let element = elements[place]
        if element.kind == .integer, let value = T(exactly: Int64(bitPattern: element.payload)) { return value }
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
        let element = elements[place]
        switch element.kind {
        case .real: return Double(bitPattern: element.payload)
        case .integer: return Double(Int64(bitPattern: element.payload))
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
        let element = elements[place]
        guard element.kind == .asciiString || element.kind == .plainString else { return nil }
        guard case .convertFromString(let positive, let negative, let nan) = options.floats else { throw uncertainty() }
        let text = bytes[Int(element.offset)..<Int(element.offset + element.detail)]
        if text.elementsEqual(positive.utf8) { return .infinity }
        if text.elementsEqual(negative.utf8) { return -.infinity }
        return text.elementsEqual(nan.utf8) ? .nan : nil
    }

    /// Returns the text of a number, or `nil` for a value of another type.
    func number(at place: Int) -> String? {
        let element = elements[place]
        guard element.kind.isNumber else { return nil }
        return String(decoding: bytes[Int(element.offset)..<Int(element.offset + element.detail)], as: UTF8.self)
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
