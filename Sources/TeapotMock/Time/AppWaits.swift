/// The waits on a router's clock: sleeps in the code under test, and calls that return to that code.
struct AppWaits {
    /// The way a wait ends.
    enum End: Sendable {
        /// The time of the wait has come.
        case due
        /// The wait's task or call was cancelled.
        case cancelled
        /// Nothing moved the time for too long.
        case forgotten
        /// These are running, and it couldn't be determined in time whether they come first.
        case unsettled([String])
    }

    /// A sleep, or a call that is ahead of the clock.
    struct Wait: Sendable {
        /// The time when the wait ends, in nanoseconds since the router was created.
        let due: UInt64
        /// The call, or `nil` for a sleep.
        var call: CallTime?
        /// The exchange whose handler, stream or other code is waiting, perhaps in another task.
        let exchange: ExchangeTime?
        /// The end of a sleep.
        var sleep: OneShot<End>?
        /// A closure to call when the wait ends.
        let finish: @Sendable (End) -> Void
    }

    /// Whether sleeps wait until a test moves the time.
    var isHeld = false
    /// Whether the code under test has access to the clock.
    var isShared = false
    /// Whether the waits are being ended, one after another.
    private(set) var isSettling = false
    /// Whether a sleep has ended, but its task hasn't continued yet.
    var isReturning = false
    private(set) var waits: [Wait] = []
    /// The priorities of the tasks that have waited.
    private(set) var priorities: Set<TaskPriority.RawValue> = []
    /// The exchanges whose handlers, streams or other code are running.
    private(set) var running: [ExchangeTime] = []
    /// The number of changes so far.
    private(set) var changes = 0
    /// The time of ``Uptime`` until which threads that the clock can't observe may continue a call.
    private(set) var isStirredUntil: UInt64 = 0

    /// The sleeps, in the order they began.
    var sleeps: LazyFilterSequence<[Wait]> { waits.lazy.filter { $0.call == nil } }

    /// Returns whether a call must wait for its time before it returns, given whether it can wait and is ahead.
    func holds(_ isAhead: Bool) -> Bool { isSettling || isShared && isAhead && !isHeld }

    /// Adds a wait.
    ///
    /// - Returns: Whether the caller must start ending the waits.
    mutating func add(_ wait: Wait) -> Bool {
        waits.append(wait)
        priorities.insert(Task.currentPriority.rawValue)
        changes += 1
        let begins = !isSettling && !(isHeld && wait.call == nil)
        if begins { isSettling = true }
        return begins
    }

    /// Removes some of the waits and returns them, with the earliest first.
    mutating func take(_ isTaken: (Wait) -> Bool) -> [Wait] {
        let taken = waits.filter(isTaken)
        waits.removeAll(where: isTaken)
        if !taken.isEmpty { changes += 1 }
        return taken.enumerated().sorted { ($0.element.due, $0.offset) < ($1.element.due, $1.offset) }.map(\.element)
    }

    /// Removes the earliest wait and returns it.
    mutating func takeNext() -> Wait? {
        let open = waits.indices.lazy.filter { [waits, isHeld] in !isHeld || waits[$0].call != nil }
        let next = open.min { waits[$0].due < waits[$1].due }
        (changes, isReturning) = (changes + 1, next.map { waits[$0].call == nil } ?? false)
        return next.map { waits.remove(at: $0) }
    }

    /// Returns whether there are waits left to end, and stops settling if there are none.
    mutating func settles() -> Bool {
        isSettling = waits.contains { !isHeld || $0.call != nil }
        return isSettling
    }

    /// Notes that threads that the clock can't observe, such as a session's, are about to continue a call.
    mutating func stir() { (changes, isStirredUntil) = (changes + 1, Uptime.now + 10_000_000) }

    /// Notes that an exchange's handler, stream or other code begins or ends.
    mutating func note(_ exchange: ExchangeTime, runs: Bool) {
        changes += 1
        if runs { return running.append(exchange) }
        running.removeAll { $0.call === exchange.call && $0.number == exchange.number }
    }
}
