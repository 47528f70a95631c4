import Foundation

// The timeouts of a call.
extension Teapot.Call {
    /// Schedules a check of the machine's timeouts.
    ///
    /// Blocks that already wait on the event queue run first, because they may contain the awaited events.
    func scheduleTimeoutCheck(at due: DispatchTime) {
        Scheduler.shared.schedule(self, at: due, behind: transport.eventQueue) {
            self.lock.withLock { $0.held.due = nil }
            self.handle(.timeoutCheck, from: .eventQueue)
            return nil
        }
        // The call may have ended in the meantime.
        if lock.withLock({ $0.machine.isOver }) { Scheduler.shared.cancel(self) }
    }

    /// Whether the total timeout has passed.
    var isOutOfTime: Bool {
        lock.withLock { $0.machine.isOutOfTime } || plan.request.timeline.skipped?.isOutOfTime == true
    }

    /// Returns the error of a call whose total timeout has passed, or that was tried too often in skipped time.
    func outOfTime(_ response: Teapot.Response?) -> TeapotError {
        let (total, last) = (plan.request.totalTimeout, lock.withLock { $0.machine.errors.last })
        var detail = String(format: "the call's total timeout of %g s has passed", total)
        if !isOutOfTime { detail = "stopped after 1,000 tries in skipped time, because a retrier never gave up" }
        if response == nil, let last { detail += "; the last failure: \(last.outcome)" }
        return .make(.timeout, detail, response: response, underlying: isOutOfTime ? URLError(.timedOut) : last)
    }
}
