/// A call in the shape of a `URLSessionTask`.
///
/// The session's own tasks are never handed out: a call may need several of them, and suspending one on Linux sends its
/// request twice.
final class SessionTask: URLSessionTask, @unchecked Sendable {
    // `@unchecked` because the superclass is; the only state here is the call, which has a lock of its own.
    private let call: Teapot.Call

    init(_ call: Teapot.Call) {
        self.call = call
        super.init()
    }

    override func suspend() { call.suspend() }
    override func resume() { call.resume() }
    override func cancel() { call.cancel() }
    override var state: URLSessionTask.State { call.state }
    override var originalRequest: URLRequest? { call.plan.request.urlRequest }
    override var currentRequest: URLRequest? { call.plan.request.urlRequest }
}
