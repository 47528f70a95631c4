/// What an API client holds: the real `Teapot` or its twin `MockTeapot`.
///
/// ```swift
/// struct UserAPI {
///     var teapot: any TeapotClient
/// }
/// ```
///
/// A conformer says only what differs between the two: where requests go, what they have in common, where results are
/// delivered, and how one request is carried out. Everything else is written once, in extensions of this protocol.
public protocol TeapotClient: Sendable {
    /// What the verbs return to suspend, resume and cancel a call.
    associatedtype Handle: TeapotTask

    /// The URL that requests' paths are below; its own path and query are kept.
    var baseURL: URL { get }

    /// What is the same for every request.
    var options: Teapot.Options { get }

    /// Where the client logs to.
    var logger: Teapot.Logger { get }

    /// The queue that completions are called on; `nil` calls them where the result arises.
    var defaultDeliveryQueue: DispatchQueue? { get }

    /// The serial queue that the events of several requests are reported on, if those of one wait behind another's.
    ///
    /// Long work and callers' closures are kept off it, and a time-out looks behind what waits there. `nil`, which is
    /// the default, has everything done on the thread that reports an event.
    var eventQueue: DispatchQueue? { get }

    /// Carries one request out: no redirect is followed, nothing is tried again.
    ///
    /// - Parameters:
    ///   - request: The request, checked.
    ///   - report: What to call with each event, from one thread at a time, ending with `finished`.
    /// - Returns: What abandons the exchange; called at most once, from any thread, perhaps after its end.
    func carryOut(_ request: Teapot.Request, report: @escaping @Sendable (Teapot.ExchangeEvent) -> Void)
        -> @Sendable () -> Void

    /// The handle on a call.
    ///
    /// - Parameter call: The call.
    /// - Returns: The call itself, or what passes suspend, resume and cancel on to it.
    func handle(on call: Teapot.Call) -> Handle
}

extension TeapotClient {
    /// No queue: each request's events are reported apart from those of others.
    public var eventQueue: DispatchQueue? { nil }
}

extension TeapotClient where Handle == Teapot.Call {
    /// The call is its own handle.
    public func handle(on call: Teapot.Call) -> Teapot.Call { call }
}
