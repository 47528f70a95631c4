extension Teapot.Response {
    /// Parses the body if it is declared as JSON, or has no media type and looks like JSON.
    ///
    /// - Returns: The response with its ``json``, or `invalidResponseBody` if the body is not valid JSON.
    consuming func readingJSON() -> Result<Self, TeapotError> {
        guard !data.isEmpty, mayBeJSON else { return .success(self) }
        do throws(JSON.ParsingError) { json = JSON(try JSON.value(parsing: data)) } catch {
            return .failure(.make(.invalidResponseBody, "\(error)", response: self, underlying: error))
        }
        return .success(self)
    }

    /// Returns the response with its ``json``, if its body can be parsed.
    func readingJSONLeniently() -> Self { (try? readingJSON().get()) ?? self }

    /// A Boolean value that indicates whether the media type is JSON.
    ///
    /// Without a media type, it indicates whether the body begins like JSON.
    private var mayBeJSON: Bool {
        if let type = headerFields.mediaType { return MediaType.isJSON(type) }
        return data.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }.map("{[".utf8.contains) ?? false
    }
}
