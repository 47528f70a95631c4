import Foundation
import Teapot

extension Router {
    /// A response that has to be waited for.
    ///
    /// It is an object, so that the closures that need all of it hold one reference.
    package final class PendingResponse: Sendable {
        /// The source of the response.
        enum Source: Sendable {
            /// A response whose delay follows the wait.
            indirect case response(Response)
            /// A function, which runs after the delay.
            case immediate(@Sendable (Request) throws -> Response)
            /// An asynchronous function.
            case suspending(@Sendable (Request) async throws -> Response)
        }

        /// What is waited for, and for whom.
        struct Parts: Sendable {
            let router: Router
            /// The route that the handler belongs to; `nil` for a stage's.
            let route: Route?
            let request: Request
            /// The number of the journal entry.
            let entry: Int
            /// The time to wait before the handler runs, in seconds, or after it if a person chooses the response.
            var delay: Double
            let admission: Admission
            var changes: [ResponseChange] = []
            /// A Boolean value that indicates whether the handler waits until somebody chooses a response.
            var isHeld = false
            let source: Source
        }

        private let parts: Parts
        private var router: Router { parts.router }
        /// The number of the journal entry.
        var entry: Int { parts.entry }
        /// The network over which the client receives the response, if it takes time.
        ///
        /// Its latency is a part of the delay. The carrier passes the times of the bodies.
        package var link: NetworkLink? { parts.admission.link }

        init(_ parts: Parts) { self.parts = parts }

        /// Returns the response with seconds added to its delay, and with changes to be made.
        func changed(delay: Double = 0, changes: [ResponseChange] = []) -> PendingResponse {
            var parts = parts
            parts.delay += delay
            parts.changes += changes
            return PendingResponse(parts)
        }

        /// A Boolean value that indicates whether the handler does not run yet, or waits until somebody chooses a
        /// response.
        ///
        /// If it does, and the client half-closes the connection, waiting is pointless. While another handler runs, the
        /// client may still read a response after it half-closes the connection.
        package var isWaiting: Bool { parts.isHeld || isDelayed || parts.admission.held != nil }
        /// A Boolean value that indicates whether there is a delay before the handler runs.
        private var isDelayed: Bool { parts.delay > 0 && !delaysResponse }
        /// A Boolean value that indicates whether the delay follows the response.
        private var delaysResponse: Bool { if case .response = parts.source { true } else { parts.isHeld } }

        /// Returns the response with the rest of the time that the body of its request takes over the network.
        ///
        /// - Parameter duration: The time in which the body has arrived, in nanoseconds.
        /// - Returns: The response.
        package func arrived(in duration: UInt64) -> PendingResponse {
            guard let link else { return self }
            let whole = link.up.time(of: parts.request.body.count)
            return changed(delay: Double(whole - min(whole, duration)) / 1e9)
        }

        /// Gives the response up before it is started.
        func abandon() { parts.admission.held?.abandon() }

        /// A Boolean value that indicates whether the connection fails before the client has sent a body.
        var failsAtOnce: Bool {
            guard case .response(let response) = parts.source, let fault = response.fault else { return false }
            return !fault.hasResponse
        }

        /// Runs the handler after its release, and after the delays of the route and of the router.
        ///
        /// A handler that is abandoned before that never runs, and neither does one whose router is finished before
        /// that.
        ///
        /// - Parameters:
        ///   - time: The time of the exchange, if it is skipped. The delay then passes at once.
        ///   - isHere: A Boolean value that indicates whether an asynchronous handler of a route may run on this thread
        ///     until it first waits, if there is nothing to wait for before it runs.
        ///   - runs: A closure that is called when the handler runs, if it had to wait.
        ///   - isReady: A closure that waits until the handler can be abandoned.
        ///   - completion: A closure that is called once with the response and the number of the journal entry. It is
        ///     called on the thread of the release, or before this function returns, if there is no delay in real time
        ///     and the handler is not asynchronous, or runs here and does not wait.
        /// - Returns: A closure that abandons the handler, whose response is then discarded.
        package func start(
            in time: ExchangeTime? = nil, here isHere: Bool = false, runs: @escaping @Sendable () -> Void = {},
            after isReady: @escaping @Sendable () async -> Void = {},
            completion: @escaping @Sendable (Response, _ entry: Int) -> Void
        ) -> @Sendable () -> Void {
            guard let held = parts.admission.held else {
                if isHere, let abandon = beginHere(completion) { return abandon }
                return begin(in: time, after: isReady, runs: runs, completion: completion)
            }
            // The closure that abandons the handler, or `nil` if the response is abandoned already.
            let abandon = Locked<(@Sendable () -> Void)?>({ held.abandon() })
            held.wait { [self] end in
                switch end {
                case .closed(let explanation):
                    let failure = Response.explaining(.make(.unansweredRequest, explanation))
                    completion(failure.changed(by: parts.changes), entry)
                case .released:
                    let next = begin(in: time, after: isReady, runs: runs, completion: completion)
                    let isAbandoned = abandon.withLock { abandon in
                        if abandon != nil { abandon = next }
                        return abandon == nil
                    }
                    if isAbandoned { next() }
                }
            }
            held.limit(in: time)
            return { [router, entry] in
                let abandon = abandon.withLock { $0.take() }
                abandon?()
                router.journal.end(entry, .abandoned, at: Moment(time?.call))
            }
        }

        /// Runs an asynchronous handler of a route on this thread until it first waits.
        ///
        /// - Parameter completion: A closure that is called once with the response and the number of the journal entry.
        /// - Returns: A closure that abandons the handler, or `nil` if it was not started: because it has to wait, the
        ///   handler may read files, the router belongs to a test, or the system or the compiler is of before 2025.
        private func beginHere(
            _ completion: @escaping @Sendable (Response, _ entry: Int) -> Void
        ) -> (@Sendable () -> Void)? {
            #if compiler(>=6.2)
                if case .suspending(let handler) = parts.source, parts.route != nil, !isDelayed,
                    router.testValues == nil,
                    #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
                {
                    let task = Task.immediate(priority: .high) {
                        let response: Response
                        do { response = try await handler(self.parts.request) } catch { response = self.thrown(error) }
                        guard !Task.isCancelled else { return }
                        completion(self.completed(response), self.entry)
                    }
                    return {
                        task.cancel()
                        // An entry that has ended keeps its ending.
                        self.router.journal.end(self.entry, .abandoned)
                    }
                }
            #endif
            return nil
        }

        /// Runs the handler after the delays of the route and of the router.
        private func begin(
            in time: ExchangeTime?, after isReady: @escaping @Sendable () async -> Void,
            runs: @escaping @Sendable () -> Void, completion: @escaping @Sendable (Response, _ entry: Int) -> Void
        ) -> @Sendable () -> Void {
            if let time, isDelayed, !time.pass(Uptime.nanoseconds(parts.delay)) { return {} }
            let waits = isDelayed && time == nil
            if !waits, let response = immediateResponse(in: time) {
                completion(completed(response), entry)
                return {}
            }
            if parts.admission.held != nil, !waits, !parts.isHeld { runs() }
            let task = router.startTask { [self] in
                if waits {
                    // The sleep throws only if the handler was abandoned.
                    do { try await Task.sleep(nanoseconds: Uptime.nanoseconds(parts.delay)) } catch { return }
                    runs()
                    // What the handler finds would be attributed to another test.
                    if let error = router.finishedError(for: parts.request) {
                        return completion(.explaining(error), entry)
                    }
                }
                await isReady()
                let response: Response
                do { response = try await run(in: time) } catch { response = thrown(error) }
                guard !Task.isCancelled else { return }
                completion(completed(response), entry)
            }
            return { [router, entry] in
                task.cancel()
                // An entry that has ended keeps its ending.
                router.journal.end(entry, .abandoned, at: Moment(time?.call))
            }
        }

        /// Returns the response, if the handler need not be awaited.
        private func immediateResponse(in time: ExchangeTime?) -> Response? {
            switch parts.source {
            case .response(let response): return response
            case .immediate(let handler):
                return router.withTestValues {
                    do { return try time?.run { try handler(parts.request) } ?? handler(parts.request) } catch {
                        return thrown(error)
                    }
                }
            case .suspending: return nil
            }
        }

        private func run(in time: ExchangeTime?) async throws -> Response {
            guard let time else { return try await response() }
            return try await time.run { try await response() }
        }

        private func response() async throws -> Response {
            switch parts.source {
            case .response(let response): response
            case .immediate(let handler): try handler(parts.request)
            case .suspending(let handler): try await handler(parts.request)
            }
        }

        private func thrown(_ error: any Error) -> Response {
            router.thrown(error, by: parts.route, for: parts.request)
        }

        private func completed(_ response: consuming Response) -> Response {
            if let limited = link?.limited(response) { response = limited }
            let delay = delaysResponse ? parts.delay : 0
            return router.complete(consume response, after: delay, for: parts.request, entry).changed(by: parts.changes)
        }
    }
}
