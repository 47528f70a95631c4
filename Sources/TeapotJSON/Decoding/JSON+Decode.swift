package import Foundation

extension JSON {
    /// Decodes a value like a `JSONDecoder`, with that decoder's strategies and `userInfo`, but faster.
    ///
    /// If anything throws, if Foundation's result is uncertain, or if a decoder or container outlives the call,
    /// Foundation's decoder decodes the text again, and its value or error is the result. Initializers and closures may
    /// therefore run twice.
    ///
    /// On Apple platforms, Foundation's decoder is always used: its results depend on the system version and can't be
    /// compared with ours here.
    ///
    /// - Parameters:
    ///   - type: The type to decode.
    ///   - data: The text.
    ///   - decoder: The decoder. If it's a subclass, it decodes the text itself.
    /// - Returns: The value.
    /// - Throws: The error of Foundation's decoder, or ``ParsingError`` for a trailing comma and for a
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
        // Foundation ignores a trailing comma (RFC 8259 §2).
        let isComma = ["a value", "a member's name"].contains(mistake?.expected)
        if isComma, let mistake, ["\"]\"", "\"}\""].contains(mistake.found) { throw mistake }
        return value
    }

    /// Decodes a value with this module's decoder.
    ///
    /// - Returns: The value, or `nil` if the text, the decoder or a value in the text needs Foundation's decoder.
    /// - Throws: The error as an initializer sees it, or one with the path of a number that doesn't fit its type. The
    ///   caller of ``decode(_:from:with:)`` may get a different one.
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
        // If a decoder or a container is still in use, it may be asked for a value that only Foundation can decode.
        guard isKnownUniquelyReferenced(&source), !source.isUncertain else { return nil }
        if case .failure(is JSONError) = result, let misfit = source.misfit { throw misfit }
        return try result.get()
    }
}
