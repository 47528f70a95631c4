#if canImport(FoundationNetworking)
    import Teapot

    extension InterceptingProtocol {
        /// Whether the task is only held: Linux stops a protocol for that, and starts it again.
        var isSuspended: Bool { task?.state == .suspended }

        /// Keeps a cancel and an answer at the same moment from waiting for each other.
        func avoidDeadlock() { if let task { TaskAccess.resumeOffWorkQueue(task) } }
    }

    extension RegisteredInterceptor {
        /// Puts the class ahead of Foundation's own in `URLSession.shared`.
        ///
        /// That has the classes that were registered when it was first used, in the order of their registration, with
        /// Foundation's own perhaps before this one.
        static func reachSharedSession() {
            let configuration = URLSession.shared.configuration
            let others = (configuration.protocolClasses ?? []).filter { $0 != RegisteredInterceptor.self }
            configuration.protocolClasses = [RegisteredInterceptor.self] + others
        }
    }

    extension URLRequest {
        /// Whether it may be an upload's, whose body is the task's and not to be seen from here.
        var mayHideItsBody: Bool {
            httpBody == nil && httpBodyStream == nil && !["GET", "HEAD"].contains(httpMethod ?? "GET")
        }
    }

    /// A cache that caches nothing, and keeps a router for as long as a configuration or a session keeps it.
    final class RouterKeepingCache: URLCache, @unchecked Sendable {
        // `@unchecked` because the superclass is; the router is never changed.
        private let router: Router

        init(_ router: Router) {
            self.router = router
            super.init(memoryCapacity: 0, diskCapacity: 0, diskPath: nil)
        }

        required init?(coder: NSCoder) { nil }

        override func cachedResponse(for request: URLRequest) -> CachedURLResponse? { nil }
        override func storeCachedResponse(_ response: CachedURLResponse, for request: URLRequest) {}
        override func storeCachedResponse(_ response: CachedURLResponse, for task: URLSessionDataTask) {}
        override func getCachedResponse(
            for task: URLSessionDataTask,
            completionHandler: @escaping (CachedURLResponse?) -> Void
        ) { completionHandler(nil) }
    }

    extension HTTPURLResponse {
        /// The response that a session has of a router's.
        ///
        /// What asks for a password has a space before it, which is no part of the value (RFC 9110 §5.5): Foundation
        /// looks no further then. It would ask the delegate, and a task without one would never end, or be sent to the
        /// network with a stored password.
        convenience init?(_ response: Teapot.Response) {
            var fields = response.headerFields.combined
            let challenge = fields.first { $0.key.isSameHeaderName(as: "WWW-Authenticate") }
            if response.statusCode == 401, let challenge, challenge.value.lowercased().contains("basic") {
                fields[challenge.key] = " " + challenge.value
            }
            self.init(
                url: response.url,
                statusCode: response.statusCode,
                httpVersion: "HTTP/1.1",
                headerFields: fields
            )
        }
    }
#endif
