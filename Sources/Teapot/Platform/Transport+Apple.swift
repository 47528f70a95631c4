#if !canImport(FoundationNetworking)
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
#endif
