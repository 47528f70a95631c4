public import Foundation

extension Teapot.Response {
    /// Decodes the body as a value of your own type.
    ///
    /// `Data` receives the bytes of the body, and `String` its ``text``, whatever the body contains. An optional is
    /// `nil` if the body is empty. All other types are decoded from JSON.
    ///
    /// The value and the error are the same as with a `JSONDecoder` and all its strategies, with two exceptions: a
    /// trailing comma is an error (RFC 8259 §2), and the error for an invalid date has that date's key
    /// path. On Linux, a faster decoder runs first. If it fails, the `JSONDecoder` decodes the body again, which may
    /// call the type's initializers again.
    ///
    /// - Parameters:
    ///   - type: The type to decode.
    ///   - decoder: The decoder to use, by default the one from the client that received the response.
    /// - Returns: The value.
    /// - Throws: ``TeapotError`` of type `invalidResponseBody`. It has the line and column where the body isn't valid
    ///   JSON, or the key path of the value that doesn't match the type.
    public func decode<Value: Decodable>(_ type: Value.Type = Value.self, using decoder: JSONDecoder? = nil)
        throws(TeapotError) -> Value
    {
        let decoder = decoder ?? self.decoder ?? JSONDecoder()
        let whole = type as? any ReadFromResponse.Type
        if let read = try whole?.read(from: self, with: decoder), let value = read as? Value { return value }
        // A subclass may decode something other than JSON.
        let text = Swift.type(of: decoder) == JSONDecoder.self ? body.jsonText : body
        do { return try JSON.decode(type, from: text, with: decoder) } catch {
            let (reason, cause) = explain(decoder.placing(error, of: type, in: text), type, text, decoder)
            throw .make(.invalidResponseBody, "\(reason) (\(bodySummary))", response: self, underlying: cause)
        }
    }

    /// The body as text in the charset of the `Content-Type`, or in UTF-8 if there is none.
    ///
    /// It is `nil` if the body isn't valid in that charset, or if the charset isn't supported.
    public var text: String? { String.Encoding(charset: charset).flatMap { String(data: body, encoding: $0) } }

    fileprivate var charset: String { headers.charset ?? "utf-8" }

    /// Returns the reason the body couldn't be decoded: the position of invalid JSON, or the decoder's error.
    private func explain(
        _ error: any Error, _ type: Any.Type, _ text: Data, _ decoder: JSONDecoder
    ) -> (String, any Error) {
        if body.isEmpty { return ("expected \(DecodingError.kind(of: type)), but the body is empty", error) }
        do throws(JSON.ParsingError) {
            let document = try JSON.value(parsing: text)
            guard let failure = error as? DecodingError else { return ("\(type) can't be decoded: \(error)", error) }
            let reason = failure.explanation(in: document) { Secrets.isSecret($0, secretNames) }
            return (reason + hint(for: failure, in: document, decoder), error)
        } catch { return ("\(error)", error) }
    }

    /// Returns advice for a missing key: how to decode one with a similar name, or the keys that exist.
    private func hint(for error: DecodingError, in document: any Sendable, _ decoder: JSONDecoder) -> String {
        guard case .keyNotFound(let key, let context) = error,
            let object = context.codingPath.value(in: document) as? [String: any Sendable]
        else { return "" }
        // Other keys may be values from users, of any length.
        let names = object.keys.filter { $0.utf8.count < 40 && $0.isToken }.sorted()
        let name = names.first { $0.plainKey == key.stringValue.plainKey } ?? ""
        // As the strategy converts a name: `image_url` becomes `imageUrl`, never `imageURL`.
        let camel = JSON.convertedFromSnakeCase(name)
        switch decoder.keyDecodingStrategy {
        case .useDefaultKeys where name != key.stringValue && camel == key.stringValue:
            return "; for “\(name)”, set the decoder's keyDecodingStrategy to .convertFromSnakeCase"
        case .useDefaultKeys where ![key.stringValue, ""].contains(name): return "; add it to CodingKeys as “\(name)”"
        case .convertFromSnakeCase where !name.isEmpty && name.first != "_" && camel != key.stringValue:
            let reason = camel == name ? "" : ", which .convertFromSnakeCase makes of “\(name)”"
            return "; add it to CodingKeys as “\(camel)”\(reason)"
        default:
            let list = names.prefix(8).map { "“\($0)”" }.joined(separator: ", ")
            return list.isEmpty ? "" : "; the object has \(list)\(object.count > min(8, names.count) ? " …" : "")"
        }
    }

