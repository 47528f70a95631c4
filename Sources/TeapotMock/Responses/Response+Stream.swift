public import Foundation
public import Teapot

extension Response {
    /// A body that is sent in pieces as they become available.
    ///
    /// The stream runs once for each request that it answers.
    public struct Stream: Sendable {
        /// A function that produces the pieces for one request.
        private enum Source: Sendable {
            /// A function that creates, for each request, a function that returns the next piece.
            case pulling(@Sendable () -> @Sendable () async throws -> Data?)
            /// A function that sends the pieces.
            case pushing(@Sendable (_ send: @escaping @Sendable (Data) -> Void) async throws -> Void)
            /// The pieces themselves.
            case known(StreamScript)
        }

        /// Streams are equal if they share a source.
        private let source: Box<Source>

        /// Creates a stream that produces each piece once the client has read the previous ones.
        ///
        /// - Parameter begin: A closure that is called once for each request. It returns an asynchronous closure that
        ///   returns the next piece, or `nil` after the last one. If that closure throws an error, the connection is
        ///   cut off. Its task is cancelled when the client disconnects.
        public init(pulling begin: @escaping @Sendable () -> @Sendable () async throws -> Data?) {
            source = Box(.pulling(begin))
        }

        /// Creates a stream that sends its pieces as soon as they're available, without waiting for the client to read
        /// them.
        ///
        /// - Parameter body: A closure that sends the pieces. It runs once for each request, and its task is cancelled
        ///   when the client disconnects. If it throws an error, the connection is cut off.
        public init(_ body: @escaping @Sendable (_ send: @Sendable (Data) -> Void) async throws -> Void) {
            source = Box(.pushing(body))
        }

        /// Creates a stream of known pieces.
        package init(_ script: StreamScript) { source = Box(.known(script)) }

        /// The pieces, if they are known before the stream runs.
        package var script: StreamScript? { if case .known(let script) = source.value { script } else { nil } }

        /// Starts producing the pieces.
        package func start() -> AsyncThrowingStream<Data, any Error> {
            switch source.value {
            case .pulling(let begin): AsyncThrowingStream(unfolding: begin())
            case .pushing(let body): Self.pieces(of: body)
            case .known(let script) where script.isTimed: AsyncThrowingStream(unfolding: script.start())
            case .known(let script): Self.pieces(of: { send in try await script.run(send) })
            }
        }

        private static func pieces(
            of body: @escaping @Sendable (_ send: @escaping @Sendable (Data) -> Void) async throws -> Void
        ) -> AsyncThrowingStream<Data, any Error> {
            AsyncThrowingStream { continuation in
                let task = Task(priority: max(Task.currentPriority, .high)) {
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

        /// Produces the pieces in this task, and sends each one before any time passes.
        package func run(_ send: @escaping @Sendable (Data) -> Void) async throws {
            switch source.value {
            case .pulling(let begin):
                let next = begin()
                while !Task.isCancelled, let piece = try await next() {
                    send(piece)
                    // Without this, an endless stream would occupy its thread forever.
                    await Task.yield()
                }
                try Task.checkCancellation()
            case .pushing(let body): try await body(send)
            case .known(let script): try await script.run(send)
            }
        }
    }

    /// Creates a response whose body is sent in pieces.
    ///
    /// ```swift
    /// let lines = ["one\n", "two\n"].map { Data($0.utf8) }
    /// router.get("/log", with: .stream(lines, contentType: "text/plain", every: 0.5))
    /// ```
    ///
    /// - Parameters:
    ///   - pieces: The pieces.
    ///   - contentType: The media type of the body.
    ///   - interval: The time to wait before each piece except the first, in seconds.
    ///   - status: The status code.
    ///   - headers: Headers in addition to those that describe the body.
    ///   - delay: The time to wait before responding, in seconds.
    /// - Returns: The response.
    public static func stream(
        _ pieces: [Data], contentType: String = "application/octet-stream", every interval: Double = 0,
        status: Teapot.StatusCode = .ok, headers: Teapot.HeaderFields = [:], delay: Double = 0
    ) -> Response {
        .stream(
            Stream(StreamScript(pieces, every: interval)), contentType: contentType, status: status,
            headers: headers, delay: delay)
    }

    /// Creates a response whose body is sent in pieces, as a stream produces them.
    ///
    /// - Parameters:
    ///   - stream: The stream that produces the pieces.
    ///   - contentType: The media type of the body.
    ///   - status: The status code.
    ///   - headers: Headers in addition to those that describe the body.
    ///   - delay: The time to wait before responding, in seconds.
    /// - Returns: The response.
    public static func stream(
        _ stream: Stream, contentType: String = "application/octet-stream", status: Teapot.StatusCode = .ok,
        headers: Teapot.HeaderFields = [:], delay: Double = 0
    ) -> Response {
        var response = Response(status: status, headers: describing(contentType, headers), delay: delay)
        response.content = .stream(stream)
        return response
    }
}

extension Response.Stream: Equatable {
    /// Returns whether two values are the same stream.
    public static func == (left: Self, right: Self) -> Bool { left.source === right.source }
}
