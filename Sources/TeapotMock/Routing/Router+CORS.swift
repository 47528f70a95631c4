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
        get { withState { $0.cors } }
        set { withState { $0.cors = newValue } }
    }
}

extension Router.ResolvedResponse {
    /// Returns the response with the fields of a policy.
    ///
    /// A failure gets them when a server makes a response of it.
    func shared(by policy: CORSPolicy?, with request: Request) -> Self {
        guard let policy else { return self }
        guard case .response(var response) = self else {
            return request.headerFields["Origin"] == nil ? self : .shared(self, policy, request)
        }
        policy.apply(to: &response, for: request)
        return .response(response)
    }
}
