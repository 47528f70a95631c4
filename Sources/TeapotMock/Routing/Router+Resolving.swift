import Foundation
package import Teapot

extension Router {
    /// The response to a request, or the reason why there is none.
    package enum ResolvedResponse: Sendable {
        /// A response.
        ///
        /// Its fixture has been read, and its delay includes all delays.
        case response(Response)
        /// A failure, with the reason.
        case failure(TeapotError)
        /// No response, because no route matched.
        indirect case unanswered(Diagnosis)
        /// A failure, or no response, of which a page of another origin may read the explanation.
        indirect case shared(ResolvedResponse, CORSPolicy, Request)
    }

    /// The immediate result of resolving a request.
    package enum Resolution: Sendable {
        /// The response, and the number of the journal entry.
        case now(ResolvedResponse, entry: Int)
        /// A handler that has to be awaited, because it is asynchronous or runs after a delay.
        case later(PendingResponse)
    }

    /// Resolves one request to a response, except for running a handler that is asynchronous or runs after a delay.
    ///
    /// This does not block, except for rules and synchronous handlers. It creates the journal entry. The carrier ends
    /// the entry.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - began: The time at which the request began to arrive, in nanoseconds of ``Uptime``.
    ///   - time: The time of the call, if it is skipped.
    /// - Returns: The response, or a handler that produces it.
    package func resolve(_ request: Request, began: UInt64 = Uptime.now, in time: CallTime? = nil) -> Resolution {
        guard let time else {
            return testValues == nil
                ? resolve(request, began: began, at: nil) : withTestValues { resolve(request, began: began, at: nil) }
        }
        let exchange = time.open()
        defer { exchange.close() }
        return withTestValues {
            exchange.run { resolve(request, began: began, at: time) }
        }
    }

    @inline(__always)
    private func resolve(_ request: Request, began: UInt64, at time: CallTime?) -> Resolution {
        // What was found out about files is compared with `began`, which is always real.
        let moment = time.map { Moment.skipped($0.now) } ?? .uptime(began)
        // An optional existential is copied where it is bound.
        guard failures != nil, let failures else { return resolve(request, began: began, at: moment) }
        return resolve(request, failingBy: failures, at: moment) { resolve(request, began: began, at: moment) }
    }

    @inline(__always)
    private func resolve(_ request: Request, began: UInt64, at moment: Moment) -> Resolution {
        let selection: Selection
        switch select(request, began: moment) {
        case .match(let match): return resolve(request, by: match)
        case let other: selection = other
        }
        let network = network
        if network?.isOffline == true, case .candidates = selection {
            let match = ResponderMatch(.switched("the router's network, which is offline"), .unreachable)
            let entry = journal.begin(request, .respond(match), at: moment)
            return .now(complete(.unreachable, for: request, entry), entry: entry)
        }
        guard let cors else { return resolve(request, by: selection, over: network, began: began, at: moment) }
        if let response = cors.preflightResponse(to: request), accepts(request), !isFinished {
            let match = ResponderMatch(.switched("a preflight request, for the router's CORS policy"), response)
            let entry = journal.begin(request, .respond(match), at: moment)
            return resolve(request, by: match, over: link(over: network, for: request), entry: entry)
        }
        switch resolve(request, by: selection, over: network, began: began, at: moment) {
        case .now(let resolved, let entry): return .now(resolved.shared(by: cors, with: request), entry: entry)
        case .later(let pending): return .later(pending.changed(cors: cors))
        }
    }

    private func resolve(
        _ request: Request, by selection: Selection, over network: NetworkConditions?, began: UInt64, at moment: Moment
    ) -> Resolution {
        let decision = decide(request, by: selection, began: began)
        let entry = journal.begin(request, decision, at: moment)
        switch decision {
        case .answer(let route, let request, let time):
            let match = RouteMatch(route: route, time: time, latency: latency, entry: entry)
            let link = link(over: route.network ?? network, for: request)
            return resolve(request, by: match, held: held(request), over: link)
        case .refuse(_, let mismatches): return .now(.failure(.refusing(mismatches, options)), entry: entry)
        case .respond(let match):
            return resolve(request, by: match, over: link(over: network, for: request), entry: entry)
        case .unanswered(let diagnosis): return .now(.unanswered(diagnosis), entry: entry)
        case .closed(let explanation):
            return .now(.failure(.make(.unansweredRequest, explanation)), entry: entry)
        }
    }

