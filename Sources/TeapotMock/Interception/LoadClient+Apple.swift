#if !canImport(FoundationNetworking)
    import Teapot

    /// Where a load's outcome goes: to the system, on the thread that started the load, as it asks for.
    ///
    /// Written to the documented interface; not run.
    final class LoadClient: @unchecked Sendable {
        // `@unchecked` because everything that changes is only touched on `thread`.
        let settings: SessionSettings? = nil
        private let thread = Thread.current
        private let modes: [String]
        private var intercepting: URLProtocol?

        init(_ intercepting: URLProtocol) {
            self.intercepting = intercepting
            modes = [RunLoop.Mode.default.rawValue] + (RunLoop.current.currentMode.map { [$0.rawValue] } ?? [])
        }

        func readBody(of request: URLRequest, _ completion: @escaping @Sendable (RequestBodySource) -> Void) {
            if let data = request.httpBody { return completion(.data(data)) }
            completion(request.httpBodyStream.map { .stream($0) } ?? .data(Data()))
        }

        /// The system counts by itself what it reads of the body.
        func sent(_ count: Int64, of total: Int64) {}

        func receive(_ response: Teapot.Response) {
            step { intercepting in
                guard let response = HTTPURLResponse(response) else { return self.end(URLError(.badServerResponse)) }
                intercepting.client?.urlProtocol(intercepting, didReceive: response, cacheStoragePolicy: .notAllowed)
            }
        }

        func receive(_ data: Data) {
            step { $0.client?.urlProtocol($0, didLoad: data) }
        }

        /// Tells the system, which asks the delegate and makes a new protocol for where the redirect leads.
        ///
        /// It stops this one then. If it does not, the redirect itself is the response.
        func redirect(
            _ response: Teapot.Response,
            _ body: Data,
            to request: URLRequest,
            _ decide: @escaping @Sendable (URLRequest?) -> Void
        ) {
            step { intercepting in
                guard let response = HTTPURLResponse(response) else { return self.end(URLError(.badServerResponse)) }
                intercepting.client?.urlProtocol(intercepting, wasRedirectedTo: request, redirectResponse: response)
                decide(nil)
            }
        }

        func finish(_ error: (any Error)?) { step { _ in self.end(error) } }

        /// What the network is to answer is known before the protocol is made.
        func passOn() -> Bool { false }

        func hold(_ isHeld: Bool) {}

        func stop() { intercepting = nil }

        private func end(_ error: (any Error)?) {
            guard let intercepting else { return }
            self.intercepting = nil
            if let error {
                intercepting.client?.urlProtocol(intercepting, didFailWithError: error)
            } else {
                intercepting.client?.urlProtocolDidFinishLoading(intercepting)
            }
        }

        private func step(_ step: @escaping (URLProtocol) -> Void) {
            let work = ThreadWork {
                if let intercepting = self.intercepting { step(intercepting) }
            }
            work.perform(#selector(ThreadWork.run), on: thread, with: nil, waitUntilDone: false, modes: modes)
        }
    }

    /// A closure that can be sent to a thread.
    private final class ThreadWork: NSObject {
        private let work: () -> Void

        init(_ work: @escaping () -> Void) { self.work = work }

        @objc func run() { work() }
    }
#endif
