public import Foundation

extension TeapotClient {
    /// Builds the request that a verb would send, without sending it, for example to describe it with `curl`.
    ///
    /// - Parameters:
    ///   - method: The request method.
    ///   - path: The path below the base URL, with or without a leading slash. A query in it is kept.
    ///   - query: The items to add to the query.
    ///   - parameters: The parameters to send.
    ///   - headerFields: The headers, which replace the client's headers with the same names.
    ///   - timeout: The time to wait for anything to arrive, in seconds, or `nil` for the client's timeout.
    ///   - allowsCellular: Whether the request may use a cellular network.
    /// - Returns: The request, before any adapters.
    /// - Throws: ``TeapotError`` with a type that begins with `invalid` and names the invalid part.
    public func makeRequest(
        _ method: Teapot.Method, _ path: String, query: Teapot.Query = [],
        parameters: some Teapot.Parameters = Teapot.Payload.none, headerFields: [String: String] = [:],
        timeout: TimeInterval? = nil, allowsCellular: Bool = true
    ) throws(TeapotError) -> Teapot.Request {
        let options = options
        return try assemble(
            method, options, options.headers, query, parameters, headerFields, timeout, allowsCellular
        ) { query throws(TeapotError) in try RequestURL.join(baseURL, path, query: query) }
    }

    /// Builds a request for an absolute URL, such as a link to the next page or a presigned URL.
    ///
    /// The text of the URL is kept unchanged. If its origin differs from the base URL's, the client adds only the
    /// headers that it would keep in a redirect; see ``Teapot/Options/forwardedHeaders``. The headers in
    /// `headerFields` are always sent.
    ///
    /// - Parameters:
    ///   - method: The request method.
    ///   - url: The http or https URL.
    ///   - query: The items to add after the URL's own query.
    ///   - parameters: The parameters to send.
    ///   - headerFields: The headers, which replace the client's headers with the same names.
    ///   - timeout: The time to wait for anything to arrive, in seconds, or `nil` for the client's timeout.
    ///   - allowsCellular: Whether the request may use a cellular network.
    /// - Returns: The request, before any adapters.
    /// - Throws: ``TeapotError`` with a type that begins with `invalid` and names the invalid part.
    public func makeRequest(
        _ method: Teapot.Method, url: URL, query: Teapot.Query = [],
        parameters: some Teapot.Parameters = Teapot.Payload.none, headerFields: [String: String] = [:],
        timeout: TimeInterval? = nil, allowsCellular: Bool = true
    ) throws(TeapotError) -> Teapot.Request {
        let (options, isOwn) = (options, url.origin == baseURL.origin)
        let own = options.headers.filter { isOwn || options.isForwarded($0.key) }
        return try assemble(method, options, own, query, parameters, headerFields, timeout, allowsCellular) {
            query throws(TeapotError) in try RequestURL.append(query, to: url)
        }
    }

    private func assemble(
        _ method: Teapot.Method, _ options: Teapot.Options, _ defaults: [String: String], _ query: Teapot.Query,
        _ parameters: some Teapot.Parameters, _ headerFields: [String: String], _ timeout: TimeInterval?,
        _ allowsCellular: Bool, url: (String) throws(TeapotError) -> URL
    ) throws(TeapotError) -> Teapot.Request {
        do throws(TeapotError) {
            var query = try query.items.get().encoded(as: .queryItem)
            var (body, contentType) = (Teapot.Body.none, String?.none)
            switch try parameters.encoded(for: method, with: options.encoder) {
            case .query(let encoded):
                query += (query.isEmpty || encoded.isEmpty ? "" : "&") + PercentEncoding.encode(encoded, as: .query)
            case .body(let encoded, let type): (body, contentType) = (encoded, type)
            }
            var fields = defaults.isEmpty ? [:] : Teapot.HeaderFields(defaults)
            for name in headerFields.keys { fields[name] = nil }
            for (name, value) in headerFields.sorted(by: { $0.key < $1.key }) {
                fields.append(name: name, value: value)
            }
            if fields["Accept"] == nil { fields.append(name: "Accept", value: "application/json, */*;q=0.5") }
            // The client's `Content-Type` may replace that of JSON or bytes, but not a form's, an image's or a file's.
            let isFile = if case .file = body { true } else { false }
            let isGeneral = !isFile && ["application/json", "application/octet-stream"].contains(contentType)
            let isOwn = headerFields.keys.contains { $0.isSameHeaderName(as: "Content-Type") }
            if let contentType, !isOwn, !isGeneral || fields["Content-Type"] == nil {
                fields["Content-Type"] = contentType
            }
            var request = Teapot.Request(
                method: method, url: try url(query), headers: fields, body: body, timeout: timeout ?? options.timeout,
                totalTimeout: options.totalTimeout, allowsCellularAccess: allowsCellular)
            request.secretNames = options.secrets
            try request.check()
            return request
        } catch { throw error.hidingSecrets(options.isSecret) }
    }