    /// Resolves one request to a response.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - completion: A closure that is called once with the response and the number of the journal entry. It is
    ///     called before this function returns unless the handler is asynchronous or runs after a delay.
    /// - Returns: A closure that abandons the handler, whose response is then discarded.
    func resolve(
        _ request: Request,
        completion: @escaping @Sendable (ResolvedResponse, _ entry: Int) -> Void
    ) -> @Sendable () -> Void {
        switch resolve(request) {
        case .now(let response, let entry):
            completion(response, entry)
            return {}
        case .later(let pending): return pending.start(completion: completion)
        }
    }

    /// Resolves a request that a route answers.
    ///
    /// The variables of the route are added to the request where they can be asked for.
    func resolve(
        _ request: Request, by match: RouteMatch, held: HeldAnswer? = nil, over link: NetworkLink? = nil
    ) -> Resolution {
        if link?.isOffline == true {
            held?.abandon()
            return .now(complete(.unreachable, for: request, match.entry), entry: match.entry)
        }
        let route = match.route
        let delay = max(0, route.delay) + max(0, match.latency) + (link?.latency ?? 0)
        let source: PendingResponse.Source
        switch route.handler {
        case .responses(let responses):
            let response = responses[min(match.time, responses.count - 1)]
            guard held != nil || link != nil else {
                return .now(complete(response, after: delay, for: request, match.entry), entry: match.entry)
            }
            source = .response(response)
        case .immediate(let handler):
            guard held != nil || delay > 0 || link != nil else {
                let response: Response
                do { response = try handler(request.bound(by: route)) } catch { response = .thrown(error, by: route, for: request) }
                return .now(complete(response, for: request, match.entry), entry: match.entry)
            }
            source = .immediate(handler)
        case .suspending(let handler): source = .suspending(handler)
        }
        return .later(
            PendingResponse(
                router: self, route: route, request: request.bound(by: route), entry: match.entry, delay: delay, held: held,
                link: link, source: source))
    }

    func resolve(
        _ request: Request, by match: ResponderMatch, over link: NetworkLink?, entry: Int
    ) -> Resolution {
        let latency = max(0, latency) + (link?.latency ?? 0)
        let held = held(request)
        let source: PendingResponse.Source
        switch match.source {
        case .response(let response):
            guard held != nil || link != nil else {
                return .now(complete(response, after: latency, for: request, entry), entry: entry)
            }
            source = .response(response)
        case .handler(let makeHandler):
            let handler = makeHandler(entry)
            source = .suspending { _ in try await handler() }
        }
        return .later(
            PendingResponse(
                router: self, route: nil, request: request, entry: entry, delay: latency, held: held,
                link: link, isHeld: match.isHeld, source: source))
    }

    /// Adds a delay to that of a response, reads the fixture that the response names, and evaluates the preconditions
    /// and the range of the request.
    ///
    /// A test's router keeps the response under the number of the journal entry.
    @inline(__always)
    fileprivate func complete(
        _ response: consuming Response, after delay: Double = 0, for request: Request, _ entry: Int
    ) -> ResolvedResponse {
        guard let keptResponses else { return completed(response, after: delay, for: request) }
        let resolved = completed(response, after: delay, for: request)
        if case .response(let response) = resolved { keptResponses.keep(response, for: entry) }
        return resolved
    }

    @inline(__always)
    private func completed(
        _ response: consuming Response, after delay: Double, for request: Request
    ) -> ResolvedResponse {
        response.delay = max(0, response.delay) + delay
        // The name is not read here, because that would copy it.
        if case .file = response.content { return filled(response, for: request) }
        if response.hasExtras, response.validators != nil { response = selected(response, for: request) }
        return .response(response)
    }

    /// Reads the fixture that a response names.
    private func filled(_ response: Response, for request: Request) -> ResolvedResponse {
        var response = response
        guard let name = response.file, response.fault?.hasResponse != false else { return .response(response) }
        do throws(TeapotError) {
            // A missing fixture is reported for every status, including those without a body.
            if name.isEmpty { throw .unnamedMockFile }
            let fixture = try library.fixture(named: name)
            response.body = fixture.data
            guard response.status.mayHaveContent else { return .response(response) }
            if response.headerFields.isEmpty {
                response.headerFields = fixture.headerFields
            } else if response.headerFields["Content-Type"] == nil {
                response.headerFields.append(name: "Content-Type", value: fixture.contentType)
            }
            var validators = response.validators ?? fixture.validators
            if let entityTag = response.headerFields["ETag"] { validators.entityTag = entityTag }
            response.validators = validators
            return .response(selected(response, for: request))
        } catch {
            return .failure(error)
        }
    }

