extension Teapot {
    /// A decoded value together with the response that it came in.
    ///
    /// Every verb that decodes returns one where it is asked for one:
    ///
    /// ```swift
    /// let reply: Teapot.Reply<User> = try await teapot.get("users/1")
    /// print(reply.value.name, reply.statusCode, reply.headerFields["ETag"] ?? "no tag")
    /// ```
    public struct Reply<Value: Sendable>: Sendable {
        /// The decoded value.
        public let value: Value
        /// The response, with its body.
        public let response: Response

        /// Creates a reply, as a mock of an API client does.
        ///
        /// - Parameters:
        ///   - value: The value.
        ///   - response: The response that it came in.
        public init(value: Value, response: Response) {
            self.value = value
            self.response = response
        }

        /// The response's status code.
        public var statusCode: Int { response.statusCode }

        /// The response's header fields.
        public var headerFields: HeaderFields { response.headerFields }
    }
}

extension Teapot.Reply: Decodable where Value: Decodable {
    /// Always throws: a reply is read from a response, not from a part of one.
    public init(from decoder: any Decoder) throws {
        let context = DecodingError.Context(
            codingPath: decoder.codingPath, debugDescription: "a Teapot.Reply can't stand inside another value")
        throw DecodingError.dataCorrupted(context)
    }
}

extension Teapot.Reply: ReadFromResponse where Value: Decodable {
    static func read(from response: Teapot.Response, with decoder: JSONDecoder) throws(TeapotError) -> Self? {
        Self(value: try response.decode(with: decoder), response: response)
    }
}
