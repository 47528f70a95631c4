import Foundation

// When a call's timeouts fire: the idle timeout of the current exchange, or the total timeout.
extension CallMachine {
    /// Fires each timeout whose time has passed.
    mutating func checkTimeouts(at now: DispatchTime) -> Outcome {
        if total <= now { return fireTotalTimeout() }
        guard case .exchanging(let exchange) = phase, idleDue(at: now) <= now else { return Outcome() }
        return abandon(exchange, URLError.timedOut(after: exchange.idle))
    }

    /// Stops the work in progress.
    ///
    /// If a successful response has arrived completely, it's still delivered.
    mutating func fireTotalTimeout() -> Outcome {
        (isOutOfTime, total) = (true, .distantFuture)
        switch phase {
        case .exchanging(let exchange) where exchange.stage == .open: return abandon(exchange, URLError(.timedOut))
        case .working: return conclude(nil)
        default: return Outcome()
        }
    }

    /// Returns the time when a timeout fires if nothing else arrives, or the distant future if there is no timeout.
    func due(at now: DispatchTime) -> DispatchTime { isOver ? .distantFuture : min(total, idleDue(at: now)) }

    /// Returns the time when the idle timeout fires.
    ///
    /// It doesn't run while the call is suspended.
    private func idleDue(at now: DispatchTime) -> DispatchTime {
        // An interval of more than about a hundred years means no limit.
        guard case .exchanging(let exchange) = phase, exchange.stage == .open, let last = exchange.lastActivity,
            exchange.idle < 3e9
        else { return .distantFuture }
        return (isSuspended ? now : last) + max(exchange.idle, shortest)
    }
}
