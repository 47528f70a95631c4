extension UInt8 {
    /// Whether the byte is a token character (RFC 9110 §5.6.2), as in a method or a header name.
    @inlinable package var isTokenCharacter: Bool {
        // One bit for each ASCII character: ! # $ % & ' * + - . and digits; letters, ^ _ ` | and ~.
        let bits: UInt64 = self < 64 ? 0x03FF_6CFA_0000_0000 : 0x57FF_FFFF_C7FF_FFFE
        return self < 128 && bits >> UInt64(self & 63) & 1 == 1
    }

    /// Whether a header's value may contain the character (RFC 9110 §5.5).
    ///
    /// Tabs, printable ASCII characters, and bytes above ASCII are allowed.
    @inlinable package var isFieldValueCharacter: Bool { self == 0x09 || (self >= 0x20 && self != 0x7F) }
}

extension String {
    /// Whether the text is a token (RFC 9110 §5.6.2).
    package var isToken: Bool { !isEmpty && withBytes { $0.allSatisfy(\.isTokenCharacter) } }

    /// Calls a closure with the text as UTF-8, which is faster than iterating over the `utf8` view.
    @inlinable package func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        utf8.withContiguousStorageIfAvailable(body) ?? Array(utf8).withUnsafeBufferPointer(body)
    }
}
