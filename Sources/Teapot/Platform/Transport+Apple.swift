#if !canImport(FoundationNetworking)
    /// The system's own queue needs no help.
    typealias DelegateQueue = OperationQueue

    extension SessionTransport {
        /// No limit of ours: the system queues by itself, and HTTP/2 shares a connection.
        static func connectionLimit(_ configuration: URLSessionConfiguration) -> Int { .max }

        static func cancel(_ task: URLSessionTask, on queue: OperationQueue) { task.cancel() }

        /// The default answer delivers a 401 as the response that it is.
        func answer(
            _ challenge: URLAuthenticationChallenge, of task: URLSessionTask,
            _ completionHandler: (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
        ) { completionHandler(.performDefaultHandling, nil) }
    }

    extension URLError {
        /// Whether bytes came that are no HTTP response.
        func meansNoHTTP(over url: URL) -> Bool { code == .cannotParseResponse || code == .badServerResponse }
    }
#endif
