public import Foundation

extension Teapot {
    /// A way to send requests: with a `URLSession`, with a router, or with a wrapper around another transport.
    ///
    /// To wrap a transport, copy it and replace its ``send``; everything else stays the same:
    ///
    /// ```swift
    /// var transport = client.transport
    /// transport.send = { [send = transport.send] request, report in
    ///     print(request)
    ///     return send(request, report)
    /// }
    /// let printing = Teapot(baseURL: client.baseURL, transport: transport)
    /// ```
    public struct Transport: Sendable {
        /// An event of one request.
        ///
        /// A transport reports events in the order of the cases, from one thread at a time.
        public enum Event: Sendable {
            /// The request is under way, and its timeout begins.
            case began
            /// The number of bytes of the body sent so far, and the total.
            case sent(Int64, of: Int64)
            /// The head of the response was received.
            ///
            /// Its `body` is empty.
            case response(Response)
            /// A piece of the body was received.
            case data(Data)
            /// The exchange has ended, with an error if it failed.
            ///
            /// Nothing is reported after this event.
            case finished((any Error)?)
        }

        /// The closure that sends one request, without following redirects or retrying.
        ///
        /// It receives the request, which has been validated, and a closure to call with each event. It returns a
        /// closure that abandons the exchange. That closure is called at most once, from any thread, possibly after the
        /// exchange has ended.
        public var send: @Sendable (_ request: Request, _ report: @escaping @Sendable (Event) -> Void) -> Cancel

        /// A closure that abandons an exchange.
        public typealias Cancel = @Sendable () -> Void

        /// The serial queue on which several requests report their events, or `nil` if requests don't share a queue.
        ///
        /// Long-running work and callers' closures don't run on this queue. The events waiting on the queue are handled
        /// before a timeout fires. With `nil`, everything runs on the thread that reports an event.
        public var eventQueue: DispatchQueue?

        /// Returns the time of a new call, which is the system's time unless a router skips it.
        package var timeline: @Sendable (Request) -> Timeline = { _ in .real }

        /// Returns the cookies to add to a request without a `Cookie` header, an empty string if there are none for the
        /// URL, or `nil` if cookies are never added.
        ///
        /// ``Teapot/Options/cache`` selects a response by these cookies, among other things, so no user receives a
        /// response stored for another.
        package var cookies: @Sendable (URL) -> String? = { _ in nil }

        /// Creates a transport.
        ///
        /// - Parameters:
        ///   - eventQueue: The serial queue on which several requests report their events, if there is one.
        ///   - send: A closure that sends one request; see ``send``.
        public init(
            eventQueue: DispatchQueue? = nil,
            send: @escaping @Sendable (_ request: Request, _ report: @escaping @Sendable (Event) -> Void) -> Cancel
        ) { (self.eventQueue, self.send) = (eventQueue, send) }
    }
}
