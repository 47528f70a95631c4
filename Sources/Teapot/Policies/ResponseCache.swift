extension Teapot {
    /// A hook that stores responses and uses them to answer requests, for ``Options/cache``.
    ///
    /// The module `TeapotResponseCache` has a hook that asks the server whether a stored response is still current.
    /// Your own hook decides what to do with each request, and then with its response:
    ///
    /// ```swift
    /// options.cache = Teapot.ResponseCache { request, _ in
    ///     if let saved = await database.response(for: request.url) { return .deliver(saved) }
    ///     return .send(request) { response in
    ///         await database.save(response, for: request.url)
    ///         return .deliver(response)
    ///     }
    /// }
    /// ```
    ///
    /// The hook runs after the adapters, and again for each redirect and each retry. It isn't used for streams and
    /// downloads. If several users share a hook, it must tell them apart by `Authorization`, `Cookie` and other secrets
    /// in the request.
    public struct ResponseCache: Sendable {
        /// The next step of a call.
        public enum Step: Sendable {
            /// Delivers a response, regardless of whether the server sent it.
            case deliver(Response)
            /// Sends a request, for example with conditions, and decides what to do with its response.
            ///
            /// The request must have the same URL as the original. A request with the policy `returnCacheDataDontLoad`
            /// is never sent; the call fails.
            case send(Request, received: @Sendable (Response) async -> Step)
        }

        let decide: @Sendable (Request, Options) async -> Step

        /// Creates a hook.
        ///
        /// - Parameter decide: A closure that returns the first step. It receives the request, with the cookies of the
        ///   client's session, and the client's options.
        public init(_ decide: @escaping @Sendable (Request, Options) async -> Step) { self.decide = decide }
    }
}
