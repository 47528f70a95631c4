import Teapot

extension Journal {
    /// A stream of notifications about requests that arrive or end.
    ///
    /// They do not identify the request.
    ///
    /// Changes that a listener has not received yet are combined into one notification. While there are listeners, each
    /// request takes slightly longer.
    package var changes: AsyncStream<Void> {
        Watchers.stream { [weak self] change in self?.withState { change(&$0.watchers) } }
    }
}

extension Journal.State {
    /// A Boolean value that indicates whether there is nobody to notify.
    var isUnwatched: Bool { waiters.isEmpty && watchers.count == 0 }

    /// The listeners to notify of a change.
    ///
    /// They must be notified outside the lock.
    var told: [AsyncStream<Void>.Continuation] { watchers.all }
}
