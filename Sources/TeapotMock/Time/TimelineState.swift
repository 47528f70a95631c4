package import Foundation
import Teapot

/// The time of one call in skipped time, with its timeouts.
///
/// Times are in nanoseconds since the router was created. Time stops exactly at the end of a timeout.
package struct TimelineState: Sendable {
    /// A timeout that has passed.
    package enum Expiry: Sendable, Equatable {
        /// Nothing arrived for a number of seconds.
        case idle(TimeInterval)
        /// The call took too long.
        case total

        /// The error of an exchange that ends with the timeout.
        package var error: URLError {
            if case .idle(let interval) = self { URLError.timedOut(after: interval) } else { URLError(.timedOut) }
        }
    }

    /// The current time.
    package private(set) var now: UInt64
    /// The timeout that has passed, until another exchange begins.
    package private(set) var expiry: Expiry?
    /// The idle timeout in seconds, the timeout after an accepted head if it differs, and the accepted statuses.
    private var idle = TimeInterval.infinity
    private var afterHead: TimeInterval?
    private var accepted: Set<Int> = []
    /// The time of the last event, when the idle timeout starts.
    private var lastActivity: UInt64
    /// The time when the total timeout passes.
    private var end: UInt64
    private var isHeld = false

    /// The latest time, about 290 years after the first.
    private static let latest = UInt64(Int64.max)

    /// Creates the time of a new call.
    ///
    /// - Parameters:
    ///   - now: The time.
    ///   - total: The total timeout in seconds.
    package init(at now: UInt64, total: TimeInterval) {
        self.now = now
        lastActivity = now
        end = Self.limit(total, after: now)
    }

    /// Whether the total timeout has passed.
    package var isOutOfTime: Bool { expiry == .total }

    /// Begins an exchange with its timeouts.
    package mutating func begin(idle: TimeInterval, afterHead: TimeInterval?, accepted: Set<Int>) {
        (self.idle, self.afterHead, self.accepted) = (idle, afterHead, accepted)
        (isHeld, lastActivity) = (false, now)
        if !isOutOfTime { expiry = nil }
    }

    /// Suspends or resumes the idle timeout, and restarts it.
    package mutating func hold(_ isHeld: Bool) { (self.isHeld, lastActivity) = (isHeld, now) }

    /// Restarts the idle timeout, because something was sent to the client.
    ///
    /// - Parameter status: The status of the response, if its head was sent.
    package mutating func touch(_ status: Int? = nil) {
        lastActivity = now
        guard let status, let afterHead, 200..<300 ~= status, accepted.contains(status) else { return }
        idle = afterHead
        end = .max
    }

    /// Advances the time.
    ///
    /// - Parameters:
    ///   - duration: The duration in nanoseconds.
    ///   - isPause: Whether the time passes between two exchanges, where only the total timeout counts. Otherwise, the
    ///     client waits for an event.
    /// - Returns: The timeout that has passed, or `nil` if none has. If both pass at once, it's the total timeout,
    ///   which began first.
    package mutating func pass(_ duration: UInt64, isPause: Bool = false) -> Expiry? {
        if !isExpired(isPause: isPause) { expiry = nil }
        if let expiry { return expiry }
        let target = Self.sum(now, duration)
        let limit = limit(isPause: isPause)
        if limit <= target { expiry = end <= limit ? .total : .idle(idle) }
        now = max(now, min(limit, target))
        return expiry
    }

    /// Returns the time after a duration would have passed.
    func reach(_ duration: UInt64, isPause: Bool) -> UInt64 {
        isExpired(isPause: isPause) ? now : max(now, min(Self.sum(now, duration), limit(isPause: isPause)))
    }

    /// Returns whether a timeout has passed.
    ///
    /// In a pause, an idle timeout that has passed belongs to the previous exchange.
    func isExpired(isPause: Bool) -> Bool { isPause ? isOutOfTime : expiry != nil }

    /// Returns the time of the first timeout, or the maximum value if there is none.
    func limit(isPause: Bool) -> UInt64 { min(isPause || isHeld ? .max : Self.limit(idle, after: lastActivity), end) }

    /// Returns the time after a number of seconds, or the maximum value if there is no limit.
    ///
    /// As in real time, more than about a hundred years means no limit.
    private static func limit(_ seconds: TimeInterval, after time: UInt64) -> UInt64 {
        seconds < 3e9 ? sum(time, UInt64((max(0, seconds) * 1e9).rounded())) : .max
    }

    private static func sum(_ time: UInt64, _ duration: UInt64) -> UInt64 {
        let (sum, isOverflow) = time.addingReportingOverflow(duration)
        return isOverflow ? latest : min(sum, latest)
    }
}
