public import Foundation

// The `async` verbs. Each uses the same pipeline as the verb with a completion handler.
//
// The name of this file sorts after `TeapotClient+Verbs.swift`, so that the compiler explains errors in completion
// handlers: it tries the overloads of an earlier file first.
extension TeapotClient {
    /// Sends a `GET` request, which reads the resource at a path.
    ///
    /// - Parameters:
    ///   - path: The path below the base URL, with or without a leading slash. A query in it is kept.
    ///   - query: The items to add to the query.
    ///   - parameters: The parameters to send. A dictionary becomes query items.
    ///   - headerFields: The headers, which replace the client's headers with the same names.
    ///   - timeout: The time to wait for anything to arrive, in seconds, or `nil` for the client's timeout.
    ///   - allowsCellular: Whether the request may use a cellular network.
    ///   - isolation: The actor that the parameters are encoded on, by default the caller's.
    /// - Returns: The response, with its ``Teapot/Response/json`` parsed.
    /// - Throws: ``TeapotError``, with the response if one was received. Cancelling the task cancels the call.
    public func get(
        _ path: String, query: Teapot.Query = [], parameters: some Teapot.Parameters = Teapot.Payload.none,
        headerFields: [String: String] = [:], timeout: TimeInterval? = nil, allowsCellular: Bool = true,
        isolation: isolated (any Actor)? = #isolation
    ) async throws(TeapotError) -> Teapot.Response {
        try await perform(build(.get, path, query, parameters, headerFields, timeout, allowsCellular))
    }

    /// Sends a `HEAD` request, which reads only the headers of the resource at a path.
    ///
    /// - Parameters:
    ///   - path: The path below the base URL, with or without a leading slash. A query in it is kept.
    ///   - query: The items to add to the query.
    ///   - parameters: The parameters to send. A dictionary becomes query items.
    ///   - headerFields: The headers, which replace the client's headers with the same names.
    ///   - timeout: The time to wait for anything to arrive, in seconds, or `nil` for the client's timeout.
    ///   - allowsCellular: Whether the request may use a cellular network.
    ///   - isolation: The actor that the parameters are encoded on, by default the caller's.
    /// - Returns: The response, with its ``Teapot/Response/json`` parsed.
    /// - Throws: ``TeapotError``, with the response if one was received. Cancelling the task cancels the call.
    public func head(
        _ path: String, query: Teapot.Query = [], parameters: some Teapot.Parameters = Teapot.Payload.none,
        headerFields: [String: String] = [:], timeout: TimeInterval? = nil, allowsCellular: Bool = true,
        isolation: isolated (any Actor)? = #isolation
    ) async throws(TeapotError) -> Teapot.Response {
        try await perform(build(.head, path, query, parameters, headerFields, timeout, allowsCellular))
    }

    /// Sends a `POST` request, which passes the body to the resource at a path for processing.
    ///
    /// - Parameters:
    ///   - path: The path below the base URL, with or without a leading slash. A query in it is kept.
    ///   - query: The items to add to the query.
    ///   - parameters: The body to send. A dictionary or list becomes JSON.
    ///   - headerFields: The headers, which replace the client's headers with the same names.
    ///   - timeout: The time to wait for anything to arrive, in seconds, or `nil` for the client's timeout.
    ///   - allowsCellular: Whether the request may use a cellular network.
    ///   - isolation: The actor that the parameters are encoded on, by default the caller's.
    /// - Returns: The response, with its ``Teapot/Response/json`` parsed.
    /// - Throws: ``TeapotError``, with the response if one was received. Cancelling the task cancels the call.
    @discardableResult public func post(
        _ path: String, query: Teapot.Query = [], parameters: some Teapot.Parameters = Teapot.Payload.none,
        headerFields: [String: String] = [:], timeout: TimeInterval? = nil, allowsCellular: Bool = true,
        isolation: isolated (any Actor)? = #isolation
    ) async throws(TeapotError) -> Teapot.Response {
        try await perform(build(.post, path, query, parameters, headerFields, timeout, allowsCellular))
    }

