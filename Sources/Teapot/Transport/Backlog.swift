/// Holds a producer back while too much of what it made waits to be taken in.
///
/// It never holds it back for long. libcurl's thread serves every session of the process, and what takes in may have to
/// wait for that thread in its turn (a new task does, and a cancel): so after a wait that was in vain nobody waits again
/// until something has been taken in.
final class Backlog: @unchecked Sendable {
    /// The bytes that wait to be written to files, of all clients.
    ///
    /// Whatever writes them needs no thread of libcurl's, but the requests of others do.
    static let files = Backlog(limit: 2 << 20, patience: 0.1)

    // `@unchecked` because `condition` guards the variables.
    private let condition = NSCondition()
    private let limit: Int
    private let patience: TimeInterval
    private var amount = 0
    private var wasInVain = false

    /// - Parameters:
    ///   - limit: How much may wait before the producer does, in any unit.
    ///   - patience: The longest wait, in seconds.
    init(limit: Int, patience: TimeInterval = 0.005) {
        self.limit = limit
        self.patience = patience
    }

    /// Whether the last wait was in vain, and nothing has been taken in since.
    var isStuck: Bool {
        condition.lock()
        defer { condition.unlock() }
        return wasInVain
    }

    /// Waits for a moment while more than the limit waits, unless that was in vain a moment ago.
    func waitForRoom() {
        condition.lock()
        defer { condition.unlock() }
        guard amount > limit, !wasInVain else { return }
        wasInVain = !condition.wait(until: Date(timeIntervalSinceNow: patience))
    }

    /// Counts what waits from now on.
    func add(_ count: Int) {
        condition.lock()
        amount += count
        condition.unlock()
    }

    /// Counts what has been taken in.
    func remove(_ count: Int) {
        condition.lock()
        amount -= count
        wasInVain = false
        condition.signal()
        condition.unlock()
    }
}
