extension Teapot {
    /// Something that happened to a call, as the observers in ``Options/observers`` are told.
    public struct CallEvent: Sendable {
        /// What happened.
        public enum Kind: Sendable {
            /// The call began; its adapters have not run yet.
            case started
            /// A redirect is followed by another request.
            case redirected(to: Request)
            /// A try failed, and the next begins after so many seconds; with the failure.
            case retrying(after: TimeInterval, TeapotError)
            /// The call has its result, which is about to be delivered. It is the last event of a call.
            case ended(Result<Response, TeapotError>)
        }

        /// What happened.
        public let kind: Kind
        /// The request as it was built, before its adapters; its `id` is the same in all events of the call.
        public let request: Request
        /// The number of the try; 1 for the first.
        public let attempt: Int
        /// The time since the call began.
        public let duration: Duration
        /// The bytes of bodies that have been sent since the call began, over all tries and redirects.
        public let bytesSent: Int64
        /// The bytes of bodies that have been received since the call began, over all tries and redirects.
        public let bytesReceived: Int64
    }

    /// Is told what happens to calls, one of ``Options/observers``.
    ///
    /// It is called on the thread where the event happens, and the call goes on when it returns.
    public typealias Observer = @Sendable (CallEvent) -> Void
}
