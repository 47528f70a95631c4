package import Foundation
import Teapot

/// The monotonic clock, in nanoseconds.
package enum Uptime {
    /// The current time of the clock.
    package static var now: UInt64 { time(of: CLOCK_MONOTONIC) }

    /// The current date, in nanoseconds since 1970.
    static var nanosecondsSince1970: Int64 { Int64(truncatingIfNeeded: time(of: CLOCK_REALTIME)) }

    private static func time(of clock: clockid_t) -> UInt64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return UInt64(truncatingIfNeeded: time.tv_sec) &* 1_000_000_000 &+ UInt64(truncatingIfNeeded: time.tv_nsec)
    }

    /// Returns a number of seconds in nanoseconds, rounded.
    ///
    /// Negative numbers and NaN become zero. Larger numbers are clamped to about thirty years, to avoid an overflow.
    package static func nanoseconds(_ seconds: Double) -> UInt64 {
        seconds > 0 ? UInt64((min(seconds, 1e9) * 1e9).rounded()) : 0
    }

    /// Waits until a condition is met, or for a number of seconds.
    ///
    /// - Returns: Whether the condition is met.
    /// - Throws: `CancellationError` if the task is cancelled.
    static func wait(_ seconds: Double, _ isMet: () -> Bool) async throws -> Bool {
        let end = now + nanoseconds(seconds)
        while !isMet() {
            guard now < end else { return false }
            try await Task.sleep(nanoseconds: 200_000)
        }
        return true
    }

    /// Returns the date of a clock time.
    ///
    /// - Parameters:
    ///   - time: The clock time.
    ///   - epoch: The date at which the clock was zero, in nanoseconds since 1970.
    /// - Returns: The date.
    package static func date(of time: UInt64, _ epoch: Int64) -> Date {
        let (sum, isOverflow) = epoch.addingReportingOverflow(Int64(truncatingIfNeeded: time))
        let (seconds, rest) = (isOverflow ? Int64.max : sum).quotientAndRemainder(dividingBy: 1_000_000_000)
        // The whole seconds and the fraction are kept apart, because a `Double` can't hold both precisely.
        let reference = seconds - Int64(Date.timeIntervalBetween1970AndReferenceDate)
        return Date(timeIntervalSinceReferenceDate: Double(reference) + Double(rest) / 1e9)
    }

    /// A cache for the date at which the clock was zero.
    ///
    /// That date changes when the system date is set or the machine sleeps.
    package struct Calendar: Sendable {
        /// The time for which a cached date is used, in nanoseconds.
        ///
        /// Reading both clocks takes as long as recording a journal entry.
        private static let lifetime: UInt64 = 10_000_000

        private var current: Int64 = 0
        private var isKnownUntil: UInt64 = 0

        /// Returns the date at which the clock was zero, as of a given time, in nanoseconds since 1970.
        package mutating func epoch(at time: UInt64) -> Int64 {
            if time >= isKnownUntil {
                current = Self.read()
                isKnownUntil = time &+ Self.lifetime
            }
            return current
        }

        /// Reads both clocks up to four times, and uses the quickest reading.
        private static func read() -> Int64 {
            var best = (span: UInt64.max, epoch: Int64(0))
            for _ in 0..<4 where best.span > 500 {
                let before = Uptime.now
                let date = Uptime.time(of: CLOCK_REALTIME)
                let span = Uptime.now &- before
                let middle = before &+ span / 2
                if span < best.span { best = (span, Int64(truncatingIfNeeded: date &- middle)) }
            }
            return best.epoch
        }
    }
}
