import Teapot

extension Journal {
    /// A stream of notifications about requests that arrive or end.
    ///
    /// The notifications don't identify the request.
    ///
    /// Changes that a listener hasn't received yet are merged into one notification. While there are listeners, each
    /// request takes slightly longer.
    package var changes: AsyncStream<Void> {
        Watchers.stream { [weak self] change in self?.withState { change(&$0.watchers) } }.stream
    }
}
