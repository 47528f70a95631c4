extension TeapotClient {
    /// Reads a response's body as it comes.
    ///
    /// Until its end or a cancel it keeps one of the client's connections to the origin busy; see
    /// ``events(_:lastEventID:query:headerFields:reconnectionTime:timeoutInterval:)``.
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
        return try await stream(try request.get())
    }

    private func stream(_ request: Teapot.Request) async throws(TeapotError) -> Teapot.ByteStream {
        let (pieces, feed) = AsyncThrowingStream<Data, any Error>.makeStream()
        let relay = CancellationRelay()
        let head = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                // The head comes first, or the end without one; whichever it is resumes.
                let waiting = Locked<CheckedContinuation<Result<Teapot.Response, TeapotError>, Never>?>(continuation)
                let resume = { @Sendable (result: Result<Teapot.Response, TeapotError>) in
                    waiting.withLock { waiting in
                        defer { waiting = nil }
                        return waiting
                    }?.resume(returning: result)
                }
                var plan = Teapot.Call.Plan(client: self, request: request) { result in
                    resume(result)
                    if case .failure(let error) = result { feed.finish(throwing: error) } else { feed.finish() }
                }
                plan.sink = .stream(head: { resume(.success($0)) }, data: { feed.yield($0) })
                (plan.readsJSON, plan.deliversCancellation) = (false, true)
                let call = Teapot.Call(plan)
                relay.pass(to: call)
                call.begin()
            }
        } onCancel: {
            relay.cancel()
        }
        feed.onTermination = { _ in relay.cancel() }
        return Teapot.ByteStream(response: try head.get(), pieces: pieces)
    }

    /// Listens to a `text/event-stream` (HTML Standard §9.2), connecting anew with `Last-Event-ID` when it ends.
    ///
    /// It goes on until the task that reads it is cancelled, the server answers 204, or a response is a failure or no
    /// event stream (§9.2.3). The first connection must come about; later ones are tried until they do. Each stream
    /// keeps one of the client's connections to the origin busy, of which there are six on Linux unless its
    /// configuration says otherwise: other requests wait for a place without a time-out.
    ///
    /// - Parameters:
    ///   - path: The path below the base URL.
    ///   - lastEventID: The id to go on from; empty for none.
    ///   - query: Items for the query.
    ///   - headerFields: Header fields, which replace the client's own of the same name.
    ///   - reconnectionTime: How long to wait before connecting anew, in seconds, unless the server says otherwise.
    ///   - timeoutInterval: How long a silence of the server may last, in seconds; for ever unless given.
    /// - Returns: The events as they come. It throws a ``TeapotError``.
    public func events(
        _ path: String, lastEventID: String = "", query: [URLQueryItem] = [], headerFields: [String: String] = [:],
        reconnectionTime: TimeInterval = 3, timeoutInterval: TimeInterval = .infinity
    ) -> AsyncThrowingStream<Teapot.ServerSentEvent, any Error> {
        AsyncThrowingStream { feed in
            let task = Task {
                var parser = ServerSentEventParser(lastID: lastEventID)
                var hasConnected = false
                do {
                    while !Task.isCancelled {
                        parser.reconnect()
                        let defaults = ["Accept": "text/event-stream", "Cache-Control": "no-store"]
                        var fields = headerFields.completed(from: defaults)
                        if !parser.lastID.isEmpty { fields["Last-Event-ID"] = parser.lastID }
                        do {
                            let stream = try await stream(
                                path, query: query, headerFields: fields, timeoutInterval: timeoutInterval)
                            if stream.response.statusCode == 204 { return feed.finish() }
                            try stream.response.checkIsEventStream()
                            hasConnected = true
                            // §9.2.6: what no line ending has ended by the end counts for nothing.
                            var splitter = LineSplitter()
                            for try await piece in stream {
                                for event in splitter.feed(piece).compactMap({ parser.feed($0) }) { feed.yield(event) }
                            }
                        } catch let error as TeapotError
                            where hasConnected && [.noResponse, .incompleteResponse].contains(error.type)
                        { logger.log(.error) { "\(error)" } }
                        let pause = parser.reconnectionTime ?? reconnectionTime
                        try await Task.sleep(forSeconds: pause)
                    }
                    feed.finish()
                } catch { feed.finish(throwing: error is CancellationError ? nil : error) }
            }
            feed.onTermination = { _ in task.cancel() }
        }
    }
}

extension Teapot.Response {
    fileprivate func checkIsEventStream() throws(TeapotError) {
        let type = headerFields.mediaType
        guard type != "text/event-stream" else { return }
        throw .make(
            .invalidResponseBody, "it is \(type ?? "of no type") where text/event-stream should be", response: self,
            underlying: URLError(.cannotParseResponse))
    }
}
