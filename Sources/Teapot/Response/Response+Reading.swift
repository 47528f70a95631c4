extension Teapot.Response {
    /// Reads the body as JSON where it claims or looks to be JSON.
    ///
    /// - Returns: The response with its ``json``; or `invalidResponseBody` when it says that it is JSON and is not.
    func readingJSON() -> Result<Self, TeapotError> {
        guard !data.isEmpty, mayBeJSON else { return .success(self) }
        do throws(JSON.ParsingError) {
            var read = self
            read.json = JSON(try JSON.value(parsing: data))
            return .success(read)
        } catch { return .failure(.make(.invalidResponseBody, "\(error)", response: self, underlying: error)) }
    }

    /// The response with its ``json`` if its body can be read as such.
    func readingJSONLeniently() -> Self { (try? readingJSON().get()) ?? self }

    /// Whether the media type is JSON (RFC 8259 §11, RFC 6839 §3.1), or is not said and the body begins as JSON does.
    private var mayBeJSON: Bool {
        guard let type = headerFields.mediaType else {
            let first = data.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
            return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
        }
        return type == "application/json" || type == "text/json" || type.hasSuffix("+json")
    }
}