    private func selected(_ response: Response, for request: Request) -> Response {
        response.selected(for: request, isCompressed: compressesResponses)
    }
}

extension Router {
    /// A response that has to be waited for.
    ///
    /// It is an object, so that the closures that need all of it hold one reference.
    package final class PendingResponse: Sendable {
        /// The source of the response.
        fileprivate enum Source: Sendable {
            /// A response whose delay follows the wait.
            case response(Response)
            /// A function, which runs after the delay.
            case immediate(@Sendable (Request) throws -> Response)
            /// An asynchronous function.
            case suspending(@Sendable (Request) async throws -> Response)
        }

        fileprivate let router: Router
        /// The route that the handler belongs to; `nil` for a responder's.
        fileprivate let route: Route?
        fileprivate let request: Request
        /// The number of the journal entry.
        let entry: Int
        /// The time to wait before the handler runs, in seconds, or after it if a person chooses the response.
        fileprivate let delay: Double
        /// The wait for a test's release, if there is one.
        fileprivate let held: HeldAnswer?
        /// The network over which the client receives the response, if it takes time.
        ///
        /// Its latency is a part of the delay. The carrier passes the times of the bodies.
        package let link: NetworkLink?
        /// The rules by which pages of other origins may read the response.
        fileprivate let cors: CORSPolicy?
        /// The function that makes the response fail, or `nil` if it does not fail.
        private let failure: (@Sendable (Response) -> Response)?
        /// A Boolean value that indicates whether the handler waits until somebody chooses a response.
        fileprivate let isHeld: Bool
        fileprivate let source: Source

        fileprivate init(
            router: Router, route: Route?, request: Request, entry: Int, delay: Double, held: HeldAnswer?,
            link: NetworkLink?, cors: CORSPolicy? = nil, failure: (@Sendable (Response) -> Response)? = nil,
            isHeld: Bool = false, source: Source
        ) {
            self.router = router
            self.route = route
            self.request = request
            self.entry = entry
            self.delay = delay
            self.held = held
            self.link = link
            self.cors = cors
            self.failure = failure
            self.isHeld = isHeld
            self.source = source
        }

        /// Returns the response with some parts changed.
        ///
        /// - Parameters:
        ///   - delay: The time to add to the delay, in seconds.
        ///   - cors: The rules by which pages of other origins may read the response, or `nil` for those it has.
        ///   - failure: The function that makes the response fail, or `nil` for the one it has.
        /// - Returns: The response.
        func changed(
            delay: Double = 0, cors: CORSPolicy? = nil, failure: (@Sendable (Response) -> Response)? = nil
        ) -> PendingResponse {
            PendingResponse(
                router: router, route: route, request: request, entry: entry, delay: self.delay + delay, held: held,
                link: link, cors: cors ?? self.cors, failure: failure ?? self.failure, isHeld: isHeld, source: source)
        }

        /// A Boolean value that indicates whether the handler does not run yet, or waits until somebody chooses a
        /// response.
        ///
        /// If it does, and the client half-closes the connection, waiting is pointless. While another handler runs, the
        /// client may still read a response after it half-closes the connection.
        package var isWaiting: Bool { isHeld || isDelayed || held != nil }
        /// A Boolean value that indicates whether there is a delay before the handler runs.
        private var isDelayed: Bool { delay > 0 && !delaysResponse }
        /// A Boolean value that indicates whether the delay follows the response.
        private var delaysResponse: Bool { if case .response = source { true } else { isHeld } }

        /// Returns the response with the rest of the time that the body of its request takes over the network.
        ///
        /// - Parameter duration: The time in which the body has arrived, in nanoseconds.
        /// - Returns: The response.
        package func arrived(in duration: UInt64) -> PendingResponse {
            guard let link else { return self }
            let whole = link.up.time(of: request.body.count)
            return changed(delay: Double(whole - min(whole, duration)) / 1e9)
        }

        /// Gives the response up before it is started.
        func abandon() { held?.abandon() }

        /// A Boolean value that indicates whether the connection fails before the client has sent a body.
        var failsAtOnce: Bool {
            guard case .response(let response) = source, let fault = response.fault else { return false }
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
            in time: ExchangeTime? = nil,
            here isHere: Bool = false,
            runs: @escaping @Sendable () -> Void = {},
            after isReady: @escaping @Sendable () async -> Void = {},
            completion: @escaping @Sendable (ResolvedResponse, _ entry: Int) -> Void
        ) -> @Sendable () -> Void {
            guard let held else {
                if isHere, let abandon = beginHere(completion) { return abandon }
                return begin(in: time, after: isReady, runs: runs, completion: completion)
            }
            // The closure that abandons the handler, or `nil` if the response is abandoned already.
            let abandon = Locked<(@Sendable () -> Void)?>({ held.abandon() })
            held.wait { [self] end in
                switch end {
                case .closed(let explanation):
                    let failure = ResolvedResponse.failure(.make(.unansweredRequest, explanation))
                    completion(failure.shared(by: cors, with: request), entry)
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
        ///   handler may read files, a test's values are needed, or the system or the compiler is of before 2025.
        private func beginHere(
            _ completion: @escaping @Sendable (ResolvedResponse, _ entry: Int) -> Void
        ) -> (@Sendable () -> Void)? {
            #if compiler(>=6.2)
                guard case .suspending(let handler) = source, route != nil, !isDelayed, router.testValues == nil,
                    #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
                else { return nil }
                let task = Task.immediate(priority: .high) {
                    let response: Response
                    do { response = try await handler(self.request) } catch { response = self.thrown(error) }
                    guard !Task.isCancelled else { return }
                    completion(self.completed(response), self.entry)
                }
                return {
                    task.cancel()
                    // An entry that has ended keeps its ending.
                    self.router.journal.end(self.entry, .abandoned)
                }
            #else
                return nil
            #endif
        }

        /// Runs the handler after the delays of the route and of the router.
        private func begin(
            in time: ExchangeTime?,
            after isReady: @escaping @Sendable () async -> Void,
            runs: @escaping @Sendable () -> Void,
            completion: @escaping @Sendable (ResolvedResponse, _ entry: Int) -> Void
        ) -> @Sendable () -> Void {
            if let time, isDelayed, !time.pass(Uptime.nanoseconds(delay)) { return {} }
            let waits = isDelayed && time == nil
            if !waits, let response = immediateResponse(in: time) {
                completion(completed(response), entry)
                return {}
            }
            if held != nil, !waits, !isHeld { runs() }
            let task = router.startTask { [self] in
                if waits {
                    // The sleep throws only if the handler was abandoned.
                    do { try await Task.sleep(nanoseconds: Uptime.nanoseconds(delay)) } catch { return }
                    runs()
                    // What the handler finds would be attributed to another test.
                    if let error = router.finishedError(for: request) { return completion(.failure(error), entry) }
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
            switch source {
            case .response(let response): return response
            case .immediate(let handler):
                return router.withTestValues {
                    do { return try time?.run { try handler(request) } ?? handler(request) } catch {
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
            switch source {
            case .response(let response): response
            case .immediate(let handler): try handler(request)
            case .suspending(let handler): try await handler(request)
            }
        }

        private func thrown(_ error: any Error) -> Response { .thrown(error, by: route, for: request) }

        private func completed(_ response: Response) -> ResolvedResponse {
            if link == nil, failure == nil, cors == nil {
                return router.complete(response, after: delaysResponse ? delay : 0, for: request, entry)
            }
            let response = link?.limited(response) ?? response
            let resolved = router.complete(response, after: delaysResponse ? delay : 0, for: request, entry)
            let failing = failure.map { resolved.failing(by: $0) } ?? resolved
            return failing.shared(by: cors, with: request)
        }
    }
}

extension Response {
    /// Returns the response for an error that a handler threw: the response that the error describes, or a response of
    /// status 500 that names the error.
    fileprivate static func thrown(_ error: any Error, by route: Route?, for request: Request) -> Response {
        if error is any ResponseFieldsProvider, let response = try? Response(answering: error) { return response }
        let source = route.map { "The handler of \($0), registered at \($0.place)," } ?? "The responder"
        let text = "\(source) threw for \(request.method) \(request.path): \(String(reflecting: error))\n"
        return .data(Data(text.utf8), contentType: "text/plain; charset=utf-8", status: 500)
    }
}

extension TeapotError {
    /// Returns the error for a request that no route matches.
    static func unanswered(_ diagnosis: Diagnosis) -> TeapotError {
        make(.unansweredRequest, diagnosis.description)
    }

    /// Returns the error for a request whose header fields differ from the expected ones.
    static func refusing(_ mismatches: [HeaderExpectation.Mismatch], _ options: Teapot.Options) -> TeapotError {
        make(.incorrectHeaders, mismatches.map { $0.explanation(options) }.joined(separator: "; ") + ".")
    }
}
