import Teapot

/// The clock that nobody sets, in nanoseconds.
enum Clock {
    /// The clock's time.
    static var now: UInt64 { time(of: CLOCK_MONOTONIC) }

    private static func time(of clock: clockid_t) -> UInt64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return UInt64(truncatingIfNeeded: time.tv_sec) &* 1_000_000_000 &+ UInt64(truncatingIfNeeded: time.tv_nsec)
    }

    /// So many seconds in nanoseconds: none for less than none or NaN, and some thirty years for more than that, which
    /// would overflow: nobody waits any more.
    static func nanoseconds(_ seconds: Double) -> UInt64 { seconds > 0 ? UInt64(min(seconds, 1e9) * 1e9) : 0 }

    /// The date of a time.
    ///
    /// - Parameters:
    ///   - time: The clock's time.
    ///   - epoch: The date of the clock's zero, in nanoseconds since 1970.
    /// - Returns: The date.
    static func date(of time: UInt64, _ epoch: Int64) -> Date {
        let (seconds, rest) = (epoch &+ Int64(truncatingIfNeeded: time)).quotientAndRemainder(dividingBy: 1_000_000_000)
        // Seconds apart from their fraction: together they would not fit into a `Double`.
        let reference = seconds - Int64(Date.timeIntervalBetween1970AndReferenceDate)
        return Date(timeIntervalSinceReferenceDate: Double(reference) + Double(rest) / 1e9)
    }

    /// Knows the date of the clock's zero, which changes as the calendar's clock is set, or the machine sleeps.
    struct Calendar: Sendable {
        /// How old the knowledge may get, in nanoseconds: a reading of two clocks costs as much as an entry.
        private static let lifetime: UInt64 = 10_000_000

        private var current: Int64 = 0
        private var isKnownUntil: UInt64 = 0

        /// The date of the clock's zero at a time, in nanoseconds since 1970.
        mutating func epoch(at time: UInt64) -> Int64 {
            if time >= isKnownUntil {
                current = Self.read()
                isKnownUntil = time &+ Self.lifetime
            }
            return current
        }

        /// Reads both clocks: of some tries the one that was interrupted least.
        private static func read() -> Int64 {
            var best = (span: UInt64.max, epoch: Int64(0))
            for _ in 0..<4 where best.span > 500 {
                let before = Clock.now
                let date = Clock.time(of: CLOCK_REALTIME)
                let span = Clock.now &- before
                let middle = before &+ span / 2
                if span < best.span { best = (span, Int64(truncatingIfNeeded: date &- middle)) }
            }
            return best.epoch
        }
    }
}
