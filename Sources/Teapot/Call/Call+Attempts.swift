import Foundation

// The actions of a call, from its adapters to the decision to retry. Each returns the next event, or `nil` if the event
// comes later.
extension Teapot.Call {
    typealias Event = CallMachine.Event

    func perform(_ action: CallMachine.Action) -> Event? {
        switch action {
        case .attempt: attempt()
        case .adapt: adapt(plan.request, options.adapters[...])
        case .load(let request): load(request)
        case .send(let request, let stored, let number): send(request, stored, number)
        case .receive(let event, _): receive(event)
        case .finish(let error, _): finish(error)
        case .decide(let error): decide(error)
        case .wait(let seconds): wait(seconds)
        case .read(let result): .read(read(result ?? .failure(outOfTime(nil))))
        case .deliver(let result): deliver(result)
        case .discard: discard()
        }
    }

    private func attempt() -> Event? {
        first = nil
        observe(.started)
        if case .file = plan.request.body { return write(plan.request, then: .prepared) }
        return adapt(plan.request, options.adapters[...])
    }

    /// Writes a multipart body with files to a file, and checks a caller's file.
    private func write(_ request: Teapot.Request, then next: Event) -> Event? {
        guard case .file(let file) = request.body else { return next }
        file.write(unless: { self.lock.withLock { $0.machine.isOver } }) { written in
            if case .failure(let error) = written { return self.handle(.concluded(.failure(error))) }
            self.handle(next)
        }
        return nil
    }

    private func adapt(_ adapted: Teapot.Request, _ adapters: ArraySlice<Teapot.Adapter>) -> Event? {
        var (request, rest) = (adapted, adapters)
        do {
            while let adapter = rest.popFirst() {
                switch adapter.change {
                case .immediate(let adapt): try adapt(&request)
                case .awaiting(let adapt):
                    let (current, others) = (request, rest)
                    return run(.adapting) {
                        var request = current
                        do { try await self.inHook { try await adapt(&request) } } catch {
                            return self.adapterFailed(error)
                        }
                        return Task.isCancelled ? nil : self.adapt(request, others)
                    }
                }
            }
            // Without adapters the request is unchanged since it was validated.
            if !options.adapters.isEmpty {
                plan.client.removeUnforwardedFields(of: &request, from: plan.request)
                try request.check()
            }
        } catch { return adapterFailed(error) }
        request.addDefaultContentType()
        request.timeline = plan.request.timeline
        readsJSON = request.readsJSON
        let box = Box(request)
        first = box
        // An adapter may have replaced the body.
        if case .file = box.value.body { return write(box.value, then: .adapted(box)) }
        // A suspended call doesn't ask the response store. Without a store, there is nothing to ask.
        return options.cache == nil ? load(box) : .adapted(box)
    }

    private func adapterFailed(_ error: any Error) -> Event {
        let error = options.hidingSecrets(of: error)
        let detail = error is URLError ? nil : "\(error)"
        return failed((error as? TeapotError) ?? .make(.adapterFailed, detail, underlying: error), mayRepeat: true)
    }

    /// Sends a request, and makes it conditional if there is a stored response for it.
    private func send(_ request: Box<Teapot.Request>, _ stored: Box<Conditional>?, _ number: Int) -> Event? {
        let client = plan.client
        var outgoing = stored?.value.request ?? request.value
        outgoing.addURLCredentials()
        // An adapter or a redirect hook may have created another request.
        outgoing.timeline = plan.request.timeline
        if let download = plan.sink.download { outgoing = download.resuming(outgoing) }
        client.logger.logOutgoing(outgoing, options)
        let codes = request.value.acceptedStatusCodes
        let accepted = plan.sink.isFile ? codes.union([206]) : codes
        outgoing.timeline.skipped?.begin(
            idle: request.value.timeout, afterHead: request.value.idleTimeout, accepted: accepted)
        incoming = IncomingResponse(request: request, stored: stored, accepted: accepted)
        // Without a queue, the caller's closure runs on the thread of the event. A waiting task resumes elsewhere.
        let hasValidators = !validators.isEmpty
        let isSlow = plan.sink.isFile || (plan.queue == nil && !plan.deliversCancellation)
        let isSlowToEnd = isSlow || hasValidators || client.logger.level != .none || !options.observers.isEmpty
        // The log may have cancelled the call.
        guard lock.withLock({ $0.lend(number, isSlow: hasValidators, isSlowToEnd: isSlowToEnd) }) else { return nil }
        let abandon = transport.send(outgoing) { self.handle(.exchange(number, $0), from: .eventQueue) }
        if lock.withLock({ $0.hasSent(number, abandon) }) { abandon() }
        return nil
    }

