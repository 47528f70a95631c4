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
        static func cancel(_ task: URLSessionTask, on queue: OperationQueue) {
            queue.addOperation {
                guard task.state == .running || task.state == .suspended else { return }
                task.cancel()
                for _ in 0..<3 { _ = task.priority }
            }
        }

        /// Declines to authenticate but keeps the response: any other answer to a 401 never ends
        /// (swift-corelibs-foundation #5456).
        func answer(
            _ challenge: URLAuthenticationChallenge, of task: URLSessionTask,
            _ completionHandler: (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
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
    }

    /// A delegate queue that is a plain serial `DispatchQueue`: an `Operation` for each event costs more than the event.
    ///
    /// It holds libcurl's thread back a little while too much waits here, or a download to a slow disk would pile up in
    /// memory. Never for long: that thread serves every session, and what runs here may wait for it in turn.
    final class DelegateQueue: OperationQueue, @unchecked Sendable {
        // `@unchecked` because the superclass is; `condition` guards `waiting`.
        private let queue = DispatchQueue(label: "teapot.delegate")
        private let condition = NSCondition()
        private var waiting = 0

        override func addOperation(_ block: @escaping @Sendable () -> Void) {
            condition.lock()
            waiting += 1
            // 16 KB each: 4 MB.
            if waiting > 256 { _ = condition.wait(until: Date(timeIntervalSinceNow: 0.005)) }
            condition.unlock()
            queue.async { [self] in
                block()
                condition.lock()
                waiting -= 1
                condition.signal()
                condition.unlock()
            }
        }
    }

    extension URLError {
        /// Whether bytes came that are no HTTP response.
        ///
        /// libcurl's errors come as -1002 for a bad status line or version, and as -1 for malformed header fields. Over
        /// TLS -1 may be the handshake's too.
        func meansNoHTTP(over url: URL) -> Bool {
            code == .unsupportedURL || (code == .unknown && url.scheme?.lowercased() == "http")
        }
    }
#endif
