import Foundation

// From the adapters to the last response: each attempt, its redirects, and the decision to retry.
extension Teapot.Call {
    /// Makes the first or another attempt, beginning with the adapters.
    func attempt() {
        step {
            let attempts = self.lock.withLock { state in
                state.attempts += 1
                (state.redirects, state.target) = (0, nil)
                return state.attempts
            }
            if attempts == 1 { self.observe(.started) }
            self.prepare(self.plan.request) { self.adapt(self.plan.request, self.options.adapters[...]) }
        }
    }

    /// Calls `next` once the body is ready.
    ///
    /// A multipart body with files is assembled first.
    private func prepare(_ request: Teapot.Request, _ next: @escaping @Sendable () -> Void) {
        guard case .file(let file) = request.body else { return next() }
        file.write(unless: { self.lock.withLock { $0.isOver } }) { written in
            if case .failure(let error) = written { return self.conclude(.failure(error)) }
            self.step(next)
        }
    }

    private func adapt(_ request: Teapot.Request, _ adapters: ArraySlice<Teapot.Adapter>) {
        var request = request
        var rest = adapters
        do {
            while let adapter = rest.popFirst() {
                switch adapter.change {
                case .immediate(let adapt): try adapt(&request)
                case .awaiting(let adapt):
                    let (current, others) = (request, rest)
                    return wait {
                        var request = current
                        do { try await self.run { try await adapt(&request) } } catch {
                            let error = TeapotError.adapterFailed(self.options.hidingSecrets(of: error))
                            return self.conclude(.failure(self.isOutOfTime ? self.outOfTime(nil) : error))
                        }
                        self.adapt(request, others)
                    }
                }
            }
            // Without adapters the request is unchanged since it was validated.
            if !options.adapters.isEmpty {
                plan.client.keepOwnFields(of: &request, from: plan.request)
                try request.check()
            }
            request.nameContentType()
            request.timeline = plan.request.timeline
        } catch { return conclude(.failure(.adapterFailed(options.hidingSecrets(of: error)))) }
        let final = request
        let isRunning = lock.withLock { state in
            if final.retriers != nil || !options.retriers.isEmpty { state.first = final }
            state.readsJSON = final.readsJSON
            return !state.isOver && !state.isConcluded && !state.isSuspended
        }
        // An adapter may have replaced the body.
        if case .file = final.body { return prepare(final) { self.step { self.load(final) } } }
        if isRunning { load(final) } else { step { self.load(final) } }
    }

    /// Sends a request, with conditions if there is a stored response for it.
    func send(_ request: Teapot.Request, _ stored: Conditional? = nil) {
        let client = plan.client
        var outgoing = stored?.request ?? request
        outgoing.nameUser()
        // An adapter or a redirect hook may have made another request.
        outgoing.timeline = plan.request.timeline
        if let download = plan.sink.download { outgoing = download.resuming(outgoing) }
        client.logger.logOutgoing(outgoing, options)
        let exchange = Exchange(exchangePlan(for: request)) { self.finished(request, stored, $0) }
        let isOver = lock.withLock { state in
            let isOver = state.isOver || state.isConcluded || state.isOutOfTime
            if !isOver { state.exchange = exchange }
            // The call may have been suspended in the meantime.
            if state.isSuspended { exchange.hold(true) }
            return isOver
        }
        if !isOver { exchange.start(outgoing, on: client) }
    }

    private func exchangePlan(for request: Teapot.Request) -> Exchange.Plan {
        let client = plan.client
        let hasProgress = lock.withLock { $0.progress != nil }
        // Without a queue, the caller's closure is called on the thread of the event. A waiting task resumes elsewhere.
        let delivers = plan.queue == nil && !plan.deliversCancellation
        let callsAtEnd = delivers || client.logger.level != .none || !options.observers.isEmpty
        let codes = request.acceptedStatusCodes
        let tell = { @Sendable (reached: Teapot.Progress) in self.tell(reached) }
        return Exchange.Plan(
            sink: plan.sink, accepted: plan.sink.isFile ? codes.union([206]) : codes,
            followsRedirects: options.maximumRedirects > 0, timeline: plan.request.timeline,
            limit: options.maximumResponseLength, timeoutInterval: request.timeoutInterval,
            afterHead: request.idleTimeoutInterval.map { ($0, { self.total?.end() }) }, eventQueue: client.eventQueue,
            progress: hasProgress ? tell : nil, isSlowToReceive: plan.sink.isFile || (hasProgress && plan.queue == nil),
            isSlowToEnd: plan.sink.isFile || callsAtEnd, readsBody: plan.readsJSON && request.readsJSON)
    }

