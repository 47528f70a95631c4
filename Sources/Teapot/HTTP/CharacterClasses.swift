extension UInt8 {
    /// A character of a token (RFC 9110 §5.6.2): methods and field names are made of these.
    @inlinable package var isTokenCharacter: Bool {
        // A bit for each of ASCII: ! # $ % & ' * + - . and digits; letters, ^ _ ` | and ~.
        let bits: UInt64 = self < 64 ? 0x03FF_6CFA_0000_0000 : 0x57FF_FFFF_C7FF_FFFE
        return self < 128 && bits >> UInt64(self & 63) & 1 == 1
    }

    /// A character that a field's value may hold (RFC 9110 §5.5): tab, printing ASCII, and bytes above it.
    @inlinable package var isFieldValueCharacter: Bool { self == 0x09 || (self >= 0x20 && self != 0x7F) }
}

extension String {
    /// Whether this is a token as RFC 9110 §5.6.2 has it.
    package var isToken: Bool { !isEmpty && utf8.allSatisfy(\.isTokenCharacter) }
}
