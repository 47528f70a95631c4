import Teapot
public import TeapotMock

extension Router {
    /// The live server for requests that no route answers, or `nil` to leave them unanswered, which is the default.
    ///
    /// Only requests below the router's base URL are passed through. The journal records them as
    /// ``/TeapotMock/Journal/Outcome/passedThrough(to:)``, and they do not make a test fail. A request
    /// that a route refuses because of its header fields is not passed through. A session that sends unanswered
    /// requests to the network leaves them to the passthrough instead.
    ///
    /// ```swift
    /// router.passthrough = Passthrough(to: liveURL, timeoutInterval: 10)
    /// ```
    public var passthrough: Passthrough? {
        get { stage(of: Passthrough.self) }
        set { setStage(newValue) }
    }
}

extension Passthrough: Stage {
    package static var places: [StagePlace] { [.insteadOfRoutes] }
    /// The last.
    package static var rank: Int { .max }

    /// A finished router has none, because the last reference ends its sessions.
    package var finished: Passthrough? { nil }

    package func couldAnswer(_ request: Request) -> Bool { true }

    package func match(_ request: Request, began: UInt64, for router: Router) -> StageMatch? {
        let (depth, cors) = (router.base.path.count, router.cors)
        return StageMatch(outcome(of: request, cors: cors)) { _ in
            { try await respond(to: request, below: depth, cors: cors) }
        }
    }
}
