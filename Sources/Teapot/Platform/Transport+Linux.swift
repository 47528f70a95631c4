#if canImport(FoundationNetworking)
    import Foundation

    extension SessionTransport {
        /// Returns the number of concurrent requests to an origin: the number of connections that libcurl opens.
        static func connectionLimit(_ configuration: URLSessionConfiguration) -> Int {
            configuration.httpMaximumConnectionsPerHost
        }

        /// Cancels a task on the delegate's queue, and blocks that queue until FoundationNetworking has released the
        /// task.
        ///
        /// Cancelling on another thread deadlocks or crashes (swift-corelibs-foundation #5412, #5417). Each read of
        /// `priority` waits for the task's work queue.
        static func cancel(_ task: URLSessionTask, on queue: DispatchQueue) {
            queue.async {
                guard task.state == .running || task.state == .suspended else { return }
                task.cancel()
                for _ in 0..<3 { _ = task.priority }
            }
        }

        /// Does nothing, because libcurl's thread is blocked before an event reaches the delegate.
        static func holdBack() {}

        /// Declines to authenticate, but keeps the response.
        ///
        /// With any other disposition, a request that gets a 401 never ends (swift-corelibs-foundation #5456).
        func urlSession(
            _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
            completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
        ) {
            let methods = [
                NSURLAuthenticationMethodHTTPBasic, NSURLAuthenticationMethodHTTPDigest,
                NSURLAuthenticationMethodDefault,
            ]
            guard methods.contains(challenge.protectionSpace.authenticationMethod) else {
                return completionHandler(.performDefaultHandling, nil)
            }
            let response = challenge.failureResponse as? HTTPURLResponse
            flight(of: task)?.state.withLock { $0.challenged = response }
            completionHandler(.cancelAuthenticationChallenge, nil)
        }

        /// Returns the error for a URL that must not or can't be requested.
        ///
        /// Foundation doesn't pass on challenges about a server's certificate or for the client's. If a hook or
        /// delegate expects them, the app would run without the check that it relies on. Foundation also fails to
        /// connect to IPv6 addresses without reporting a reason (swift-corelibs-foundation #5496).
        func refusal(of url: URL) -> TeapotError? {
            if url.scheme?.lowercased() == "https", let name = trust.name {
                return .make(
                    .dataTaskError,
                    "nothing was sent to “\(url)”: Foundation on Linux doesn't pass on certificate challenges, so "
                        + "\(name) can't check certificates; remove it, or have a local proxy check them")
            }
            guard let host = url.host, host.utf8.contains(UInt8(ascii: ":")) else { return nil }
            return .make(
                .invalidRequestPath,
                "URLSession on Linux can't connect to the IPv6 address “[\(host)]”; use a name for it, such as “localhost” for “[::1]”"
            )
        }
    }

    extension OperationQueue {
        /// Returns a delegate queue that runs on `queue`.
        static func delegateQueue(on queue: DispatchQueue) -> OperationQueue { DelegateQueue(queue) }
    }

    /// A delegate queue that is a plain serial `DispatchQueue`, because an `Operation` for each event costs more than
    /// the event.
    ///
    /// It blocks libcurl's thread while too many events wait here. Otherwise, a fast download would accumulate in
    /// memory.
    private final class DelegateQueue: OperationQueue, @unchecked Sendable {
        // `@unchecked` because the superclass is. All stored properties are `Sendable`.
        private let queue: DispatchQueue
        private let backlog = Backlog(limit: 256)

        init(_ queue: DispatchQueue) {
            self.queue = queue
            super.init()
            maxConcurrentOperationCount = 1
        }

        override func addOperation(_ block: @escaping @Sendable () -> Void) {
            backlog.waitForRoom()
            Backlog.files.waitForRoom()
            backlog.add(1)
            queue.async { [self] in
                block()
                backlog.add(-1)
            }
        }
    }

    extension URLError {
        /// Returns whether the received bytes aren't an HTTP response.
        ///
        /// libcurl's errors are reported as -1002 for an invalid status line or version, and as -1 for malformed
        /// headers. Over TLS, -1 may also be a handshake error.
        func meansNoHTTP(over url: URL) -> Bool {
            // -1 also means a connection that failed, for example because there are no descriptors left, or that was
            // lost. In those cases, no bytes were received.
            let causes = ["Connection died", "Failed to connect", "Couldn't connect", "Send failure", "Recv failure"]
            if code == .unknown, causes.contains(where: localizedDescription.hasPrefix) { return false }
            return code == .unsupportedURL || (code == .unknown && url.scheme?.lowercased() == "http")
        }
    }
#endif
