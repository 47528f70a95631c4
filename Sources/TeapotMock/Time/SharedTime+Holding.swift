extension SharedTime {
    /// Begins to hold sleeps, in skipped time.
    func hold() { withSleeps { if $1 { $0.hold() } } }

    /// Ends all held sleeps, and moves the time to the end of the last one.
    func release() {
        if let last = withSleeps({ sleeps, _ in sleeps.release() }) { advance(to: last) }
    }

    /// Waits until a time if sleeps are held.
    ///
    /// - Parameter deadline: The time, in nanoseconds since the router was made.
    /// - Returns: The end of the wait, or `nil` if sleeps are not held. A sleep is forgotten if nobody moves the time
    ///   for ``patience``.
    func sleepHeld(until deadline: UInt64) async -> HeldSleeps.End? {
        guard let (wait, observers) = addSleep(until: deadline) else { return nil }
        for observer in observers { observer.finish(true) }
        let timer = wait.finish(.forgotten, after: Self.patience)
        let remove: @Sendable () -> Void = { self.withSleeps { sleeps, _ in sleeps.remove(wait) } }
        defer {
            timer.cancel()
            remove()
        }
        return await withTaskCancellationHandler {
            await wait.value()
        } onCancel: {
            // A sleep that was cancelled does not count from then on, even before its task has run.
            remove()
            wait.finish(.cancelled)
        }
    }

    /// The real time after which what a test holds is taken for forgotten, in seconds.
    static let patience: Double = 30

    /// Waits until a number of tasks sleep.
    ///
    /// - Returns: `true` if they do, `false` at the time-out, or `nil` if the task was cancelled.
    func waitForSleeps(_ count: Int, timeout: Double) async -> Bool? {
        let wait = OneShot<Bool?>()
        guard withSleeps({ sleeps, _ in sleeps.observe(count, wait) }) else { return true }
        let timer = wait.finish(false, after: timeout)
        defer {
            timer.cancel()
            withSleeps { sleeps, _ in sleeps.forget(wait) }
        }
        return await wait.value(ifCancelled: nil)
    }
}
