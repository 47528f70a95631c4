#if canImport(FoundationNetworking)
    extension SessionTransport {
        /// How many requests to one origin are under way at once: as many as libcurl opens connections.
        static func connectionLimit(_ configuration: URLSessionConfiguration) -> Int {
            configuration.httpMaximumConnectionsPerHost
        }

        /// Cancels from the delegate's queue, and holds that until FoundationNetworking has let go of the task.
        ///
        /// Elsewhere a cancel deadlocks or crashes (swift-corelibs-foundation #5412, #5417). Each read of `priority`
        /// waits for the task's work queue.
        static func cancel(_ task: URLSessionTask, on queue: DispatchQueue) {
            queue.async {
                guard task.state == .running || task.state == .suspended else { return }
                task.cancel()
                for _ in 0..<3 { _ = task.priority }
            }
        }

        /// Nothing: libcurl's thread is held back before an event gets to the delegate.
        static func holdBack() {}

        /// Declines to authenticate but keeps the response: any other answer to a 401 never ends
        /// (swift-corelibs-foundation #5456).
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

        /// Why a request for a URL must not or can't go out.
        ///
        /// Foundation never asks about a server's certificate or for one of the client's: where somebody waits to be
        /// asked, an app would run without the check that it relies on. Nor does it connect to IPv6 addresses or say why
        /// (swift-corelibs-foundation #5496).
        func refusal(of url: URL) -> TeapotError? {
            if url.scheme?.lowercased() == "https", let name = trust.name {
                return .make(
                    .dataTaskError,
                    "nothing was sent to “\(url.withoutSecrets)”: on Linux Foundation asks nobody about certificates, so that "
                        + "\(name) can't check them; leave it out, or let a proxy on this machine check them")
            }
            guard let host = url.host, host.utf8.contains(UInt8(ascii: ":")) else { return nil }
            return .make(
                .invalidRequestPath,
                "URLSession on Linux can't connect to the IPv6 address “[\(host)]”; use a name for it, such as “localhost” for “[::1]”"
            )
        }
    }

    extension OperationQueue {
        /// A delegate queue that runs on `queue`.
        static func delegateQueue(on queue: DispatchQueue) -> OperationQueue { DelegateQueue(queue) }
    }

    /// A delegate queue that is a plain serial `DispatchQueue`: an `Operation` for each event costs more than the event.
    ///
    /// It holds libcurl's thread back while too much waits here, or a fast download would pile up in memory.
    private final class DelegateQueue: OperationQueue, @unchecked Sendable {
        // `@unchecked` because the superclass is; all of this is `Sendable` itself.
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
        /// Whether bytes came that are no HTTP response.
        ///
        /// libcurl's errors come as -1002 for a bad status line or version, and as -1 for malformed header fields. Over
        /// TLS -1 may be the handshake's too.
        func meansNoHTTP(over url: URL) -> Bool {
            // A kept connection that the server has hung up, and each new one after it: it is -1 too, but nothing came.
            if code == .unknown, localizedDescription.hasPrefix("Connection died") { return false }
            return code == .unsupportedURL || (code == .unknown && url.scheme?.lowercased() == "http")
        }
    }
#endif
