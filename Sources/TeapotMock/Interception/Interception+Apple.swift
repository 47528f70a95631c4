#if !canImport(FoundationNetworking)
    import Teapot

    extension InterceptingProtocol {
        /// Suspending a task does not stop its protocol here.
        var isSuspended: Bool { false }

        /// There is none here.
        func avoidDeadlock() {}
    }

    extension RegisteredInterceptor {
        /// Registered classes are asked first, by `URLSession.shared` at any time.
        static func reachSharedSession() {}
    }

    extension URLRequest {
        /// The system makes a stream of every body.
        var mayHideItsBody: Bool { false }
    }

    /// A cache that caches nothing, and keeps a router for as long as a configuration or a session keeps it.
    final class RouterKeepingCache: URLCache, @unchecked Sendable {
        // `@unchecked` because the superclass is; the router is never changed.
        private let router: Router

        init(_ router: Router) {
            self.router = router
            super.init(memoryCapacity: 0, diskCapacity: 0, diskPath: nil)
        }

        override func cachedResponse(for request: URLRequest) -> CachedURLResponse? { nil }
        override func storeCachedResponse(_ response: CachedURLResponse, for request: URLRequest) {}
    }

    extension HTTPURLResponse {
        /// The response that a session has of a router's.
        convenience init?(_ response: Teapot.Response) {
            self.init(
                url: response.url,
                statusCode: response.statusCode,
                httpVersion: "HTTP/1.1",
                headerFields: response.headerFields.combined
            )
        }
    }
#endif
