public import Foundation
public import Teapot

// Server-sent events (HTML Standard §9.2), raw or decoded, for any request.
extension TeapotClient {
    /// Listens to a `text/event-stream`, and reconnects with `Last-Event-ID` when the connection of a `GET` ends.
    ///
    /// Only a response with status 200 and type `text/event-stream` is a stream. A 204 ends the events. Any other
    /// response ends them with an error (§9.2.3). For details about reconnecting, see <doc:Streaming>.
    ///
    /// - Parameters:
    ///   - path: The path below the base URL.
    ///   - method: The request method, which is `.post` for many language models.
    ///   - lastEventID: The ID of the last event received earlier, or an empty string for none.
    ///   - query: The items to add to the query.
    ///   - parameters: The parameters to send.
    ///   - headerFields: The headers, which replace the client's headers with the same names.
    ///   - reconnectionTime: The time to wait before reconnecting, in seconds, unless the server sends one. It doubles
    ///     with each consecutive connection that has no event, until it is 64 times as long.
    ///   - reconnects: Whether to reconnect when a connection ends, by default, only for a `GET`.
    ///   - timeout: The time to wait for anything to arrive once a response has begun, in seconds; unlimited by
    ///     default. Until then, the client's timeouts apply.
    /// - Returns: The events as they arrive. The stream throws a ``TeapotError``.
    public func events(
        _ path: String, method: Teapot.Method = .get, lastEventID: String = "", query: Teapot.Query = [],
        parameters: some Teapot.Parameters = Teapot.Payload.none, headerFields: [String: String] = [:],
        reconnectionTime: TimeInterval = 3, reconnects: Bool? = nil, timeout: TimeInterval = .infinity
    ) -> AsyncThrowingStream<Teapot.ServerSentEvent, any Error> {
        let request = build(method, path, query, parameters, headerFields.completed(from: eventFields), nil, true)
        return listen(request, lastEventID, reconnectionTime, reconnects, timeout) { $0 }
    }

    /// Listens to a `text/event-stream` whose events contain JSON, and decodes the data of each event.
    ///
    /// - Parameters:
    ///   - path: The path below the base URL.
    ///   - method: The request method, which is `.post` for many language models.
    ///   - lastEventID: The ID of the last event received earlier, or an empty string for none.
    ///   - query: The items to add to the query.
    ///   - parameters: The parameters to send.
    ///   - headerFields: The headers, which replace the client's headers with the same names.
    ///   - reconnectionTime: The time to wait before reconnecting, in seconds, unless the server sends one.
    ///   - reconnects: Whether to reconnect when a connection ends, by default, only for a `GET`.
    ///   - timeout: The time to wait for anything to arrive once a response has begun, in seconds; unlimited by
    ///     default. Until then, the client's timeouts apply.
    ///   - type: The type to decode.
    ///   - endMarker: The data of the event that ends the stream, such as `[DONE]`. It isn't decoded.
    /// - Returns: The values as they arrive. The stream throws a ``TeapotError``, of type `invalidResponseBody` if the
    ///   data of an event can't be decoded, and of type `incompleteResponse` if the events end before `endMarker`.
    public func events<Value: Decodable & Sendable>(
        _ path: String, method: Teapot.Method = .get, lastEventID: String = "", query: Teapot.Query = [],
        parameters: some Teapot.Parameters = Teapot.Payload.none, headerFields: [String: String] = [:],
        reconnectionTime: TimeInterval = 3, reconnects: Bool? = nil, timeout: TimeInterval = .infinity,
        as type: Value.Type, until endMarker: String? = nil
    ) -> AsyncThrowingStream<Value, any Error> {
        let request = build(method, path, query, parameters, headerFields.completed(from: eventFields), nil, true)
        let decoder = options.decoder
        return listen(request, lastEventID, reconnectionTime, reconnects, timeout, until: endMarker) {
            event throws(TeapotError) in try event.decode(type, using: decoder)
        }
    }

    /// Listens to a `text/event-stream` with an existing request, such as one for an absolute URL.
    ///
    /// - Parameters:
    ///   - request: The request. Its `Accept` and `Cache-Control` are replaced.
    ///   - lastEventID: The ID of the last event received earlier, or an empty string for none.
    ///   - reconnectionTime: The time to wait before reconnecting, in seconds, unless the server sends one.
    ///   - reconnects: Whether to reconnect when a connection ends, by default, only for a `GET`.
    ///   - timeout: The time to wait for anything to arrive once a response has begun, in seconds; unlimited by
    ///     default. Until then, the request's timeouts apply.
    /// - Returns: The events as they arrive. The stream throws a ``TeapotError``.
    public func events(
        _ request: Teapot.Request, lastEventID: String = "", reconnectionTime: TimeInterval = 3,
        reconnects: Bool? = nil, timeout: TimeInterval = .infinity
    ) -> AsyncThrowingStream<Teapot.ServerSentEvent, any Error> {
        listen(.success(request.acceptingEvents), lastEventID, reconnectionTime, reconnects, timeout) { $0 }
    }

