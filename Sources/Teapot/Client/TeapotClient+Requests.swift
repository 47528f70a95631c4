extension TeapotClient {
    /// Builds the request that a verb would send, without sending it: to describe it with `curl`, say.
    ///
    /// - Parameters:
    ///   - method: What to do.
    ///   - path: The path below the base URL, with or without a leading slash; a query in it is kept.
    ///   - query: Items for the query.
    ///   - parameters: What to send.
    ///   - headerFields: Header fields, which replace the client's own of the same name.
    ///   - timeoutInterval: How long to wait for anything to arrive, in seconds; the client's unless given.
    ///   - allowsCellular: Whether the request may go over a cellular network.
    /// - Returns: The request, before its adapters.
    /// - Throws: ``TeapotError`` of a type that begins with `invalid`, and says what is.
    public func makeRequest(
        _ method: Teapot.Method, _ path: String, query: [URLQueryItem] = [],
        parameters: some Teapot.Parameters = Teapot.Payload.none, headerFields: [String: String] = [:],
        timeoutInterval: TimeInterval? = nil, allowsCellular: Bool = true
    ) throws(TeapotError) -> Teapot.Request {
        try assemble(method, options.headerFields, parameters, headerFields, timeoutInterval, allowsCellular) {
            more throws(TeapotError) in try RequestURL.join(baseURL, path, query: query + more)
        }
    }

    /// Builds a request for a whole URL, such as a link to the next page or a presigned URL.
    ///
    /// The URL's text stays as it is. When its origin is another than the base URL's, only those of the client's own
    /// header fields go there that would follow a redirect; see ``Teapot/Options/forwardedHeaderFields``. Those given
    /// here always go.
    ///
    /// - Parameters:
    ///   - method: What to do.
    ///   - url: The http or https URL.
    ///   - query: Items for the query, behind those that the URL has.
    ///   - parameters: What to send.
    ///   - headerFields: Header fields, which replace the client's own of the same name.
    ///   - timeoutInterval: How long to wait for anything to arrive, in seconds; the client's unless given.
    ///   - allowsCellular: Whether the request may go over a cellular network.
    /// - Returns: The request, before its adapters.
    /// - Throws: ``TeapotError`` of a type that begins with `invalid`, and says what is.
    public func makeRequest(
        _ method: Teapot.Method, url: URL, query: [URLQueryItem] = [],
        parameters: some Teapot.Parameters = Teapot.Payload.none, headerFields: [String: String] = [:],
        timeoutInterval: TimeInterval? = nil, allowsCellular: Bool = true
    ) throws(TeapotError) -> Teapot.Request {
        let isOwn = url.origin == baseURL.origin
        let own = options.headerFields.filter { isOwn || options.mayFollow($0.key) }
        return try assemble(method, own, parameters, headerFields, timeoutInterval, allowsCellular) {
            more throws(TeapotError) in try RequestURL.append(query + more, to: url)
        }
    }

    private func assemble(
        _ method: Teapot.Method, _ defaults: [String: String], _ parameters: some Teapot.Parameters,
        _ headerFields: [String: String], _ timeoutInterval: TimeInterval?, _ allowsCellular: Bool,
        url: ([URLQueryItem]) throws(TeapotError) -> URL
    ) throws(TeapotError) -> Teapot.Request {
        var items: [URLQueryItem] = []
        var body = Teapot.Body.none
        var contentType: String?
        switch try parameters.encoded(for: method, with: options.encoder) {
        case .query(let encoded): items = encoded
        case .body(let encoded, let type): (body, contentType) = (encoded, type)
        }
        var fields = Teapot.HeaderFields(defaults)
        for name in headerFields.keys { fields[name] = nil }
        for (name, value) in headerFields.sorted(by: { $0.key < $1.key }) { fields.append(name: name, value: value) }
        if fields["Accept"] == nil { fields.append(name: "Accept", value: "application/json, */*;q=0.5") }
        if let contentType, fields["Content-Type"] == nil { fields.append(name: "Content-Type", value: contentType) }
        let request = Teapot.Request(
            method: method, url: try url(items), headerFields: fields, body: body,
            timeoutInterval: timeoutInterval ?? options.timeoutInterval,
            totalTimeoutInterval: options.totalTimeoutInterval, allowsCellularAccess: allowsCellular)
        try request.check()
        return request
    }

    /// Sends a request with any method, such as `OPTIONS` or one of WebDAV's.
    ///
    /// - Parameters:
    ///   - method: What to do.
    ///   - path: The path below the base URL, with or without a leading slash; a query in it is kept.
    ///   - query: Items for the query.
    ///   - parameters: What to send.
    ///   - headerFields: Header fields, which replace the client's own of the same name.
    ///   - timeoutInterval: How long to wait for anything to arrive, in seconds; the client's unless given.
    ///   - allowsCellular: Whether the request may go over a cellular network.
    ///   - deliveryQueue: The queue to call the completion on, this once; the client's unless given.
    ///   - completion: What to call with the result, once; never after a cancel.
    /// - Returns: The handle on the call; `nil` if the request could not be built, which the completion is told.
    @discardableResult public func request(
        _ method: Teapot.Method, _ path: String, query: [URLQueryItem] = [],
        parameters: some Teapot.Parameters = Teapot.Payload.none, headerFields: [String: String] = [:],
        timeoutInterval: TimeInterval? = nil, allowsCellular: Bool = true, deliveryQueue: DispatchQueue? = nil,
        completion: @escaping @Sendable (NetworkResult) -> Void
    ) -> Handle? {
        let request = build(method, path, query, parameters, headerFields, timeoutInterval, allowsCellular)
        return start(request, deliveryQueue, completion)
    }

    /// Sends a request with any method, and waits for the response.
    ///
    /// - Parameters:
    ///   - method: What to do.
    ///   - path: The path below the base URL, with or without a leading slash; a query in it is kept.
    ///   - query: Items for the query.
    ///   - parameters: What to send.
    ///   - headerFields: Header fields, which replace the client's own of the same name.
    ///   - timeoutInterval: How long to wait for anything to arrive, in seconds; the client's unless given.
    ///   - allowsCellular: Whether the request may go over a cellular network.
    ///   - isolation: The actor that the parameters are encoded on; the caller's unless given.
    /// - Returns: The response, whose ``Teapot/Response/json`` has been read.
    /// - Throws: ``TeapotError``, with the response if one came. Cancelling the task cancels the call.
    @discardableResult public func request(
        _ method: Teapot.Method, _ path: String, query: [URLQueryItem] = [],
        parameters: some Teapot.Parameters = Teapot.Payload.none, headerFields: [String: String] = [:],
        timeoutInterval: TimeInterval? = nil, allowsCellular: Bool = true, isolation: isolated (any Actor)? = #isolation
    ) async throws(TeapotError) -> Teapot.Response {
        try await perform(build(method, path, query, parameters, headerFields, timeoutInterval, allowsCellular))
    }
}
