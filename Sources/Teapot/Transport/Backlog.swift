import Foundation

/// A limit that blocks a producer while too much of its output waits to be consumed.
///
/// It never blocks the producer for long. libcurl's thread serves every session in the process, and the consumer may
/// have to wait for that thread, for a new task or a cancellation. So after a wait times out, some or all output passes
/// without waiting until something is consumed.
final class Backlog: @unchecked Sendable {
    /// The limit for bytes of all clients that are waiting to be written to files.
    ///
    /// Writing the bytes doesn't need libcurl's thread, but other clients' requests do. While a disk is blocked, for
    /// example because it's syncing another file, about a megabyte passes for each wait.
    static let files = Backlog(limit: 2 << 20, longestWait: 0.1, allowance: 64)

    // `@unchecked` because `condition` guards the variables.
    private let condition = NSCondition()
    private let limit: Int
    private let longestWait: TimeInterval
    private let allowance: Int
    private var amount = 0
    private var lastWaitTimedOut = false
    /// The number of calls since the last timed-out wait.
    private var passed = 0

    /// Creates a limit.
    ///
    /// - Parameters:
    ///   - limit: The amount that may wait before the producer is blocked, in any unit.
    ///   - longestWait: The maximum wait, in seconds.
    ///   - allowance: The number of calls that pass without waiting after a wait that timed out, unless something is
    ///     consumed in the meantime.
    init(limit: Int, longestWait: TimeInterval = 0.005, allowance: Int = .max) {
        (self.limit, self.longestWait, self.allowance) = (limit, longestWait, allowance)
    }

    /// Whether the last wait timed out and nothing has been consumed since.
    var isStuck: Bool {
        condition.lock()
        defer { condition.unlock() }
        return lastWaitTimedOut
    }

    /// Waits briefly while the limit is exceeded, unless a recent wait timed out.
    func waitForRoom() {
        condition.lock()
        defer { condition.unlock() }
        guard amount > limit else { return }
        passed += 1
        guard !lastWaitTimedOut || passed > allowance else { return }
        passed = 0
        lastWaitTimedOut = !condition.wait(until: Date(timeIntervalSinceNow: longestWait))
    }

    /// Adds an amount that now waits, or subtracts a consumed one.
    func add(_ count: Int) {
        condition.lock()
        amount += count
        if count < 0 {
            lastWaitTimedOut = false
            condition.signal()
        }
        condition.unlock()
    }
}
