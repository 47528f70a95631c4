import Foundation
import Teapot

/// A latch that opens once and stays open; tasks and threads can wait for it.
///
/// Tests use it instead of sleeping: the side that must be late waits, and the test opens the gate.
///
/// `condition` guards the state of every gate, so the class is `Sendable`. All gates share it, so that a thread can
/// wait for the first of several to open.
package final class Gate: @unchecked Sendable {
    private static let condition = NSCondition()

    private var isOpenNow = false
    private var nextKey = 0
    private var waiting: [Int: CheckedContinuation<Void, Never>] = [:]

    /// Creates a closed gate.
    package init() {}

    /// Whether the gate has been opened.
    package var isOpen: Bool { Self.locked { isOpenNow } }

    /// Opens the gate and resumes everything that waits; opening it again does nothing.
    package func open() {
        let resumed = Self.locked {
            isOpenNow = true
            Self.condition.broadcast()
            defer { waiting = [:] }
            return Array(waiting.values)
        }
        resumed.forEach { $0.resume() }
    }

    /// Suspends the task until the gate opens or the task is cancelled.
    ///
    /// - Returns: Whether the gate is open; `false` means that the task was cancelled.
    @discardableResult
    package func wait() async -> Bool {
        let key = Self.locked {
            nextKey += 1
            return nextKey
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let passes = Self.locked {
                    // A cancellation is either detected here or finds the continuation below.
                    if isOpenNow || Task.isCancelled { return true }
                    waiting[key] = continuation
                    return false
                }
                if passes { continuation.resume() }
            }
        } onCancel: {
            Self.locked { waiting.removeValue(forKey: key) }?.resume()
        }
        return isOpen
    }

    /// Blocks the thread until the gate opens.
    ///
    /// - Parameter seconds: The maximum time to wait, in seconds; `nil` waits indefinitely.
    /// - Returns: Whether the gate is open.
    @discardableResult
    package func block(atMost seconds: Double? = nil) -> Bool {
        Self.block(until: [self], atMost: seconds)
    }

    /// Blocks the thread until one of several gates opens, or the time is up.
    ///
    /// - Returns: Whether one of them is open.
    @discardableResult
    package static func block(until gates: [Gate], atMost seconds: Double? = nil) -> Bool {
        let end = seconds.map { Date(timeIntervalSinceNow: $0) }
        return locked {
            while !gates.contains(where: { $0.isOpenNow }) {
                if let end {
                    guard condition.wait(until: end) else { break }
                } else {
                    condition.wait()
                }
            }
            return gates.contains { $0.isOpenNow }
        }
    }

    private static func locked<Result>(_ body: () -> Result) -> Result {
        condition.lock()
        defer { condition.unlock() }
        return body()
    }
}
