public import Foundation

// The verbs that decode the response. Each awaits the same pipeline and decodes the body with the client's decoder.
//
// The name of this file sorts after `TeapotClient+Verbs.swift`, so that the compiler explains errors in completion
// handlers: it tries the overloads of an earlier file first.
extension TeapotClient {
    /// Sends a `GET` request, which reads the resource at a path, and decodes the response.
    ///
    /// - Parameters:
    ///   - path: The path below the base URL, with or without a leading slash. A query in it is kept.
    ///   - query: The items to add to the query.
    ///   - parameters: The parameters to send. A dictionary becomes query items.
    ///   - headerFields: The headers, which replace the client's headers with the same names.
    ///   - timeout: The time to wait for anything to arrive, in seconds, or `nil` for the client's timeout.
    ///   - allowsCellular: Whether the request may use a cellular network.
    ///   - type: The type to decode.
    ///   - isolation: The actor that the parameters are encoded on, by default the caller's.
    /// - Returns: The value decoded from the body with the decoder in ``options``.
    /// - Throws: ``TeapotError``, of type `invalidResponseBody` if the body can't be decoded.
    public func get<Value: Decodable & Sendable>(
        _ path: String, query: Teapot.Query = [], parameters: some Teapot.Parameters = Teapot.Payload.none,
        headerFields: [String: String] = [:], timeout: TimeInterval? = nil, allowsCellular: Bool = true,
        as type: Value.Type = Value.self, isolation: isolated (any Actor)? = #isolation
    ) async throws(TeapotError) -> Value {
        try await decode(build(.get, path, query, parameters, headerFields, timeout, allowsCellular))
    }

    /// Sends a `POST` request, which passes the body to the resource at a path, and decodes the response.
    ///
    /// - Parameters:
    ///   - path: The path below the base URL, with or without a leading slash. A query in it is kept.
    ///   - query: The items to add to the query.
    ///   - parameters: The body to send. A dictionary or list becomes JSON.
    ///   - headerFields: The headers, which replace the client's headers with the same names.
    ///   - timeout: The time to wait for anything to arrive, in seconds, or `nil` for the client's timeout.
    ///   - allowsCellular: Whether the request may use a cellular network.
    ///   - type: The type to decode.
    ///   - isolation: The actor that the parameters are encoded on, by default the caller's.
    /// - Returns: The value decoded from the body with the decoder in ``options``.
    /// - Throws: ``TeapotError``, of type `invalidResponseBody` if the body can't be decoded.
    public func post<Value: Decodable & Sendable>(
        _ path: String, query: Teapot.Query = [], parameters: some Teapot.Parameters = Teapot.Payload.none,
        headerFields: [String: String] = [:], timeout: TimeInterval? = nil, allowsCellular: Bool = true,
        as type: Value.Type = Value.self, isolation: isolated (any Actor)? = #isolation
    ) async throws(TeapotError) -> Value {
        try await decode(build(.post, path, query, parameters, headerFields, timeout, allowsCellular))
    }

    /// Sends a `PUT` request, which replaces the resource at a path, and decodes the response.
    ///
    /// - Parameters:
    ///   - path: The path below the base URL, with or without a leading slash. A query in it is kept.
    ///   - query: The items to add to the query.
    ///   - parameters: The body to send. A dictionary or list becomes JSON.
    ///   - headerFields: The headers, which replace the client's headers with the same names.
    ///   - timeout: The time to wait for anything to arrive, in seconds, or `nil` for the client's timeout.
    ///   - allowsCellular: Whether the request may use a cellular network.
    ///   - type: The type to decode.
    ///   - isolation: The actor that the parameters are encoded on, by default the caller's.
    /// - Returns: The value decoded from the body with the decoder in ``options``.
    /// - Throws: ``TeapotError``, of type `invalidResponseBody` if the body can't be decoded.
    public func put<Value: Decodable & Sendable>(
        _ path: String, query: Teapot.Query = [], parameters: some Teapot.Parameters = Teapot.Payload.none,
        headerFields: [String: String] = [:], timeout: TimeInterval? = nil, allowsCellular: Bool = true,
        as type: Value.Type = Value.self, isolation: isolated (any Actor)? = #isolation
    ) async throws(TeapotError) -> Value {
        try await decode(build(.put, path, query, parameters, headerFields, timeout, allowsCellular))
    }

    /// Sends a `PATCH` request, which changes part of the resource at a path, and decodes the response.
    ///
    /// - Parameters:
    ///   - path: The path below the base URL, with or without a leading slash. A query in it is kept.
    ///   - query: The items to add to the query.
    ///   - parameters: The body to send. A dictionary or list becomes JSON.
    ///   - headerFields: The headers, which replace the client's headers with the same names.
    ///   - timeout: The time to wait for anything to arrive, in seconds, or `nil` for the client's timeout.
    ///   - allowsCellular: Whether the request may use a cellular network.
    ///   - type: The type to decode.
    ///   - isolation: The actor that the parameters are encoded on, by default the caller's.
    /// - Returns: The value decoded from the body with the decoder in ``options``.
    /// - Throws: ``TeapotError``, of type `invalidResponseBody` if the body can't be decoded.
    public func patch<Value: Decodable & Sendable>(
        _ path: String, query: Teapot.Query = [], parameters: some Teapot.Parameters = Teapot.Payload.none,
        headerFields: [String: String] = [:], timeout: TimeInterval? = nil, allowsCellular: Bool = true,
        as type: Value.Type = Value.self, isolation: isolated (any Actor)? = #isolation
    ) async throws(TeapotError) -> Value {
        try await decode(build(.patch, path, query, parameters, headerFields, timeout, allowsCellular))
    }

    /// Sends a `DELETE` request, which removes the resource at a path, and decodes the response.
    ///
    /// - Parameters:
    ///   - path: The path below the base URL, with or without a leading slash. A query in it is kept.
    ///   - query: The items to add to the query.
    ///   - parameters: The body to send. A dictionary or list becomes JSON.
    ///   - headerFields: The headers, which replace the client's headers with the same names.
    ///   - timeout: The time to wait for anything to arrive, in seconds, or `nil` for the client's timeout.
    ///   - allowsCellular: Whether the request may use a cellular network.
    ///   - type: The type to decode.
    ///   - isolation: The actor that the parameters are encoded on, by default the caller's.
    /// - Returns: The value decoded from the body with the decoder in ``options``.
    /// - Throws: ``TeapotError``, of type `invalidResponseBody` if the body can't be decoded.
    public func delete<Value: Decodable & Sendable>(
        _ path: String, query: Teapot.Query = [], parameters: some Teapot.Parameters = Teapot.Payload.none,
        headerFields: [String: String] = [:], timeout: TimeInterval? = nil, allowsCellular: Bool = true,
        as type: Value.Type = Value.self, isolation: isolated (any Actor)? = #isolation
    ) async throws(TeapotError) -> Value {
        try await decode(build(.delete, path, query, parameters, headerFields, timeout, allowsCellular))
    }
}
