// Server-sent events (HTML Standard §9.2), raw or decoded, over any request.
extension TeapotClient {
    /// Listens to a `text/event-stream`, and connects again with `Last-Event-ID` when a `GET` ends.
    ///
    /// Only a response with the status 200 and the type `text/event-stream` is a stream. A 204 ends the events, any other
    /// response ends them with an error (§9.2.3). See <doc:Streaming> for when it connects again.
    ///
    /// - Parameters:
    ///   - path: The path below the base URL.
    ///   - method: How to ask for the events; `.post` for many language models.
    ///   - lastEventID: The id to go on from; empty for none.
    ///   - query: Items for the query.
    ///   - parameters: What to send.
    ///   - headerFields: Header fields, which replace the client's own of the same name.
    ///   - reconnectionTime: The time to wait before connecting again, in seconds, unless the server says otherwise. It
    ///     doubles, up to 64 times, with each connection in a row that brings no event.
    ///   - reconnects: Whether to connect again when a connection ends; only for a `GET` unless given.
    ///   - timeoutInterval: The longest silence of the server, in seconds; for ever unless given.
    /// - Returns: The events as they come. It throws a ``TeapotError``.
    public func events(
        _ path: String, method: Teapot.Method = .get, lastEventID: String = "", query: [URLQueryItem] = [],
        parameters: some Teapot.Parameters = Teapot.Payload.none, headerFields: [String: String] = [:],
        reconnectionTime: TimeInterval = 3, reconnects: Bool? = nil, timeoutInterval: TimeInterval = .infinity
    ) -> AsyncThrowingStream<Teapot.ServerSentEvent, any Error> {
        let fields = headerFields.completed(from: Teapot.Request.eventFields)
        let request = build(method, path, query, parameters, fields, timeoutInterval, true).map { $0.withoutEnd }
        return listen(request, lastEventID, reconnectionTime, reconnects) { $0 }
    }

    /// Listens to a `text/event-stream` whose events hold JSON, and decodes the data of each.
    ///
    /// - Parameters:
    ///   - path: The path below the base URL.
    ///   - method: How to ask for the events; `.post` for many language models.
    ///   - lastEventID: The id to go on from; empty for none.
    ///   - query: Items for the query.
    ///   - parameters: What to send.
    ///   - headerFields: Header fields, which replace the client's own of the same name.
    ///   - reconnectionTime: The time to wait before connecting again, in seconds, unless the server says otherwise.
    ///   - reconnects: Whether to connect again when a connection ends; only for a `GET` unless given.
    ///   - timeoutInterval: The longest silence of the server, in seconds; for ever unless given.
    ///   - type: The type to decode.
    ///   - endMarker: The data of the event that ends the stream, such as `[DONE]`; it is not decoded.
    /// - Returns: The values as they come. It throws a ``TeapotError``; of type `invalidResponseBody` if the data of an
    ///   event is not what it should be.
    public func events<Value: Decodable & Sendable>(
        _ path: String, method: Teapot.Method = .get, lastEventID: String = "", query: [URLQueryItem] = [],
        parameters: some Teapot.Parameters = Teapot.Payload.none, headerFields: [String: String] = [:],
        reconnectionTime: TimeInterval = 3, reconnects: Bool? = nil, timeoutInterval: TimeInterval = .infinity,
        as type: Value.Type, until endMarker: String? = nil
    ) -> AsyncThrowingStream<Value, any Error> {
        let fields = headerFields.completed(from: Teapot.Request.eventFields)
        let request = build(method, path, query, parameters, fields, timeoutInterval, true).map { $0.withoutEnd }
        let decoder = options.decoder
        return listen(request, lastEventID, reconnectionTime, reconnects) { event in
            event.data == endMarker ? nil : try event.decode(type, with: decoder)
        }
    }

    /// Listens to a `text/event-stream` with a request that was built before, such as one for a whole URL.
    ///
    /// - Parameters:
    ///   - request: The request; its `Accept` and `Cache-Control` are replaced.
    ///   - lastEventID: The id to go on from; empty for none.
    ///   - reconnectionTime: The time to wait before connecting again, in seconds, unless the server says otherwise.
    ///   - reconnects: Whether to connect again when a connection ends; only for a `GET` unless given.
    /// - Returns: The events as they come. It throws a ``TeapotError``.
    public func events(
        _ request: Teapot.Request, lastEventID: String = "", reconnectionTime: TimeInterval = 3,
        reconnects: Bool? = nil
    ) -> AsyncThrowingStream<Teapot.ServerSentEvent, any Error> {
        var request = request
        for (name, value) in Teapot.Request.eventFields { request.headerFields[name] = value }
        return listen(checked(request), lastEventID, reconnectionTime, reconnects) { $0 }
    }

    /// Reads one connection after the other; `makeElement` makes what is delivered of an event, and `nil` of the last one.
    private func listen<Element: Sendable>(
        _ request: Result<Teapot.Request, TeapotError>, _ lastEventID: String, _ reconnectionTime: TimeInterval,
        _ reconnects: Bool?, makeElement: @escaping @Sendable (Teapot.ServerSentEvent) throws -> Element?
    ) -> AsyncThrowingStream<Element, any Error> {
        AsyncThrowingStream { feed in
            let task = Task {
                var parser = Teapot.ServerSentEventParser(lastEventID: lastEventID)
                var hasConnected = false
                var idleConnections = 0
                do {
                    let first = try request.get()
                    // What is no GET may have an effect each time that it is sent.
                    let reconnects = reconnects ?? (first.method == .get)
                    while !Task.isCancelled {
                        parser.reconnect()
                        var request = first
                        if !parser.lastEventID.isEmpty { request.headerFields["Last-Event-ID"] = parser.lastEventID }
                        do {
                            let stream = try await listen(request)
                            if stream.response.statusCode == 204 { break }
                            try stream.response.checkIsEventStream()
                            hasConnected = true
                            for try await piece in stream {
                                for event in parser.parse(piece) {
                                    guard let element = try makeElement(event) else { return feed.finish() }
                                    feed.yield(element)
                                    idleConnections = -1
                                }
                            }
                            if !reconnects { break }
                        } catch let error as TeapotError where hasConnected && reconnects && error.isTransient {
                            logger.log(.error) { "\(error)" }
                        }
                        idleConnections += 1
                        let pause = parser.reconnectionTime ?? reconnectionTime
                        try await Task.sleep(forSeconds: pause * pow(2, Double(min(idleConnections, 6))))
                    }
                    feed.finish()
                } catch { feed.finish(throwing: error is CancellationError ? nil : error) }
            }
            feed.onTermination = { _ in task.cancel() }
        }
    }
}

extension Teapot.Request {
    /// What a request for events says unless the caller says otherwise.
    fileprivate static var eventFields: [String: String] {
        ["Accept": "text/event-stream", "Cache-Control": "no-store"]
    }

    /// The request without a bound for the whole call: events come for as long as somebody listens.
    fileprivate var withoutEnd: Self {
        var request = self
        request.totalTimeoutInterval = .infinity
        return request
    }
}

extension Teapot.Response {
    fileprivate func checkIsEventStream() throws(TeapotError) {
        guard statusCode == 200 else {
            throw .make(
                .invalidResponseStatus, "only 200 begins an event stream, and 204 ends it", filling: [statusCode],
                response: self)
        }
        let type = headerFields.mediaType
        guard type != "text/event-stream" else { return }
        throw .make(
            .invalidResponseBody, "it is \(type ?? "of no type") where text/event-stream should be", response: self,
            underlying: URLError(.cannotParseResponse))
    }
}
