#if !canImport(FoundationNetworking)
    import Foundation
    import Teapot

    extension InterceptingProtocol {
        /// A Boolean value that indicates whether the task is suspended.
        ///
        /// It is always `false`, because on Apple platforms suspending a task does not stop its protocol.
        var isSuspended: Bool { false }

        /// Does nothing, because this deadlock does not occur on Apple platforms.
        func avoidDeadlock() {}
    }

    extension RegisteredInterceptor {
        /// Does nothing, because `URLSession.shared` asks registered classes first at any time.
        static func reachSharedSession() {}
    }

    extension URLRequest {
        /// A Boolean value that indicates whether the request may have a body that cannot be seen.
        ///
        /// It is always `false`, because the system converts every body to a stream.
        var mayHideItsBody: Bool { false }
    }

    extension HTTPURLResponse {
        /// Creates the response of a session from a response of the router.
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
