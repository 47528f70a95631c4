import Foundation

extension Teapot {
    /// A hook that decides whether and how a redirect is followed.
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
        /// - Parameter decide: A closure that receives the next request and the redirect response. It returns that
        ///   request or a changed one, which is validated, or `nil` to deliver the redirect itself, which is a failure
        ///   by its status. If it throws, the call ends with `invalidRedirect`, or with the thrown error if that is a
        ///   ``TeapotError``.
        public init(_ decide: @escaping @Sendable (_ next: Request, _ response: Response) throws -> Request?) {
            self.decide = decide
        }

        /// A hook that rejects redirects from https to http, where others can read the traffic.
        ///
        /// Such a call ends with `invalidRedirect`.
        public static let refusingPlainHTTP = Self { next, response in
            let isSecure = next.url.scheme?.lowercased() == "https" || response.url.scheme?.lowercased() != "https"
            guard isSecure else {
                throw TeapotError.make(.invalidRedirect, "it leads from https to “\(next.url)”", response: response)
            }
            return next
        }

        /// Returns the request to follow a redirect with, or `nil` to deliver the redirect.
        func request(
            after response: Response, proposed next: Request, _ options: Options
        ) throws(TeapotError) -> Request? {
            do {
                let chosen = try decide(next, response)
                try chosen?.check()
                return chosen
            } catch let error as TeapotError { throw error } catch {
                let cause = options.hidingSecrets(of: error)
                throw .make(.invalidRedirect, "\(cause)", response: response, underlying: cause)
            }
        }
    }
}
