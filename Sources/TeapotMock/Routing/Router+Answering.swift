package import Teapot

extension Router {
    /// What a client is told.
    package enum Answer: Sendable {
        /// A response, its fixture read and all delays in it.
        case response(Response)
        /// None, and why.
        case failure(TeapotError)
        /// None, for no route matched.
        indirect case unanswered(Diagnosis)
    }

    /// What comes of a request at once.
    package enum Outcome: Sendable {
        /// The answer, and the number of the journal's entry.
        case now(Answer, entry: Int)
        /// A handler has to be waited for.
        case later(Pending)
    }

    /// Answers one request, apart from waiting for a handler.
    ///
    /// It returns at once unless a rule or an immediate handler does not. The journal's entry begins here; the carrier
    /// ends it.
    ///
    /// - Parameter request: The request.
    /// - Returns: The answer, or what waits for it.
    package func outcome(of request: Request) -> Outcome {
        if let claim = claim(for: request, began: Clock.now) {
            return answer(request.bound(by: claim.route), by: claim)
        }
        let choice = chooseByRules(for: request)
        let entry = journal.begin(request, choice)
        switch choice {
        case .answer(let route, let request, let time):
            return answer(request, by: Claim(route: route, time: time, latency: latency, entry: entry))
        case .refuse(_, let mismatches): return .now(.failure(.refusing(mismatches, options)), entry: entry)
        case .switched(let switchboard, let choice, _):
            return answer(request, by: switchboard, choice, entry: entry)
        case .pass(let passthrough):
            return answer(request, by: Claim(route: route(to: passthrough), time: 0, latency: latency, entry: entry))
        case .nothing(let diagnosis): return .now(.unanswered(diagnosis), entry: entry)
        case .closed(let explanation):
            return .now(.failure(.make(.unansweredRequest, explanation)), entry: entry)
        }
    }

    /// Answers one request.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - deliver: Called once with the answer and the number of the journal's entry: before this returns, unless the
    ///     handler may wait.
    /// - Returns: What abandons a handler that waits, whose answer then goes nowhere.
    func answer(
        _ request: Request,
        deliver: @escaping @Sendable (Answer, _ entry: Int) -> Void
    ) -> @Sendable () -> Void {
        switch outcome(of: request) {
        case .now(let answer, let entry):
            deliver(answer, entry)
            return {}
        case .later(let pending): return pending.start(deliver: deliver)
        }
    }

    func answer(_ request: Request, by claim: Claim) -> Outcome {
        let route = claim.route
        switch route.handler {
        case .responses(let responses):
            let response = responses[min(claim.time, responses.count - 1)]
            return .now(complete(response, of: route, latency: claim.latency), entry: claim.entry)
        case .immediate(let handler):
            let response: Response
            do { response = try handler(request) } catch { response = .thrown(error, by: route, for: request) }
            return .now(complete(response, of: route, latency: claim.latency), entry: claim.entry)
        case .suspending(let handler):
            return .later(
                Pending(router: self, route: route, request: request, entry: claim.entry, handler: handler))
        }
    }

    /// Adds up the delays, and reads the fixture that a response names.
    fileprivate func complete(_ response: consuming Response, of route: Route, latency: Double) -> Answer {
        response.delay = max(0, response.delay) + max(0, route.delay) + max(0, latency)
        // Without a look at the name, which would cost a copy of it.
        guard case .file = response.content else { return .response(response) }
        return filled(response)
    }

    /// Reads the fixture that a response names.
    private func filled(_ response: Response) -> Answer {
        var response = response
        guard let name = response.file, response.fault == nil else { return .response(response) }
        do throws(TeapotError) {
            // Whatever the status: it must not hide a missing fixture.
            if name.isEmpty { throw .unnamedMockFile }
            let fixture = try library.fixture(named: name)
            response.body = fixture.data
            guard response.status.mayHaveContent else { return .response(response) }
            if response.headerFields.isEmpty {
                response.headerFields = fixture.headerFields
            } else if response.headerFields["Content-Type"] == nil {
                response.headerFields.append(name: "Content-Type", value: fixture.contentType)
            }
            return .response(response)
        } catch {
            return .failure(error)
        }
    }
}

extension Router {
    /// A handler that may wait, and has not begun.
    package struct Pending: Sendable {
        fileprivate let router: Router
        fileprivate let route: Route
        fileprivate let request: Request
        fileprivate let entry: Int
        fileprivate let handler: @Sendable (Request) async throws -> Response
        /// Whether it waits for somebody to choose, which is for nothing once the client has ended its half of a
        /// connection: others it reads an answer on all the same.
        package internal(set) var isHeld = false

        /// Runs the handler in a task of its own.
        ///
        /// - Parameter deliver: Called once with the answer and the number of the journal's entry.
        /// - Returns: What abandons the handler, whose answer then goes nowhere.
        package func start(
            deliver: @escaping @Sendable (Answer, _ entry: Int) -> Void
        ) -> @Sendable () -> Void {
            let task = Task {
                let response: Response
                do { response = try await handler(request) } catch {
                    response = .thrown(error, by: route, for: request)
                }
                guard !Task.isCancelled else { return }
                deliver(router.complete(response, of: route, latency: router.latency), entry)
            }
            return { [router, entry] in
                task.cancel()
                // What has ended already stays as it ended.
                router.journal.end(entry, .abandoned)
            }
        }
    }
}

extension Response {
    /// What a client gets when a handler throws: what the error says itself, or a 500 that names it.
    fileprivate static func thrown(_ error: any Error, by route: Route, for request: Request) -> Response {
        if error is any ResponseFieldsProvider, let response = try? Response(answering: error) { return response }
        let text = """
            The handler of \(route), registered at \(route.place), threw for \(request.method) \(request.path): \
            \(String(reflecting: error))

            """
        return .data(Data(text.utf8), contentType: "text/plain; charset=utf-8", status: 500)
    }
}

extension TeapotError {
    /// A request that no route matches.
    static func unanswered(_ diagnosis: Diagnosis) -> TeapotError {
        make(.unansweredRequest, diagnosis.description)
    }

    /// A request whose header fields are not as they were expected.
    static func refusing(_ mismatches: [HeaderExpectation.Mismatch], _ options: Teapot.Options) -> TeapotError {
        make(.incorrectHeaders, mismatches.map { $0.explanation(options) }.joined(separator: "; ") + ".")
    }
}
