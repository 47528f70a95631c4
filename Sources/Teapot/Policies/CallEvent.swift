public import Foundation

extension Teapot {
    /// An event of a call, reported to the observers in ``Options/observers``.
    public struct CallEvent: Sendable {
        /// The kinds of events.
        public enum Kind: Sendable {
            /// The call has begun.
            ///
            /// Its adapters haven't run yet.
            case started
            /// A redirect is being followed with another request.
            case redirected(to: Request)
            /// An attempt has failed, and the next one begins after a number of seconds.
            case retrying(after: TimeInterval, TeapotError)
            /// The call has its result, which is about to be delivered.
            ///
            /// This is the last event of a call.
            case ended(Result<Response, TeapotError>)
        }

        /// The kind of the event.
        public let kind: Kind
        /// The request as built, before any adapters.
        ///
        /// Its `id` is the same in all events of the call.
        public let request: Request
        /// The number of the attempt, starting at 1.
        public let attempt: Int
        /// The time since the call began.
        public let duration: Duration
        /// The number of body bytes sent since the call began, in all attempts and redirects.
        public let bytesSent: Int64
        /// The number of body bytes received since the call began, in all attempts and redirects.
        public let bytesReceived: Int64
    }
    /// A closure that is called when a call starts, is redirected, is retried or ends, for ``Options/observers``.
    ///
    /// It's called on the thread where the event occurs, and the call continues when it returns.
    public struct Observer: Sendable {
        let observe: @Sendable (CallEvent) -> Void

        /// Creates an observer of all events.
        ///
        /// - Parameter observe: A closure that receives each event.
        public init(_ observe: @escaping @Sendable (CallEvent) -> Void) { self.observe = observe }

        /// Creates an observer of the last event of each call, with the call's result, duration, attempts and bytes.
        ///
        /// - Parameter report: A closure that receives the last event of a call.
        /// - Returns: The observer.
        public static func metrics(_ report: @escaping @Sendable (CallEvent) -> Void) -> Self {
            Self { if case .ended = $0.kind { report($0) } }
        }
    }
}
