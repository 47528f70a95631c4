extension Teapot {
    /// Decides about a redirect before it is followed: as it is, changed, or not at all.
    ///
    /// ```swift
    /// options.redirectHook = Teapot.RedirectHook { next, response in
    ///     next.url.host == "login.test" ? nil : next
    /// }
    /// ```
    public struct RedirectHook: Sendable {
        let decide: @Sendable (Request, Response) throws -> Request?

        /// Creates a hook.
        ///
        /// - Parameter decide: Given the request that would go out next and the response that asks for it. It returns
        ///   that request or a changed one, which is checked; or `nil` to have the redirect itself as the response, a
        ///   failure of its status. What it throws ends the call as `invalidRedirect`, or as it is if it is a
        ///   ``TeapotError``.
        public init(_ decide: @escaping @Sendable (_ next: Request, _ response: Response) throws -> Request?) {
            self.decide = decide
        }

        /// Refuses to go from https to http, where others can read along: such a call ends as `invalidRedirect`.
        public static let refusingPlainHTTP = Self { next, response in
            let isSecure = next.url.scheme?.lowercased() == "https" || response.url.scheme?.lowercased() != "https"
            guard isSecure else {
                throw TeapotError.make(
                    .invalidRedirect, "it leads from https to “\(next.url.withoutSecrets)”", response: response)
            }
            return next
        }

        /// The request to follow a redirect with; `nil` to deliver the redirect.
        func callAsFunction(_ next: Request, _ response: Response) throws(TeapotError) -> Request? {
            do {
                let chosen = try decide(next, response)
                try chosen?.check()
                return chosen
            } catch let error as TeapotError { throw error } catch {
                throw .make(.invalidRedirect, "\(error)", response: response, underlying: error)
            }
        }
    }
}
