import Foundation

/// A limit that blocks a producer while too much of its output waits to be consumed.
///
/// It never blocks the producer for long. libcurl's thread serves every session of the process, and the consumer may
/// have to wait for that thread, for a new task or a cancellation. After a wait that timed out, some or all output
/// therefore passes without waiting until something is consumed.
final class Backlog: @unchecked Sendable {
    /// The limit of the bytes that wait to be written to files, of all clients.
    ///
    /// Writing them does not need libcurl's thread, but the requests of other clients do. While a disk accepts nothing,
    /// for example because it syncs another file, about a megabyte passes for each wait.
    static let files = Backlog(limit: 2 << 20, patience: 0.1, allowance: 64)

    // `@unchecked` because `condition` guards the variables.
    private let condition = NSCondition()
    private let limit: Int
    private let patience: TimeInterval
    private let allowance: Int
    private var amount = 0
    private var wasInVain = false
    /// The number of calls since the last wait that timed out.
    private var passed = 0

    /// Creates a limit.
    ///
    /// - Parameters:
    ///   - limit: The amount that may wait before the producer is blocked, in any unit.
    ///   - patience: The maximum wait, in seconds.
    ///   - allowance: The number of calls that pass without waiting after a wait that timed out, unless something is
    ///     consumed in the meantime.
    init(limit: Int, patience: TimeInterval = 0.005, allowance: Int = .max) {
        (self.limit, self.patience, self.allowance) = (limit, patience, allowance)
    }

    /// Whether the last wait timed out, and nothing was consumed since.
    var isStuck: Bool {
        condition.lock()
        defer { condition.unlock() }
        return wasInVain
    }

    /// Waits briefly while the limit is exceeded, unless a recent wait has timed out.
    func waitForRoom() {
        condition.lock()
        defer { condition.unlock() }
        guard amount > limit else { return }
        passed += 1
        guard !wasInVain || passed > allowance else { return }
        passed = 0
        wasInVain = !condition.wait(until: Date(timeIntervalSinceNow: patience))
    }

    /// Adds an amount that waits from now on, or subtracts the amount that was consumed.
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
