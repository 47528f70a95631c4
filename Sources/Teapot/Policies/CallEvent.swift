public import Foundation

extension Teapot {
    /// An event of a call, as reported to the observers in ``Options/observers``.
    public struct CallEvent: Sendable {
        /// The kinds of events.
        public enum Kind: Sendable {
            /// The call has begun.
            ///
            /// Its adapters have not run yet.
            case started
            /// A redirect is followed by another request.
            case redirected(to: Request)
            /// An attempt has failed, and the next begins after a number of seconds.
            case retrying(after: TimeInterval, TeapotError)
            /// The call has its result, which is about to be delivered.
            ///
            /// It is the last event of a call.
            case ended(Result<Response, TeapotError>)
        }

        /// The kind of the event.
        public let kind: Kind
        /// The request as it was built, before its adapters.
        ///
        /// Its `id` is the same in all events of the call.
        public let request: Request
        /// The number of the attempt, which is 1 for the first.
        public let attempt: Int
        /// The time since the call began.
        public let duration: Duration
        /// The number of bytes of bodies sent since the call began, in all attempts and redirects.
        public let bytesSent: Int64
        /// The number of bytes of bodies received since the call began, in all attempts and redirects.
        public let bytesReceived: Int64
    }
}
