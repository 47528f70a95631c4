// The verbs with a completion handler; each is `request` with its method.
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
    ///   - deliveryQueue: The queue to call the completion on, this once; the client's unless given.
    ///   - completion: What to call with the result, once; never after a cancel.
    /// - Returns: The handle on the call; `nil` if the request could not be built, which the completion is told.
    @discardableResult public func get(
        _ path: String, query: [URLQueryItem] = [], parameters: some Teapot.Parameters = Teapot.Payload.none,
        headerFields: [String: String] = [:], timeoutInterval: TimeInterval? = nil, allowsCellular: Bool = true,
        deliveryQueue: DispatchQueue? = nil, completion: @escaping @Sendable (NetworkResult) -> Void
    ) -> Handle? {
        let request = build(.get, path, query, parameters, headerFields, timeoutInterval, allowsCellular)
        return start(request, deliveryQueue, completion)
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
    ///   - deliveryQueue: The queue to call the completion on, this once; the client's unless given.
    ///   - completion: What to call with the result, once; never after a cancel.
    /// - Returns: The handle on the call; `nil` if the request could not be built, which the completion is told.
    @discardableResult public func head(
        _ path: String, query: [URLQueryItem] = [], parameters: some Teapot.Parameters = Teapot.Payload.none,
        headerFields: [String: String] = [:], timeoutInterval: TimeInterval? = nil, allowsCellular: Bool = true,
        deliveryQueue: DispatchQueue? = nil, completion: @escaping @Sendable (NetworkResult) -> Void
    ) -> Handle? {
        let request = build(.head, path, query, parameters, headerFields, timeoutInterval, allowsCellular)
        return start(request, deliveryQueue, completion)
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
    ///   - deliveryQueue: The queue to call the completion on, this once; the client's unless given.
    ///   - completion: What to call with the result, once; never after a cancel.
    /// - Returns: The handle on the call; `nil` if the request could not be built, which the completion is told.
    @discardableResult public func post(
        _ path: String, query: [URLQueryItem] = [], parameters: some Teapot.Parameters = Teapot.Payload.none,
        headerFields: [String: String] = [:], timeoutInterval: TimeInterval? = nil, allowsCellular: Bool = true,
        deliveryQueue: DispatchQueue? = nil, completion: @escaping @Sendable (NetworkResult) -> Void
    ) -> Handle? {
        let request = build(.post, path, query, parameters, headerFields, timeoutInterval, allowsCellular)
        return start(request, deliveryQueue, completion)
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
    ///   - deliveryQueue: The queue to call the completion on, this once; the client's unless given.
    ///   - completion: What to call with the result, once; never after a cancel.
    /// - Returns: The handle on the call; `nil` if the request could not be built, which the completion is told.
    @discardableResult public func put(
        _ path: String, query: [URLQueryItem] = [], parameters: some Teapot.Parameters = Teapot.Payload.none,
        headerFields: [String: String] = [:], timeoutInterval: TimeInterval? = nil, allowsCellular: Bool = true,
        deliveryQueue: DispatchQueue? = nil, completion: @escaping @Sendable (NetworkResult) -> Void
    ) -> Handle? {
        let request = build(.put, path, query, parameters, headerFields, timeoutInterval, allowsCellular)
        return start(request, deliveryQueue, completion)
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
    ///   - deliveryQueue: The queue to call the completion on, this once; the client's unless given.
    ///   - completion: What to call with the result, once; never after a cancel.
    /// - Returns: The handle on the call; `nil` if the request could not be built, which the completion is told.
    @discardableResult public func patch(
        _ path: String, query: [URLQueryItem] = [], parameters: some Teapot.Parameters = Teapot.Payload.none,
        headerFields: [String: String] = [:], timeoutInterval: TimeInterval? = nil, allowsCellular: Bool = true,
        deliveryQueue: DispatchQueue? = nil, completion: @escaping @Sendable (NetworkResult) -> Void
    ) -> Handle? {
        let request = build(.patch, path, query, parameters, headerFields, timeoutInterval, allowsCellular)
        return start(request, deliveryQueue, completion)
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
    ///   - deliveryQueue: The queue to call the completion on, this once; the client's unless given.
    ///   - completion: What to call with the result, once; never after a cancel.
    /// - Returns: The handle on the call; `nil` if the request could not be built, which the completion is told.
    @discardableResult public func delete(
        _ path: String, query: [URLQueryItem] = [], parameters: some Teapot.Parameters = Teapot.Payload.none,
        headerFields: [String: String] = [:], timeoutInterval: TimeInterval? = nil, allowsCellular: Bool = true,
        deliveryQueue: DispatchQueue? = nil, completion: @escaping @Sendable (NetworkResult) -> Void
    ) -> Handle? {
        let request = build(.delete, path, query, parameters, headerFields, timeoutInterval, allowsCellular)
        return start(request, deliveryQueue, completion)
    }
}
