// The verbs to be awaited; each is the completion handler's twin over the same pipeline.
extension TeapotClient {
    /// Reads what is at a path.
    ///
    /// - Parameters:
    ///   - path: The path below the base URL, with or without a leading slash; a query in it is kept.
    ///   - query: Items for the query.
    ///   - parameters: What to send; a dictionary becomes query items.
    ///   - headerFields: Header fields, which replace the client's own of the same name.
    ///   - timeoutInterval: How long to wait for anything to arrive, in seconds; the client's unless given.
    ///   - allowsCellular: Whether the request may go over a cellular network.
    ///   - isolation: The actor that the parameters are encoded on; the caller's unless given.
    /// - Returns: The response, whose ``Teapot/Response/json`` has been read.
    /// - Throws: ``TeapotError``, with the response if one came. Cancelling the task cancels the call.
    public func get(
        _ path: String, query: [URLQueryItem] = [], parameters: some Teapot.Parameters = Teapot.Payload.none,
        headerFields: [String: String] = [:], timeoutInterval: TimeInterval? = nil, allowsCellular: Bool = true,
        isolation: isolated (any Actor)? = #isolation
    ) async throws(TeapotError) -> Teapot.Response {
        try await perform(build(.get, path, query, parameters, headerFields, timeoutInterval, allowsCellular))
    }

    /// Reads the header fields of what is at a path.
    ///
    /// - Parameters:
    ///   - path: The path below the base URL, with or without a leading slash; a query in it is kept.
    ///   - query: Items for the query.
    ///   - parameters: What to send; a dictionary becomes query items.
    ///   - headerFields: Header fields, which replace the client's own of the same name.
    ///   - timeoutInterval: How long to wait for anything to arrive, in seconds; the client's unless given.
    ///   - allowsCellular: Whether the request may go over a cellular network.
    ///   - isolation: The actor that the parameters are encoded on; the caller's unless given.
    /// - Returns: The response, whose ``Teapot/Response/json`` has been read.
    /// - Throws: ``TeapotError``, with the response if one came. Cancelling the task cancels the call.
    public func head(
        _ path: String, query: [URLQueryItem] = [], parameters: some Teapot.Parameters = Teapot.Payload.none,
        headerFields: [String: String] = [:], timeoutInterval: TimeInterval? = nil, allowsCellular: Bool = true,
        isolation: isolated (any Actor)? = #isolation
    ) async throws(TeapotError) -> Teapot.Response {
        try await perform(build(.head, path, query, parameters, headerFields, timeoutInterval, allowsCellular))
    }

    /// Hands what is at a path something to process.
    ///
    /// - Parameters:
    ///   - path: The path below the base URL, with or without a leading slash; a query in it is kept.
    ///   - query: Items for the query.
    ///   - parameters: What to send as the body; a dictionary or list becomes JSON.
    ///   - headerFields: Header fields, which replace the client's own of the same name.
    ///   - timeoutInterval: How long to wait for anything to arrive, in seconds; the client's unless given.
    ///   - allowsCellular: Whether the request may go over a cellular network.
    ///   - isolation: The actor that the parameters are encoded on; the caller's unless given.
    /// - Returns: The response, whose ``Teapot/Response/json`` has been read.
    /// - Throws: ``TeapotError``, with the response if one came. Cancelling the task cancels the call.
    @discardableResult public func post(
        _ path: String, query: [URLQueryItem] = [], parameters: some Teapot.Parameters = Teapot.Payload.none,
        headerFields: [String: String] = [:], timeoutInterval: TimeInterval? = nil, allowsCellular: Bool = true,
        isolation: isolated (any Actor)? = #isolation
    ) async throws(TeapotError) -> Teapot.Response {
        try await perform(build(.post, path, query, parameters, headerFields, timeoutInterval, allowsCellular))
    }

    /// Replaces what is at a path.
    ///
    /// - Parameters:
    ///   - path: The path below the base URL, with or without a leading slash; a query in it is kept.
    ///   - query: Items for the query.
    ///   - parameters: What to send as the body; a dictionary or list becomes JSON.
    ///   - headerFields: Header fields, which replace the client's own of the same name.
    ///   - timeoutInterval: How long to wait for anything to arrive, in seconds; the client's unless given.
    ///   - allowsCellular: Whether the request may go over a cellular network.
    ///   - isolation: The actor that the parameters are encoded on; the caller's unless given.
    /// - Returns: The response, whose ``Teapot/Response/json`` has been read.
    /// - Throws: ``TeapotError``, with the response if one came. Cancelling the task cancels the call.
    @discardableResult public func put(
        _ path: String, query: [URLQueryItem] = [], parameters: some Teapot.Parameters = Teapot.Payload.none,
        headerFields: [String: String] = [:], timeoutInterval: TimeInterval? = nil, allowsCellular: Bool = true,
        isolation: isolated (any Actor)? = #isolation
    ) async throws(TeapotError) -> Teapot.Response {
        try await perform(build(.put, path, query, parameters, headerFields, timeoutInterval, allowsCellular))
    }

    /// Changes a part of what is at a path.
    ///
    /// - Parameters:
    ///   - path: The path below the base URL, with or without a leading slash; a query in it is kept.
    ///   - query: Items for the query.
    ///   - parameters: What to send as the body; a dictionary or list becomes JSON.
    ///   - headerFields: Header fields, which replace the client's own of the same name.
    ///   - timeoutInterval: How long to wait for anything to arrive, in seconds; the client's unless given.
    ///   - allowsCellular: Whether the request may go over a cellular network.
    ///   - isolation: The actor that the parameters are encoded on; the caller's unless given.
    /// - Returns: The response, whose ``Teapot/Response/json`` has been read.
    /// - Throws: ``TeapotError``, with the response if one came. Cancelling the task cancels the call.
    @discardableResult public func patch(
        _ path: String, query: [URLQueryItem] = [], parameters: some Teapot.Parameters = Teapot.Payload.none,
        headerFields: [String: String] = [:], timeoutInterval: TimeInterval? = nil, allowsCellular: Bool = true,
        isolation: isolated (any Actor)? = #isolation
    ) async throws(TeapotError) -> Teapot.Response {
        try await perform(build(.patch, path, query, parameters, headerFields, timeoutInterval, allowsCellular))
    }

    /// Removes what is at a path.
    ///
    /// - Parameters:
    ///   - path: The path below the base URL, with or without a leading slash; a query in it is kept.
    ///   - query: Items for the query.
    ///   - parameters: What to send as the body; a dictionary or list becomes JSON.
    ///   - headerFields: Header fields, which replace the client's own of the same name.
    ///   - timeoutInterval: How long to wait for anything to arrive, in seconds; the client's unless given.
    ///   - allowsCellular: Whether the request may go over a cellular network.
    ///   - isolation: The actor that the parameters are encoded on; the caller's unless given.
    /// - Returns: The response, whose ``Teapot/Response/json`` has been read.
    /// - Throws: ``TeapotError``, with the response if one came. Cancelling the task cancels the call.
    @discardableResult public func delete(
        _ path: String, query: [URLQueryItem] = [], parameters: some Teapot.Parameters = Teapot.Payload.none,
        headerFields: [String: String] = [:], timeoutInterval: TimeInterval? = nil, allowsCellular: Bool = true,
        isolation: isolated (any Actor)? = #isolation
    ) async throws(TeapotError) -> Teapot.Response {
        try await perform(build(.delete, path, query, parameters, headerFields, timeoutInterval, allowsCellular))
    }
}
