import Foundation

// The delivery of a call's result and its progress to the caller.
extension Teapot.Call {
    /// Reads the body of a result and reports it to the log and the observers.
    func read(_ result: CallResult) -> CallResult {
        var read = result
        if plan.readsJSON, plan.sink.isMemory, readsJSON, case .success(let response) = result.value {
            read = CallResult(response.readingJSON())
        }
        if case .failure(let error) = read.value {
            let error = named(error)
            read = .failure(error)
            plan.client.logger.log(.error) { "\(error)" }
            plan.sink.download?.end()
        }
        observe(.ended(read.value))
        return read
    }

    /// Returns an error with its request, the URL it was redirected to, and the number of attempts.
    func named(_ error: TeapotError) -> TeapotError {
        let (target, tries) = lock.withLock { ($0.machine.target, $0.machine.attempts) }
        return error.about(plan.request, options, redirectedTo: target, tries: tries)
    }

    func deliver(_ result: CallResult) -> Event? {
        if let queue = plan.queue { queue.async { self.complete(result) } } else { complete(result) }
        return nil
    }

    private func complete(_ result: CallResult) {
        // A call that was suspended in the meantime delivers after it resumes, on the queue again.
        let ended = lock.withLock { state -> Held? in
            guard state.machine.isSuspended else { return state.end(result) }
            state.add(.deliver(result))
            return nil
        }
        guard let ended else { return }
        if ended.due != nil { Scheduler.shared.cancel(self) }
        ended.completion?(result.value)
    }

    /// Reports an event to the observers.
    ///
    /// The end is reported once, only if the start was reported, and nothing is reported after it.
    func observe(_ makeKind: @autoclosure () -> Teapot.CallEvent.Kind) {
        let observers = options.observers
        guard !observers.isEmpty else { return }
        let kind = makeKind()
        let known = lock.withLock { state -> (attempts: Int, bytes: ByteCounts)? in
            switch (kind, state.report) {
            case (.started, .none): state.report = .started
            case (.ended, .started): state.report = .ended
            case (.ended, .none):
                state.report = .ended
                return nil
            case (.started, .started), (_, .none), (_, .ended): return nil
            default: break
            }
            return (state.machine.attempts, state.machine.allBytes)
        }
        guard let known else { return }
        let event = Teapot.CallEvent(
            kind: kind, request: plan.request, attempt: max(1, known.attempts),
            duration: plan.request.timeline.skipped?.elapsed ?? began.duration(to: .now),
            bytesSent: known.bytes.sent, bytesReceived: known.bytes.received)
        (plan.request.timeline.skipped?.report ?? { $0() }) { for observer in observers { observer.observe(event) } }
    }

    /// Reports progress while the received file waits for the caller's closure.
    func tellNow(_ makeProgress: (IncomingResponse) -> Teapot.Progress) {
        guard hasProgress, let incoming else { return }
        setInClosure(true)
        tell(makeProgress(incoming))
        setInClosure(false)
    }

    private func setInClosure(_ isInClosure: Bool) {
        let change = lock.withLock { state in
            let before = state.countedBytes
            state.isInClosure = isInClosure
            return state.countedBytes - before
        }
        if change != 0 { Backlog.files.add(change) }
    }

    /// Reports progress to the caller once the call isn't suspended or, for `nil`, reports the held progress.
    func tell(_ reached: Teapot.Progress?) {
        guard let queue = plan.queue else { return passOn(reached) }
        queue.async { self.passOn(reached) }
    }

    private func passOn(_ reached: Teapot.Progress?) {
        let (progress, all) = lock.withLock { state -> ((@Sendable (Teapot.Progress) -> Void)?, [Teapot.Progress]) in
            if reached == nil { state.tellsHeld = false }
            // Keep the latest progress of each direction.
            if let reached { state.heldProgress.removeAll { $0.isSent == reached.isSent } }
            state.heldProgress += reached.map { [$0] } ?? []
            guard !state.machine.isSuspended else { return (nil, []) }
            defer { state.heldProgress = [] }
            return (state.held.progress, state.heldProgress)
        }
        for reached in all { progress?(reached) }
    }
}

extension Teapot.Progress { fileprivate var isSent: Bool { if case .sent = self { true } else { false } } }
