package import Foundation

extension JSON {
    /// Decodes a value as a `JSONDecoder` does, with that decoder's strategies and `userInfo`, in less time.
    ///
    /// If anything is thrown on the way, or if it is not known what Foundation would return, Foundation's decoder decodes
    /// the text again, and its value or error is the result. The closures and initializers of a text with a mistake
    /// may therefore be called twice.
    ///
    /// On Apple platforms, where the values of Foundation's decoder depend on the version of the system and can't be
    /// compared with ours here, Foundation's decoder is always used.
    ///
    /// - Parameters:
    ///   - type: The type to decode.
    ///   - data: The text.
    ///   - decoder: The decoder. A subclass decodes by itself.
    /// - Returns: The value.
    /// - Throws: The error of Foundation's decoder.
    package static func decode<Value: Decodable>(
        _ type: Value.Type, from data: Data, with decoder: JSONDecoder
    ) throws -> Value {
        if let value = try? decodeQuickly(type, from: data, with: decoder) { return value }
        return try decoder.decode(type, from: data)
    }

    /// Decodes a value with our own decoder.
    ///
    /// - Returns: The value, or `nil` if the text, the decoder or a value in the text needs Foundation's decoder.
    /// - Throws: An error as an initializer sees it, which is not always the one that a caller gets.
    package static func decodeQuickly<Value: Decodable>(
        _ type: Value.Type, from data: Data, with decoder: JSONDecoder
    ) throws -> Value? {
        guard let options = JSONDecoderImpl.Options(decoder), !data.isEmpty, data.count < 1 << 31 else { return nil }
        return try data.withUnsafeBytes { bytes -> Value? in
            let text = bytes.bindMemory(to: UInt8.self)
            guard let start = text.baseAddress else { return nil }
            var scanner = Scanner(start: start, count: text.count)
            guard scanner.scan() else { return nil }
            let source = ScannedText(scanner, options)
            var impl = JSONDecoderImpl(source, path: nil, place: 1)
            // Who keeps a decoder or a container may read from it later, when the bytes are gone.
            defer {
                if !isKnownUniquelyReferenced(&impl) || source.isShared { source.keepBytes(count: text.count) }
            }
            do {
                let value = try impl.value(type, at: 1, nil)
                return source.isUncertain ? nil : value
            } catch where source.isUncertain { return nil }
        }
    }
}
