#if canImport(FoundationNetworking)
    import Foundation
    import Teapot

    extension InterceptingProtocol {
        /// Whether the task is only suspended, not cancelled.
        ///
        /// On Linux, suspending a task stops its protocol, and resuming starts it again.
        var isSuspended: Bool { task?.state == .suspended }

        /// Prevents a deadlock when a cancellation and a response coincide, if patches are installed.
        ///
        /// `cancel()` waits for the work queue of the task while it holds a resource that is needed to resume an
        /// `async` call, and Foundation resumes the call on that queue (swift-corelibs-foundation #5412).
        func avoidDeadlock() { if let task { FoundationPatches.installed.withLock { $0 }?.resumeOffWorkQueue(task) } }
    }

    extension RegisteredInterceptor {
        /// Puts the class before Foundation's own class in `URLSession.shared`.
        ///
        /// The shared session has the classes that were registered when it was first used, in the order of their
        /// registration. Foundation's own class may come before this one.
        static func reachSharedSession() {
            let configuration = URLSession.shared.configuration
            let former = configuration.protocolClasses ?? []
            guard former.first != RegisteredInterceptor.self else { return }
            // Another thread may be reading the former list, so it's never released.
            _ = Unmanaged.passRetained(ProtocolClasses(list: former))
            let others = former.filter { $0 != RegisteredInterceptor.self }
            configuration.protocolClasses = [RegisteredInterceptor.self] + others
        }
    }

    /// A list of protocol classes as an object.
    private final class ProtocolClasses {
        let list: [AnyClass]

        init(list: [AnyClass]) { self.list = list }
    }

    extension URLRequest {
        /// Whether the request may belong to an upload, whose body is in the task and isn't visible here.
        var mayHideItsBody: Bool {
            httpBody == nil && httpBodyStream == nil && !["GET", "HEAD"].contains(httpMethod ?? "GET")
        }

        /// Returns whether the request fails because of its body.
        func refuses(_ body: RequestBodySource) -> Bool {
            if case .data(let bytes) = body, bytes.isEmpty { return false }
            return httpMethod == "GET"
        }

        /// Returns whether Foundation declares the body of a `POST` without a `Content-Type` to be a form.
        ///
        /// It does so for a stream and for the request's own body, even if that body isn't sent again after a redirect,
        /// but not for an upload's data or file.
        func declaresForm(with body: Data, isStream: Bool) -> Bool {
            isStream || httpBodyStream != nil || httpBody?.isEmpty == false
        }
    }

    /// The URL without dot segments in its path, because libcurl doesn't send them.
    extension URL { var asSent: URL { absoluteString.contains("/.") ? standardized : self } }

    /// Returns `nil`, because Foundation adds the cookies when it creates a task.
    extension SessionSettings { func missingCookies(for url: URL) -> String? { nil } }

    extension HTTPURLResponse {
        /// Creates a session's response from a router's response.
        ///
        /// A password challenge gets a leading space, which isn't part of the value (RFC 9110 §5.5), so Foundation
        /// doesn't recognize it. Otherwise, Foundation would ask the delegate, and a task without a delegate would
        /// never end, or would go to the network with a stored password.
        convenience init?(_ response: Teapot.Response) {
            var fields = response.headers.combined
            let challenge = fields.first { $0.key.isSameHeaderName(as: "WWW-Authenticate") }
            if response.statusCode == 401, let challenge, challenge.value.lowercased().contains("basic") {
                fields[challenge.key] = " " + challenge.value
            }
            self.init(url: response.url, statusCode: response.statusCode, httpVersion: "HTTP/1.1", headerFields: fields)
        }
    }
#endif
