public import Foundation

// The verbs with a completion handler. Each calls `request` with its method.
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
    ///   - deliveryQueue: The queue that `completion` is called on, or `nil` for the client's queue.
    ///   - completion: A closure to call once with the result, but not after a cancellation.
    /// - Returns: A handle for the call, or `nil` if the request couldn't be built; `completion` then receives the
    ///   error.
    @discardableResult public func get(
        _ path: String, query: Teapot.Query = [], parameters: some Teapot.Parameters = Teapot.Payload.none,
        headerFields: [String: String] = [:], timeout: TimeInterval? = nil, allowsCellular: Bool = true,
        deliveryQueue: DispatchQueue? = nil, completion: @escaping @Sendable (NetworkResult) -> Void
    ) -> Handle? {
        start(build(.get, path, query, parameters, headerFields, timeout, allowsCellular), deliveryQueue, completion)
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
    ///   - deliveryQueue: The queue that `completion` is called on, or `nil` for the client's queue.
    ///   - completion: A closure to call once with the result, but not after a cancellation.
    /// - Returns: A handle for the call, or `nil` if the request couldn't be built; `completion` then receives the
    ///   error.
    @discardableResult public func head(
        _ path: String, query: Teapot.Query = [], parameters: some Teapot.Parameters = Teapot.Payload.none,
        headerFields: [String: String] = [:], timeout: TimeInterval? = nil, allowsCellular: Bool = true,
        deliveryQueue: DispatchQueue? = nil, completion: @escaping @Sendable (NetworkResult) -> Void
    ) -> Handle? {
        start(build(.head, path, query, parameters, headerFields, timeout, allowsCellular), deliveryQueue, completion)
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
    ///   - deliveryQueue: The queue that `completion` is called on, or `nil` for the client's queue.
    ///   - completion: A closure to call once with the result, but not after a cancellation.
    /// - Returns: A handle for the call, or `nil` if the request couldn't be built; `completion` then receives the
    ///   error.
    @discardableResult public func post(
        _ path: String, query: Teapot.Query = [], parameters: some Teapot.Parameters = Teapot.Payload.none,
        headerFields: [String: String] = [:], timeout: TimeInterval? = nil, allowsCellular: Bool = true,
        deliveryQueue: DispatchQueue? = nil, completion: @escaping @Sendable (NetworkResult) -> Void
    ) -> Handle? {
        start(build(.post, path, query, parameters, headerFields, timeout, allowsCellular), deliveryQueue, completion)
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
    ///   - deliveryQueue: The queue that `completion` is called on, or `nil` for the client's queue.
    ///   - completion: A closure to call once with the result, but not after a cancellation.
    /// - Returns: A handle for the call, or `nil` if the request couldn't be built; `completion` then receives the
    ///   error.
    @discardableResult public func put(
        _ path: String, query: Teapot.Query = [], parameters: some Teapot.Parameters = Teapot.Payload.none,
        headerFields: [String: String] = [:], timeout: TimeInterval? = nil, allowsCellular: Bool = true,
        deliveryQueue: DispatchQueue? = nil, completion: @escaping @Sendable (NetworkResult) -> Void
    ) -> Handle? {
        start(build(.put, path, query, parameters, headerFields, timeout, allowsCellular), deliveryQueue, completion)
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
    ///   - deliveryQueue: The queue that `completion` is called on, or `nil` for the client's queue.
    ///   - completion: A closure to call once with the result, but not after a cancellation.
    /// - Returns: A handle for the call, or `nil` if the request couldn't be built; `completion` then receives the
    ///   error.
    @discardableResult public func patch(
        _ path: String, query: Teapot.Query = [], parameters: some Teapot.Parameters = Teapot.Payload.none,
        headerFields: [String: String] = [:], timeout: TimeInterval? = nil, allowsCellular: Bool = true,
        deliveryQueue: DispatchQueue? = nil, completion: @escaping @Sendable (NetworkResult) -> Void
    ) -> Handle? {
        start(build(.patch, path, query, parameters, headerFields, timeout, allowsCellular), deliveryQueue, completion)
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
    ///   - deliveryQueue: The queue that `completion` is called on, or `nil` for the client's queue.
    ///   - completion: A closure to call once with the result, but not after a cancellation.
    /// - Returns: A handle for the call, or `nil` if the request couldn't be built; `completion` then receives the
    ///   error.
    @discardableResult public func delete(
        _ path: String, query: Teapot.Query = [], parameters: some Teapot.Parameters = Teapot.Payload.none,
        headerFields: [String: String] = [:], timeout: TimeInterval? = nil, allowsCellular: Bool = true,
        deliveryQueue: DispatchQueue? = nil, completion: @escaping @Sendable (NetworkResult) -> Void
    ) -> Handle? {
        start(build(.delete, path, query, parameters, headerFields, timeout, allowsCellular), deliveryQueue, completion)
    }
}