    /// Listens to a `text/event-stream` with an existing request, and decodes the data of each event.
    ///
    /// - Parameters:
    ///   - request: The request. Its `Accept` and `Cache-Control` are replaced.
    ///   - lastEventID: The ID of the last event received earlier, or an empty string for none.
    ///   - reconnectionTime: The time to wait before reconnecting, in seconds, unless the server sends one.
    ///   - reconnects: Whether to reconnect when a connection ends, by default, only for a `GET`.
    ///   - timeout: The time to wait for anything to arrive once a response has begun, in seconds; unlimited
    ///     (`.infinity`) by default.
    ///   - type: The type to decode.
    ///   - endMarker: The data of the event that ends the stream, such as `[DONE]`. It isn't decoded.
    /// - Returns: The values as they arrive. The stream throws a ``TeapotError``.
    public func events<Value: Decodable & Sendable>(
        _ request: Teapot.Request, lastEventID: String = "", reconnectionTime: TimeInterval = 3,
        reconnects: Bool? = nil, timeout: TimeInterval = .infinity, as type: Value.Type, until endMarker: String? = nil
    ) -> AsyncThrowingStream<Value, any Error> {
        let (request, decoder) = (request.acceptingEvents, options.decoder)
        return listen(.success(request), lastEventID, reconnectionTime, reconnects, timeout, until: endMarker) {
            event throws(TeapotError) in try event.decode(type, using: decoder)
        }
    }

    /// Reads one connection after another and converts each event, until an event has the end marker as its data.
    private func listen<Element: Sendable>(
        _ request: Result<Teapot.Request, TeapotError>, _ lastEventID: String, _ reconnectionTime: TimeInterval,
        _ reconnects: Bool?, _ timeout: TimeInterval, until endMarker: String? = nil,
        makeElement: @escaping @Sendable (Teapot.ServerSentEvent) throws(TeapotError) -> Element
    ) -> AsyncThrowingStream<Element, any Error> {
        let request = request.flatMap { request in
            var request = request
            request.idleTimeout = timeout
            return checked(request)
        }
        return AsyncThrowingStream { feed in
            let task = Task {
                var parser = Teapot.ServerSentEventParser(lastEventID: lastEventID)
                var (hasConnected, rounds, idleConnections) = (false, 0, 0)
                var shortfall = endMarker.map { "the events ended before “\($0)”" }
                do {
                    let first = try request.get()
                    // Resending a request with a method other than GET may repeat its effect.
                    let reconnects = reconnects ?? (first.method == .get)
                    while !Task.isCancelled {
                        parser.reconnect()
                        var request = first
                        if !parser.lastEventID.isEmpty { request.headers["Last-Event-ID"] = parser.lastEventID }
                        do {
                            let stream = try await listen(request)
                            if stream.response.statusCode == 204 { break }
                            try logging(request) { () throws(TeapotError) in try stream.response.checkIsEventStream() }
                            hasConnected = true
                            for try await piece in stream {
                                for event in parser.parse(piece) {
                                    try checkLength(event.data.utf8.count, request, stream.response)
                                    if event.data == endMarker { return feed.finish() }
                                    feed.yield(
                                        try logging(request) { () throws(TeapotError) in try makeElement(event) })
                                    idleConnections = -1
                                }
                                try checkLength(parser.unfinishedLength, request, stream.response)
                            }
                            if !reconnects { break }
                        } catch let error as TeapotError where hasConnected && reconnects && error.isTransient {
                            // The call has already logged the error.
                        }
                        rounds += 1
                        // In skipped time, a mock that answers each connection would keep its test busy forever.
                        if rounds == 10_000, transport.timeline(first).skipped != nil {
                            shortfall =
                                "the events ended 10,000 times, and the client connected again each time. To end them, "
                                + "answer 204, pass `reconnects: false` or `until:`, or leave the loop."
                            break
                        }
                        idleConnections += 1
                        let pause = parser.pause(orElse: reconnectionTime, idleConnections: idleConnections)
                        try await transport.timeline(first).sleep(forSeconds: pause)
                    }
                    guard let shortfall, !Task.isCancelled else { return feed.finish() }
                    try logging(first) { () throws(TeapotError) in throw .make(.incompleteResponse, shortfall) }
                } catch { feed.finish(throwing: error is CancellationError ? nil : error) }
            }
            feed.onTermination = { _ in task.cancel() }
        }
    }
}

extension TeapotClient {
    /// Throws an error if an event exceeds the maximum length of a body.
    private func checkLength(
        _ length: Int, _ request: Teapot.Request, _ response: Teapot.Response
    ) throws(TeapotError) {
        guard length > options.maximumBodyLength else { return }
        try logging(request) { () throws(TeapotError) in
            throw .make(.incompleteResponse, response: response, underlying: URLError(.dataLengthExceedsMaximum))
        }
    }
}

extension Teapot.Request {
    fileprivate var acceptingEvents: Self {
        var request = self
        for (name, value) in eventFields { request.headers[name] = value }
        return request
    }
}

/// The default headers for a request for events.
private let eventFields = ["Accept": "text/event-stream", "Cache-Control": "no-store"]

extension Teapot.ServerSentEventParser {
    /// Returns the time to wait before reconnecting, in seconds.
    ///
    /// If the server sends `retry: 0`, requests are sent at most ten times a second.
    func pause(orElse own: TimeInterval, idleConnections: Int) -> TimeInterval {
        (reconnectionTime.map { max($0, 0.1) } ?? own) * pow(2, Double(min(idleConnections, 6)))
    }
}

extension Teapot.Response {
    fileprivate func checkIsEventStream() throws(TeapotError) {
        guard statusCode == 200 else {
            throw .make(
                .invalidResponseStatus, "an event stream has the status 200; 204 ends it", filling: [statusCode],
                response: self)
        }
        let type = headers.mediaType
        guard type != "text/event-stream" else { return }
        throw .make(
            .invalidResponseBody, "expected text/event-stream, received \(type ?? "no Content-Type")", response: self,
            underlying: URLError(.cannotParseResponse))
    }
}
