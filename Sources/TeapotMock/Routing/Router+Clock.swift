public import Foundation

extension Router {
    /// A clock for the waits of the code under test, with the time of the router's calls.
    ///
    /// In skipped time ``sleep(until:tolerance:)`` doesn't wait: once nothing else runs, ``now`` moves to the end of
    /// the earliest sleep, or to the time of an awaited call that returns before it. Tasks that share a clock see a
    /// time that never goes back. In an asynchronous handler or in a stream, a sleep is part of the time of the call
    /// that is answered, unless a server answers it, and in an adapter or a retrier it is part of the time of the call
    /// that waits for it. In real time the clock passes as that of the system does.
    public struct Clock: Swift.Clock {
        /// A time of the clock.
        public struct Instant: InstantProtocol, Sendable {
            /// The time since the router was made.
            public var offset: Duration

            /// Creates an instant.
            ///
            /// - Parameter offset: The time since the router was made.
            public init(offset: Duration) { self.offset = offset }

            /// Returns the instant after a duration.
            ///
            /// - Parameter duration: The duration.
            /// - Returns: The instant.
            public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

            /// Returns the duration until another instant.
            ///
            /// - Parameter other: The other instant.
            /// - Returns: The duration, which is negative if the other instant is earlier.
            public func duration(to other: Instant) -> Duration { other.offset - offset }

            /// Returns whether an instant is earlier than another.
            public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
        }

        let time: SharedTime

        /// The current time.
        ///
        /// In a handler or in a stream it is the time of the call that is answered, and in an adapter or a retrier that
        /// of the call that waits for it.
        public var now: Instant {
            let now = ExchangeTime.now(in: time) ?? time.now
            return Instant(offset: .nanoseconds(Int64(clamping: now)))
        }

        /// The smallest duration that the clock distinguishes, one nanosecond.
        public var minimumResolution: Duration { .nanoseconds(1) }

        /// The date at ``now``: the date at which the router was made, and the time since.
        public var date: Date { date(of: now) }

        /// Returns the date of an instant.
        ///
        /// - Parameter instant: The instant.
        /// - Returns: The date.
        public func date(of instant: Instant) -> Date { time.date(of: instant.offset.clampedNanoseconds) }

        /// Moves skipped time forward.
        ///
        /// In real time it does nothing.
        ///
        /// - Parameter duration: The duration. A negative one does nothing.
        public func advance(by duration: Duration) { time.advance(by: duration.clampedNanoseconds) }

        /// Waits until an instant, in skipped time until nothing comes before it.
        ///
        /// After ``hold()`` it waits until something else moves the clock there.
        ///
        /// - Parameters:
        ///   - deadline: The instant.
        ///   - tolerance: The time by which the wait may be longer, in real time.
        /// - Throws: `CancellationError` if the task is cancelled, or if a timeout of the call that is answered passes;
        ///   ``Forgotten`` if a held sleep is not ended; ``Unsettled`` if it doesn't become known what comes before the
        ///   instant.
        public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
            try await ExchangeTime.checkCancellation()
            let left = now.duration(to: deadline)
            let exchange = ExchangeTime.open(in: time)
            if let exchange, !exchange.isPause { return try await exchange.sleep(left.clampedNanoseconds) }
            guard exchange != nil || time.isSkipped else {
                return try await Task.sleep(for: max(Duration.zero, left), tolerance: tolerance, clock: .continuous)
            }
            // A held sleep of an adapter ends at the total timeout of its call at the latest.
            let latest = exchange.map { $0.call.limit(of: $0) } ?? .max
            switch await time.sleep(until: min(latest, deadline.offset.clampedNanoseconds), in: exchange) {
            case .due where exchange == nil: return
            case .cancelled: throw CancellationError()
            case .forgotten: throw Forgotten(seconds: SharedTime.patience)
            case .unsettled(let names): throw Unsettled(running: names)
            case .due, nil: break
            }
            if let exchange { return try await exchange.sleep(left.clampedNanoseconds) }
            // A loop that polls must let the task run that it waits for.
            await Task.yield()
            try Task.checkCancellation()
        }
    }

    /// The clock of the router's calls, for the waits of the code under test.
    ///
    /// From now on, calls that are awaited return in the order of their times, in skipped time.
    public var clock: Clock {
        sharedTime.withWaits { waits in waits.isShared = true }
        return Clock(time: sharedTime)
    }
}

extension Duration {
    /// The number of nanoseconds, between zero and about 290 years.
    fileprivate var clampedNanoseconds: UInt64 {
        guard self > .zero else { return 0 }
        // The components of a longer duration may not fit into their integers.
        guard self < .seconds(Int64.max / 1_000_000_000) else { return UInt64(Int64.max) }
        let (seconds, attoseconds) = components
        return UInt64(seconds) * 1_000_000_000 + UInt64(attoseconds / 1_000_000_000)
    }
}
