import Teapot

extension Router {
    /// The rules by which browsers let pages of other origins use the router, or `nil` for none, which is the default.
    ///
    /// With a policy, the router itself answers the preflight requests below its base URL, before its routes, and no
    /// other stage receives them. All other responses get the fields of the policy: those of routes, folders of mocks
    /// and live servers, and those for requests that nothing answers.
    ///
    /// ```swift
    /// router.cors = CORSPolicy(origins: ["http://localhost:3000"])
    /// ```
    public var cors: CORSPolicy? {
        get { stage(of: CORSPolicy.self) }
        set { setStage(newValue) }
    }
}

extension CORSPolicy: Stage {
    package static var places: [StagePlace] { [.beforeRoutes] }

    package func couldAnswer(_ request: Request) -> Bool { preflightResponse(to: request) != nil }

    package func arrive(_ request: Request, at moment: Moment, in router: Router) -> StageDecision? {
        if let response = preflightResponse(to: request), router.accepts(request), !router.isFinished {
            return .answer(StageMatch(.switched("a preflight request, for the router's CORS policy"), response))
        }
        return .change(
            ResponseChange(includesExplanations: request.headerFields["Origin"] != nil) { apply(to: &$0, for: request) }
        )
    }
}
