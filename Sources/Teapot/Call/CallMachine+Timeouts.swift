import Foundation

// When a timeout of a call fires: the idle timeout of the exchange that is under way, or the total timeout.
extension CallMachine {
    /// Fires the timeouts that have passed.
    mutating func checkTimeouts(at now: DispatchTime) -> Outcome {
        if total <= now { return fireTotalTimeout() }
        guard case .exchanging(let exchange) = phase, idleDue(at: now) <= now else { return Outcome() }
        return abandon(exchange, URLError.timedOut(after: exchange.idle))
    }

    /// Stops what is under way.
    ///
    /// A response that has arrived is still delivered if it is a success.
    mutating func fireTotalTimeout() -> Outcome {
        (isOutOfTime, total) = (true, .distantFuture)
        switch phase {
        case .exchanging(let exchange) where exchange.stage == .open: return abandon(exchange, URLError(.timedOut))
        case .working: return conclude(nil)
        default: return Outcome()
        }
    }

    /// The time at which a timeout fires if nothing arrives until then, in the distant future without any.
    func due(at now: DispatchTime) -> DispatchTime { isOver ? .distantFuture : min(total, idleDue(at: now)) }

    /// Returns the time at which the idle timeout fires, which doesn't run while the call is suspended.
    private func idleDue(at now: DispatchTime) -> DispatchTime {
        // More than about a hundred years are no limit.
        guard case .exchanging(let exchange) = phase, exchange.stage == .open, let last = exchange.lastActivity,
            exchange.idle < 3e9
        else { return .distantFuture }
        return (isSuspended ? now : last) + max(exchange.idle, shortest)
    }
}
