extension String {
    /// Creates a text from UTF-8 bytes, or returns `nil` if they aren't UTF-8.
    ///
    /// It replaces the standard library's `String(validating:as:)`, which needs macOS 15 or iOS 18.
    ///
    /// - Parameter bytes: The bytes.
    package init?(validUTF8 bytes: some Collection<UInt8>) {
        let text = String(decoding: bytes, as: UTF8.self)
        // Invalid bytes become U+FFFD in the text.
        guard text.utf8.elementsEqual(bytes) else { return nil }
        self = text
    }
}
