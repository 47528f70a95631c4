extension Teapot {
    /// One call of a verb, from its adapters to the delivery of its result, over as many exchanges as redirects and
    /// retries need.
    public final class Call: TeapotTask {
        /// What a call is to do; fixed at its start.
        struct Plan: Sendable {
            var client: any TeapotClient
            var request: Request
            var sink = BodySink.memory
            var readsJSON = true
            var progress: (@Sendable (Progress) -> Void)?
            var queue: DispatchQueue?
            /// Whose refresh began the call; also what runs outside of the task that did.
            let refreshing = RefreshScope.current
            /// Whether a cancelled call delivers that as its result, as an `async` one does.
            var deliversCancellation = false
            var completion: @Sendable (Result<Response, TeapotError>) -> Void
        }

        private struct State {
            /// The caller's closures, let go of at the end: they may hold whoever holds the call.
            var completion: (@Sendable (Result<Response, TeapotError>) -> Void)?
            var progress: (@Sendable (Progress) -> Void)?
            var isSuspended = false
            var isOver = false
            /// The step that waits for the call to be resumed.
            var heldStep: (@Sendable () -> Void)?
            var exchange: Exchange?
            var hook: Task<Void, Never>?
            var attempts = 0
            /// Why the attempts before this one failed, without the bodies of their responses.
            var errors: [TeapotError] = []
            /// What this attempt sent first, and how often it was redirected from there.
            var first: Request?
            var redirects = 0
            /// What observers are told: the bytes of the exchanges that are over, and whether they know of the end.
            var bytes = ByteCounts()
            var isReported = false

            mutating func end() {
                isOver = true
                (completion, progress, exchange, hook, heldStep) = (nil, nil, nil, nil, nil)
            }
        }

        let plan: Plan
        private let began = ContinuousClock.now
        private let lock: Locked<State>

        init(_ plan: Plan) {
            lock = Locked(State(completion: plan.completion, progress: plan.progress))
            var plan = plan
            (plan.completion, plan.progress) = ({ _ in }, nil)
            self.plan = plan
        }

        /// Holds the call; see ``TeapotTask/suspend()``.
        public func suspend() {
            lock.withLock { state in
                state.isSuspended = true
                state.exchange?.hold(true)
            }
        }

        /// Goes on with a call that was held.
        public func resume() {
            let step = lock.withLock { state in
                state.isSuspended = false
                state.exchange?.hold(false)
                defer { state.heldStep = nil }
                return state.heldStep
            }
            step?()
        }

        /// Ends the call: its completion is not called any more, and an `async` call throws.
        public func cancel() {
            let taken = lock.withLock { state -> State? in
                guard !state.isOver else { return nil }
                defer { state.end() }
                return state
            }
            guard let taken else { return }
            taken.hook?.cancel()
            taken.exchange?.abandon()
            observe(.ended(.failure(.cancelled)), adding: taken.exchange?.bytes)
            if plan.deliversCancellation { taken.completion?(.failure(.cancelled)) }
        }

        /// Where the call stands.
        public var state: URLSessionTask.State {
            lock.withLock { $0.isOver ? .completed : $0.isSuspended ? .suspended : .running }
        }

        /// Sends the request for the first time or again, adapters first.
        func begin() {
            step {
                let attempts = self.lock.withLock { state in
                    state.attempts += 1
                    return state.attempts
                }
                if attempts == 1 { self.observe(.started) }
                self.prepare(self.plan.request) {
                    self.adapt(self.plan.request, self.plan.client.options.adapters[...])
                }
            }
        }

        /// Goes on once the body is there to be sent: a multipart body with files is put together first.
        private func prepare(_ request: Request, _ next: @escaping @Sendable () -> Void) {
            guard case .file(let file) = request.body else { return next() }
            file.write(unless: { self.lock.withLock { $0.isOver } }) { written in
                if case .failure(let error) = written { return self.conclude(.failure(error)) }
                self.step(next)
            }
        }

        /// Runs the next step now, or when the call is resumed, or never if it is over.
        ///
        /// - Parameters:
        ///   - held: What to run when the call is resumed, if that is not the same.
        ///   - next: The step.
        func step(whenHeld held: (@Sendable () -> Void)? = nil, _ next: @escaping @Sendable () -> Void) {
            let runsNow = lock.withLock { state in
                if state.isOver { return false }
                if state.isSuspended { state.heldStep = held ?? next }
                return !state.isSuspended
            }
            if runsNow { next() }
        }

        private func adapt(_ request: Request, _ adapters: ArraySlice<Adapter>) {
            var request = request
            var rest = adapters
            do {
                while let adapter = rest.popFirst() {
                    switch adapter {
                    case .immediate(let adapt): try adapt(&request)
                    case .awaiting(let adapt):
                        let (current, others) = (request, rest)
                        return wait {
                            var request = current
                            do { try await adapt(&request) } catch {
                                return self.conclude(.failure(.adapterFailed(error)))
                            }
                            self.adapt(request, others)
                        }
                    }
                }
                // It was checked when it was built.
                if !plan.client.options.adapters.isEmpty {
                    plan.client.keepOwnFields(of: &request, from: plan.request)
                    try request.check()
                }
                request.nameContentType()
            } catch { return conclude(.failure(.adapterFailed(error))) }
            let final = request
            lock.withLock { ($0.first, $0.redirects) = (final, 0) }
            // An adapter may have given it another body.
            prepare(final) { self.step { self.load(final) } }
        }

        /// Waits for a hook in a task of its own, which ends with the call.
        func wait(_ body: @escaping @Sendable () async -> Void) {
            // Made under the lock: one that is over at once must not take the place of the next.
            let scope = plan.refreshing
            lock.withLock { state in
                if !state.isOver { state.hook = Task { await RefreshScope.$current.withValue(scope) { await body() } } }
            }
        }

        /// Sends a request, and asks whether what is stored for it is still current.
        func send(_ request: Request, _ stored: StoredResponse? = nil) {
            let client = plan.client
            let outgoing = stored.map { request.conditional(on: $0) } ?? request
            client.logger.logOutgoing(outgoing, client.options)
            let exchange = Exchange(
                into: plan.sink, accepting: request.acceptedStatusCodes, limit: client.options.maximumResponseLength,
                deadline: Deadline(request.timeoutInterval), progress: lock.withLock { $0.progress }
            ) { self.finished(request, stored, $0) }
            let isOver = lock.withLock { state in
                if !state.isOver { state.exchange = exchange }
                // It may have been held since the last look.
                if state.isSuspended { exchange.hold(true) }
                return state.isOver
            }
            if !isOver { exchange.start(outgoing, on: client) }
        }

        private func finished(_ request: Request, _ stored: StoredResponse?, _ outcome: Exchange.Outcome) {
            let client = plan.client
            var outcome = outcome
            outcome.response?.decoder = client.options.decoder
            lock.withLock { state in
                if let exchange = state.exchange { state.bytes += exchange.bytes }
                state.exchange = nil
            }
            do throws(TeapotError) {
                if let error = outcome.error { throw .carryingOut(request, error, outcome.response) }
                guard let response = outcome.response else {
                    throw .carryingOut(request, URLError(.badServerResponse), nil)
                }
                client.logger.logIncoming(response, to: request, client.options)
                let limit = client.options.maximumRedirects
                if limit > 0, let next = try request.following(response, client.options) {
                    let count = lock.withLock { state in
                        state.redirects += 1
                        return state.redirects
                    }
                    guard count <= limit else {
                        throw .make(.invalidRedirect, "after \(limit) in a row", response: response)
                    }
                    observe(.redirected(to: next))
                    return step { self.load(next) }
                }
                store(response, to: request, stored) { self.judge($0, to: request) }
            } catch {
                let accepted = request.acceptedStatusCodes
                retry(after: error, mayRepeat: !plan.sink.hasDelivered(outcome.response, accepting: accepted))
            }
        }

        private func judge(_ response: Response, to request: Request) {
            if request.acceptedStatusCodes.contains(response.statusCode) { return conclude(.success(response)) }
            let response = request.readsJSON ? response.readingJSONLeniently() : response
            let error = TeapotError.make(.invalidResponseStatus, filling: [response.statusCode], response: response)
            retry(after: error, mayRepeat: true)
        }

        private func retry(after error: TeapotError, mayRepeat: Bool) {
            let error = error.about(plan.request, plan.client.options)
            let hooks = plan.client.options.retriers
            guard !hooks.isEmpty, mayRepeat else { return conclude(.failure(error)) }
            var bare = error
            bare.response?.data = Data()
            bare.response?.json = nil
            let state = lock.withLock { [bare] state in
                defer { state.errors.append(bare) }
                return state
            }
            // The hook judges what a new attempt would repeat, which is not the last request of a chain of redirects.
            var attempt = FailedAttempt(
                request: state.first ?? plan.request, number: state.attempts, error: error, earlierErrors: state.errors)
            attempt.wasRedirected = state.redirects > 0
            let failed = attempt
            wait {
                for hook in hooks {
                    switch await hook(failed) {
                    case .giveUp: continue
                    case .fail(let error): return self.conclude(.failure(error))
                    case .retry(let delay):
                        self.observe(.retrying(after: delay, error))
                        // A cancelled sleep returns early, into a call that is over.
                        try? await Task.sleep(forSeconds: delay)
                        return self.begin()
                    }
                }
                self.conclude(.failure(error))
            }
        }

        /// Reads the body, and delivers the result once nothing holds the call.
        func conclude(_ result: Result<Response, TeapotError>) {
            let client = plan.client
            let read = (plan.readsJSON && plan.request.readsJSON ? result.flatMap { $0.readingJSON() } : result)
                .mapError { $0.about(plan.request, client.options) }
            // A hook that a cancel interrupts fails, but not the call: that is over.
            if case .failure(let error) = read, !lock.withLock({ $0.isOver }) {
                client.logger.log(.error) { "\(error)" }
            }
            observe(.ended(read))
            step { self.deliver(read) }
        }

        private func deliver(_ result: Result<Response, TeapotError>) {
            guard let queue = plan.queue else { return complete(result) }
            // Resumed it goes through the queue again, not on the thread that resumes it.
            queue.async {
                self.step {
                    self.deliver(result)
                } _: {
                    self.complete(result)
                }
            }
        }

        private func complete(_ result: Result<Response, TeapotError>) {
            let completion = lock.withLock { state in
                defer { state.end() }
                return state.completion
            }
            completion?(result)
        }

        /// Tells the observers what happened; nothing after the end, and of that only once.
        private func observe(_ kind: CallEvent.Kind, adding last: ByteCounts? = nil) {
            let observers = plan.client.options.observers
            guard !observers.isEmpty else { return }
            let state = lock.withLock { state -> State? in
                guard !state.isReported else { return nil }
                if let last { state.bytes += last }
                if case .ended = kind { state.isReported = true }
                return state
            }
            guard let state else { return }
            let event = CallEvent(
                kind: kind, request: plan.request, attempt: max(1, state.attempts), duration: began.duration(to: .now),
                bytesSent: state.bytes.sent, bytesReceived: state.bytes.received)
            for observer in observers { observer(event) }
        }
    }
}
