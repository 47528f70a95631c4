/// The sleeps of a router's clock that wait until a test moves its time.
struct HeldSleeps {
    /// The end of a sleep.
    enum End: Sendable {
        /// Its time has come.
        case due
        /// Its task was cancelled.
        case cancelled
        /// Nobody has moved the time for long.
        case forgotten
    }

    private struct Sleep {
        let deadline: UInt64
        let wait: OneShot<End>
    }

    private(set) var isHeld = false
    private var sleeps: [Sleep] = []
    private var observers: [(count: Int, wait: OneShot<Bool?>)] = []

    /// The number of tasks that sleep.
    var count: Int { sleeps.count }

    /// Begins to hold sleeps.
    mutating func hold() { isHeld = true }

    /// Adds a sleep.
    ///
    /// - Parameter deadline: The time at which it ends, in nanoseconds since the router was made.
    /// - Returns: The wait, and the waits of those who wait for that many sleeps.
    mutating func add(until deadline: UInt64) -> (wait: OneShot<End>, observers: [OneShot<Bool?>]) {
        let wait = OneShot<End>()
        sleeps.append(Sleep(deadline: deadline, wait: wait))
        return (wait, observers.filter { $0.count <= sleeps.count }.map(\.wait))
    }

    /// Removes a sleep before its time.
    mutating func remove(_ wait: OneShot<End>) { sleeps.removeAll { $0.wait === wait } }

    /// Removes the sleeps whose time has come, and returns their waits, the earliest first.
    mutating func takeDue(at now: UInt64) -> [OneShot<End>] {
        guard !sleeps.isEmpty else { return [] }
        let due = sleeps.filter { $0.deadline <= now }
        sleeps.removeAll { $0.deadline <= now }
        return due.enumerated().sorted { ($0.element.deadline, $0.offset) < ($1.element.deadline, $1.offset) }
            .map(\.element.wait)
    }

    /// Holds sleeps no longer, and returns the time at which the last one ends, if there is one.
    mutating func release() -> UInt64? {
        isHeld = false
        return sleeps.map(\.deadline).max()
    }

    /// Waits for a number of sleeps, unless there are that many.
    mutating func observe(_ count: Int, _ wait: OneShot<Bool?>) -> Bool {
        if sleeps.count < count { observers.append((count, wait)) }
        return sleeps.count < count
    }

    /// Ends the wait for a number of sleeps.
    mutating func forget(_ wait: OneShot<Bool?>) { observers.removeAll { $0.wait === wait } }
}
