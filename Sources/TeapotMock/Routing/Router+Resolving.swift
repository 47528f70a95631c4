import Foundation
import Teapot

extension Router {
    /// The immediate result of resolving a request.
    package enum Resolution: Sendable {
        /// The response, or an explanation of why there is none, with the number of the journal entry.
        ///
        /// Its fixture has been read, and its delay includes all delays.
        case now(Response, entry: Int)
        /// An exchange to start, because its handler is asynchronous or something must be waited for.
        case later(Exchange)
    }

    /// Resolves a request to a response, without running a handler that is asynchronous or has a delay.
    ///
    /// This doesn't block, except in rules and synchronous handlers. It creates the journal entry, and the caller ends
    /// that entry.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - began: The time when the request began to arrive, in nanoseconds of ``Uptime``.
    ///   - time: The time of the call, if it is skipped.
    /// - Returns: The response, or an exchange that produces it.
    package func resolve(_ request: Request, began: UInt64 = Uptime.now, in time: CallTime? = nil) -> Resolution {
        let own = time?.open()
        defer { own?.close() }
        // What is known about files is compared with `began`, which is always real time.
        let moment = time.map { Moment.skipped($0.now) } ?? .uptime(began)
        return withTestValues {
            own?.run { receive(request, began: began, at: moment) } ?? receive(request, began: began, at: moment)
        }
    }

    /// Answers a request.
    ///
    /// If a route needs only the path and the method, it answers immediately. Otherwise, the stages before the routes
    /// come first, and then the decision about the request.
    private func receive(_ request: Request, began: UInt64, at moment: Moment) -> Resolution {
        let selection = select(request, began: moment)
        if case .match(let match) = selection { return answer(request, by: match) }
        var changes: [ResponseChange] = []
        for stage in withState({ $0.stages.beforeRoutes }) {
            switch stage.arrive(request, at: moment, in: self) {
            case nil: break
            case .answer(let match):
                return answer(request, by: match, entry: journal.begin(request, .outcome(match.outcome), at: moment))
            case .change(let change): changes.append(change)
            case .lose(let outcome):
                let entry = journal.begin(request, .outcome(outcome), at: moment)
                return .now(complete(.unreachable, for: request, entry, by: nil).changed(by: changes), entry: entry)
            }
        }
        let resolution = answer(request, by: decide(request, by: selection, began: began), at: moment, changes)
        if case .now(let response, let entry) = resolution { return .now(response.changed(by: changes), entry: entry) }
        return resolution
    }

    private func answer(
        _ request: Request, by decision: Decision, at moment: Moment, _ changes: [ResponseChange]
    ) -> Resolution {
        let entry = journal.begin(request, decision.result(options), at: moment)
        switch decision {
        case .answer(var match):
            match.entry = entry
            let request = request.bound(by: match.route)
            return answer(request, by: match, admission(of: request, to: match.route, changes))
        case .refuse(_, let mismatches): return .now(.explaining(.refusing(mismatches, options)), entry: entry)
        case .respond(let match): return answer(request, by: match, entry: entry, changes)
        case .unanswered(let diagnosis): return .now(.explaining(diagnosis), entry: entry)
        case .closed(let explanation):
            return .now(.explaining(.make(.unansweredRequest, explanation)), entry: entry)
        }
    }

    /// Returns the admission of a request before its handler runs.
    private func admission(of request: Request, to route: Route?, _ changes: [ResponseChange]) -> Admission {
        withState(\.stages.beforeHandlers)
            .reduce(into: Admission(route: route, changes: changes)) { $1.admit(request, in: self, &$0) }
    }

    /// Answers a request with a route.
    ///
    /// It adds the route's variables to the request if anything can read them.
    func answer(_ request: Request, by match: RouteMatch, _ admission: Admission = Admission()) -> Resolution {
        if admission.link?.isOffline == true {
            admission.held?.abandon()
            return .now(complete(.unreachable, for: request, match.entry, by: nil), entry: match.entry)
        }
        let route = match.route
        let delay = max(0, route.delay) + max(0, match.latency)
        let source: Exchange.Source
        switch route.handler {
        case .responses(let responses):
            let index = min(match.earlierCount, responses.count - 1)
            if admission.isPlain {
                let response = complete(responses[index], after: delay, for: request, match.entry, by: route)
                return .now(response, entry: match.entry)
            }
            source = .response(responses[index])
        case .immediate(let plain):
            let handler = match.encoding(plain)
            if delay <= 0, admission.isPlain {
                let response: Response
                // A copy made here isn't copied again.
                var bound = request
                bound.bindings = .route(route.origin.variables)
                do { response = try handler(bound) } catch {
                    // When the caller's task is cancelled, a handler may throw any error.
                    response = thrown(error, by: route, for: request, isViolation: !Task.isCancelled)
                }
                return .now(complete(consume response, for: request, match.entry, by: route), entry: match.entry)
            }
            source = .immediate(handler)
        case .suspending(let handler): source = .suspending(match.encoding(handler))
        }
        // For a plain route, no stage has set the admission.
        var admission = admission
        admission.route = route
        return .later(
            Exchange(
                request.bound(by: route), in: self, entry: match.entry, after: delay, admission: admission,
                from: source))
    }

