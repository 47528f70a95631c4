#if canImport(FoundationNetworking)
    import Foundation
#else
    public import Foundation
#endif

extension Teapot {
    /// One call, from its adapters to the delivery of its result.
    ///
    /// Each redirect and each retry is another exchange. A state machine decides what happens next. The call
    /// passes events to it, and performs the resulting actions in order, on one thread at a time.
    public final class Call: TeapotTask, @unchecked Sendable {
        // `@unchecked` because of the last three properties. Only the thread that performs an action uses them, or the
        // step that the action began.

        /// The parameters of a call, which don't change after its start.
        struct Plan: Sendable {
            var client: any TeapotClient
            var request: Request
            var sink = BodySink.memory
            var readsJSON = true
            var progress: (@Sendable (Progress) -> Void)?
            var queue: DispatchQueue?
            /// The refresh that started the call, if any.
            ///
            /// It also applies to code outside that refresh's task.
            let refreshing = RefreshScope.current
            /// Whether a cancelled call delivers an error, like an `async` call.
            var deliversCancellation = false
        }

        let plan: Plan
        let options: Options
        let began = ContinuousClock.now
        let lock: Locked<State>
        let transport: Transport
        let hasProgress: Bool
        /// The request of this attempt after the adapters.
        var first: Box<Request>?
        var readsJSON = true
        /// The received part of the current exchange.
        var incoming: IncomingResponse?

        init(_ plan: consuming Plan) {
            (options, transport) = (plan.client.options, plan.client.transport)
            plan.request.timeline = transport.timeline(plan.request)
            if plan.deliversCancellation || plan.queue != nil { plan.request.timeline.skipped?.returnsLater() }
            let progress = plan.progress.take()
            hasProgress = progress != nil
            self.plan = plan
            lock = Locked(State(self.plan, progress, isShared: transport.eventQueue != nil))
        }

        /// Suspends the call; see ``TeapotTask/suspend()``.
        public func suspend() {
            lock.withLock { $0.machine.suspend(true, at: .now()) }
            plan.request.timeline.skipped?.hold(true)
        }

        /// Resumes a call that was suspended.
        public func resume() {
            plan.request.timeline.skipped?.hold(false)
            lock.withLock { $0.machine.suspend(false, at: .now()) }
            drain(from: .caller)
        }

        /// Cancels the call: its completion handler is no longer called, and an `async` call throws an error.
        public func cancel() {
            // A stream that ends cancels its call. Skip looking up the localized error text in that case.
            guard !lock.withLock({ $0.machine.isOver }), let ended = lock.withLock({ $0.end(.failure(.cancellation)) })
            else { return }
            stop(ended)
            if ended.due != nil { Scheduler.shared.cancel(self) }
            plan.sink.download?.end()
            // Close the file before the caller can use it.
            drain(from: .caller)
            observe(.ended(.failure(named(.cancellation))))
            if plan.deliversCancellation { ended.completion?(.failure(named(.cancellation))) }
        }

        /// The state of the call.
        public var state: URLSessionTask.State {
            lock.withLock { $0.machine.isOver ? .completed : $0.machine.isSuspended ? .suspended : .running }
        }

        /// Makes the first attempt.
        ///
        /// - Parameter completion: The closure to call with the result, immediately if the call was already cancelled.
        func begin(_ completion: @escaping @Sendable (Result<Response, TeapotError>) -> Void) {
            let isOver = lock.withLock { state in
                if !state.machine.isOver { state.held.completion = completion }
                return state.machine.isOver
            }
            if isOver { return plan.deliversCancellation ? completion(.failure(named(.cancellation))) : () }
            handle(.begin(within: plan.request.totalTimeout))
        }
    }
}
