import Teapot

extension Journal {
    /// A stream of notifications about requests that arrive or end.
    ///
    /// They do not identify the request.
    ///
    /// Changes that a listener has not received yet are combined into one notification. While there are listeners, each
    /// request takes slightly longer.
    package var changes: AsyncStream<Void> {
        Watchers.stream { [weak self] change in self?.withState { change(&$0.watchers) } }.stream
    }
}
