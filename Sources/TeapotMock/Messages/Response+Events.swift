public import Teapot

extension Response {
    /// A response of server-sent events (HTML Standard §9.2).
    ///
    /// ```swift
    /// let news = ["one", "two"].map { Teapot.ServerSentEvent(data: $0) }
    /// router.get("/news", with: .events(news, every: 0.5))
    /// ```
    ///
    /// - Parameters:
    ///   - events: The events. An id is sent with each event that has one.
    ///   - interval: How long to wait before each event but the first, in seconds.
    ///   - reconnectionTime: How long a client is to wait before it connects again, in seconds; `nil` leaves it to the
    ///     client.
    ///   - delay: How long to wait before answering, in seconds.
    /// - Returns: The response, which ends behind the last event.
    public static func events(
        _ events: [Teapot.ServerSentEvent],
        every interval: Double = 0,
        reconnectionTime: Double? = nil,
        delay: Double = 0
    ) -> Response {
        self.events(reconnectionTime: reconnectionTime, delay: delay) { send in
            try await pace(events, every: interval, send)
        }
    }

    /// A response of server-sent events that are made as they go out (HTML Standard §9.2).
    ///
    /// ```swift
    /// let clock = Response.events { send in
    ///     for second in 1...60 {
    ///         send(Teapot.ServerSentEvent(name: "tick", data: "\(second)"))
    ///         try await Task.sleep(nanoseconds: 1_000_000_000)
    ///     }
    /// }
    /// router.get("/clock", with: clock)
    /// ```
    ///
    /// - Parameters:
    ///   - reconnectionTime: How long a client is to wait before it connects again, in seconds; `nil` leaves it to the
    ///     client.
    ///   - delay: How long to wait before answering, in seconds.
    ///   - body: Sends the events, run anew for each request and cancelled when its client is gone. An error that is
    ///     thrown breaks the connection off.
    /// - Returns: The response, which ends when the body returns.
    public static func events(
        reconnectionTime: Double? = nil,
        delay: Double = 0,
        _ body: @escaping @Sendable (_ send: @Sendable (Teapot.ServerSentEvent) -> Void) async throws -> Void
    ) -> Response {
        let stream = Stream { send in
            if let reconnectionTime, reconnectionTime >= 0, reconnectionTime < 1e9 {
                send(Data("retry: \(Int(reconnectionTime * 1000))\n\n".utf8))
            }
            try await body { send(Data($0.text.utf8)) }
        }
        return .stream(
            stream, contentType: "text/event-stream", headerFields: ["Cache-Control": "no-store"], delay: delay)
    }

    /// The response with its body slowly: so many bytes at a time, as over a bad network.
    ///
    /// - Parameters:
    ///   - count: How many bytes come at once; at least one.
    ///   - interval: How long to wait before each piece but the first, in seconds.
    /// - Returns: The response, whose length is told as before. What is made of a stream or a fixture comes as it did.
    public func dribbling(bytes count: Int, every interval: Double) -> Response {
        guard case .data(let body) = content, !body.isEmpty else { return self }
        let count = max(1, count)
        let pieces = stride(from: 0, to: body.count, by: count).map { Data(body.dropFirst($0).prefix(count)) }
        var slow = Response.stream(
            pieces, every: interval, status: status, headerFields: headerFields, delay: delay)
        // Only a type that the response had describes it still.
        slow.headerFields = headerFields
        slow.headerFields["Content-Length"] = String(body.count)
        (slow.fault, slow.trailers) = (fault, trailers)
        return slow
    }
}

extension Teapot.ServerSentEvent {
    /// The event as it is sent (HTML Standard §9.2.5); a name or an id is one line.
    var text: String {
        var lines: [String] = []
        if name != "message", !name.isEmpty { lines.append("event: " + Self.line(name)) }
        if !id.isEmpty { lines.append("id: " + Self.line(id)) }
        lines += data.split(omittingEmptySubsequences: false) { $0.isNewline }.map { "data: " + $0 }
        return lines.joined(separator: "\n") + "\n\n"
    }

    private static func line(_ text: String) -> String {
        String(text.map { $0.isNewline || $0 == "\0" ? " " : $0 })
    }
}
