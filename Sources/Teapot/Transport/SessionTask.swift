import Foundation

/// A call as a `URLSessionTask`.
///
/// Callers never get the session's own tasks. A call may need several of them, and suspending one on Linux sends its
/// request twice.
final class SessionTask: URLSessionTask, @unchecked Sendable {
    // `@unchecked` because the superclass is. The only state here is the call, which has its own lock.
    private let call: Teapot.Call

    // Only for `made(_:)`.
    @available(*, deprecated) fileprivate init(_ call: Teapot.Call) {
        self.call = call
        super.init()
    }

    /// Creates the task of a call.
    static func make(_ call: Teapot.Call) -> SessionTask { (self as any Making.Type).made(call) }

    override func suspend() { call.suspend() }
    override func resume() { call.resume() }
    override func cancel() { call.cancel() }
    override var state: URLSessionTask.State { call.state }
    override var originalRequest: URLRequest? { call.plan.request.urlRequest }
    override var currentRequest: URLRequest? { call.plan.request.urlRequest }
    override var response: URLResponse? { call.head?.urlResponse }
    override var error: (any Error)? { call.taskError }
    override var countOfBytesReceived: Int64 { call.currentBytes.received }
    override var countOfBytesSent: Int64 { call.currentBytes.sent }
    override var countOfBytesExpectedToSend: Int64 { call.currentBytes.toSend }
    override var countOfBytesExpectedToReceive: Int64 {
        call.head.map { $0.plainLength ?? NSURLSessionTransferSizeUnknown } ?? 0
    }
}

/// A protocol that avoids a warning: Apple's SDK deprecates `URLSessionTask.init()`, but a subclass has no other
/// initializer.
///
/// A deprecated function may call the initializer without a warning, and calling that function through a protocol
/// doesn't produce a warning either.
private protocol Making { static func made(_ call: Teapot.Call) -> SessionTask }

extension SessionTask: Making {
    @available(*, deprecated) fileprivate static func made(_ call: Teapot.Call) -> SessionTask { SessionTask(call) }
}

extension Teapot.Call {
    /// The head of the latest response, including redirects.
    fileprivate var head: Teapot.Response? { lock.withLock { $0.machine.head } }

    /// The byte counts of the latest request and its response.
    fileprivate var currentBytes: ByteCounts { lock.withLock { $0.machine.bytes } }

    /// The error that a task reports: a `URLError` if the transport failed or the call was cancelled, and `nil` if only
    /// the response's status or body is a failure.
    fileprivate var taskError: (any Error)? {
        guard let error = lock.withLock({ $0.error }) else { return nil }
        if [.invalidResponseStatus, .invalidResponseBody].contains(error.type) { return nil }
        return error.underlyingError as? URLError ?? error
    }
}

extension Teapot.Response {
    fileprivate var urlResponse: HTTPURLResponse? {
        HTTPURLResponse(url: url, statusCode: statusCode, httpVersion: nil, headerFields: headers.combined)
    }
}
