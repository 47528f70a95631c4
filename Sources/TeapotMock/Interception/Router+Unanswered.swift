extension Router {
    /// The handling of `URLSession` requests that no route answers.
    public enum Unanswered: Sendable {
        /// The request fails with a ``/Teapot/TeapotError`` of type `unansweredRequest`, which explains the reason.
        case fails
        /// The request is sent to the network.
        ///
        /// This is decided before a body stream is read, so rules about the body see an empty body. A redirect from a
        /// router does not lead to the network. It fails instead.
        case goesToNetwork
    }
}
