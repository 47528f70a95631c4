#if canImport(FoundationNetworking)
    import Foundation
#else
    public import Foundation
#endif

extension Teapot {
    /// A call of a verb, from its adapters to the delivery of its result.
    ///
    /// It consists of as many exchanges as its redirects and retries need.
    public final class Call: TeapotTask {
        /// The parameters of a call, which do not change after its start.
        struct Plan: Sendable {
            var client: any TeapotClient
            var request: Request
            var sink = BodySink.memory
            var readsJSON = true
            var progress: (@Sendable (Progress) -> Void)?
            var queue: DispatchQueue?
            /// The refresh that began the call, if any.
            ///
            /// It also applies to code outside of the task of that refresh.
            let refreshing = RefreshScope.current
            /// A Boolean value that indicates whether a cancelled call delivers an error, as an `async` call does.
            var deliversCancellation = false
        }

        struct State {
            /// The caller's closures.
            ///
            /// They are released at the end, since they may retain the owner of the call.
            var completion: (@Sendable (Result<Response, TeapotError>) -> Void)?
            var progress: (@Sendable (Progress) -> Void)?
            var isSuspended = false
            var isOver = false
            /// A Boolean value that indicates whether there is a result, delivered or about to be.
            var isConcluded = false
            /// A Boolean value that indicates whether the total time-out has passed.
            var isOutOfTime = false
            /// The step that runs when the call is resumed.
            var heldStep: (@Sendable () -> Void)?
            /// The latest progress, to be reported when the call is resumed.
            var heldProgress: [Progress] = []
            var exchange: Exchange?
            var hook: Task<Void, Never>?
            /// The number of hooks so far, and of those that can be cancelled.
            var hooks = 0
            var startedHooks = 0
            var attempts = 0
            /// The errors of the attempts before this one, without the bodies of their responses.
            var errors: [TeapotError] = []
            /// The first request of this attempt, the number of redirects since, and the URL of the last one.
            var first: Request?
            var redirects = 0
            var target: URL?
            /// A Boolean value that indicates whether the request of this attempt has a body that is read as JSON.
            var readsJSON = true
            /// The values for observers: the bytes of the finished exchanges, and whether the start and the end were
            /// reported.
            var bytes = ByteCounts()
            var isStarted = false
            var isReported = false
            /// The head and the bytes of the last exchange, once it has ended.
            var head: Response?
            var last = ByteCounts()
            /// The error of the call, if it failed.
            var error: TeapotError?

            /// Ends the call.
            ///
            /// - Returns: The closures and objects of the call, to be released outside the lock: releasing them may
            ///   release objects of the caller.
            mutating func end() -> State {
                isOver = true
                return State(
                    completion: completion.take(), progress: progress.take(), heldStep: heldStep.take(),
                    exchange: exchange.take(), hook: hook.take())
            }
        }

        let plan: Plan
        let options: Options
        let began = ContinuousClock.now
        let lock: Locked<State>
        /// The deadline of the whole call.
        let total: Deadline?

        init(_ plan: consuming Plan) {
            lock = Locked(State(progress: plan.progress))
            let bound = plan.request.totalTimeoutInterval
            plan.request.timeline = plan.client.timeline(of: plan.request)
            options = plan.client.options
            total = bound < .infinity ? plan.request.timeline.deadline(bound) : nil
            plan.progress = nil
            self.plan = plan
        }

        /// Suspends the call; see ``TeapotTask/suspend()``.
        public func suspend() {
            lock.withLock { state in
                state.isSuspended = true
                state.exchange?.hold(true)
            }
        }

        /// Resumes a call that was suspended.
        public func resume() {
            let (step, progress) = lock.withLock { state in
                state.isSuspended = false
                state.exchange?.hold(false)
                defer { (state.heldStep, state.heldProgress) = (nil, []) }
                return (state.heldStep, state.heldProgress)
            }
            for reached in progress { tell(reached) }
            step?()
        }

