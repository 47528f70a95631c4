import Teapot
public import TeapotMock

extension Router {
    /// The CORS policy that lets browser pages from other origins use the router, or `nil`, the default, for none.
    ///
    /// With a policy, the router itself answers the preflight requests below its base URL, before its routes and all
    /// other stages. All other responses get the policy's headers: the responses of routes, mock folders and live
    /// servers, and the explanations for unanswered requests.
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

    package func allowsPage(from origin: String) -> Bool { allows(origin) }

    package func couldAnswer(_ request: Request) -> Bool { preflightResponse(to: request) != nil }

    package func arrive(_ request: Request, at moment: Moment, in router: Router) -> StageDecision? {
        if let response = preflightResponse(to: request), router.accepts(request), !router.isFinished {
            return .answer(StageMatch(.switched("a preflight request, for the router's CORS policy"), response))
        }
        return .change(
            ResponseChange(includesExplanations: request.headers["Origin"] != nil) { apply(to: &$0, for: request) }
        )
    }
}
