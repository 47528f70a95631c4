public import Foundation

/// A client that sends requests, either the real `Teapot` or a `MockTeapot`.
///
/// ```swift
/// struct UserAPI {
///     var teapot: any TeapotClient
/// }
/// ```
///
/// A conforming type implements only the differences between the two: the base URL, the options, the queue for results,
/// and how one request is sent. Everything else is implemented once, in extensions of this protocol.
public protocol TeapotClient: Sendable {
    /// The type of the handles that the verbs return to suspend, resume and cancel a call.
    associatedtype Handle: TeapotTask

    /// The URL that the paths of requests are relative to.
    ///
    /// Its own path and query are kept.
    var baseURL: URL { get }

    /// The options that apply to every request; a call reads them once, when it is made.
    var options: Teapot.Options { get }

    /// The logger.
    var logger: Teapot.Logger { get }

    /// The queue that completion handlers are called on, or `nil` to call them on the thread that produces the result.
    var defaultDeliveryQueue: DispatchQueue? { get }

    /// The serial queue that the events of several requests are reported on, or `nil` if requests do not share a queue.
    ///
    /// Long work and callers' closures are kept off this queue, and a timeout first lets the waiting events on it run.
    /// With `nil`, which is the default, everything runs on the thread that reports an event.
    var eventQueue: DispatchQueue? { get }

    /// Returns the time of a new call.
    ///
    /// A client that passes its requests on to another client should return that client's. Otherwise the pauses before
    /// retries last as long as they say, even if the other client skips time.
    ///
    /// - Parameter request: The request of the call.
    /// - Returns: The time of the call, by default that of the system.
    func timeline(of request: Teapot.Request) -> Teapot.Timeline

    /// Returns the cookies that the client adds to a request without a `Cookie` of its own.
    ///
    /// They are part of what selects a response in ``Teapot/Options/responseStore``, so that no user receives what was
    /// stored for another. A client that passes its requests on to another client should return that client's.
    ///
    /// - Parameter url: The URL of the request.
    /// - Returns: The value of the header field, which is empty if there are no cookies for the URL, or `nil`, the
    ///   default, if the client never adds any.
    func cookies(for url: URL) -> String?

    /// Sends one request, without following redirects and without retrying.
    ///
    /// - Parameters:
    ///   - request: The request, which has been validated.
    ///   - report: The closure to call with each event, from one thread at a time. The last event is `finished`.
    /// - Returns: A closure that abandons the exchange. It is called at most once, from any thread, possibly after the
    ///   end of the exchange.
    func carryOut(_ request: Teapot.Request, report: @escaping @Sendable (Teapot.ExchangeEvent) -> Void)
        -> @Sendable () -> Void

    /// Returns the handle for a call.
    ///
    /// - Parameter call: The call.
    /// - Returns: The call itself, or an object that passes suspend, resume and cancel on to it.
    func handle(on call: Teapot.Call) -> Handle
}

extension TeapotClient {
    /// The default, `nil`: the events of each request are reported independently of those of other requests.
    public var eventQueue: DispatchQueue? { nil }

    /// The default: the time of the system.
    public func timeline(of request: Teapot.Request) -> Teapot.Timeline { .real }

    /// The default, `nil`: the client never adds cookies.
    public func cookies(for url: URL) -> String? { nil }
}

extension TeapotClient where Handle == Teapot.Call {
    /// Returns the call itself, which is its own handle.
    public func handle(on call: Teapot.Call) -> Teapot.Call { call }
}
