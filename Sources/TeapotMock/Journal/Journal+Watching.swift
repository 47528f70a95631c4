import Teapot

extension Journal {
    /// Tells of each request that comes and of each that ends, without saying which.
    ///
    /// Changes that nobody has heard of yet are told as one. While somebody listens, each request costs a little more.
    package var changes: AsyncStream<Void> {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let number = state.withLock { state in
            state.lastWatcher += 1
            state.watchers[state.lastWatcher] = continuation
            return state.lastWatcher
        }
        continuation.onTermination = { [weak self] _ in
            // Let go of outside the lock: its end calls out.
            _ = self?.state.withLock { $0.watchers.removeValue(forKey: number) }
        }
        return stream
    }
}

extension Journal.State {
    /// Whether nobody has to be told of anything.
    var isUnwatched: Bool { waiters.isEmpty && watchers.isEmpty }

    /// Those to be told that something has changed, outside the lock.
    var told: [AsyncStream<Void>.Continuation] { watchers.isEmpty ? [] : Array(watchers.values) }
}
