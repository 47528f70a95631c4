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
        }

        struct State {
            /// The caller's closures, let go of at the end: they may hold whoever holds the call.
            var completion: (@Sendable (Result<Response, TeapotError>) -> Void)?
            var progress: (@Sendable (Progress) -> Void)?
            var isSuspended = false
            var isOver = false
            /// Whether there is a result, delivered or about to be.
            var isConcluded = false
            /// Whether the whole call has taken too long.
            var isOutOfTime = false
            /// The step that waits for the call to be resumed.
            var heldStep: (@Sendable () -> Void)?
            /// The latest progress that waits for the call to be resumed.
            var heldProgress: [Progress] = []
            var exchange: Exchange?
            var hook: Task<Void, Never>?
            /// How many hooks there have been.
            var hooks = 0
            var attempts = 0
            /// Why the attempts before this one failed, without the bodies of their responses.
            var errors: [TeapotError] = []
            /// What this attempt sent first, and how often it was redirected from there.
            var first: Request?
            var redirects = 0
            /// What observers are told: the bytes of the exchanges that are over, and whether they know of the end.
            var bytes = ByteCounts()
            var isReported = false
            /// The last exchange's head and bytes, once it is over.
            var head: Response?
            var last = ByteCounts()
            /// Why the call failed, if it did.
            var error: TeapotError?

            /// Ends the call.
            ///
            /// - Returns: What it held, to be let go of outside the lock: objects of the caller's may go with it.
            mutating func end() -> State {
                let before = self
                isOver = true
                (completion, progress, exchange, hook, heldStep) = (nil, nil, nil, nil, nil)
                return before
            }
        }

        let plan: Plan
        let began = ContinuousClock.now
        let lock: Locked<State>
        /// Bounds the whole call.
        private let total: Deadline?

        init(_ plan: Plan) {
            lock = Locked(State(progress: plan.progress))
            let bound = plan.request.totalTimeoutInterval
            total = bound < .infinity ? Deadline(bound) : nil
            var plan = plan
            plan.progress = nil
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
            let (step, progress) = lock.withLock { state in
                state.isSuspended = false
                state.exchange?.hold(false)
                defer {
                    state.heldStep = nil
                    state.heldProgress = []
                }
                return (state.heldStep, state.heldProgress)
            }
            for reached in progress { tell(reached) }
            step?()
        }

        /// Ends the call: its completion is not called any more, and an `async` call throws.
        public func cancel() {
            guard let ended = end(.failure(.cancelled)) else { return }
            ended.hook?.cancel()
            plan.sink.download?.end()
            ended.exchange?.abandon()
            observe(.ended(.failure(.cancelled)), adding: ended.exchange?.bytes)
            if plan.deliversCancellation { ended.completion?(.failure(.cancelled)) }
        }

        /// Where the call stands.
        public var state: URLSessionTask.State {
            lock.withLock { $0.isOver ? .completed : $0.isSuspended ? .suspended : .running }
        }

        /// Sends the request for the first time.
        ///
        /// - Parameter completion: What to call with the result; at once if the call has been cancelled before.
        func begin(_ completion: @escaping @Sendable (Result<Response, TeapotError>) -> Void) {
            let isOver = lock.withLock { state in
                if !state.isOver { state.completion = completion }
                return state.isOver
            }
            if isOver { return plan.deliversCancellation ? completion(.failure(.cancelled)) : () }
            // Never on the queue that events wait on, behind which it has looked.
            total?.begin(behind: plan.client.eventQueue) { DispatchQueue.global().async { self.runOut() } }
            attempt()
        }

        /// Ends the call, unless it has ended.
        ///
        /// - Returns: What it held.
        func end(_ result: Result<Response, TeapotError>) -> State? {
            total?.end()
            return lock.withLock { state in
                guard !state.isOver else { return nil }
                if case .failure(let error) = result { state.error = error }
                return state.end()
            }
        }

        /// Runs the next step now, or when the call is resumed, or never if it is over.
        ///
        /// - Parameters:
        ///   - isDelivery: Whether it delivers the result, behind which there is no other step.
        ///   - held: What to run when the call is resumed, if that is not the same.
        ///   - next: The step.
        func step(
            isDelivery: Bool = false, whenHeld held: (@Sendable () -> Void)? = nil,
            _ next: @escaping @Sendable () -> Void
        ) {
            let (runsNow, dropped) = lock.withLock { state -> (Bool, (@Sendable () -> Void)?) in
                guard !state.isOver, isDelivery || !state.isConcluded else { return (false, nil) }
                guard state.isSuspended else { return (true, nil) }
                // One that a total time-out overtakes is let go of outside the lock.
                defer { state.heldStep = held ?? next }
                return (false, state.heldStep)
            }
            withExtendedLifetime(dropped) {}
            if runsNow { next() }
        }

        /// Waits for a hook in a task of its own, which ends with the call.
        func wait(_ body: @escaping @Sendable () async -> Void) {
            let number = lock.withLock { state in
                state.hooks += 1
                return state.hooks
            }
            let scope = plan.refreshing
            let task = Task { await RefreshScope.$current.withValue(scope) { await body() } }
            let isOver = lock.withLock { state in
                // One that was over at once must not take the place of the next.
                if !state.isOver, state.hooks == number { state.hook = task }
                return state.isOver
            }
            if isOver { task.cancel() }
        }
    }
}