        /// Cancels the call: its completion handler is not called any more, and an `async` call throws.
        public func cancel() {
            // A stream that ends cancels its call. The sentence of the error is not looked up for that.
            guard !lock.withLock({ $0.isOver }), let ended = end(.failure(.cancelled)) else { return }
            ended.hook?.cancel()
            plan.sink.download?.end()
            ended.exchange?.abandon()
            observe(.ended(.failure(.cancelled)), adding: ended.exchange?.bytes)
            if plan.deliversCancellation { ended.completion?(.failure(.cancelled)) }
        }

        /// The state of the call.
        public var state: URLSessionTask.State {
            lock.withLock { $0.isOver ? .completed : $0.isSuspended ? .suspended : .running }
        }

        /// Makes the first attempt.
        ///
        /// - Parameter completion: The closure to call with the result, immediately if the call was cancelled before.
        func begin(_ completion: @escaping @Sendable (Result<Response, TeapotError>) -> Void) {
            let isOver = lock.withLock { state in
                if !state.isOver { state.completion = completion }
                return state.isOver
            }
            if isOver { return plan.deliversCancellation ? completion(.failure(.cancelled)) : () }
            // The deadline has let the waiting events of the event queue run first. `runOut()` must not run on that
            // queue.
            total?.begin(behind: plan.client.eventQueue) { DispatchQueue.global().async { self.runOut() } }
            attempt()
        }

        /// Ends the call, unless it has ended.
        ///
        /// - Parameters:
        ///   - result: The result of the call.
        ///   - isForRunning: A Boolean value that indicates whether the call must not be suspended.
        /// - Returns: The closures and objects of the call, or `nil` if the call did not end now.
        func end(_ result: Result<Response, TeapotError>, ifRunning isForRunning: Bool = false) -> State? {
            let ended = lock.withLock { state -> State? in
                guard !state.isOver, !(isForRunning && state.isSuspended) else { return nil }
                if case .failure(let error) = result { state.error = error }
                return state.end()
            }
            if ended != nil { total?.end() }
            return ended
        }

        /// Runs the next step now if the call is running, or when it is resumed.
        ///
        /// If the call has ended, the step is dropped.
        ///
        /// - Parameters:
        ///   - isDelivery: A Boolean value that indicates whether the step delivers the result, after which there is no
        ///     other step.
        ///   - held: The step to run when the call is resumed, or `nil` for `next`.
        ///   - next: The step.
        func step(
            isDelivery: Bool = false, whenHeld held: (@Sendable () -> Void)? = nil,
            _ next: @escaping @Sendable () -> Void
        ) {
            let (runsNow, dropped) = lock.withLock { state -> (Bool, (@Sendable () -> Void)?) in
                guard !state.isOver, isDelivery || !state.isConcluded else { return (false, nil) }
                guard state.isSuspended else { return (true, nil) }
                // A step that was replaced after a total time-out is released outside the lock.
                defer { state.heldStep = held ?? next }
                return (false, state.heldStep)
            }
            withExtendedLifetime(dropped) {}
            if runsNow { next() }
        }

        /// Runs code of the caller in a hook, whose skipped waits are part of the call's time.
        func run<Value>(_ body: () async throws -> Value) async rethrows -> Value {
            try await plan.request.timeline.run(orExpire: { self.runOut() }, body)
        }

        /// Runs a hook in a task, which is cancelled when the call ends.
        func wait(_ body: @escaping @Sendable () async -> Void) {
            let number = lock.withLock { state in
                state.hooks += 1
                return state.hooks
            }
            let (scope, isSkipped) = (plan.refreshing, plan.request.timeline.skipped != nil)
            let task = Task {
                // In skipped time, a hook could end its call before it can be cancelled.
                while isSkipped, lock.withLock({ $0.startedHooks < number }) { await Task.yield() }
                await RefreshScope.$current.withValue(scope) { await body() }
            }
            let isOver = lock.withLock { state in
                // The task of a hook that has already ended must not replace the task of the next.
                if !state.isOver, state.hooks == number { state.hook = task }
                return state.isOver
            }
            if isOver { task.cancel() }
            if isSkipped { lock.withLock { $0.startedHooks = max($0.startedHooks, number) } }
        }
    }
}
