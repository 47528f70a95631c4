import Foundation

extension Teapot {
    /// A decoded value together with its response.
    ///
    /// Every verb that decodes can return a reply:
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

        /// Creates a reply, for example in a mock of an API client.
        ///
        /// - Parameters:
        ///   - value: The value.
        ///   - response: The response that the value was decoded from.
        public init(value: Value, response: Response) {
            (self.value, self.response) = (value, response)
        }

        /// The status code of the response.
        public var statusCode: Int { response.statusCode }

        /// The header fields of the response.
        public var headerFields: HeaderFields { response.headerFields }
    }
}

extension Teapot.Reply: Decodable where Value: Decodable {
    /// Throws an error in all cases, because a reply is read from a whole response and can't be a part of one.
    public init(from decoder: any Decoder) throws {
        let context = DecodingError.Context(
            codingPath: decoder.codingPath, debugDescription: "a Teapot.Reply can't be nested in another value")
        throw DecodingError.dataCorrupted(context)
    }
}

extension Teapot.Reply: ReadFromResponse where Value: Decodable {
    static func read(from response: Teapot.Response, with decoder: JSONDecoder) throws(TeapotError) -> Self? {
        Self(value: try response.decode(with: decoder), response: response)
    }
}
