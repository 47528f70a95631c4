extension UInt8 {
    /// A character of a token (RFC 9110 §5.6.2): methods and field names are made of these.
    package var isTokenCharacter: Bool {
        switch self {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        case 0x21, 0x23...0x27, 0x2A, 0x2B, 0x2D, 0x2E, 0x5E...0x60, 0x7C, 0x7E: true
        default: false
        }
    }

    /// A character that a field's value may hold (RFC 9110 §5.5): tab, printing ASCII, and bytes above it.
    package var isFieldValueCharacter: Bool { self == 0x09 || (self >= 0x20 && self != 0x7F) }
}

extension String {
    /// Whether this is a token as RFC 9110 §5.6.2 has it.
    package var isToken: Bool { !isEmpty && utf8.allSatisfy(\.isTokenCharacter) }
}
