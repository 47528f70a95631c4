#if canImport(FoundationNetworking)
    public import FoundationNetworking
#else
    public import Foundation
#endif

/// A handle for a call in progress.
///
/// The verbs of `Teapot` return a `URLSessionTask`, which conforms to this protocol. The verbs of `any TeapotClient`
/// return `any TeapotTask`.
public protocol TeapotTask: AnyObject, Sendable {
    /// Suspends the call, so nothing more is sent or delivered until it is resumed.
    ///
    /// A request that's already in progress isn't interrupted, so it's never sent or read twice. The timeout doesn't
    /// run while the call is suspended.
    func suspend()

    /// Resumes a call that was suspended.
    func resume()

    /// Cancels the call, so its completion handler is no longer called.
    func cancel()

    /// The state of the call.
    var state: URLSessionTask.State { get }
}

extension URLSessionTask: TeapotTask {}
