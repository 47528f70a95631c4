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

        /// Asks the hook about the connection, or the delegate of the caller's session on that session's queue.
        ///
        /// A session has no method of ours for its own challenges, so that they come here too.
        func urlSession(
            _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
            completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
        ) {
            let methods = [NSURLAuthenticationMethodServerTrust, NSURLAuthenticationMethodClientCertificate]
            guard methods.contains(challenge.protectionSpace.authenticationMethod) else {
                // The default answer delivers a 401 as the response that it is.
                return completionHandler(.performDefaultHandling, nil)
            }
            let flight = flight(of: task)
            let answer = { @Sendable (disposition: URLSession.AuthChallengeDisposition, credential: URLCredential?) in
                if disposition == .cancelAuthenticationChallenge { flight?.state.withLock { $0.isRefused = true } }
                completionHandler(disposition, credential)
            }
            if let hook = trust.hook {
                Task {
                    let (disposition, credential) = await hook(challenge)
                    answer(disposition, credential)
                }
            } else if let session = trust.session, let delegate = session.delegate {
                session.delegateQueue.addOperation {
                    if delegate.urlSession?(session, didReceive: challenge, completionHandler: answer) != nil { return }
                    let other = delegate as? any URLSessionTaskDelegate
                    let isAsked: Void? = other?.urlSession?(
                        session, task: task, didReceive: challenge, completionHandler: answer)
                    if isAsked == nil { answer(.performDefaultHandling, nil) }
                }
            } else {
                completionHandler(.performDefaultHandling, nil)
            }
        }

        /// Nothing keeps `URLSession` from connecting to a URL.
        func refusal(of url: URL) -> TeapotError? { nil }
    }

    extension URLError {
        /// Whether bytes came that are no HTTP response.
        func meansNoHTTP(over url: URL) -> Bool { code == .cannotParseResponse || code == .badServerResponse }
    }
#endif
