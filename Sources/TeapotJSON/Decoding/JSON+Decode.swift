package import Foundation

extension JSON {
    /// Decodes a value as a `JSONDecoder` does, with that decoder's strategies and `userInfo`, in less time.
    ///
    /// If anything is thrown on the way, if it is not known what Foundation would return, or if a decoder or a
    /// container is kept, Foundation's decoder decodes the text again, and its value or error is the result. What
    /// initializers and closures do beside decoding may therefore be done twice.
    ///
    /// On Apple platforms, where what Foundation's decoder returns depends on the version of the system and can't be
    /// compared with ours here, Foundation's decoder is always used.
    ///
    /// - Parameters:
    ///   - type: The type to decode.
    ///   - data: The text.
    ///   - decoder: The decoder. A subclass decodes by itself.
    /// - Returns: The value.
    /// - Throws: The error of Foundation's decoder, or ``ParsingError`` for a comma before a closing bracket and for a
    ///   name with more than 250 combining marks in a row.
    package static func decode<T: Decodable>(_ type: T.Type, from data: Data, with decoder: JSONDecoder) throws -> T {
        #if canImport(FoundationNetworking)
            if let value = try? decodeQuickly(type, from: data, with: decoder) { return value }
        #endif
        let isStrict = Swift.type(of: decoder) == JSONDecoder.self && !decoder.allowsJSON5
        var mistake: ParsingError?
        if isStrict { do throws(ParsingError) { try check(data) } catch { mistake = error } }
        // Foundation would need quadratic time for such a name.
        if let mistake, mistake.expected == Tokenizer.fewMarks { throw mistake }
        let value = try decoder.decode(type, from: data)
        // Foundation ignores a comma before a closing bracket (RFC 8259 §2).
        let isComma = ["a value", "a member's name"].contains(mistake?.expected)
        if isComma, let mistake, ["\"]\"", "\"}\""].contains(mistake.found) { throw mistake }
        return value
    }

    /// Decodes a value with our own decoder.
    ///
    /// - Returns: The value, or `nil` if the text, the decoder or a value in the text needs Foundation's decoder.
    /// - Throws: An error as an initializer sees it, which is not always the one that a caller gets.
    package static func decodeQuickly<Value: Decodable>(
        _ type: Value.Type, from data: Data, with decoder: JSONDecoder
    ) throws -> Value? {
        guard Swift.type(of: decoder) == JSONDecoder.self, !decoder.allowsJSON5, !decoder.assumesTopLevelDictionary
        else { return nil }
        let options = JSONDecoderImpl.Options(
            dates: decoder.dateDecodingStrategy, data: decoder.dataDecodingStrategy,
            floats: decoder.nonConformingFloatDecodingStrategy, keys: decoder.keyDecodingStrategy,
            userInfo: decoder.userInfo)
        guard var source = ScannedText(data, options) else { return nil }
        let result = Result { try JSONDecoderImpl(source, place: 1).value(type, at: 1, nil) }
        // Who has kept a decoder or a container may ask it for a value that only Foundation can decode.
        guard isKnownUniquelyReferenced(&source), !source.isUncertain else { return nil }
        return try result.get()
    }
}
