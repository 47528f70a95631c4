import Foundation
public import Teapot

extension Response {
    /// Creates a response that sends server-sent events (HTML Standard §9.2).
    ///
    /// ```swift
    /// let news = ["one", "two"].map { Teapot.ServerSentEvent(data: $0) }
    /// router.get("/news", with: .events(news, every: 0.5))
    /// ```
    ///
    /// - Parameters:
    ///   - events: The events. The ID of an event is sent if there is one.
    ///   - interval: The time to wait before each event except the first, in seconds.
    ///   - reconnectionTime: The time that a client waits before it reconnects, in seconds, or `nil` to let the client
    ///     decide.
    ///   - delay: The time to wait before responding, in seconds.
    /// - Returns: The response, which ends after the last event.
    public static func events(
        _ events: [Teapot.ServerSentEvent], every interval: Double = 0, reconnectionTime: Double? = nil,
        delay: Double = 0
    ) -> Response {
        let first = retry(after: reconnectionTime).map { [$0] } ?? []
        let pieces = first + events.map { Data($0.text.utf8) }
        return self.events(Stream(StreamScript(pieces, every: interval, after: first.count + 1)), delay: delay)
    }

    /// Creates a response with server-sent events that a closure sends one by one as it runs (HTML Standard §9.2).
    ///
    /// ```swift
    /// let clock = Response.events { send in
    ///     for second in 1...60 {
    ///         send(Teapot.ServerSentEvent(event: "tick", data: "\(second)"))
    ///         try await Task.sleep(nanoseconds: 1_000_000_000)
    ///     }
    /// }
    /// router.get("/clock", with: clock)
    /// ```
    ///
    /// - Parameters:
    ///   - reconnectionTime: The time that a client waits before it reconnects, in seconds, or `nil` to let the client
    ///     decide.
    ///   - delay: The time to wait before responding, in seconds.
    ///   - body: A closure that sends the events. It runs once for each request, and its task is cancelled when the
    ///     client disconnects. If it throws an error, the connection is cut off.
    /// - Returns: The response, which ends when the closure returns.
    public static func events(
        reconnectionTime: Double? = nil, delay: Double = 0,
        _ body: @escaping @Sendable (_ send: @Sendable (Teapot.ServerSentEvent) -> Void) async throws -> Void
    ) -> Response {
        let stream = Stream { send in
            if let first = retry(after: reconnectionTime) { send(first) }
            try await body { send(Data($0.text.utf8)) }
        }
        return events(stream, delay: delay)
    }

    private static func events(_ stream: Stream, delay: Double) -> Response {
        .stream(stream, contentType: "text/event-stream", headers: ["Cache-Control": "no-store"], delay: delay)
    }

    /// Returns the `retry` field with the time before a reconnection, or `nil` if there is none.
    private static func retry(after time: Double?) -> Data? {
        guard let time, time >= 0, time < 1e9 else { return nil }
        return Data("retry: \(Int(time * 1000))\n\n".utf8)
    }

    /// Returns the response with its body sent in small pieces, as over a slow network.
    ///
    /// - Parameters:
    ///   - count: The number of bytes in each piece, at least one.
    ///   - interval: The time to wait before each piece except the first, in seconds.
    /// - Returns: The response, with the same `Content-Length`. If the body is empty, a stream or a fixture, the
    ///   response is unchanged.
    public func dribbling(bytes count: Int, every interval: Double) -> Response {
        guard case .data(let body) = content, !body.isEmpty else { return self }
        let count = max(1, count)
        let pieces = stride(from: 0, to: body.count, by: count).map { Data(body.dropFirst($0).prefix(count)) }
        var slow = Response.stream(pieces, every: interval, status: status, headers: headers, delay: delay)
        // The response keeps its own content type. The stream's default type isn't added.
        slow.headers = headers
        slow.headers["Content-Length"] = String(body.count)
        (slow.fault, slow.trailers) = (fault, trailers)
        return slow
    }
}

extension Teapot.ServerSentEvent {
    /// The event as sent (HTML Standard §9.2.5).
    ///
    /// Line breaks in a name or an ID are replaced with spaces.
    var text: String {
        var lines: [String] = []
        if event != "message", !event.isEmpty { lines.append("event: " + Self.line(event)) }
        if !id.isEmpty { lines.append("id: " + Self.line(id)) }
        lines += data.split(omittingEmptySubsequences: false) { $0.isNewline }.map { "data: " + $0 }
        return lines.joined(separator: "\n") + "\n\n"
    }

    private static func line(_ text: String) -> String { String(text.map { $0.isNewline || $0 == "\0" ? " " : $0 }) }
}
