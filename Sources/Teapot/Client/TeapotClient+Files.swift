// Downloads to and uploads from files.
extension TeapotClient {
    /// Downloads what is at a path to a file, a piece at a time.
    ///
    /// A try that is cut goes on where it ended, if ``Teapot/Options/retriers`` say so; see <doc:Downloads>.
    ///
    /// - Parameters:
    ///   - path: The path below the base URL.
    ///   - file: Where to write; what is there already is replaced. That happens at once when the download is whole:
    ///     until then it is written to a hidden file in the same folder, which is removed if the download fails or is
    ///     cancelled. A response that is no success keeps its body.
    ///   - method: How to ask for it.
    ///   - query: Items for the query.
    ///   - parameters: What to send.
    ///   - headerFields: Header fields, which replace the client's own of the same name.
    ///   - timeoutInterval: How long to wait for anything to arrive, in seconds; the client's unless given.
    ///   - allowsCellular: Whether the request may go over a cellular network.
    ///   - part: What came in an earlier call, to go on from, and where what comes in this one is kept if it fails.
    ///   - deliveryQueue: The queue to call the completion on, this once; the client's unless given.
    ///   - progress: What to call as bytes come, on the same queue.
    ///   - completion: What to call with the result, once; never after a cancel.
    /// - Returns: The handle on the call; `nil` if the request could not be built, which the completion is told.
    @discardableResult public func download(
        _ path: String, to file: URL, method: Teapot.Method = .get, query: [URLQueryItem] = [],
        parameters: some Teapot.Parameters = Teapot.Payload.none, headerFields: [String: String] = [:],
        timeoutInterval: TimeInterval? = nil, allowsCellular: Bool = true, resuming part: Teapot.PartialDownload? = nil,
        deliveryQueue: DispatchQueue? = nil, progress: (@Sendable (Teapot.Progress) -> Void)? = nil,
        completion: @escaping @Sendable (Result<Teapot.Response, TeapotError>) -> Void
    ) -> Handle? {
        let request = build(method, path, query, parameters, headerFields, timeoutInterval, allowsCellular)
        return start(
            request, deliveryQueue, into: .file(file, resuming: part), readsJSON: false, progress: progress,
            outcome: completion)
    }

    /// Downloads what is at a path to a file, a piece at a time.
    ///
    /// A try that is cut goes on where it ended, if ``Teapot/Options/retriers`` say so; see <doc:Downloads>.
    ///
    /// - Parameters:
    ///   - path: The path below the base URL.
    ///   - file: Where to write; what is there already is replaced. That happens at once when the download is whole:
    ///     until then it is written to a hidden file in the same folder, which is removed if the download fails or is
    ///     cancelled. A response that is no success keeps its body.
    ///   - method: How to ask for it.
    ///   - query: Items for the query.
    ///   - parameters: What to send.
    ///   - headerFields: Header fields, which replace the client's own of the same name.
    ///   - timeoutInterval: How long to wait for anything to arrive, in seconds; the client's unless given.
    ///   - allowsCellular: Whether the request may go over a cellular network.
    ///   - part: What came in an earlier call, to go on from, and where what comes in this one is kept if it fails.
    ///   - progress: What to call as bytes come.
    ///   - isolation: The actor that the call is made from; the caller's unless given.
    /// - Returns: The response; its `data` is empty.
    /// - Throws: ``TeapotError``; of type `fileFailed` if the file can't be written.
    @discardableResult public func download(
        _ path: String, to file: URL, method: Teapot.Method = .get, query: [URLQueryItem] = [],
        parameters: some Teapot.Parameters = Teapot.Payload.none, headerFields: [String: String] = [:],
        timeoutInterval: TimeInterval? = nil, allowsCellular: Bool = true, resuming part: Teapot.PartialDownload? = nil,
        progress: (@Sendable (Teapot.Progress) -> Void)? = nil, isolation: isolated (any Actor)? = #isolation
    ) async throws(TeapotError) -> Teapot.Response {
        let request = build(method, path, query, parameters, headerFields, timeoutInterval, allowsCellular)
        return try await perform(request, into: .file(file, resuming: part), readsJSON: false, progress: progress)
    }

    /// Sends a request that was built before, and downloads the response's body to a file, a piece at a time.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - file: Where to write; what is there already is replaced when the download is whole.
    ///   - part: What came in an earlier call, to go on from, and where what comes in this one is kept if it fails.
    ///   - deliveryQueue: The queue to call the completion on, this once; the client's unless given.
    ///   - progress: What to call as bytes come, on the same queue.
    ///   - completion: What to call with the result, once; never after a cancel.
    /// - Returns: The handle on the call; `nil` if the request could not be built, which the completion is told.
    @discardableResult public func download(
        _ request: Teapot.Request, to file: URL, resuming part: Teapot.PartialDownload? = nil,
        deliveryQueue: DispatchQueue? = nil, progress: (@Sendable (Teapot.Progress) -> Void)? = nil,
        completion: @escaping @Sendable (Result<Teapot.Response, TeapotError>) -> Void
    ) -> Handle? {
        start(
            checked(request), deliveryQueue, into: .file(file, resuming: part), readsJSON: false, progress: progress,
            outcome: completion)
    }

