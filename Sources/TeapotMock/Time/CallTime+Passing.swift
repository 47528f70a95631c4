import Foundation
import Teapot

extension CallTime {
    private typealias End = @Sendable () -> Void

    /// Advances the time in an exchange.
    ///
    /// The time of the exchange that waits for this call advances, too, but only until the head of the response,
    /// because nothing waits for a stream's pieces. If a timeout of one of the exchanges passes, this ends that
    /// exchange and cancels everything it waits for.
    ///
    /// - Parameters:
    ///   - duration: The duration in nanoseconds.
    ///   - exchange: The exchange. If it's over, time doesn't advance.
    /// - Returns: `true` if the client is still waiting; otherwise, `false`.
    func pass(_ duration: UInt64, in exchange: ExchangeTime) -> Bool {
        guard let end = state.withLock({ $0.reach(duration, in: exchange) }) else { return false }
        while true {
            // A waiting exchange may time out before this call reaches its own end. A synchronous handler can't be
            // ended, nor can the calls that it waits for.
            let time = min(end, parentLimit)
            var ends: [End] = []
            _ = move(to: time, in: exchange, waiting: duration, &ends)
            for end in ends { end() }
            guard state.withLock({ $0.isWaiting(in: exchange) }) else { return false }
            if time == end { return true }
        }
    }

    /// Moves the time forward, along with the time of the exchange that waits for this call.
    ///
    /// - Parameters:
    ///   - time: The time.
    ///   - exchange: The exchange. If it's over, no time moves.
    ///   - wait: The duration of the wait, in nanoseconds.
    ///   - ends: The closures that end exchanges, with the outermost first. Call them outside all locks.
    /// - Returns: Whether the exchange ends.
    private func move(
        to time: UInt64, in exchange: ExchangeTime, waiting wait: UInt64, _ ends: inout [End]
    ) -> Bool {
        let (isOpen, expiry) = state.withLock { $0.move(to: time, in: exchange, waiting: wait) }
        guard isOpen else { return false }
        shared.follow(to: time)
        let (outer, _) = Int64(clamping: time).addingReportingOverflow(offset)
        let outerEnd = UInt64(clamping: outer)
        let isCancelled = waitingParent.map { $0.call.move(to: outerEnd, in: $0, waiting: wait, &ends) } ?? false
        guard expiry != nil || isCancelled, let end = state.withLock({ $0.end.take() }) else { return false }
        let error = expiry?.error ?? URLError(.cancelled)
        ends.append { end(error) }
        return true
    }

    /// Returns the time of the first timeout of an exchange or of an exchange that waits for it.
    func limit(of exchange: ExchangeTime) -> UInt64 {
        // If an exchange is over, the time of the exchanges around it doesn't advance.
        guard isOpen(exchange) else { return .max }
        return min(state.withLock { $0.limit(of: exchange) }, parentLimit)
    }

    /// The exchange that waits for this call, unless the call has received the head of a response.
    private var waitingParent: ExchangeTime? { hasHead ? nil : parent }

    /// The time of the first timeout of the exchanges that wait for this call.
    private var parentLimit: UInt64 {
        guard let limit = waitingParent.map({ $0.call.limit(of: $0) }), limit < Int64.max else { return .max }
        let (own, isOverflow) = Int64(limit).subtractingReportingOverflow(offset)
        return isOverflow ? .max : UInt64(clamping: own)
    }
}

extension CallTime.State {
    /// Returns the time once a duration has passed in an exchange, or `nil` if the exchange is over.
    fileprivate func reach(_ duration: UInt64, in exchange: ExchangeTime) -> UInt64? {
        guard self.exchange == exchange.number else { return nil }
        return timeline.reach(duration, isPause: exchange.isPause)
    }

    /// Returns the time of an exchange's first timeout that hasn't passed yet.
    fileprivate func limit(of exchange: ExchangeTime) -> UInt64 {
        let isOver = self.exchange != exchange.number || timeline.isExpired(isPause: exchange.isPause)
        return isOver ? .max : timeline.limit(isPause: exchange.isPause)
    }

    /// Moves the time forward in an exchange.
    ///
    /// - Returns: Whether the exchange is open, and the timeout that has passed, if any.
    fileprivate mutating func move(
        to time: UInt64, in exchange: ExchangeTime, waiting wait: UInt64
    ) -> (isOpen: Bool, expiry: TimelineState.Expiry?) {
        guard self.exchange == exchange.number else { return (false, nil) }
        self.wait = wait
        return (true, timeline.pass(time - min(time, timeline.now), isPause: exchange.isPause))
    }

    /// Ends an exchange unless it is over.
    ///
    /// - Returns: The closure that would end the exchange, to be released outside the lock.
    mutating func end(_ exchange: ExchangeTime) -> (@Sendable (URLError) -> Void)? {
        guard self.exchange == exchange.number else { return nil }
        self.exchange += 1
        return end.take()
    }

    /// Returns whether the client is still waiting for an exchange.
    fileprivate func isWaiting(in exchange: ExchangeTime) -> Bool {
        self.exchange == exchange.number && !timeline.isExpired(isPause: exchange.isPause)
    }
}
