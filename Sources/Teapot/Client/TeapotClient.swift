public import Foundation

/// A client that sends requests, either the real `Teapot` or a `MockTeapot`.
///
/// ```swift
/// struct UserAPI {
///     var teapot: any TeapotClient
/// }
/// ```
///
/// A conforming type implements only what differs: the base URL, the options, the queue for results, and how to send
/// one request. Extensions of this protocol implement everything else.
public protocol TeapotClient: Sendable {
    /// The type of handle that the verbs return, for suspending, resuming and cancelling a call.
    associatedtype Handle: TeapotTask

    /// The URL that the paths of requests are relative to.
    ///
    /// Its path and query are kept.
    var baseURL: URL { get }

    /// The options that apply to every request; a call reads them once, when it begins.
    var options: Teapot.Options { get }

    /// The logger.
    var logger: Teapot.Logger { get }

    /// The queue that completion handlers are called on, or `nil` to call them on the thread that produces the result.
    var defaultDeliveryQueue: DispatchQueue? { get }

    /// The transport that sends the requests.
    var transport: Teapot.Transport { get }

    /// Returns the handle for a call.
    ///
    /// - Parameter call: The call.
    /// - Returns: The call itself, or an object that passes suspend, resume and cancel on to it.
    func handle(on call: Teapot.Call) -> Handle
}

extension TeapotClient where Handle == Teapot.Call {
    /// Returns the call itself, which is its own handle.
    public func handle(on call: Teapot.Call) -> Teapot.Call { call }
}