    /// Sends a request that was built before, and downloads the response's body to a file, a piece at a time.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - file: Where to write; what is there already is replaced when the download is whole.
    ///   - part: What came in an earlier call, to go on from, and where what comes in this one is kept if it fails.
    ///   - progress: What to call as bytes come.
    ///   - isolation: The actor that the call is made from; the caller's unless given.
    /// - Returns: The response; its `data` is empty.
    /// - Throws: ``TeapotError``; of type `fileFailed` if the file can't be written.
    @discardableResult public func download(
        _ request: Teapot.Request, to file: URL, resuming part: Teapot.PartialDownload? = nil,
        progress: (@Sendable (Teapot.Progress) -> Void)? = nil, isolation: isolated (any Actor)? = #isolation
    ) async throws(TeapotError) -> Teapot.Response {
        try await perform(checked(request), into: .file(file, resuming: part), readsJSON: false, progress: progress)
    }

    /// Uploads a file, or any other parameters, reporting how far it has come.
    ///
    /// - Parameters:
    ///   - path: The path below the base URL.
    ///   - parameters: What to send: `.file(url)`, `.multipart([…])`, or any other.
    ///   - method: How to send it.
    ///   - query: Items for the query.
    ///   - headerFields: Header fields, which replace the client's own of the same name.
    ///   - timeoutInterval: How long to wait for anything to arrive, in seconds; the client's unless given.
    ///   - allowsCellular: Whether the request may go over a cellular network.
    ///   - deliveryQueue: The queue to call the completion on, this once; the client's unless given.
    ///   - progress: What to call as bytes go, on the same queue.
    ///   - completion: What to call with the result, once; never after a cancel.
    /// - Returns: The handle on the call; `nil` if the request could not be built, which the completion is told.
    @discardableResult public func upload(
        _ path: String, parameters: some Teapot.Parameters, method: Teapot.Method = .post, query: [URLQueryItem] = [],
        headerFields: [String: String] = [:], timeoutInterval: TimeInterval? = nil, allowsCellular: Bool = true,
        deliveryQueue: DispatchQueue? = nil, progress: @escaping @Sendable (Teapot.Progress) -> Void,
        completion: @escaping @Sendable (NetworkResult) -> Void
    ) -> Handle? {
        let request = build(method, path, query, parameters, headerFields, timeoutInterval, allowsCellular)
        return start(request, deliveryQueue, progress: progress, completion)
    }

    /// Uploads a file, or any other parameters, reporting how far it has come.
    ///
    /// - Parameters:
    ///   - path: The path below the base URL.
    ///   - parameters: What to send: `.file(url)`, `.multipart([…])`, or any other.
    ///   - method: How to send it.
    ///   - query: Items for the query.
    ///   - headerFields: Header fields, which replace the client's own of the same name.
    ///   - timeoutInterval: How long to wait for anything to arrive, in seconds; the client's unless given.
    ///   - allowsCellular: Whether the request may go over a cellular network.
    ///   - progress: What to call as bytes go.
    ///   - isolation: The actor that the parameters are encoded on; the caller's unless given.
    /// - Returns: The response, whose ``Teapot/Response/json`` has been read.
    /// - Throws: ``TeapotError``, with the response if one came.
    @discardableResult public func upload(
        _ path: String, parameters: some Teapot.Parameters, method: Teapot.Method = .post, query: [URLQueryItem] = [],
        headerFields: [String: String] = [:], timeoutInterval: TimeInterval? = nil, allowsCellular: Bool = true,
        progress: @escaping @Sendable (Teapot.Progress) -> Void, isolation: isolated (any Actor)? = #isolation
    ) async throws(TeapotError) -> Teapot.Response {
        let request = build(method, path, query, parameters, headerFields, timeoutInterval, allowsCellular)
        return try await perform(request, progress: progress)
    }

    /// Uploads a file, or any other parameters, and decodes the response.
    ///
    /// - Parameters:
    ///   - path: The path below the base URL.
    ///   - parameters: What to send: `.file(url)`, `.multipart([…])`, or any other.
    ///   - method: How to send it.
    ///   - query: Items for the query.
    ///   - headerFields: Header fields, which replace the client's own of the same name.
    ///   - timeoutInterval: How long to wait for anything to arrive, in seconds; the client's unless given.
    ///   - allowsCellular: Whether the request may go over a cellular network.
    ///   - type: The type to decode.
    ///   - progress: What to call as bytes go.
    ///   - isolation: The actor that the parameters are encoded on; the caller's unless given.
    /// - Returns: The body, decoded with the decoder in ``options``.
    /// - Throws: ``TeapotError``; of type `invalidResponseBody` if the body is not what it should be.
    public func upload<Value: Decodable & Sendable>(
        _ path: String, parameters: some Teapot.Parameters, method: Teapot.Method = .post, query: [URLQueryItem] = [],
        headerFields: [String: String] = [:], timeoutInterval: TimeInterval? = nil, allowsCellular: Bool = true,
        as type: Value.Type = Value.self, progress: @escaping @Sendable (Teapot.Progress) -> Void,
        isolation: isolated (any Actor)? = #isolation
    ) async throws(TeapotError) -> Value {
        let request = build(method, path, query, parameters, headerFields, timeoutInterval, allowsCellular)
        return try await decode(request, progress: progress)
    }
}

extension BodySink {
    /// Into a file, with what came of it before; without that, its tries go on from one to the next alone.
    fileprivate static func file(_ file: URL, resuming part: Teapot.PartialDownload?) -> Self {
        .file(file, part ?? Teapot.PartialDownload(isTemporary: true))
    }
}
