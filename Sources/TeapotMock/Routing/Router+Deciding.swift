import Foundation
import Teapot

extension Router {
    /// The decision about a request.
    enum Decision {
        /// A route answers the request.
        case answer(RouteMatch)
        /// A route matches the request, but refuses it because of its headers.
        case refuse(Route, [HeaderExpectation.Mismatch])
        /// No route matches the request, but a stage does.
        case respond(StageMatch)
        /// No route or stage matches the request.
        case unanswered(Diagnosis)
        /// The router doesn't answer requests.
        ///
        /// The text is the explanation for the client.
        case closed(String)

        /// Returns the initial outcome of the journal entry.
        ///
        /// - Parameter options: The options that determine which headers are shortened.
        /// - Returns: The outcome.
        func result(_ options: Teapot.Options) -> Journal.Entry.Result {
            switch self {
            case .answer(let match): .answered(match.route.origin)
            case .refuse(let route, let mismatches):
                .outcome(.refused(route.summary, reasons: mismatches.map { $0.explanation(options) }))
            case .respond(let match): .outcome(match.outcome)
            case .unanswered(let diagnosis): .outcome(.unanswered(diagnosis))
            case .closed(let reason): .outcome(.closed(reason))
            }
        }
    }

    /// Returns whether a route or a stage could answer a request.
    ///
    /// It doesn't count or record anything.
    func couldAnswer(_ request: Request) -> Bool { withTestValues { couldAnswerHere(request) } }

    private func couldAnswerHere(_ request: Request) -> Bool {
        guard let path = base.remainder(of: Request.segments(of: request.path), sentTo: request.origin) else {
            return false
        }
        if stages.contains(where: { $0.couldAnswer(request) }) { return true }
        return registeredRoutes(for: request).first(for: request, path: path) != nil
    }

    /// Returns the routes that match a request, in order of precedence.
    ///
    /// It doesn't count or record anything.
    package func matchingRoutes(for request: Request) -> [Route] {
        let path = base.remainder(of: Request.segments(of: request.path), sentTo: request.origin) ?? []
        return registeredRoutes(for: request).filter { $0.matches(request, path: path) }
    }

    /// Returns whether a route answers a request, and counts the request if so.
    package func countMatch(of request: Request) -> Bool {
        if case .match = select(request, began: nil) { return true }
        if case .answer = decide(request) { return true }
        return false
    }

    /// Decides how to handle a request, and counts the answer.
    func decide(_ request: Request) -> Decision { decide(request, by: select(request, began: nil), began: Uptime.now) }

    /// Decides how to handle a request with the routes selected for it, and counts the answer.
    func decide(_ request: Request, by selection: Selection, began: UInt64) -> Decision {
        var selection = selection
        while true {
            switch selection {
            case .match(let match): return .answer(match)
            case .closed(let closing):
                // The code under test may ignore the error, and there's no router to fail the test.
                if case .noTest = closing, journal.lastNumber == 0 {
                    let explanation = closing.explanation(for: Secrets.hide(in: request.shortTarget))
                    FileHandle.standardError.write(Data("Teapot: \(explanation)\n".utf8))
                }
                return .closed(closing.explanation(for: base.target(of: request)))
            case .candidates(let routes):
                if let decision = examine(routes, for: request, began: began) { return decision }
            case .elsewhere: return Self.matchServer(request).map { .respond($0) } ?? unanswered(request)
            }
            selection = select(request, began: nil)
        }
    }

    /// Decides how to handle a request by the conditions of routes, and counts the answer.
    ///
    /// - Parameters:
    ///   - routes: The routes, in this order.
    ///   - request: The request.
    ///   - began: A time of ``Uptime`` when the request had already begun to arrive.
    /// - Returns: The decision, or `nil` to try again because another request has used up a route or changed a
    ///   scenario's state in the meantime.
    private func examine(_ routes: [Route], for request: Request, began: UInt64) -> Decision? {
        if !routes.isEmpty {
            let path = base.remainder(of: Request.segments(of: request.path), sentTo: request.origin) ?? []
            // Rules are the caller's code, so they run outside the lock.
            if let route = routes.first(for: request, path: path) { return check(request, for: route) }
        }
        if let match = Self.matchServer(request) { return .respond(match) }
        for stage in withState({ $0.stages.insteadOfRoutes }) {
            if let match = stage.match(request, began: began, for: self) { return .respond(match) }
        }
        return matchByMethods(request).map { .respond($0) } ?? unanswered(request)
    }

    private func unanswered(_ request: Request) -> Decision {
        let diagnosis = diagnose(request)
        withState { $0.record(.unanswered(diagnosis), of: request) }
        return .unanswered(diagnosis)
    }

    /// Decides how to handle a request that matches a route, by comparing the required headers.
    private func check(_ request: Request, for route: Route) -> Decision? {
        var route = route
        let general = withState { $0.expectations.general }
        let isGeneral = route.required.fields.fields.isEmpty && !general.fields.fields.isEmpty
        if isGeneral { route.required = general }
        let mismatches = route.required.fields.mismatches(in: request.headers)
        let match = withState { state in
            let isCompared = !route.required.fields.fields.isEmpty
            if isCompared { state.expectations.compared.insert(isGeneral ? nil : route.number) }
            return mismatches.isEmpty ? state.confirm(route, for: request) : nil
        }
        if !mismatches.isEmpty {
            withState { $0.record(.refused(route.withoutHandler, mismatches), of: request) }
            return .refuse(route, mismatches)
        }
        return match.map { .answer($0) }
    }
}

extension [Route] {
    /// Returns the first route that matches a request.
    ///
    /// A route for `GET` answers a `HEAD` only if no route for `HEAD` matches, regardless of their order.
    fileprivate func first(for request: Request, path: ArraySlice<String>) -> Route? {
        let isForHead = { (route: Route) in route.method == "HEAD" && route.matches(request, path: path) }
        let skipsGet = request.method == "HEAD" && contains(where: isForHead)
        return first { !(skipsGet && $0.method == "GET") && $0.matches(request, path: path) }
    }
}

extension Request {
    /// Returns a copy whose components are the values of the route's variables.
    func bound(by route: Route) -> Request {
        var request = self
        request.bindings = .route(route.origin.variables)
        return request
    }
}

extension Router.State {
    /// Confirms that a route that matched outside the lock can still answer.
    ///
    /// It counts the request, and moves the route's scenario to the next state. A `HEAD` answered by a route for `GET`
    /// does neither, because its response describes the response to the next `GET`.
    ///
    /// - Returns: The match, or `nil` if the route has been removed or doesn't answer in the current state of its
    ///   scenario.
    fileprivate mutating func confirm(_ route: Route, for request: Request) -> RouteMatch? {
        guard let route = table.routes[route.number], progress.states.allow(route.transition) else { return nil }
        if route.method == "GET", request.method == "HEAD" { return match(route, progress.counts.peek(route.number)) }
        progress.states.follow(route.transition)
        return match(route, count(route))
    }
}
