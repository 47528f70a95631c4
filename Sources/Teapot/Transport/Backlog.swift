/// Holds a producer back while too much of what it made waits to be taken in.
///
/// It never holds it back for long. libcurl's thread serves every session of the process, and what takes in may have to
/// wait for that thread in its turn (a new task does, and a cancel): so behind a wait that was in vain some or all go
/// through until something has been taken in.
final class Backlog: @unchecked Sendable {
    /// The bytes that wait to be written to files, of all clients.
    ///
    /// Whatever writes them needs no thread of libcurl's, but the requests of others do: while a disk takes nothing in,
    /// as when it syncs another file, a megabyte goes through for each wait.
    static let files = Backlog(limit: 2 << 20, patience: 0.1, allowance: 64)

    // `@unchecked` because `condition` guards the variables.
    private let condition = NSCondition()
    private let limit: Int
    private let patience: TimeInterval
    private let allowance: Int
    private var amount = 0
    private var wasInVain = false
    /// How many have gone through since the last wait in vain.
    private var passed = 0

    /// - Parameters:
    ///   - limit: How much may wait before the producer does, in any unit.
    ///   - patience: The longest wait, in seconds.
    ///   - allowance: How many go through behind a wait in vain before another waits, if nothing is taken in meanwhile.
    init(limit: Int, patience: TimeInterval = 0.005, allowance: Int = .max) {
        self.limit = limit
        self.patience = patience
        self.allowance = allowance
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
        guard amount > limit else { return }
        passed += 1
        guard !wasInVain || passed > allowance else { return }
        passed = 0
        wasInVain = !condition.wait(until: Date(timeIntervalSinceNow: patience))
    }

    /// Counts what waits from now on; what has been taken in if it is negative.
    func add(_ count: Int) {
        condition.lock()
        amount += count
        if count < 0 {
            wasInVain = false
            condition.signal()
        }
        condition.unlock()
    }
}
