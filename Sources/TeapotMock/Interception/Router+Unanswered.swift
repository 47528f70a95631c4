extension Router {
    /// What becomes of a request over a `URLSession` that no route answers.
    public enum Unanswered: Sendable {
        /// It fails with a ``/Teapot/TeapotError`` of the type `unansweredRequest`, which says why.
        case fails
        /// It goes to the network.
        ///
        /// That is decided before the bytes of a stream are read: to a route's rules about the body it has none yet. A
        /// redirect does not lead from a router's answer to the network; it fails.
        case goesToNetwork
    }
}
