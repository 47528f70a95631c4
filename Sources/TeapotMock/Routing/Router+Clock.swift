public import Foundation

extension Router {
    /// A clock for waits in the code under test, which shares its time with the router's calls.
    ///
    /// In skipped time, ``sleep(until:tolerance:)`` doesn't really wait. Once nothing else is running, ``now`` moves to
    /// the end of the earliest sleep, or to the time when an awaited call returns, if that's earlier. Tasks that
    /// share a clock never see its time go back. In an asynchronous handler or a stream, a sleep counts toward the time
    /// of the answered call, unless a server answers it. In an adapter or a retrier, a sleep counts toward the waiting
    /// call's time. In real time, the clock runs like the system's.
    public struct Clock: Swift.Clock {
        /// A time of the clock.
        public struct Instant: InstantProtocol, Sendable {
            /// The time since the router was created.
            public var offset: Duration

            /// Creates an instant.
            ///
            /// - Parameter offset: The time since the router was created.
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
        /// In a handler or a stream, it's the time of the answered call. In an adapter or a retrier, it's the time of
        /// the waiting call.
        public var now: Instant {
            let now = ExchangeTime.now(in: time) ?? time.now
            return Instant(offset: .nanoseconds(Int64(clamping: now)))
        }

        /// The clock's resolution: one nanosecond.
        public var minimumResolution: Duration { .nanoseconds(1) }

        /// The date at ``now``: the date when the router was created plus the time since.
        public var date: Date { date(of: now) }

        /// Returns the date of an instant.
        ///
        /// - Parameter instant: The instant.
        /// - Returns: The date.
        public func date(of instant: Instant) -> Date { time.date(of: instant.offset.clampedNanoseconds) }

        /// Moves skipped time forward.
        ///
        /// It does nothing in real time.
        ///
        /// - Parameter duration: The duration. A negative duration does nothing.
        public func advance(by duration: Duration) { time.advance(by: duration.clampedNanoseconds) }

        /// Waits until an instant or, in skipped time, until nothing else is left to happen before that instant.
        ///
        /// After ``hold()``, it waits until something else moves the clock to the instant.
        ///
        /// - Parameters:
        ///   - deadline: The instant.
        ///   - tolerance: The tolerance of the wait, in real time.
        /// - Throws: `CancellationError` if the task is cancelled or the answered call times out; ``Forgotten`` if a
        ///   held sleep isn't ended; ``Unsettled`` if the clock can't determine what comes before the instant.
        public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
            try await ExchangeTime.checkCancellation()
            let left = now.duration(to: deadline)
            let exchange = ExchangeTime.open(in: time)
            if let exchange, !exchange.isPause { return try await exchange.sleep(left.clampedNanoseconds) }
            guard exchange != nil || time.isSkipped else {
                return try await Task.sleep(for: max(Duration.zero, left), tolerance: tolerance, clock: .continuous)
            }
            // A held sleep in an adapter ends no later than the total timeout of its call.
            let latest = exchange.map { $0.call.limit(of: $0) } ?? .max
            switch await time.sleep(until: min(latest, deadline.offset.clampedNanoseconds), in: exchange) {
            case .due where exchange == nil: return
            case .cancelled: throw CancellationError()
            case .forgotten: throw Forgotten(seconds: SharedTime.longestWait)
            case .unsettled(let names): throw Unsettled(running: names)
            case .due, nil: break
            }
            if let exchange { return try await exchange.sleep(left.clampedNanoseconds) }
            // Yield, so a polling loop lets the task that it waits for run.
            await Task.yield()
            try Task.checkCancellation()
        }
    }

    /// The clock of the router's calls, for waits in the code under test.
    ///
    /// Once you use it, awaited calls in skipped time return in the order of their times.
    public var clock: Clock {
        sharedTime.withWaits { waits in waits.isShared = true }
        return Clock(time: sharedTime)
    }
}

extension Duration {
    /// The number of nanoseconds, between zero and about 290 years.
    fileprivate var clampedNanoseconds: UInt64 {
        guard self > .zero else { return 0 }
        // The components of a longer duration might not fit into their integers.
        guard self < .seconds(Int64.max / 1_000_000_000) else { return UInt64(Int64.max) }
        let (seconds, attoseconds) = components
        return UInt64(seconds) * 1_000_000_000 + UInt64(attoseconds / 1_000_000_000)
    }
}
