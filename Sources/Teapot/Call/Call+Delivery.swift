import Foundation

// The delivery of a call's result and its progress to the caller.
extension Teapot.Call {
    /// Reads the body, and delivers the result as soon as the call is not suspended.
    func conclude(_ result: consuming Result<Teapot.Response, TeapotError>) {
        let (isFirst, readsJSON) = lock.withLock { state in
            defer { state.isConcluded = true }
            return (!state.isConcluded, state.readsJSON)
        }
        guard isFirst else { return }
        var read: Result<Teapot.Response, TeapotError>
        switch consume result {
        case .success(let response) where plan.readsJSON && readsJSON: read = response.readingJSON()
        case let other: read = other
        }
        if case .failure(let error) = read { read = .failure(named(error)) }
        // A hook that is interrupted by a cancellation fails, but the call has already ended.
        if case .failure(let error) = read, !lock.withLock({ $0.isOver }) {
            plan.client.logger.log(.error) { "\(error)" }
            plan.sink.download?.end()
        }
        observe(.ended(read))
        deliver(read)
    }

    /// Returns an error with the request that it is about, the URL that it was redirected to, and the number of tries.
    func named(_ error: TeapotError) -> TeapotError {
        let (target, tries) = lock.withLock { ($0.target, $0.attempts) }
        return error.about(plan.request, options, redirectedTo: target, tries: tries)
    }

    private func deliver(_ result: Result<Teapot.Response, TeapotError>) {
        guard let queue = plan.queue else { return complete(result) }
        // After a resume, the delivery uses the queue again, not the thread that resumes the call.
        queue.async {
            self.step(isDelivery: true) {
                self.deliver(result)
            } _: {
                self.complete(result)
            }
        }
    }

    private func complete(_ result: Result<Teapot.Response, TeapotError>) {
        // A call that was suspended after this delivery began delivers once it is resumed.
        guard let ended = end(result, ifRunning: true) else { return step(isDelivery: true) { self.deliver(result) } }
        ended.completion?(result)
    }

    /// Ends a call whose total time-out has passed, with the part of the response received so far.
    func runOut() {
        let (exchange, hook) = lock.withLock { state in
            state.isOutOfTime = true
            return (state.exchange, state.hook)
        }
        hook?.cancel()
        let isTold = exchange?.fail(URLError(.timedOut)) ?? false
        if !isTold { conclude(.failure(outOfTime(nil))) }
    }

    /// A Boolean value that indicates whether the total time-out has passed.
    var isOutOfTime: Bool { lock.withLock { $0.isOutOfTime } || plan.request.timeline.skipped?.isOutOfTime == true }

    /// Returns the error of a call whose total time-out has passed.
    func outOfTime(_ response: Teapot.Response?) -> TeapotError {
        let detail = "the call's total time-out of \(plan.request.totalTimeoutInterval) s has passed"
        let type = response == nil ? TeapotError.ErrorType.noResponse : .incompleteResponse
        return .make(type, detail, response: response, underlying: URLError(.timedOut))
    }

    /// Calls the observers with an event.
    ///
    /// The end is reported once, if the start was, and nothing after it.
    func observe(_ makeKind: @autoclosure () -> Teapot.CallEvent.Kind, adding last: ByteCounts? = nil) {
        let observers = options.observers
        guard !observers.isEmpty else { return }
        let kind = makeKind()
        let state = lock.withLock { state -> State? in
            guard !state.isReported else { return nil }
            if let last { state.bytes += last }
            if case .started = kind { state.isStarted = true }
            if case .ended = kind { state.isReported = true }
            return state.isStarted ? state : nil
        }
        guard let state else { return }
        let event = Teapot.CallEvent(
            kind: kind, request: plan.request, attempt: max(1, state.attempts),
            duration: plan.request.timeline.skipped?.elapsed ?? began.duration(to: .now),
            bytesSent: state.bytes.sent, bytesReceived: state.bytes.received)
        (plan.request.timeline.skipped?.report ?? { $0() }) { for observer in observers { observer(event) } }
    }

    /// Reports the progress to the caller as soon as the call is not suspended.
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
    /// Returns whether both report the same direction, so that the later one replaces the earlier one.
    fileprivate func isOf(_ other: Self) -> Bool {
        switch (self, other) {
        case (.sent, .sent), (.received, .received): true
        default: false
        }
    }
}
