extension Router {
    /// The handling of `URLSession` requests that no route answers.
    public enum Unanswered: Sendable {
        /// The request fails with a ``/Teapot/TeapotError`` of type `unansweredRequest` that explains the reason.
        case fails
        /// The request is sent to the network.
        ///
        /// The decision comes before a body stream is read, so rules about the body see an empty body. A redirect from
        /// a router doesn't lead to the network; it fails instead.
        case goesToNetwork
    }
}