    /// Sends a `PUT` request, which replaces the resource at a path.
    ///
    /// - Parameters:
    ///   - path: The path below the base URL, with or without a leading slash. A query in it is kept.
    ///   - query: The items to add to the query.
    ///   - parameters: The body to send. A dictionary or list becomes JSON.
    ///   - headerFields: The headers, which replace the client's headers with the same names.
    ///   - timeout: The time to wait for anything to arrive, in seconds, or `nil` for the client's timeout.
    ///   - allowsCellular: Whether the request may use a cellular network.
    ///   - isolation: The actor that the parameters are encoded on, by default the caller's.
    /// - Returns: The response, with its ``Teapot/Response/json`` parsed.
    /// - Throws: ``TeapotError``, with the response if one was received. Cancelling the task cancels the call.
    @discardableResult public func put(
        _ path: String, query: Teapot.Query = [], parameters: some Teapot.Parameters = Teapot.Payload.none,
        headerFields: [String: String] = [:], timeout: TimeInterval? = nil, allowsCellular: Bool = true,
        isolation: isolated (any Actor)? = #isolation
    ) async throws(TeapotError) -> Teapot.Response {
        try await perform(build(.put, path, query, parameters, headerFields, timeout, allowsCellular))
    }

    /// Sends a `PATCH` request, which changes part of the resource at a path.
    ///
    /// - Parameters:
    ///   - path: The path below the base URL, with or without a leading slash. A query in it is kept.
    ///   - query: The items to add to the query.
    ///   - parameters: The body to send. A dictionary or list becomes JSON.
    ///   - headerFields: The headers, which replace the client's headers with the same names.
    ///   - timeout: The time to wait for anything to arrive, in seconds, or `nil` for the client's timeout.
    ///   - allowsCellular: Whether the request may use a cellular network.
    ///   - isolation: The actor that the parameters are encoded on, by default the caller's.
    /// - Returns: The response, with its ``Teapot/Response/json`` parsed.
    /// - Throws: ``TeapotError``, with the response if one was received. Cancelling the task cancels the call.
    @discardableResult public func patch(
        _ path: String, query: Teapot.Query = [], parameters: some Teapot.Parameters = Teapot.Payload.none,
        headerFields: [String: String] = [:], timeout: TimeInterval? = nil, allowsCellular: Bool = true,
        isolation: isolated (any Actor)? = #isolation
    ) async throws(TeapotError) -> Teapot.Response {
        try await perform(build(.patch, path, query, parameters, headerFields, timeout, allowsCellular))
    }

    /// Sends a `DELETE` request, which removes the resource at a path.
    ///
    /// - Parameters:
    ///   - path: The path below the base URL, with or without a leading slash. A query in it is kept.
    ///   - query: The items to add to the query.
    ///   - parameters: The body to send. A dictionary or list becomes JSON.
    ///   - headerFields: The headers, which replace the client's headers with the same names.
    ///   - timeout: The time to wait for anything to arrive, in seconds, or `nil` for the client's timeout.
    ///   - allowsCellular: Whether the request may use a cellular network.
    ///   - isolation: The actor that the parameters are encoded on, by default the caller's.
    /// - Returns: The response, with its ``Teapot/Response/json`` parsed.
    /// - Throws: ``TeapotError``, with the response if one was received. Cancelling the task cancels the call.
    @discardableResult public func delete(
        _ path: String, query: Teapot.Query = [], parameters: some Teapot.Parameters = Teapot.Payload.none,
        headerFields: [String: String] = [:], timeout: TimeInterval? = nil, allowsCellular: Bool = true,
        isolation: isolated (any Actor)? = #isolation
    ) async throws(TeapotError) -> Teapot.Response {
        try await perform(build(.delete, path, query, parameters, headerFields, timeout, allowsCellular))
    }
}
