import Teapot

extension Journal {
    /// Tells of each request that comes and of each that ends, without saying which.
    ///
    /// Changes that nobody has heard of yet are told as one. While somebody listens, each request costs a little more.
    package var changes: AsyncStream<Void> {
        Watchers.stream { [weak self] change in self?.state.withLock { change(&$0.watchers) } }
    }
}

extension Journal.State {
    /// Whether nobody has to be told of anything.
    var isUnwatched: Bool { waiters.isEmpty && watchers.count == 0 }

    /// Those to be told that something has changed, outside the lock.
    var told: [AsyncStream<Void>.Continuation] { watchers.all }
}
