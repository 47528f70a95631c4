import Foundation

extension Teapot {
    /// Which redirects are followed, and how, for ``Options/redirects``.
    ///
    /// ```swift
    /// options.redirects = Teapot.Redirects { next, response in
    ///     next.url.host == "login.test" ? nil : next
    /// }
    /// ```
    public struct Redirects: Sendable {
        /// The maximum number of redirects in a row, by default 20.
        ///
        /// One more ends the call with `invalidRedirect`. With 0, none is followed, and the redirect itself is
        /// delivered.
        public var maximum = 20
        private let decide: @Sendable (Request, Response) throws -> Request?

        /// Creates a rule for redirects.
        ///
        /// - Parameter decide: A closure that receives the next request and the redirect response. It returns that
        ///   request or a changed one, which is validated, or `nil` to deliver the redirect itself, whose status is a
        ///   failure. If it throws, the call ends with `invalidRedirect`, or with the thrown error if that is a
        ///   ``TeapotError``.
        public init(_ decide: @escaping @Sendable (_ next: Request, _ response: Response) throws -> Request?) {
            self.decide = decide
        }

        /// Follows all redirects.
        public static let follow = Self { next, _ in next }

        /// Follows no redirect, and delivers the redirect itself.
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

        /// Follows redirects except those from https to http, where others can read the traffic.
        ///
        /// Such a call ends with `invalidRedirect`.
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
