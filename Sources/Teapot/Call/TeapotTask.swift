#if canImport(FoundationNetworking)
    public import FoundationNetworking
#else
    public import Foundation
#endif

/// A handle for a call in progress.
///
/// The verbs of `Teapot` return a `URLSessionTask`, which conforms to this protocol. Those of `any TeapotClient` return
/// `any TeapotTask`.
public protocol TeapotTask: AnyObject, Sendable {
    /// Suspends the call, so that nothing further is sent or delivered until it is resumed.
    ///
    /// A request that is already under way is not interrupted, so that it is neither sent nor read twice. The timeout
    /// does not run while the call is suspended.
    func suspend()

    /// Resumes a call that was suspended.
    func resume()

    /// Cancels the call: its completion handler is not called any more.
    func cancel()

    /// The state of the call.
    var state: URLSessionTask.State { get }
}

extension URLSessionTask: TeapotTask {}
