import Foundation

extension JSON.ScannedText {
    /// Returns a Boolean, or `nil` for a value of another type.
    @inline(__always) func boolean(at place: Int) -> Bool? {
        let element = tape.elements[place]
        return element.kind == .boolean ? element.payload != 0 : nil
    }

    /// Returns a string, or `nil` for a value of another type.
    @inline(__always) func string(at place: Int) throws -> String? {
        let element = tape.elements[place]
        switch element.kind {
        case .asciiString, .plainString, .escapedString: break
        default: return nil
        }
        if let string = JSON.string(bytes(at: element.offset, count: Int(element.payload)), element.kind) {
            return string
        }
        throw uncertainty()
    }

    /// Returns a whole number, or `nil` for a value of another type.
    @inline(__always) func integer<T: FixedWidthInteger>(_ type: T.Type, at place: Int) throws -> T? {
        let element = tape.elements[place]
        if element.kind == .integer, let value = T(exactly: Int64(bitPattern: element.payload)) { return value }
        return try wholeNumber(at: place)
    }

    /// Returns a whole number that is written in another form, such as `1.0`, or that has more than 64 bits.
    @inline(never) private func wholeNumber<T: FixedWidthInteger>(at place: Int) throws -> T? {
        guard let text = number(at: place) else { return nil }
        if let value = T(text) { return value }
        // As in Foundation, the number is rounded to a double first.
        guard let double = Double(text), let value = T(exactly: double) else {
            throw JSON.JSONError.numberIsNotRepresentableInSwift(parsed: text)
        }
        guard double.magnitude < 0x1p53 else { throw uncertainty() }
        return value
    }

    /// Returns a number, or `nil` for a value of another type.
    @inline(__always) func double(at place: Int) throws -> Double? {
        let element = tape.elements[place]
        switch element.kind {
        case .real: return Double(bitPattern: element.payload)
        case .integer: return Double(Int64(bitPattern: element.payload))
        default: return try floatingPoint(at: place)
        }
    }

    /// Returns a number, or the value of a string that stands for infinity or NaN, or `nil` for a value of another type.
    @inline(never) func floatingPoint<T: BinaryFloatingPoint & LosslessStringConvertible>(at place: Int) throws -> T? {
        guard let text = number(at: place) else { return try nonConforming(at: place) }
        guard let value = T(text), value.isFinite else {
            throw JSON.JSONError.numberIsNotRepresentableInSwift(parsed: text)
        }
        if value == 0, text.utf8.contains(where: { $0 != UInt8(ascii: "0") && $0 > UInt8(ascii: ".") }) {
            // It is too small, or a zero with an exponent, which Foundation sometimes takes for a number too small.
            throw uncertainty()
        }
        return value
    }

    private func nonConforming<T: BinaryFloatingPoint>(at place: Int) throws -> T? {
        guard case .convertFromString(let positive, let negative, let nan) = options.floats,
            tape.elements[place].kind != .escapedString,
            tape.elements[place].kind == .asciiString || tape.elements[place].kind == .plainString
        else { return nil }
        let bytes = bytes(at: tape.elements[place].offset, count: Int(tape.elements[place].payload))
        if bytes.elementsEqual(positive.utf8) { return .infinity }
        if bytes.elementsEqual(negative.utf8) { return -.infinity }
        return bytes.elementsEqual(nan.utf8) ? .nan : nil
    }

    /// Returns the text of a number, or `nil` for a value of another type.
    func number(at place: Int) -> String? {
        let element = tape.elements[place]
        switch element.kind {
        case .integer, .real, .number: break
        default: return nil
        }
        return String(decoding: bytes(at: element.offset, count: element.length), as: UTF8.self)
    }
}

extension JSON {
    /// Returns a string from the bytes between its quotes.
    ///
    /// - Returns: The string, or `nil` if the bytes are not valid UTF-8 or have an escape that is not valid.
    @inline(__always) static func string(_ bytes: UnsafeBufferPointer<UInt8>, _ kind: Tape.Element.Kind) -> String? {
        kind == .asciiString ? String(decoding: bytes, as: UTF8.self) : checkedString(bytes, kind)
    }

    @inline(never) private static func checkedString(
        _ bytes: UnsafeBufferPointer<UInt8>, _ kind: Tape.Element.Kind
    ) -> String? {
        guard kind == .escapedString else { return validString(bytes) }
        return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: bytes.count) { buffer in
            guard let first = buffer.baseAddress, let count = unescape(bytes, into: first) else { return nil }
            return validString(UnsafeBufferPointer(start: first, count: count))
        }
    }

    /// Returns a string from bytes if they are valid UTF-8, since otherwise the string differs from them.
    private static func validString(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
        var string = String(decoding: bytes, as: UTF8.self)
        return string.withUTF8 { $0.elementsEqual(bytes) } ? string : nil
    }

    /// Copies the bytes of a string without its escapes (RFC 8259 §7).
    ///
    /// - Returns: The number of bytes written, or `nil` if an escape is not valid.
    private static func unescape(_ bytes: UnsafeBufferPointer<UInt8>, into first: UnsafeMutablePointer<UInt8>) -> Int? {
        guard var at = bytes.baseAddress else { return nil }
        let end = at + bytes.count
        var place = first
        while at < end {
            let (stop, _) = skipPlainCharacters(from: at, to: end)
            place.update(from: at, count: stop - at)
            place += stop - at
            at = stop
            guard at < end else { break }
            guard at.pointee == UInt8(ascii: "\\"), end - at >= 2 else { return nil }
            at += 2
            switch at[-1] {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): place.pointee = at[-1]
            case UInt8(ascii: "b"): place.pointee = 0x08
            case UInt8(ascii: "f"): place.pointee = 0x0C
            case UInt8(ascii: "n"): place.pointee = 0x0A
            case UInt8(ascii: "r"): place.pointee = 0x0D
            case UInt8(ascii: "t"): place.pointee = 0x09
            case UInt8(ascii: "u"):
                guard let scalar = readScalar(&at, end) else { return nil }
                for unit in UTF8.encode(scalar) ?? .init() {
                    place.pointee = unit
                    place += 1
                }
                continue
            default: return nil
            }
            place += 1
        }
        return place - first
    }

    /// Reads the digits of an escape, or of two that are a surrogate pair, behind the first `\u`.
    private static func readScalar(_ at: inout UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) -> Unicode.Scalar? {
        guard let code = readFourDigits(&at, end) else { return nil }
        if let scalar = Unicode.Scalar(code) { return scalar }
        guard code < 0xDC00, end - at >= 6, at[0] == UInt8(ascii: "\\"), at[1] == UInt8(ascii: "u") else { return nil }
        at += 2
        guard let low = readFourDigits(&at, end), 0xDC00...0xDFFF ~= low else { return nil }
        return Unicode.Scalar(0x10000 + (code - 0xD800) << 10 + (low - 0xDC00))
    }

    private static func readFourDigits(_ at: inout UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) -> UInt32? {
        guard end - at >= 4 else { return nil }
        var code: UInt32 = 0
        for _ in 0..<4 {
            let digit: UInt8
            switch at.pointee {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = at.pointee - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = at.pointee - UInt8(ascii: "a") + 10
            case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = at.pointee - UInt8(ascii: "A") + 10
            default: return nil
            }
            code = code << 4 + UInt32(digit)
            at += 1
        }
        return code
    }
}
