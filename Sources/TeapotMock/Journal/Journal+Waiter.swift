import Teapot

extension Journal {
    /// A task that waits for requests: the requests that have arrived since it last looked, and its wait.
    ///
    /// A request, the time-out, or the cancellation of its task wakes it, whichever comes first.
    struct Waiter {
        /// The reason why a wait ends.
        enum Stop: Sendable {
            case timedOut
            case cancelled
        }

        /// The information with which a waiter is woken.
        struct News: Sendable {
            var entries: [Entry] = []
            var stop: Stop?
        }

        var news = News()
        /// The wait of the task, or `nil` while the task does not wait.
        var wait: OneShot<News>?

        /// Returns a closure that resumes the task with the news, or `nil` if the task does not wait or there is no
        /// news.
        ///
        /// The entries are removed from the news, and the reason to stop is kept. The closure must be called outside
        /// the lock.
        mutating func wake() -> (@Sendable () -> Void)? {
            guard !news.entries.isEmpty || news.stop != nil, let wait = wait.take() else { return nil }
            defer { news.entries = [] }
            return { [news] in wait.finish(news) }
        }
    }

    /// Starts waiting.
    ///
    /// From now on no request is missed, even if the journal forgets it.
    ///
    /// - Parameter number: The number of an entry. Only later requests count.
    /// - Returns: The number of the waiter, and the later entries that exist already.
    /// - Throws: ``Forgotten`` if some of the later entries are forgotten.
    func openWaiter(after number: Int) throws(Forgotten) -> (id: Int, past: [Entry]) {
        let (ring, id) = withState { state in
            state.lastWaiter += 1
            state.waiters[state.lastWaiter] = Waiter()
            return (state.entries, state.lastWaiter)
        }
        do throws(Forgotten) {
            try checkMemory(of: ring, after: number)
        } catch {
            closeWaiter(id)
            throw error
        }
        return (id, ring.entries(after: number))
    }

    func closeWaiter(_ id: Int) {
        withState { $0.waiters[id] = nil }
    }

    /// Makes a waiter stop waiting.
    ///
    /// Does nothing if the waiter no longer exists.
    func stop(_ id: Int, _ stop: Waiter.Stop) {
        let resume = withState { state in
            if state.waiters[id]?.news.stop == nil { state.waiters[id]?.news.stop = stop }
            return state.waiters[id]?.wake()
        }
        resume?()
    }

    /// Suspends the task until there is news for a waiter.
    func news(for id: Int) async -> Waiter.News {
        let wait = OneShot<Waiter.News>()
        return await withTaskCancellationHandler {
            let resume = withState { state in
                // A cancellation or a request is either already in the news, or finds the wait.
                state.waiters[id]?.wait = wait
                return state.waiters[id]?.wake()
            }
            resume?()
            return await wait.value()
        } onCancel: {
            stop(id, .cancelled)
        }
    }
}

extension Journal.State {
    /// Adds an entry to the news of all waiters.
    ///
    /// - Returns: Closures that resume the waiters. They must be called outside the lock.
    mutating func wakeAll(with entry: Journal.Entry) -> [@Sendable () -> Void] {
        waiters.keys.compactMap { id in
            waiters[id]?.news.entries.append(entry)
            return waiters[id]?.wake()
        }
    }
}