    /// Processes the response, or the part of it that arrived.
    private func finish(_ failure: (any Error)?) -> Event? {
        // Release it outside the lock.
        _ = lock.withLock { $0.held.abandon.take() }
        // A call that was suspended before sending its request has received nothing.
        guard var incoming = incoming.take() else { return .concluded(.failure(outOfTime(nil))) }
        let (request, client) = (incoming.request, plan.client)
        let (received, error) = incoming.end(failure, options)
        let isRedirect = options.redirects.maximum > 0 && received?.isRedirect == true
        do throws(TeapotError) {
            if let error { throw .performing(request.value, options.hidingSecrets(of: error), received) }
            guard var response = received else { throw .performing(request.value, URLError(.badServerResponse), nil) }
            client.logger.logIncoming(response, to: request.value, options)
            if let download = plan.sink.download, !request.value.hasConditions {
                if response.statusCode == 206 { response = response.wholeOfRanges() }
                // The resource is now shorter than the bytes received before, so the download starts over.
                if response.statusCode == 416, download.discard() { return .loaded(request, nil) }
            }
            if isRedirect, let next = try request.value.following(response, options) {
                let count = lock.withLock { $0.machine.countRedirect(to: next.url) }
                guard count <= options.redirects.maximum else {
                    throw .make(.invalidRedirect, "after \(count - 1) in a row", response: response)
                }
                observe(.redirected(to: next))
                // A request that may have changed something invalidates a stored response (RFC 9111 §4.4).
                let next = Event.redirected(to: Box(next))
                guard let stored = incoming.stored, !request.value.method.isSafe else { return next }
                return run(.saving) { [response] in
                    _ = await self.inHook { await stored.value.received(response) }
                    return next
                }
            }
            if isRedirect {
                if incoming.accepted.contains(response.statusCode), !plan.sink.isMemory { try validate(response) }
                try plan.sink.deliver(&response, accepting: incoming.accepted)
            }
            guard let stored = incoming.stored else { return judge(response, to: request) }
            return store(response, to: request, stored)
        } catch {
            return failed(error, mayRepeat: isRedirect || !incoming.body.isStreamed)
        }
    }

    func judge(_ response: consuming Teapot.Response, to request: Box<Teapot.Request>) -> Event? {
        if request.value.acceptedStatusCodes.contains(response.statusCode) {
            do throws(TeapotError) { if plan.sink.isMemory { try validate(response) } } catch {
                return failed(error, mayRepeat: true)
            }
            return .concluded(.success(response))
        }
        let response = request.value.readsJSON ? response.readingJSONLeniently() : response
        let error = TeapotError.make(.invalidResponseStatus, filling: [response.statusCode], response: response)
        return failed(error, mayRepeat: true)
    }

    private func failed(_ error: TeapotError, mayRepeat: Bool) -> Event {
        if isOutOfTime { return .concluded(.failure(outOfTime(error.response))) }
        let error = named(error)
        return retriers.isEmpty || !mayRepeat ? .concluded(.failure(error)) : .failed(error)
    }

    private var retriers: [Teapot.Retrier] { (first?.value ?? plan.request).retriers ?? options.retriers }

    private func decide(_ error: TeapotError) -> Event? {
        let machine = lock.withLock { state in
            defer { state.machine.remember(error) }
            return state.machine
        }
        // The hook judges the request that a new attempt would repeat, not the last one in a chain of redirects.
        var attempt = Teapot.FailedAttempt(
            request: first?.value ?? plan.request, number: machine.attempts, error: error, earlierErrors: machine.errors
        )
        attempt.wasRedirected = machine.redirects > 0
        return run(.deciding) { [attempt, retriers = retriers] in
            for retrier in retriers {
                let decision = await self.inHook { await retrier.decide(attempt) }
                if self.isOutOfTime { return .concluded(.failure(self.outOfTime(nil))) }
                switch decision {
                case .giveUp: continue
                case .fail(let error): return .concluded(.failure(error))
                case .retry(let delay):
                    self.observe(.retrying(after: delay, error))
                    return .retry(after: delay)
                }
            }
            var error = error
            error.parts.refusal = retriers.lazy.compactMap { $0.refusal(attempt) }.first
            return .concluded(.failure(error))
        }
    }

    private func wait(_ seconds: TimeInterval) -> Event? {
        run(.waiting) {
            // A cancelled sleep returns early. By then the call has ended.
            try? await self.plan.request.timeline.sleep(forSeconds: seconds)
            return self.isOutOfTime ? .concluded(.failure(self.outOfTime(nil))) : .waited
        }
    }
}

extension Teapot.Call {
    /// Runs a step in a task that is cancelled when the call ends.
    ///
    /// - Returns: `nil`, since the event comes later.
    func run(_ step: CallMachine.Step, _ body: @escaping @Sendable () async -> Event?) -> Event? {
        let scope = plan.refreshing
        let earlier = lock.withLock { state -> Task<Void, Never>? in
            guard state.machine.enter(step) else { return nil }
            defer {
                // The task's event waits for the lock, so it can't end the call before the task can be cancelled.
                state.held.hook = Task {
                    if let event = await RefreshScope.$current.withValue(scope, operation: body) { self.handle(event) }
                }
            }
            return state.held.hook
        }
        withExtendedLifetime(earlier) {}
        return nil
    }

    /// Runs the caller's code in a step.
    ///
    /// Waits skipped in the closure count toward the call's time.
    func inHook<Value>(_ body: () async throws -> Value) async rethrows -> Value {
        try await plan.request.timeline.run(orExpire: { self.handle(.outOfTime) }, body)
    }
}
