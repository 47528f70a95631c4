import Foundation

extension Teapot.Response {
    /// Parses the body if its media type is JSON, or if it has no media type and looks like JSON.
    ///
    /// - Returns: The response with its ``json``, or `invalidResponseBody` if the body isn't valid JSON.
    package consuming func readingJSON() -> Result<Self, TeapotError> {
        let text = body.jsonText
        guard !text.isEmpty, mayBeJSON(text) else { return .success(self) }
        do throws(JSON.ParsingError) { json = JSON(try JSON.value(parsing: text)) } catch {
            return .failure(.make(.invalidResponseBody, "\(error)", response: self, underlying: error))
        }
        return .success(self)
    }

    /// Returns the response with its ``json``, if the body can be parsed.
    func readingJSONLeniently() -> Self { (try? readingJSON().get()) ?? self }

    /// Returns whether the media type is JSON or, without a media type, whether the text begins like JSON.
    private func mayBeJSON(_ text: Data) -> Bool {
        if let type = headers.mediaType { return MediaType.isJSON(type) }
        return text.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }.map("{[".utf8.contains) ?? false
    }
}

extension Data {
    /// The bytes of a JSON text as UTF-8, converted from UTF-16 or UTF-32 if necessary, without a byte order mark.
    ///
    /// A JSON text begins with an ASCII character, so zeros show the encoding (RFC 4627 §3). UTF-8 has none.
    var jsonText: Data {
        let head = [UInt8](prefix(4)) + [1, 1, 1, 1]
        let encoding: String.Encoding
        switch (head[0], head[1]) {
        case (0, 0): encoding = .utf32BigEndian
        case (0xFE, 0xFF), (0, _): encoding = .utf16BigEndian
        case (0xFF, 0xFE), (_, 0): encoding = head[2] == 0 && head[3] == 0 ? .utf32LittleEndian : .utf16LittleEndian
        case (0xEF, 0xBB): return head[2] == 0xBF ? Data(dropFirst(3)) : self
        default: return self
        }
        guard let text = String(data: self, encoding: encoding) else { return self }
        return Data(text.unicodeScalars.first == "\u{FEFF}" ? String(text.unicodeScalars.dropFirst()).utf8 : text.utf8)
    }
}
