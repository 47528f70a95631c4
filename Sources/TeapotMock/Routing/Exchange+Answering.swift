import Foundation
import Teapot

extension Exchange {
    /// Whether the handler hasn't started, or waits for a person to choose a response.
    ///
    /// If it is waiting and the client half-closes the connection, there's no point in waiting longer. While any other
    /// handler runs, the client may still read a response after it half-closes the connection.
    package var isWaiting: Bool { admission.awaitsChoice || isDelayed || admission.held != nil }
    /// Whether there is a delay before the handler runs.
    private var isDelayed: Bool { delay > 0 && !delaysResponse }
    /// Whether the delay comes after the response.
    private var delaysResponse: Bool { if case .response = source { true } else { admission.awaitsChoice } }

    /// Whether the connection fails before the client has sent a body.
    var failsAtOnce: Bool {
        guard case .response(let response) = source, let fault = response.fault else { return false }
        return !fault.hasResponse
    }

    /// Runs the handler after it is released, and after the delays of the route and of the router.
    ///
    /// If the exchange ends or the router is finished first, the handler never runs.
    ///
    /// - Parameters:
    ///   - isHere: Whether a route's asynchronous handler may run on this thread until it first suspends, if it doesn't
    ///     have to wait before it runs.
    ///   - runs: A closure to call when the handler runs, if the handler had to wait.
    ///   - completion: A closure to call once with the response, unless the exchange ends first. It's called on the
    ///     thread that releases the exchange, or before this function returns if nothing waits in real time.
    package func start(
        here isHere: Bool = false, runs: @escaping @Sendable () -> Void = {},
        completion: @escaping @Sendable (Response) -> Void
    ) {
        if isOver { return }
        guard let held = admission.held else {
            if isHere, beginHere(completion) { return }
            return begin(runs: runs, completion: completion)
        }
        held.wait { [self] end in
            switch end {
            case .closed(let explanation):
                let failure = Response.explaining(TeapotError(type: .unansweredRequest, description: explanation))
                completion(failure.changed(by: admission.changes))
            case .released: if !isOver { begin(runs: runs, completion: completion) }
            }
        }
        held.limit(in: time)
    }

    /// Runs a route's asynchronous handler on this thread until it first suspends.
    ///
    /// - Parameter completion: A closure to call once with the response.
    /// - Returns: `false` if the handler wasn't started, because it has to wait, it may read files, the router belongs
    ///   to a test, or the system or the compiler is older than 2025.
    private func beginHere(_ completion: @escaping @Sendable (Response) -> Void) -> Bool {
        #if compiler(>=6.2)
            if case .suspending(let handler) = source, admission.route != nil, !isDelayed, router.testValues == nil,
                #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
            {
                own(Task.immediate(priority: .high) { await self.run(handler, completion) })
                return true
            }
        #endif
        return false
    }

    /// Runs the handler after the delays of the route and of the router.
    private func begin(runs: @escaping @Sendable () -> Void, completion: @escaping @Sendable (Response) -> Void) {
        guard isDelayed else {
            if case .suspending = source, admission.held != nil, !admission.awaitsChoice { runs() }
            return handle(completion)
        }
        if let time { return time.pass(Uptime.nanoseconds(delay)) ? handle(completion) : () }
        wait(delay) { [self] in
            runs()
            // Run in a task, so that even a synchronous handler can check for cancellation.
            if case .immediate(let handler) = source { return run { [self] in await run(handler, completion) } }
            handle(completion)
        }
    }

    /// Runs the handler, unless the router has been finished in the meantime.
    ///
    /// A failure of the handler after that would count against another test.
    private func handle(_ completion: @escaping @Sendable (Response) -> Void) {
        switch source {
        case .response(let response): completion(completed(response))
        case .immediate(let handler):
            if let error = router.finishedError(for: request) { return completion(.explaining(error)) }
            let response = router.withTestValues { () -> Response? in
                do { return try time?.run { try handler(request) } ?? handler(request) } catch { return thrown(error) }
            }
            if let response { completion(completed(response)) }
        case .suspending(let handler): run { [self] in await run(handler, completion) }
        }
    }

    private func run(_ handler: @Sendable (Request) async throws -> Response, _ completion: (Response) -> Void) async {
        if isOver { return }
        if let error = router.finishedError(for: request) { return completion(.explaining(error)) }
        let response: Response?
        do {
            if let time {
                response = try await time.run { try await handler(request) }
            } else {
                response = try await handler(request)
            }
        } catch {
            response = thrown(error)
        }
        if let response, !isOver { completion(completed(response)) }
    }

    /// Returns the response for an error of the handler, or `nil` if the exchange is over, when errors don't matter.
    private func thrown(_ error: any Error) -> Response? {
        isOver ? nil : router.thrown(error, by: admission.route, for: request)
    }

    private func completed(_ response: consuming Response) -> Response {
        if let limited = link?.limited(response) { response = limited }
        return router.complete(
            consume response, after: delaysResponse ? delay : 0, for: request, entry, by: admission.route
        ).changed(by: admission.changes)
    }
}
