extension UInt8 {
    /// A character of a token (RFC 9110 §5.6.2): methods and field names are made of these.
    var isTokenCharacter: Bool {
        switch self {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        case 0x21, 0x23...0x27, 0x2A, 0x2B, 0x2D, 0x2E, 0x5E...0x60, 0x7C, 0x7E: true
        default: false
        }
    }

    /// A character that a field's value may hold (RFC 9110 §5.5): tab, printing ASCII, and bytes above it.
    var isFieldValueCharacter: Bool {
        self == 0x09 || (self >= 0x20 && self != 0x7F)
    }

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