    private func finished(_ request: Teapot.Request, _ stored: Conditional?, _ outcome: Exchange.Outcome) {
        let client = plan.client
        let accepted = request.acceptedStatusCodes
        let isRedirect = options.maximumRedirects > 0 && outcome.response?.isRedirect == true
        // The exchange keeps itself alive until this returns, so it is not released under the lock.
        lock.withLock { state in
            guard let exchange = state.exchange else { return }
            state.head = exchange.head
            state.last = exchange.bytes
            state.bytes += state.last
            state.exchange = nil
        }
        do throws(TeapotError) {
            if let error = outcome.error {
                throw .carryingOut(request, options.hidingSecrets(of: error), outcome.response?.keeping(options))
            }
            guard var response = outcome.response?.keeping(options) else {
                throw .carryingOut(request, URLError(.badServerResponse), nil)
            }
            client.logger.logIncoming(response, to: request, options)
            if let download = plan.sink.download, !request.hasConditions {
                if response.statusCode == 206 { response = response.wholeOfRanges() }
                // The bytes received before are more than the resource has now, so the download starts over.
                if response.statusCode == 416, download.discard() { return step { self.send(request) } }
            }
            if isRedirect, let next = try request.following(response, options) {
                let count = lock.withLock { state in
                    state.redirects += 1
                    state.target = next.url
                    return state.redirects
                }
                guard count <= options.maximumRedirects else {
                    throw .make(.invalidRedirect, "after \(count - 1) in a row", response: response)
                }
                observe(.redirected(to: next))
                let follow = { @Sendable in self.step { self.load(next) } }
                // A request that may have changed something removes a stored response (RFC 9111 §4.4).
                if let stored {
                    return wait { [response] in
                        _ = await self.run { await stored.received(response) }
                        follow()
                    }
                }
                // A long chain that a mock answers at once would fill the stack.
                return count.isMultiple(of: 32) ? wait { follow() } : follow()
            }
            if isRedirect { try plan.sink.deliver(&response, accepting: accepted) }
            guard let stored else { return judge(consume response, to: request) }
            wait { [response] in self.take(await self.run { await stored.received(response) }, for: request) }
        } catch {
            retry(after: error, mayRepeat: isRedirect || !plan.sink.hasDelivered(outcome.response, accepting: accepted))
        }
    }

    func judge(_ response: consuming Teapot.Response, to request: Teapot.Request) {
        if request.acceptedStatusCodes.contains(response.statusCode) { return conclude(.success(consume response)) }
        let response = request.readsJSON ? response.readingJSONLeniently() : response
        let error = TeapotError.make(.invalidResponseStatus, filling: [response.statusCode], response: response)
        retry(after: error, mayRepeat: true)
    }

    private func retry(after error: TeapotError, mayRepeat: Bool) {
        if isOutOfTime { return conclude(.failure(outOfTime(error.response))) }
        let error = named(error)
        let hooks = lock.withLock { $0.first }?.retriers ?? options.retriers
        guard !hooks.isEmpty, mayRepeat else { return conclude(.failure(error)) }
        var bare = error
        bare.response?.data = Data()
        bare.response?.json = nil
        let state = lock.withLock { [bare] state in
            defer { state.errors.append(bare) }
            return state
        }
        // The hook judges the request that a new attempt would repeat, which is not the last one of a chain of
        // redirects.
        var attempt = Teapot.FailedAttempt(
            request: state.first ?? plan.request, number: state.attempts, error: error, earlierErrors: state.errors)
        attempt.wasRedirected = state.redirects > 0
        let failed = attempt
        wait {
            for hook in hooks {
                let decision = await self.run { await hook(failed) }
                if self.isOutOfTime { return self.conclude(.failure(self.outOfTime(nil))) }
                switch decision {
                case .giveUp: continue
                case .fail(let error): return self.conclude(.failure(error))
                case .retry(let delay):
                    self.observe(.retrying(after: delay, error))
                    // A cancelled sleep returns early. By then the call has ended, and `attempt()` does nothing.
                    try? await self.plan.request.timeline.sleep(forSeconds: delay)
                    return self.isOutOfTime ? self.conclude(.failure(self.outOfTime(nil))) : self.attempt()
                }
            }
            self.conclude(.failure(error))
        }
    }
}