    /// Sends a request with any method, such as `OPTIONS` or a WebDAV method, and reports its progress.
    ///
    /// - Parameters:
    ///   - method: The request method.
    ///   - path: The path below the base URL, with or without a leading slash. A query in it is kept.
    ///   - query: The items to add to the query.
    ///   - parameters: The parameters to send.
    ///   - headerFields: The headers, which replace the client's headers with the same names.
    ///   - timeout: The time to wait for anything to arrive, in seconds, or `nil` for the client's timeout.
    ///   - allowsCellular: Whether the request may use a cellular network.
    ///   - deliveryQueue: The queue that `completion` is called on, or `nil` for the client's queue.
    ///   - progress: A closure to call as bytes are sent and received, on the same queue as `completion`.
    ///   - completion: A closure to call once with the result, but not after a cancellation.
    /// - Returns: A handle for the call, or `nil` if the request couldn't be built; `completion` then receives the
    ///   error.
    @discardableResult public func request(
        _ method: Teapot.Method, _ path: String, query: Teapot.Query = [],
        parameters: some Teapot.Parameters = Teapot.Payload.none, headerFields: [String: String] = [:],
        timeout: TimeInterval? = nil, allowsCellular: Bool = true, deliveryQueue: DispatchQueue? = nil,
        progress: (@Sendable (Teapot.Progress) -> Void)? = nil, completion: @escaping @Sendable (NetworkResult) -> Void
    ) -> Handle? {
        let request = build(method, path, query, parameters, headerFields, timeout, allowsCellular)
        return start(request, deliveryQueue, progress: progress, completion)
    }

    /// Sends a request with any method, reports its progress, and waits for the response.
    ///
    /// - Parameters:
    ///   - method: The request method.
    ///   - path: The path below the base URL, with or without a leading slash. A query in it is kept.
    ///   - query: The items to add to the query.
    ///   - parameters: The parameters to send.
    ///   - headerFields: The headers, which replace the client's headers with the same names.
    ///   - timeout: The time to wait for anything to arrive, in seconds, or `nil` for the client's timeout.
    ///   - allowsCellular: Whether the request may use a cellular network.
    ///   - progress: A closure to call as bytes are sent and received.
    ///   - isolation: The actor that the parameters are encoded on, by default the caller's.
    /// - Returns: The response, with its ``Teapot/Response/json`` parsed.
    /// - Throws: ``TeapotError``, with the response if one was received. Cancelling the task cancels the call.
    @discardableResult public func request(
        _ method: Teapot.Method, _ path: String, query: Teapot.Query = [],
        parameters: some Teapot.Parameters = Teapot.Payload.none, headerFields: [String: String] = [:],
        timeout: TimeInterval? = nil, allowsCellular: Bool = true,
        progress: (@Sendable (Teapot.Progress) -> Void)? = nil, isolation: isolated (any Actor)? = #isolation
    ) async throws(TeapotError) -> Teapot.Response {
        let request = build(method, path, query, parameters, headerFields, timeout, allowsCellular)
        return try await perform(request, progress: progress)
    }

    /// Sends a request with any method, and decodes the response.
    ///
    /// - Parameters:
    ///   - method: The request method.
    ///   - path: The path below the base URL, with or without a leading slash. A query in it is kept.
    ///   - query: The items to add to the query.
    ///   - parameters: The body to send, or the items to add to the query.
    ///   - headerFields: The headers, which replace the client's headers with the same names.
    ///   - timeout: The time to wait for anything to arrive, in seconds, or `nil` for the client's timeout.
    ///   - allowsCellular: Whether the request may use a cellular network.
    ///   - type: The type to decode.
    ///   - isolation: The actor that the parameters are encoded on, by default the caller's.
    /// - Returns: The value that the decoder in ``options`` decodes from the body.
    /// - Throws: ``TeapotError``, of type `invalidResponseBody` if the body can't be decoded.
    public func request<Value: Decodable & Sendable>(
        _ method: Teapot.Method, _ path: String, query: Teapot.Query = [],
        parameters: some Teapot.Parameters = Teapot.Payload.none, headerFields: [String: String] = [:],
        timeout: TimeInterval? = nil, allowsCellular: Bool = true, as type: Value.Type = Value.self,
        isolation: isolated (any Actor)? = #isolation
    ) async throws(TeapotError) -> Value {
        try await decode(build(method, path, query, parameters, headerFields, timeout, allowsCellular))
    }
}
