import Foundation

extension Teapot {
    /// A rule that decides which redirects are followed, and how, for ``Options/redirects``.
    ///
    /// ```swift
    /// options.redirects = Teapot.Redirects { next, response in
    ///     next.url.host == "login.test" ? nil : next
    /// }
    /// ```
    public struct Redirects: Sendable {
        /// The maximum number of redirects in a row, by default 20.
        ///
        /// A call with more redirects ends with `invalidRedirect`. With 0, redirects are delivered as responses
        /// instead of being followed.
        public var maximum = 20
        private let decide: @Sendable (Request, Response) throws -> Request?

        /// Creates a rule for redirects.
        ///
        /// - Parameter decide: A closure that receives the next request and the redirect response. It returns that
        ///   request, a changed request, or `nil` to deliver the redirect itself. A changed request is validated. A
        ///   delivered redirect is a failure, because of its status. If the closure throws, the call ends with
        ///   `invalidRedirect`, or with the thrown error if that is a ``TeapotError``.
        public init(_ decide: @escaping @Sendable (_ next: Request, _ response: Response) throws -> Request?) {
            self.decide = decide
        }

        /// Follows all redirects.
        public static let follow = Self { next, _ in next }

        /// Follows no redirects, and delivers the redirect itself.
        public static let doNotFollow = Self { _, _ in nil }

        /// Follows redirects to the same scheme, host and port.
        ///
        /// A call that is redirected to another origin ends with `invalidRedirect`.
        public static let sameOrigin = Self { next, response in
            guard next.url.origin == response.url.origin else {
                throw TeapotError.make(
                    .invalidRedirect, "it leads to another origin, “\(next.url)”", response: response)
            }
            return next
        }

        /// Follows all redirects except those from https to http, where others can read the traffic.
        ///
        /// A call redirected from https to http ends with `invalidRedirect`.
        public static let refusingPlainHTTP = Self { next, response in
            let isSecure = next.url.scheme?.lowercased() == "https" || response.url.scheme?.lowercased() != "https"
            guard isSecure else {
                throw TeapotError.make(.invalidRedirect, "it leads from https to “\(next.url)”", response: response)
            }
            return next
        }

        /// Returns the request that follows a redirect, or `nil` to deliver the redirect.
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
