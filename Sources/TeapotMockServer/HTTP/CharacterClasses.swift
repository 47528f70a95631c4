import Teapot

extension UInt8 {
    var isDigit: Bool { (0x30...0x39).contains(self) }

    /// Space or tab, which may stand around a field's value (RFC 9110 §5.6.3).
    var isOptionalWhitespace: Bool { self == 0x20 || self == 0x09 }

    var hexDigitValue: Int? {
        switch self {
        case 0x30...0x39: Int(self) - 0x30
        case 0x41...0x46: Int(self) - 0x41 + 10
        case 0x61...0x66: Int(self) - 0x61 + 10
        default: nil
        }
    }
}

extension BidirectionalCollection<UInt8> where SubSequence: BidirectionalCollection<UInt8> {
    /// The bytes without the spaces and tabs at either end.
    func trimmingOptionalWhitespace() -> SubSequence {
        guard let first = firstIndex(where: { !$0.isOptionalWhitespace }),
            let last = lastIndex(where: { !$0.isOptionalWhitespace })
        else { return self[endIndex...] }
        return self[first...last]
    }
}

extension String {
    /// Text from the wire: UTF-8 where it is that, else one character a byte, so that no byte is lost.
    init(wire bytes: some Collection<UInt8>) {
        self =
            String(validating: bytes, as: UTF8.self)
            ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }
}

extension UnsafeRawBufferPointer {
    /// Whether the bytes are a token (RFC 9110 §5.6.2).
    var isToken: Bool {
        guard !isEmpty else { return false }
        for byte in self where !byte.isTokenCharacter { return false }
        return true
    }

    /// Whether a field's value may hold the bytes (RFC 9110 §5.5).
    var isFieldValue: Bool {
        var isBad = false
        // Without a way out in the middle, so that it goes by many bytes at once.
        for byte in self { isBad = isBad || (byte < 0x20 && byte != 0x09) || byte == 0x7F }
        return !isBad
    }
}
