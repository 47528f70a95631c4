/// The handle on a call that is under way.
///
/// `Teapot`'s verbs return a `URLSessionTask`, which is one; through `any TeapotClient` it is `any TeapotTask`.
public protocol TeapotTask: AnyObject, Sendable {
    /// Holds the call: what has not been sent is not sent, and what has come is not delivered, until it is resumed.
    ///
    /// A request that is on its way already is not taken back, so that it is neither sent nor read twice. While it is
    /// held its time-out does not run.
    func suspend()

    /// Goes on with a call that was held.
    func resume()

    /// Ends the call: its completion is not called any more.
    func cancel()

    /// Where the call stands.
    var state: URLSessionTask.State { get }
}

extension URLSessionTask: TeapotTask {}
