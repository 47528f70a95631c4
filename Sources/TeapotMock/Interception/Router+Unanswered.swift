extension Router {
    /// The handling of `URLSession` requests that no route answers.
    public enum Unanswered: Sendable {
        /// The request fails with a ``/Teapot/TeapotError`` of type `unansweredRequest` that explains why.
        case fails
        /// The request is sent to the network.
        ///
        /// The router decides before it reads a body stream, so rules about the body see an empty body. A redirect from
        /// a router to the network fails.
        case goesToNetwork
    }
}