    /// A summary of the body for an error: its media type, its length, and whether it is an HTML page.
    private var bodySummary: String {
        let type = headers.mediaType ?? "no Content-Type"
        guard !body.isEmpty else { return type }
        let start = String(decoding: body.prefix(256), as: UTF8.self).drop(while: \.isWhitespace).lowercased()
        let isPage = start.hasPrefix("<!doctype html") || start.hasPrefix("<html")
        return "\(type), \(body.count) bytes" + (isPage ? ", an HTML page" : "")
    }
}

/// A type that is read from the whole response instead of being decoded from JSON.
protocol ReadFromResponse {
    /// Returns the value, or `nil` to decode the response.
    static func read(from response: Teapot.Response, with decoder: JSONDecoder) throws(TeapotError) -> Self?
}

extension Data: ReadFromResponse {
    static func read(from response: Teapot.Response, with decoder: JSONDecoder) -> Data? { response.body }
}

extension String: ReadFromResponse {
    static func read(from response: Teapot.Response, with decoder: JSONDecoder) throws(TeapotError) -> String? {
        if let text = response.text { return text }
        let charset = response.charset
        let isKnown = String.Encoding(charset: charset) != nil
        let problem = isKnown ? "it is not text in the charset \(charset)" : "the charset \(charset) is not supported"
        throw .make(.invalidResponseBody, problem, response: response)
    }
}

extension Optional: ReadFromResponse where Wrapped: Decodable {
    static func read(from response: Teapot.Response, with decoder: JSONDecoder) throws(TeapotError) -> Wrapped?? {
        if response.body.isEmpty { return .some(nil) }
        if Wrapped.self is any ReadFromResponse.Type { return try response.decode(Wrapped.self, using: decoder) }
        return nil
    }
}

extension String.Encoding {
    /// Creates the encoding for a charset that is still in use (RFC 9110 §8.3.2).
    fileprivate init?(charset: String) {
        let charset = charset.hasPrefix("iso8859-") ? "iso-" + charset.dropFirst(3) : charset
        #if !canImport(FoundationNetworking)
            // Foundation on Linux can't read it.
            if charset == "euc-jp" { self = .japaneseEUC; return }
        #endif
        if let common = Self.common[charset] {
            self = common
        } else {
            let name = charset.hasPrefix("cp") ? "windows-" + charset.dropFirst(2) : charset
            let isPart = charset.hasPrefix("iso-8859-")
            let part = isPart ? UInt(charset.dropFirst(9)).flatMap { 2...16 ~= $0 ? 0x200 + $0 : nil } : nil
            guard let number = part ?? Self.numbers[name] else { return nil }
            // The same as `CFStringConvertEncodingToNSStringEncoding`.
            self.init(rawValue: 0x8000_0000 | number)
        }
    }

    private static let common: [String: String.Encoding] = [
        "utf-8": .utf8, "utf8": .utf8, "us-ascii": .utf8, "ascii": .utf8, "iso-8859-1": .isoLatin1,
        "latin1": .isoLatin1, "windows-1252": .windowsCP1252, "cp1252": .windowsCP1252, "utf-16": .utf16,
        "utf-16be": .utf16BigEndian, "utf-16le": .utf16LittleEndian, "utf-32": .utf32, "utf-32be": .utf32BigEndian,
        "utf-32le": .utf32LittleEndian, "shift_jis": .shiftJIS, "x-sjis": .shiftJIS, "iso-2022-jp": .iso2022JP,
    ]

    /// The Core Foundation numbers of encodings that `String.Encoding` doesn't name.
    private static let numbers: [String: UInt] = [
        "windows-874": 0x41D, "windows-1250": 0x501, "windows-1251": 0x502, "windows-1253": 0x503,
        "windows-1254": 0x504, "windows-1255": 0x505, "windows-1256": 0x506, "windows-1257": 0x507,
        "windows-1258": 0x508, "koi8-r": 0xA02, "koi8-u": 0xA08, "big5": 0xA03, "euc-kr": 0x940, "windows-31j": 0x420,
        // GB 18030 contains the other two.
        "gb18030": 0x632, "gbk": 0x632, "gb2312": 0x632,
    ]
}
