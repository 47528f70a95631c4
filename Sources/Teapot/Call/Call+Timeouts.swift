import Foundation

// The timeouts of a call.
extension Teapot.Call {
    /// Has the call asked at its first timeout whether that has passed.
    ///
    /// The blocks that already wait on the event queue may be the awaited events. They run first.
    func schedule() {
        guard let due = lock.withLock({ $0.machine.due(at: .now()) }) else { return }
        Scheduler.shared.ask(self, by: due, behind: eventQueue) {
            self.handle(.time, from: .eventQueue)
            return self.lock.withLock { $0.machine.due(at: .now()) }
        }
    }

    /// A Boolean value that indicates whether the total timeout has passed.
    var isOutOfTime: Bool {
        lock.withLock { $0.machine.isOutOfTime } || plan.request.timeline.skipped?.isOutOfTime == true
    }

    /// Returns the error of a call whose total timeout has passed.
    func outOfTime(_ response: Teapot.Response?) -> TeapotError {
        let detail = "the call's total time-out of \(plan.request.totalTimeoutInterval) s has passed"
        let type = response == nil ? TeapotError.ErrorType.noResponse : .incompleteResponse
        return .make(type, detail, response: response, underlying: URLError(.timedOut))
    }
}
