#if !canImport(FoundationNetworking)
    import Foundation

    extension OperationQueue {
        /// Returns a delegate queue that runs on `queue`.
        static func delegateQueue(on queue: DispatchQueue) -> OperationQueue {
            let operations = OperationQueue()
            operations.maxConcurrentOperationCount = 1
            operations.underlyingQueue = queue
            return operations
        }
    }

    extension SessionTransport {
        /// Returns no limit, because the system queues requests, and HTTP/2 shares a connection.
        static func connectionLimit(_ configuration: URLSessionConfiguration) -> Int { .max }

        static func cancel(_ task: URLSessionTask, on queue: DispatchQueue) { task.cancel() }

        /// Blocks the session's delegate while many bytes wait to be written to files, so the session stops reading.
        static func holdBack() { Backlog.files.waitForRoom() }

        /// Passes a connection's challenge to the hook, or to the delegate of the caller's session on that session's
        /// queue.
        ///
        /// The session-level challenges also arrive here, because the delegate has no method for them.
        func urlSession(
            _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
            completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
        ) {
            let methods = [NSURLAuthenticationMethodServerTrust, NSURLAuthenticationMethodClientCertificate]
            guard methods.contains(challenge.protectionSpace.authenticationMethod) else {
                // With the default handling, a 401 is delivered as the response.
                return completionHandler(.performDefaultHandling, nil)
            }
            let flight = flight(of: task)
            let answer = { @Sendable (disposition: URLSession.AuthChallengeDisposition, credential: URLCredential?) in
                if disposition == .cancelAuthenticationChallenge { flight?.state.withLock { $0.isRefused = true } }
                completionHandler(disposition, credential)
            }
            if let trust = trust.own {
                Task {
                    let (disposition, credential) = await trust.answer(challenge)
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

        /// Returns `nil`, because `URLSession` can connect to every URL.
        func refusal(of url: URL) -> TeapotError? { nil }
    }

    extension URLError {
        /// Returns whether the received bytes aren't an HTTP response.
        func meansNoHTTP(over url: URL) -> Bool { code == .cannotParseResponse || code == .badServerResponse }
    }
#endif
