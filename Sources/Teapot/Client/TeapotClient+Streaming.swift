extension TeapotClient {
    /// Reads a response's body as it comes.
    ///
    /// Until its end or a cancel it keeps one of the client's connections to the origin busy; see
    /// <doc:Streaming>.
    ///
    /// - Parameters:
    ///   - path: The path below the base URL.
    ///   - method: How to ask for it.
    ///   - query: Items for the query.
    ///   - parameters: What to send.
    ///   - headerFields: Header fields, which replace the client's own of the same name.
    ///   - timeoutInterval: How long to wait for the next bytes to arrive, in seconds; the client's unless given.
    ///   - allowsCellular: Whether the request may go over a cellular network.
    ///   - isolation: The actor that the parameters are encoded on; the caller's unless given.
    /// - Returns: The stream, once the response's head has come with a status of 200 to 299.
    /// - Throws: ``TeapotError``, with the response and its whole body if that was a failure.
    public func stream(
        _ path: String, method: Teapot.Method = .get, query: [URLQueryItem] = [],
        parameters: some Teapot.Parameters = Teapot.Payload.none, headerFields: [String: String] = [:],
        timeoutInterval: TimeInterval? = nil, allowsCellular: Bool = true, isolation: isolated (any Actor)? = #isolation
    ) async throws(TeapotError) -> Teapot.ByteStream {
        let request = build(method, path, query, parameters, headerFields, timeoutInterval, allowsCellular)
        return try await listen(try request.get())
    }

    /// Sends a request that was built before, and reads the response's body as it comes.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - isolation: The actor that calls.
    /// - Returns: The stream, once the response's head has come with a status of 200 to 299.
    /// - Throws: ``TeapotError``, with the response and its whole body if that was a failure.
    public func stream(
        _ request: Teapot.Request, isolation: isolated (any Actor)? = #isolation
    ) async throws(TeapotError) -> Teapot.ByteStream { try await listen(try checked(request).get()) }

    func listen(_ request: Teapot.Request) async throws(TeapotError) -> Teapot.ByteStream {
        let (pieces, feed) = AsyncThrowingStream<Data, any Error>.makeStream()
        // The head comes first, or the end without one; whichever it is resumes.
        let waiting = Locked<CheckedContinuation<Result<Teapot.Response, TeapotError>, Never>?>(nil)
        let resume = { @Sendable (result: Result<Teapot.Response, TeapotError>) in
            waiting.withLock { waiting in
                defer { waiting = nil }
                return waiting
            }?.resume(returning: result)
        }
        let sink = BodySink.stream(head: { resume(.success($0)) }, data: { feed.yield($0) })
        let call = Teapot.Call(
            Teapot.Call.Plan(client: self, request: request, sink: sink, readsJSON: false, deliversCancellation: true))
        let head = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                waiting.withLock { $0 = continuation }
                call.begin { result in
                    resume(result)
                    if case .failure(let error) = result { feed.finish(throwing: error) } else { feed.finish() }
                }
            }
        } onCancel: {
            call.cancel()
        }
        feed.onTermination = { _ in call.cancel() }
        return Teapot.ByteStream(response: try head.get(), pieces: pieces)
    }
}
