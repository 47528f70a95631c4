import Teapot

extension Journal {
    /// One who waits for requests: what came since it looked last, and how to wake it.
    ///
    /// It is woken by whoever comes first: a request, the end of its time, its task's cancellation. Whoever takes the
    /// continuation out, under the journal's lock, resumes it, so that nobody resumes it twice.
    struct Waiter {
        /// Why it waits no longer.
        enum Stop: Sendable {
            case timedOut
            case cancelled
        }

        /// What a waiter is woken with.
        struct News: Sendable {
            var entries: [Entry] = []
            var stop: Stop?
        }

        var news = News()
        /// There only while its task is suspended.
        var continuation: CheckedContinuation<News, Never>?

        /// What resumes the task with the news, if it is suspended and there are any; to be called outside the lock.
        mutating func wake() -> (@Sendable () -> Void)? {
            guard !news.entries.isEmpty || news.stop != nil, let continuation else { return nil }
            self.continuation = nil
            let news = takeNews()
            return { continuation.resume(returning: news) }
        }

        /// What came since it looked last; that it is to stop stays.
        mutating func takeNews() -> News {
            defer { news.entries = [] }
            return news
        }
    }

    /// Begins to wait: from here on no request is missed, even if the journal forgets it.
    ///
    /// - Parameter number: Only requests that came after this entry count.
    /// - Returns: The waiter's number, and what came before.
    /// - Throws: ``Forgotten`` when some of what came after that is forgotten.
    func openWaiter(after number: Int) throws(Forgotten) -> (id: Int, past: [Entry]) {
        let (ring, id) = state.withLock { state in
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
        state.withLock { $0.waiters[id] = nil }
    }

    /// Makes a waiter wait no longer; one that has gone does not mind.
    func stop(_ id: Int, _ stop: Waiter.Stop) {
        let resume = state.withLock { state in
            if state.waiters[id]?.news.stop == nil { state.waiters[id]?.news.stop = stop }
            return state.waiters[id]?.wake()
        }
        resume?()
    }

    /// Suspends the task until there is something new for a waiter.
    func news(for id: Int) async -> Waiter.News {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let resume = state.withLock { state in
                    // A cancellation or a request either is in its news already, or finds the continuation.
                    state.waiters[id]?.continuation = continuation
                    return state.waiters[id]?.wake()
                }
                resume?()
            }
        } onCancel: {
            stop(id, .cancelled)
        }
    }
}

extension Journal.State {
    /// Tells all who wait of a request.
    ///
    /// - Returns: What resumes them; to be called outside the lock.
    mutating func wakeAll(with entry: Journal.Entry) -> [@Sendable () -> Void] {
        waiters.keys.compactMap { id in
            waiters[id]?.news.entries.append(entry)
            return waiters[id]?.wake()
        }
    }
}
