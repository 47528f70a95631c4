import Teapot
public import TeapotMock

extension Router {
    /// The live server for requests that no route answers, or `nil`, the default, to leave them unanswered.
    ///
    /// Only requests below the router's base URL are passed through. The journal records them as
    /// ``/TeapotMock/Journal/Outcome/passedThrough(to:)``, and they don't make a test fail. A request that a route
    /// refuses because of its headers isn't passed through. A session that would send unanswered requests to the
    /// network leaves them to the passthrough instead.
    ///
    /// ```swift
    /// router.passthrough = Passthrough(to: liveURL, timeout: 10)
    /// ```
    public var passthrough: Passthrough? {
        get { stage(of: Passthrough.self) }
        set { setStage(newValue) }
    }
}

extension Passthrough: Stage {
    package static var places: [StagePlace] { [.insteadOfRoutes] }
    /// The passthrough comes last.
    package static var rank: Int { .max }

    /// A finished router has no passthrough, because releasing the last reference ends its sessions.
    package var finished: Passthrough? { nil }

    package func couldAnswer(_ request: Request) -> Bool { true }

    package func match(_ request: Request, began: UInt64, for router: Router) -> StageMatch? {
        let (depth, allowsPage) = (router.base.path.count, router.allowsPage(of: request))
        return StageMatch(outcome(of: request, allowsPage: allowsPage)) { _ in
            { try await respond(to: request, below: depth, allowsPage: allowsPage) }
        }
    }
}
