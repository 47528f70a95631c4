public import Foundation

extension TeapotClient {
    /// Sends a request, and reads the response's body as it arrives.
    ///
    /// The stream uses one of the client's connections to the origin until it ends or is cancelled; see <doc:OnLinux>.
    ///
    /// - Parameters:
    ///   - path: The path below the base URL.
    ///   - method: The request method.
    ///   - query: The items to add to the query.
    ///   - parameters: The parameters to send.
    ///   - headerFields: The headers, which replace the client's headers with the same names.
    ///   - timeout: The time to wait for the next bytes to arrive, in seconds, or `nil` for the client's
    ///     timeout.
    ///   - allowsCellular: Whether the request may use a cellular network.
    ///   - isolation: The actor that the parameters are encoded on, by default the caller's.
    /// - Returns: The stream, as soon as the head of a response with a status of 200 to 299 has arrived.
    /// - Throws: ``TeapotError``, with the response and its whole body if the status is a failure.
    public func stream(
        _ path: String, method: Teapot.Method = .get, query: Teapot.Query = [],
        parameters: some Teapot.Parameters = Teapot.Payload.none, headerFields: [String: String] = [:],
        timeout: TimeInterval? = nil, allowsCellular: Bool = true, isolation: isolated (any Actor)? = #isolation
    ) async throws(TeapotError) -> Teapot.ByteStream {
        let request = build(method, path, query, parameters, headerFields, timeout, allowsCellular)
        return try await listen(try request.get())
    }

    /// Sends an existing request, and reads the response's body as it arrives.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - isolation: The actor that the call is made from, by default the caller's.
    /// - Returns: The stream, as soon as the head of a response with an accepted status has arrived.
    /// - Throws: ``TeapotError``, with the response and its whole body if the status is a failure.
    public func stream(
        _ request: Teapot.Request, isolation: isolated (any Actor)? = #isolation
    ) async throws(TeapotError) -> Teapot.ByteStream { try await listen(try checked(request).get()) }

    package func listen(_ request: Teapot.Request) async throws(TeapotError) -> Teapot.ByteStream {
        let (pieces, feed) = AsyncThrowingStream<Data, any Error>.makeStream()
        // The response's head resumes the continuation. If no head arrives, the end of the call does.
        let waiting = Locked<CheckedContinuation<Result<Teapot.Response, TeapotError>, Never>?>(nil)
        let resume = { @Sendable (result: Result<Teapot.Response, TeapotError>) in
            waiting.withLock { $0.take() }?.resume(returning: result)
        }
        let head = { @Sendable (response: Teapot.Response) -> Void in resume(.success(response.keeping(options))) }
        let sink = BodySink.stream(head: head, data: { feed.yield($0) })
        let call = Teapot.Call(.init(client: self, request: request, sink: sink, deliversCancellation: true))
        let result = await withTaskCancellationHandler {
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
        return Teapot.ByteStream(response: try result.get(), pieces: pieces)
    }
}
