extension String {
    /// The text that bytes are in UTF-8; `nil` if they are not UTF-8.
    ///
    /// In place of the standard library's `String(validating:as:)`, which needs macOS 15 or iOS 18.
    ///
    /// - Parameter bytes: The bytes.
    package init?(validUTF8 bytes: some Collection<UInt8>) {
        let text = String(decoding: bytes, as: UTF8.self)
        // Where they are not UTF-8, the text has U+FFFD in their place.
        guard text.utf8.elementsEqual(bytes) else { return nil }
        self = text
    }
}