    /// Answers a request with a stage's match.
    private func answer(
        _ request: Request, by match: StageMatch, entry: Int, _ changes: [ResponseChange] = []
    ) -> Resolution {
        var admission = admission(of: request, to: nil, changes)
        (admission.awaitsChoice, admission.onAbandon) = (match.isHeld, match.onAbandon)
        let source: Exchange.Source
        switch match.source {
        case .response(let response):
            if admission.isPlain {
                return .now(complete(response, after: max(0, latency), for: request, entry, by: nil), entry: entry)
            }
            source = .response(response)
        case .handler(let makeHandler):
            let handler = makeHandler(entry)
            source = .suspending { _ in try await handler() }
        }
        return .later(
            Exchange(request, in: self, entry: entry, after: max(0, latency), admission: admission, from: source))
    }

    /// Adds a delay to a response, reads its fixture, and evaluates the preconditions and the range of the request.
    ///
    /// A test's router keeps the response under the number of the journal entry.
    @inline(__always)
    func complete(
        _ response: consuming Response, after delay: Double = 0, for request: Request, _ entry: Int, by route: Route?
    ) -> Response {
        guard let keptResponses else { return completed(response, after: delay, for: request, by: route) }
        let response = completed(response, after: delay, for: request, by: route)
        if !response.isExplanation { keptResponses.keep(response, for: entry) }
        if response.fault?.hasResponse != false, let reason = response.unsendableReason {
            fail(route, for: request, reason)
        }
        return response
    }

    @inline(__always)
    private func completed(
        _ response: consuming Response, after delay: Double, for request: Request, by route: Route?
    ) -> Response {
        response.delay = max(0, response.delay) + delay
        // Don't read the name here, because that would copy it.
        if case .file = response.content { response = filled(response) }
        if response.hasExtras {
            if response.isExplanation, let error = response.fault?.error as? TeapotError,
                [.missingMockFile, .invalidMockFile, .invalidResponseBody].contains(error.type)
            {
                fail(route, for: request, "\(error)")
            }
            if response.validators != nil {
                response = response.selected(for: request, isCompressed: compressesResponses)
            }
        }
        return response
    }

    /// Fails the test of a route whose fixture is missing, or whose response can't be encoded or sent.
    private func fail(_ route: Route?, for request: Request, _ reason: String) {
        guard let route else { return }
        let text = "The route \(route) can't answer \(base.target(of: request)): \(reason)"
        withState { $0.record(.threw(route.withoutHandler, text), of: request) }
    }

    /// Fills a response with its fixture.
    private func filled(_ response: consuming Response) -> Response {
        guard let name = response.file, response.fault?.hasResponse != false else { return response }
        do throws(TeapotError) {
            // Report a missing fixture for every status, including those without a body.
            if name.isEmpty { throw .unnamedMockFile }
            let fixture = try library.fixture(named: name)
            response.body = fixture.data
            guard response.status.mayHaveContent else { return response }
            let own = response.headers
            response.headers = own.isEmpty ? fixture.headers : Response.describing(fixture.contentType, own)
            var validators = response.validators ?? fixture.validators
            if let entityTag = response.headers["ETag"] { validators.entityTag = entityTag }
            response.validators = validators
            return response
        } catch {
            return .explaining(error)
        }
    }
}

extension Router {
    /// Returns the response for an error that a handler threw.
    ///
    /// It's the response that the error describes, the failed connection that a `URLError` stands for, or a response
    /// with status 500 that describes the error and makes the test fail.
    func thrown(_ error: any Error, by route: Route?, for request: Request, isViolation: Bool = true) -> Response {
        if error is any ResponseFieldsProvider, let response = try? Response(answering: error) { return response }
        if error is URLError { return .error(error) }
        // Completing this response fails the test.
        if let error = error as? TeapotError, error.type == .invalidResponseBody { return .explaining(error) }
        // Swift Testing has already recorded a failed `#require`.
        let isRecorded = "\(type(of: error))" == "ExpectationFailedError"
        // The name of a private type has an address.
        let shown = String(reflecting: error).replacing(/\(unknown context at \$\w+\)\./, with: "")
        let thrown = isRecorded ? "an expectation failed" : shown
        var what = "threw for \(base.target(of: request)): \((error as? DecodingError)?.explanation ?? thrown)"
        var advice = "\nTo send an error on purpose, return `.status(500)`, or throw a `URLError`."
        // It may have decoded something other than the request's body.
        if error is DecodingError, let type = request.missed.type {
            let source = request.shownBody.map { "the body \($0)" } ?? "a request without a body"
            (what, advice) = ("\(what); decoding \(type) from \(source)", "")
        }
        if let hint = request.missed.hint { what += "; \(hint)" }
        if let route, isViolation, !isRecorded {
            let text = "The handler of \(route) \(what)\(advice)"
            withState { $0.record(.threw(route.withoutHandler, text), of: request) }
        }
        let source = route.map { "The handler of \($0), registered at \($0.place)," } ?? "The responder"
        return .data(Data("\(source) \(what)\n".utf8), contentType: "text/plain; charset=utf-8", status: 500)
    }
}

extension TeapotError {
    /// Returns the error for a request whose headers differ from the expected ones.
    static func refusing(_ mismatches: [HeaderExpectation.Mismatch], _ options: Teapot.Options) -> TeapotError {
        make(.incorrectHeaders, mismatches.map { $0.explanation(options) }.joined(separator: "; ") + ".")
    }
}
