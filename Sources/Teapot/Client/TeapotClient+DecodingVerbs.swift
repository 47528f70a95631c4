// The verbs that decode what comes; each awaits the same pipeline and hands the body to the client's decoder.
extension TeapotClient {
    /// Reads what is at a path and decodes the response.
    ///
    /// - Parameters:
    ///   - path: The path below the base URL, with or without a leading slash; a query in it is kept.
    ///   - query: Items for the query.
    ///   - parameters: What to send; a dictionary becomes query items.
    ///   - headerFields: Header fields, which replace the client's own of the same name.
    ///   - timeoutInterval: How long to wait for anything to arrive, in seconds; the client's unless given.
    ///   - allowsCellular: Whether the request may go over a cellular network.
    ///   - type: The type to decode.
    ///   - isolation: The actor that the parameters are encoded on; the caller's unless given.
    /// - Returns: The body, decoded with the decoder in ``options``.
    /// - Throws: ``TeapotError``; of type `invalidResponseBody` if the body is not what it should be.
    public func get<Value: Decodable & Sendable>(
        _ path: String, query: [URLQueryItem] = [], parameters: some Teapot.Parameters = Teapot.Payload.none,
        headerFields: [String: String] = [:], timeoutInterval: TimeInterval? = nil, allowsCellular: Bool = true,
        as type: Value.Type = Value.self, isolation: isolated (any Actor)? = #isolation
    ) async throws(TeapotError) -> Value {
        try await decode(build(.get, path, query, parameters, headerFields, timeoutInterval, allowsCellular))
    }

    /// Hands what is at a path something to process and decodes the response.
    ///
    /// - Parameters:
    ///   - path: The path below the base URL, with or without a leading slash; a query in it is kept.
    ///   - query: Items for the query.
    ///   - parameters: What to send as the body; a dictionary or list becomes JSON.
    ///   - headerFields: Header fields, which replace the client's own of the same name.
    ///   - timeoutInterval: How long to wait for anything to arrive, in seconds; the client's unless given.
    ///   - allowsCellular: Whether the request may go over a cellular network.
    ///   - type: The type to decode.
    ///   - isolation: The actor that the parameters are encoded on; the caller's unless given.
    /// - Returns: The body, decoded with the decoder in ``options``.
    /// - Throws: ``TeapotError``; of type `invalidResponseBody` if the body is not what it should be.
    public func post<Value: Decodable & Sendable>(
        _ path: String, query: [URLQueryItem] = [], parameters: some Teapot.Parameters = Teapot.Payload.none,
        headerFields: [String: String] = [:], timeoutInterval: TimeInterval? = nil, allowsCellular: Bool = true,
        as type: Value.Type = Value.self, isolation: isolated (any Actor)? = #isolation
    ) async throws(TeapotError) -> Value {
        try await decode(build(.post, path, query, parameters, headerFields, timeoutInterval, allowsCellular))
    }

    /// Replaces what is at a path and decodes the response.
    ///
    /// - Parameters:
    ///   - path: The path below the base URL, with or without a leading slash; a query in it is kept.
    ///   - query: Items for the query.
    ///   - parameters: What to send as the body; a dictionary or list becomes JSON.
    ///   - headerFields: Header fields, which replace the client's own of the same name.
    ///   - timeoutInterval: How long to wait for anything to arrive, in seconds; the client's unless given.
    ///   - allowsCellular: Whether the request may go over a cellular network.
    ///   - type: The type to decode.
    ///   - isolation: The actor that the parameters are encoded on; the caller's unless given.
    /// - Returns: The body, decoded with the decoder in ``options``.
    /// - Throws: ``TeapotError``; of type `invalidResponseBody` if the body is not what it should be.
    public func put<Value: Decodable & Sendable>(
        _ path: String, query: [URLQueryItem] = [], parameters: some Teapot.Parameters = Teapot.Payload.none,
        headerFields: [String: String] = [:], timeoutInterval: TimeInterval? = nil, allowsCellular: Bool = true,
        as type: Value.Type = Value.self, isolation: isolated (any Actor)? = #isolation
    ) async throws(TeapotError) -> Value {
        try await decode(build(.put, path, query, parameters, headerFields, timeoutInterval, allowsCellular))
    }

    /// Changes a part of what is at a path and decodes the response.
    ///
    /// - Parameters:
    ///   - path: The path below the base URL, with or without a leading slash; a query in it is kept.
    ///   - query: Items for the query.
    ///   - parameters: What to send as the body; a dictionary or list becomes JSON.
    ///   - headerFields: Header fields, which replace the client's own of the same name.
    ///   - timeoutInterval: How long to wait for anything to arrive, in seconds; the client's unless given.
    ///   - allowsCellular: Whether the request may go over a cellular network.
    ///   - type: The type to decode.
    ///   - isolation: The actor that the parameters are encoded on; the caller's unless given.
    /// - Returns: The body, decoded with the decoder in ``options``.
    /// - Throws: ``TeapotError``; of type `invalidResponseBody` if the body is not what it should be.
    public func patch<Value: Decodable & Sendable>(
        _ path: String, query: [URLQueryItem] = [], parameters: some Teapot.Parameters = Teapot.Payload.none,
        headerFields: [String: String] = [:], timeoutInterval: TimeInterval? = nil, allowsCellular: Bool = true,
        as type: Value.Type = Value.self, isolation: isolated (any Actor)? = #isolation
    ) async throws(TeapotError) -> Value {
        try await decode(build(.patch, path, query, parameters, headerFields, timeoutInterval, allowsCellular))
    }

    /// Removes what is at a path and decodes the response.
    ///
    /// - Parameters:
    ///   - path: The path below the base URL, with or without a leading slash; a query in it is kept.
    ///   - query: Items for the query.
    ///   - parameters: What to send as the body; a dictionary or list becomes JSON.
    ///   - headerFields: Header fields, which replace the client's own of the same name.
    ///   - timeoutInterval: How long to wait for anything to arrive, in seconds; the client's unless given.
    ///   - allowsCellular: Whether the request may go over a cellular network.
    ///   - type: The type to decode.
    ///   - isolation: The actor that the parameters are encoded on; the caller's unless given.
    /// - Returns: The body, decoded with the decoder in ``options``.
    /// - Throws: ``TeapotError``; of type `invalidResponseBody` if the body is not what it should be.
    public func delete<Value: Decodable & Sendable>(
        _ path: String, query: [URLQueryItem] = [], parameters: some Teapot.Parameters = Teapot.Payload.none,
        headerFields: [String: String] = [:], timeoutInterval: TimeInterval? = nil, allowsCellular: Bool = true,
        as type: Value.Type = Value.self, isolation: isolated (any Actor)? = #isolation
    ) async throws(TeapotError) -> Value {
        try await decode(build(.delete, path, query, parameters, headerFields, timeoutInterval, allowsCellular))
    }
}
