public import Teapot

extension Response {
    /// A body that comes in pieces, each when it is there.
    ///
    /// It is run once for each request that it answers.
    public struct Stream: Sendable {
        private final class Identity: Sendable {}

        private let identity = Identity()
        /// Begins to make the pieces.
        package let start: @Sendable () -> AsyncThrowingStream<Data, any Error>

        /// Creates a stream of pieces that are made when the client has read those before.
        ///
        /// - Parameter begin: Called anew for each request; returns what makes the next piece, or `nil` behind the last.
        ///   An error that is thrown breaks the connection off; its task is cancelled when the client is gone.
        public init(pulling begin: @escaping @Sendable () -> @Sendable () async throws -> Data?) {
            start = { AsyncThrowingStream(unfolding: begin()) }
        }

        /// Creates a stream of pieces that are sent when they are there, whether or not the client keeps up.
        ///
        /// - Parameter body: Sends the pieces, run anew for each request and cancelled when its client is gone. An error
        ///   that is thrown breaks the connection off.
        public init(_ body: @escaping @Sendable (_ send: @Sendable (Data) -> Void) async throws -> Void) {
            start = {
                AsyncThrowingStream { continuation in
                    let task = Task {
                        do {
                            try await body { continuation.yield($0) }
                            continuation.finish()
                        } catch {
                            continuation.finish(throwing: error)
                        }
                    }
                    continuation.onTermination = { _ in task.cancel() }
                }
            }
        }
    }

    /// A response whose body comes in pieces.
    ///
    /// ```swift
    /// let lines = ["one\n", "two\n"].map { Data($0.utf8) }
    /// router.get("/log", with: .stream(lines, contentType: "text/plain", every: 0.5))
    /// ```
    ///
    /// - Parameters:
    ///   - pieces: The pieces.
    ///   - contentType: Their media type.
    ///   - interval: How long to wait before each piece but the first, in seconds.
    ///   - status: The status code.
    ///   - headerFields: Header fields, beside those that describe the body.
    ///   - delay: How long to wait before answering, in seconds.
    /// - Returns: The response.
    public static func stream(
        _ pieces: [Data],
        contentType: String = "application/octet-stream",
        every interval: Double = 0,
        status: Teapot.StatusCode = .ok,
        headerFields: Teapot.HeaderFields = [:],
        delay: Double = 0
    ) -> Response {
        let stream = Stream { send in
            try await Self.pace(pieces, every: interval, send)
        }
        return .stream(stream, contentType: contentType, status: status, headerFields: headerFields, delay: delay)
    }

    /// A response whose body comes in pieces that are made as they go out.
    ///
    /// - Parameters:
    ///   - stream: What makes the pieces.
    ///   - contentType: Their media type.
    ///   - status: The status code.
    ///   - headerFields: Header fields, beside those that describe the body.
    ///   - delay: How long to wait before answering, in seconds.
    /// - Returns: The response.
    public static func stream(
        _ stream: Stream,
        contentType: String = "application/octet-stream",
        status: Teapot.StatusCode = .ok,
        headerFields: Teapot.HeaderFields = [:],
        delay: Double = 0
    ) -> Response {
        var response = Response(status: status, headerFields: headerFields, delay: delay)
        response.content = .stream(stream)
        if headerFields["Content-Type"] == nil {
            response.headerFields.append(name: "Content-Type", value: contentType)
        }
        return response
    }
}

extension Response {
    /// Sends one after the other, with a pause of so many seconds before each but the first.
    static func pace<Element>(
        _ elements: [Element],
        every interval: Double,
        _ send: (Element) -> Void
    ) async throws {
        for (index, element) in elements.enumerated() {
            if index > 0, interval > 0 { try await Task.sleep(nanoseconds: Clock.nanoseconds(interval)) }
            send(element)
        }
    }
}

extension Response.Stream: Equatable {
    /// Whether two streams are one and the same.
    public static func == (left: Self, right: Self) -> Bool { left.identity === right.identity }
}
