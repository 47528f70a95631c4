#if !canImport(FoundationNetworking)
    import Foundation
    import Teapot

    extension InterceptingProtocol {
        /// Whether the task is suspended.
        ///
        /// It is always `false`, because on Apple platforms suspending a task doesn't stop its protocol.
        var isSuspended: Bool { false }

        /// Does nothing, because this deadlock doesn't occur on Apple platforms.
        func avoidDeadlock() {}
    }

    extension RegisteredInterceptor {
        /// Does nothing, because `URLSession.shared` always asks registered classes first.
        static func reachSharedSession() {}
    }

    extension URLRequest {
        /// Whether the request may have a body that isn't visible here.
        ///
        /// It is always `false`, because the system converts every body to a stream.
        var mayHideItsBody: Bool { false }

        /// Returns `false`, because the system refuses such requests itself.
        func refuses(_ body: RequestBodySource) -> Bool { false }

        /// Returns whether the system declares the body of a `POST` without a `Content-Type` to be a form.
        func declaresForm(with body: Data, isStream: Bool) -> Bool { !body.isEmpty }

        /// Returns the request that follows a redirect, or `nil` if the system doesn't follow the response.
        ///
        /// A redirect to an invalid location is delivered as a response.
        ///
        /// - Parameters:
        ///   - response: The response to the request.
        ///   - outgoing: The request as sent.
        /// - Returns: The next request.
        func following(_ response: Teapot.Response, to outgoing: Teapot.Request) -> URLRequest? {
            let next = try? outgoing.following(response) { name in
                !(Teapot.Options.credentials + ["Host"]).contains { $0.isSameHeaderName(as: name) }
            }
            guard let next else { return nil }
            var request = self
            request.url = next.url
            request.httpMethod = next.method.rawValue
            request.allHTTPHeaderFields = next.headers.combined
            request.httpBodyStream = nil
            request.httpBody = next.bytes.isEmpty ? nil : next.bytes
            return request
        }
    }

    extension URL {
        /// The URL, which the system sends unchanged.
        var asSent: URL { self }
    }

    extension SessionSettings {
        /// Returns the cookies for a request to a URL, or `nil` if there are none.
        func missingCookies(for url: URL) -> String? { cookies(for: url) }
    }

    extension HTTPURLResponse {
        /// Creates a session's response from a router's response.
        convenience init?(_ response: Teapot.Response) {
            self.init(
                url: response.url,
                statusCode: response.statusCode,
                httpVersion: "HTTP/1.1",
                headerFields: response.headers.combined
            )
        }
    }
#endif
