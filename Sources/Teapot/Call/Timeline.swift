package import Foundation

extension Teapot {
    /// The time of one call: the system's time, or time that a mock skips.
    ///
    /// A ``Transport`` returns it for each request.
    public struct Timeline: Sendable {
        /// The system's time.
        package static var real: Timeline { Timeline(skipping: nil) }

        /// The time that advances only while something waits, or `nil` for the system's time.
        package let skipped: (any SkippedTime)?

        /// Creates a timeline.
        ///
        /// - Parameter skipped: The time that advances only while something waits, or `nil` for the system's time.
        package init(skipping skipped: (any SkippedTime)?) { self.skipped = skipped }

        /// Returns how long to wait in real time before a timeout ends a call, in seconds.
        ///
        /// In skipped time, the transport decides about timeouts. The real timeout then only ends calls that wait in
        /// real time, and must not fire because the computer is busy.
        package func watchdog(_ seconds: Double) -> Double { max(seconds, skipped?.shortestTimeout ?? 0) }

        /// The current date.
        var date: Date { skipped?.date ?? Date() }

        /// Returns a random number, which is the same in each run in skipped time.
        func random(in range: ClosedRange<Double>) -> Double { skipped?.random(in: range) ?? .random(in: range) }

        /// The prefix of the description of a client's task if its session is intercepted.
        package var name: String { "Teapot.Timeline \(skipped.map { "\(ObjectIdentifier($0))" } ?? "real")" }

        /// Waits for a number of seconds between two exchanges, or until the total timeout has passed.
        ///
        /// In real time, it waits from zero seconds to about thirty years.
        package func sleep(forSeconds seconds: TimeInterval) async throws {
            guard let skipped else { return try await Task.sleep(for: .seconds(max(0, min(seconds, 1e9)))) }
            try Task.checkCancellation()
            await skipped.pause(forSeconds: seconds)
        }

        /// Runs the caller's code between two exchanges.
        ///
        /// Waits skipped in the code count toward the call's time.
        ///
        /// - Parameters:
        ///   - expire: A closure to call if such a wait ends at the total timeout.
        ///   - body: The code.
        /// - Returns: The result of the code.
        func run<Result>(
            orExpire expire: @escaping @Sendable () -> Void = {}, _ body: () async throws -> Result
        ) async rethrows -> Result {
            guard let skipped else { return try await body() }
            return try await skipped.run(expire: expire, body)
        }

        /// Returns a timeline that begins now, for work that several calls may wait for.
        func fork() -> Timeline { Timeline(skipping: skipped?.fork()) }

        /// Advances the time to the end of another timeline that the call has waited for.
        func wait(for other: Timeline) { if let time = other.skipped { skipped?.wait(for: time) } }
    }
}

/// The time of a call, which advances only while something waits.
///
/// The code that waits decides about timeouts when it advances the time, so events arrive in the order they were sent.
package protocol SkippedTime: AnyObject, Sendable {
    /// The time since the call began.
    var elapsed: Duration { get }
    /// The current date of the call.
    var date: Date { get }
    /// The shortest real time before a timeout ends the call, in seconds.
    var shortestTimeout: Double { get }
    /// Whether the total timeout has passed.
    var isOutOfTime: Bool { get }
    /// Begins an exchange and restarts its idle timeout.
    ///
    /// - Parameters:
    ///   - idle: The time to wait for anything to arrive, in seconds.
    ///   - afterHead: The time to wait for anything to arrive after the head of an accepted response, in seconds. If it
    ///     is set, the total timeout ends with that head.
    ///   - accepted: The statuses of an accepted response.
    func begin(idle: TimeInterval, afterHead: TimeInterval?, accepted: Set<Int>)
    /// Notes that the call may return after its verb does, because its caller waits for it or is called on a queue.
    func returnsLater()
    /// Suspends or resumes the idle timeout of the exchange, and restarts it.
    func hold(_ isHeld: Bool)
    /// Advances the time between two exchanges, but no further than the total timeout.
    func pause(forSeconds seconds: TimeInterval) async
    /// Runs code between two exchanges.
    ///
    /// Skipped waits advance the time, but no further than the total timeout, which calls `expire`.
    func run<Result>(expire: @escaping @Sendable () -> Void, _ body: () async throws -> Result) async rethrows -> Result
    /// Returns a new time that begins now and has no timeouts.
    func fork() -> any SkippedTime
    /// Advances the time to another timeline's time, in code between two exchanges.
    func wait(for other: any SkippedTime)
    /// Calls a closure that notifies observers, with the task-local values of the call's test.
    func report(_ body: () -> Void)
    /// Returns the next of the call's random numbers.
    func random(in range: ClosedRange<Double>) -> Double
}

/// A `URLProtocol` class in a session's configuration that knows the timeline of a client's call before it begins.
package protocol TimelineSource { static var timeline: @Sendable (Teapot.Request) -> Teapot.Timeline { get } }

extension URLError {
    /// Returns the error of an exchange where nothing arrived for a number of seconds.
    package static func timedOut(after seconds: TimeInterval) -> URLError {
        URLError(.timedOut, userInfo: [NSLocalizedDescriptionKey: String(format: "timed out after %g s", seconds)])
    }
}
