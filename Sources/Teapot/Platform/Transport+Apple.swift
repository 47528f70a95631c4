#if !canImport(FoundationNetworking)
    extension OperationQueue {
        /// A delegate queue that runs on `queue`.
        static func delegateQueue(on queue: DispatchQueue) -> OperationQueue {
            let operations = OperationQueue()
            operations.maxConcurrentOperationCount = 1
            operations.underlyingQueue = queue
            return operations
        }
    }

    extension SessionTransport {
        /// No limit of ours: the system queues by itself, and HTTP/2 shares a connection.
        static func connectionLimit(_ configuration: URLSessionConfiguration) -> Int { .max }

        static func cancel(_ task: URLSessionTask, on queue: DispatchQueue) { task.cancel() }

        /// Holds the session back while much waits to be written to files: it reads no more than its delegate takes in.
        static func holdBack() { Backlog.files.waitForRoom() }

        /// The default answer delivers a 401 as the response that it is.
        func answer(
            _ challenge: URLAuthenticationChallenge, of task: URLSessionTask,
            _ completionHandler: (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
        ) { completionHandler(.performDefaultHandling, nil) }
    }

    extension URL {
        /// Nothing keeps `URLSession` from connecting to a host.
        var unreachable: TeapotError? { nil }
    }

    extension URLError {
        /// Whether bytes came that are no HTTP response.
        func meansNoHTTP(over url: URL) -> Bool { code == .cannotParseResponse || code == .badServerResponse }
    }
#endif
