// How a call's result and its progress get to the caller.
extension Teapot.Call {
    /// Reads the body, and delivers the result once nothing holds the call.
    func conclude(_ result: Result<Teapot.Response, TeapotError>) {
        let isFirst = lock.withLock { state in
            defer { state.isConcluded = true }
            return !state.isConcluded
        }
        guard isFirst else { return }
        let client = plan.client
        let read = (plan.readsJSON && plan.request.readsJSON ? result.flatMap { $0.readingJSON() } : result)
            .mapError { $0.about(plan.request, client.options) }
        // A hook that a cancel interrupts fails, but not the call: that is over.
        if case .failure(let error) = read, !lock.withLock({ $0.isOver }) {
            client.logger.log(.error) { "\(error)" }
            plan.sink.download?.end()
        }
        observe(.ended(read))
        step(isDelivery: true) { self.deliver(read) }
    }

    private func deliver(_ result: Result<Teapot.Response, TeapotError>) {
        guard let queue = plan.queue else { return complete(result) }
        // Resumed it goes through the queue again, not on the thread that resumes it.
        queue.async {
            self.step(isDelivery: true) {
                self.deliver(result)
            } _: {
                self.complete(result)
            }
        }
    }

    private func complete(_ result: Result<Teapot.Response, TeapotError>) {
        end(result)?.completion?(result)
    }

    /// Ends a call that as a whole has taken too long, with what has come of a response.
    func runOut() {
        let (exchange, hook) = lock.withLock { state in
            state.isOutOfTime = true
            return (state.exchange, state.hook)
        }
        hook?.cancel()
        let isTold = exchange?.fail(URLError(.timedOut)) ?? false
        if !isTold { conclude(.failure(outOfTime(nil))) }
    }

    /// Says that the call as a whole has taken too long.
    func outOfTime(_ response: Teapot.Response?) -> TeapotError {
        let detail = "the call's total time-out of \(plan.request.totalTimeoutInterval) s has passed"
        let type = response == nil ? TeapotError.ErrorType.noResponse : .incompleteResponse
        return .make(type, detail, response: response, underlying: URLError(.timedOut))
    }

    /// Tells the observers what happened; nothing after the end, and of that only once.
    func observe(_ kind: Teapot.CallEvent.Kind, adding last: ByteCounts? = nil) {
        let observers = plan.client.options.observers
        guard !observers.isEmpty else { return }
        let state = lock.withLock { state -> State? in
            guard !state.isReported else { return nil }
            if let last { state.bytes += last }
            if case .ended = kind { state.isReported = true }
            return state
        }
        guard let state else { return }
        let event = Teapot.CallEvent(
            kind: kind, request: plan.request, attempt: max(1, state.attempts), duration: began.duration(to: .now),
            bytesSent: state.bytes.sent, bytesReceived: state.bytes.received)
        for observer in observers { observer(event) }
    }

    /// Tells the caller how far the call has come, once nothing holds it.
    func tell(_ reached: Teapot.Progress) {
        guard let queue = plan.queue else { return passOn(reached) }
        queue.async { self.passOn(reached) }
    }

    private func passOn(_ reached: Teapot.Progress) {
        let progress = lock.withLock { state -> (@Sendable (Teapot.Progress) -> Void)? in
            if state.isSuspended { state.heldProgress = state.heldProgress.filter { !$0.isOf(reached) } + [reached] }
            return state.isSuspended ? nil : state.progress
        }
        progress?(reached)
    }
}

extension Teapot.Progress {
    /// Whether both count the same, so that the later one says all that the earlier one did.
    fileprivate func isOf(_ other: Self) -> Bool {
        switch (self, other) {
        case (.sent, .sent), (.received, .received): true
        default: false
        }
    }
}
