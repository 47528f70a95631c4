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

    /// The body as a value of a type of your own.
    ///
    /// - Parameters:
    ///   - type: The type to decode.
    ///   - decoder: What decodes it.
    /// - Returns: The value.
    /// - Throws: ``TeapotError`` of type `invalidResponseBody`, which names the key path and keeps the `DecodingError`.
    public func decode<Value: Decodable>(_ type: Value.Type = Value.self, with decoder: JSONDecoder = JSONDecoder())
        throws(TeapotError) -> Value
    {
        do { return try decoder.decode(type, from: data) } catch let error as DecodingError {
            throw .make(.invalidResponseBody, error.explanation, response: self, underlying: error)
        } catch {
            throw .make(.invalidResponseBody, "\(type) can't be decoded: \(error)", response: self, underlying: error)
        }
    }

    /// Whether the media type is JSON (RFC 8259 §11, RFC 6839 §3.1), or is not said and the body begins as JSON does.
    private var mayBeJSON: Bool {
        guard let type = headerFields.mediaType else {
            let first = data.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
            return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
        }
        return type == "application/json" || type == "text/json" || type.hasSuffix("+json")
    }
}
