public import Foundation

extension Router.Clock {
    /// Makes the sleeps of the code under test wait until the test moves the clock.
    ///
    /// Use this to test sleeps that affect the order of events, such as the sleep in a debounced search: do everything
    /// that should happen before the sleep ends, then call ``advance(by:)``.
    ///
    /// ```swift
    /// router.clock.hold()
    /// let field = SearchField(teapot: MockTeapot(router: router), clock: router.clock)
    /// await field.type("te")
    /// try await router.clock.waitForSleep()
    /// router.clock.advance(by: .milliseconds(200))
    /// await field.type("tea")
    /// try await router.clock.waitForSleep()
    /// router.clock.advance(by: .milliseconds(300))
    /// ```
    ///
    /// Calls aren't held, and their waits move the clock. In real time, this does nothing. A sleep that hasn't ended
    /// within 30 seconds of real time throws ``Forgotten``.
    public func hold() { time.hold() }

    /// Ends all held sleeps, and moves the clock to the end of the latest one.
    ///
    /// Later sleeps aren't held, and end one after another again. If the router comes from the trait `.router` or from
    /// `makeRouter()`, the test also does this when it ends.
    public func release() { time.release() }

    /// Waits until the given number of tasks are sleeping, after ``hold()``.
    ///
    /// - Parameters:
    ///   - count: The number of tasks. A number less than one counts as one.
    ///   - timeout: The time to wait, in seconds of real time.
    /// - Throws: ``TimedOut``, or `CancellationError` if the task is cancelled.
    public func waitForSleep(count: Int = 1, timeout: Double = 10) async throws {
        try Task.checkCancellation()
        let count = max(1, count)
        if try await Uptime.wait(timeout, { time.withWaits { $0.sleeps.count } >= count }) { return }
        let (found, isHeld) = time.withWaits { waits in (waits.sleeps.count, waits.isHeld) }
        throw TimedOut(count: count, found: found, isHeld: isHeld, timeout: timeout)
    }

    /// An error for a sleep that wasn't ended within 30 seconds of real time after ``hold()``.
    public struct Forgotten: Error, Equatable, LocalizedError, CustomStringConvertible {
        let seconds: Double

        /// The reason, and how to avoid the error.
        public var description: String {
            "The clock has held this sleep for \(Int(seconds)) s of real time. "
                + "Call the clock's `advance(by:)` or `release()`."
        }
        /// The text of ``description``.
        public var errorDescription: String? { description }
    }

    /// An error for a sleep that didn't end because something that might precede it ran for at least 10 seconds of real
    /// time.
    public struct Unsettled: Error, Equatable, LocalizedError, CustomStringConvertible {
        /// Descriptions of whatever was running: the method and the path of each call with a running handler, or
        /// anything else that was busy.
        public let running: [String]

        /// The reason, and how to avoid the error.
        public var description: String {
            "The clock couldn't end this sleep, because work that may come before it ran for at least 10 s of "
                + "real time: \(running.joined(separator: ", ")). "
                + "Let that work end, or call `hold()`, and then `advance(by:)` for each step."
        }
        /// The text of ``description``.
        public var errorDescription: String? { description }
    }

    /// An error for a wait that timed out before enough tasks were sleeping.
    public struct TimedOut: Error, Equatable, LocalizedError, CustomStringConvertible {
        /// The expected number of tasks.
        public let count: Int
        /// The number of tasks that were sleeping.
        public let found: Int
        /// Whether the clock holds sleeps.
        public let isHeld: Bool
        /// The timeout, in seconds.
        public let timeout: Double

        /// A description of what was expected, and how to avoid the error.
        public var description: String {
            let head = "\(found) of \(count) \(count == 1 ? "task" : "tasks") slept within \(timeout) s."
            guard isHeld else {
                return head + " The clock isn't holding sleeps: in skipped time, call `hold()` before the code sleeps."
            }
            return head + " Pass this clock to the code under test, and make it sleep with `clock.sleep`."
        }
        /// The text of ``description``.
        public var errorDescription: String? { description }
    }
}
