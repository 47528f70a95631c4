import Teapot

extension Router {
    /// Returns the violations for what a test prepared and did not use.
    func unused(in state: State) -> [Violation] {
        // A route that refused a request is already reported for that.
        let routes = state.table.routes.values.filter { route in
            !route.isOptional && route.mayAnswer && !state.offences.refusingRoutes.contains(route.number)
        }
        return routes.ordered { $0.number < $1.number }.compactMap { route in
            guard state.counts.hasAnswered(route.number) else { return .unused(route) }
            // A `HEAD` uses a route for `GET`, but none of its responses.
            guard let count = state.counts[route.number], count < route.responseCount, !route.mayEndEarly else {
                return nil
            }
            return .unusedResponses(of: route, used: count)
        }
    }
}

extension Router.Violation {
    fileprivate static func unused(_ route: Route) -> Router.Violation {
        let message = """
            The route \(route) was never used: no request matched it, or routes that were registered later answered. \
            If this is intended, mark it with `optional()`.
            """
        return Router.Violation(kind: .unusedRoute, message: message, place: route.place)
    }

    fileprivate static func unusedResponses(of route: Route, used: Int) -> Router.Violation {
        let part = used == 1 ? "only the first was" : "only the first \(used) were"
        let message = """
            The route \(route) has \(route.responseCount) responses, of which \(part) used. \
            If this is intended, mark it with `mayEndEarly()`.
            """
        return Router.Violation(kind: .unusedResponses, message: message, place: route.place)
    }
}
