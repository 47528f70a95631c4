#if !canImport(FoundationNetworking)
    import Foundation
    import Teapot

    extension InterceptingProtocol {
        /// Whether the task is suspended.
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
        /// Whether the request may have a body that cannot be seen.
        ///
        /// It is always `false`, because the system converts every body to a stream.
        var mayHideItsBody: Bool { false }

        /// Returns `false`, because the system refuses such requests itself.
        func refuses(_ body: RequestBodySource) -> Bool { false }

        /// Returns whether the system declares the body of a `POST` without a content type as a form.
        func declaresForm(with body: Data, isStream: Bool) -> Bool { !body.isEmpty }

        /// Returns the request that the system follows a redirect with, or `nil` if the response is not one to follow.
        ///
        /// A redirect to an invalid location is a response.
        ///
        /// - Parameters:
        ///   - response: The response to the request.
        ///   - outgoing: The request as it was sent.
        /// - Returns: The next request.
        func following(_ response: Teapot.Response, to outgoing: Teapot.Request) -> URLRequest? {
            let next = try? outgoing.following(response) { name in
                !(Teapot.Options.credentials + ["Host"]).contains { $0.isSameHeaderName(as: name) }
            }
            guard let next else { return nil }
            var request = self
            request.url = next.url
            request.httpMethod = next.method.rawValue
            request.allHTTPHeaderFields = next.headerFields.combined
            request.httpBodyStream = nil
            request.httpBody = next.bytes.isEmpty ? nil : next.bytes
            return request
        }
    }

    extension URL {
        /// The URL, which the system sends as it is.
        var asSent: URL { self }
    }

    extension SessionSettings {
        /// Returns the cookies that a request to a URL has, or `nil` if there are none.
        func missingCookies(for url: URL) -> String? { cookies(for: url) }
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
