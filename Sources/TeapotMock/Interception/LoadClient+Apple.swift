#if !canImport(FoundationNetworking)
    import Foundation
    import Teapot

    /// A receiver that forwards the outcome of a load to the system, on the thread that started the load.
    ///
    /// The system requires that thread. This code follows the documented interface, but hasn't been run.
    final class LoadClient: @unchecked Sendable {
        // `@unchecked` because all mutable state is accessed only on `thread`.
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

        /// Does nothing, because the system counts the bytes that it reads from the body.
        func sent(_ count: Int64, of total: Int64) {}

        func receive(_ response: Teapot.Response) {
            step { intercepting in
                guard let response = HTTPURLResponse(response) else { return self.end(URLError(.badServerResponse)) }
                intercepting.client?.urlProtocol(intercepting, didReceive: response, cacheStoragePolicy: .notAllowed)
            }
        }

        func receive(_ data: Data) { step { $0.client?.urlProtocol($0, didLoad: data) } }

        /// Reports a redirect to the system, which asks the delegate and creates a new protocol for the new request.
        ///
        /// The system then stops this protocol. If it doesn't, the redirect itself is the response.
        func redirect(
            _ response: Teapot.Response, _ body: Data, to request: URLRequest, _ settings: SessionSettings,
            _ decide: @escaping @Sendable (URLRequest?) -> Void
        ) {
            step { intercepting in
                guard let response = HTTPURLResponse(response) else { return self.end(URLError(.badServerResponse)) }
                intercepting.client?.urlProtocol(intercepting, wasRedirectedTo: request, redirectResponse: response)
                decide(nil)
            }
        }

        /// Does nothing, because the system creates a new protocol for the request.
        func begin(_ request: URLRequest) {}

        func finish(_ error: (any Error)?) { step { _ in self.end(error) } }

        /// Runs `other`, which reports the response from another thread.
        func deliverAtOnce(_ report: () -> Void, orElse other: @escaping @Sendable () -> Void) { other() }

        /// Returns `false`, because requests to the network are recognized before the protocol is created.
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

    /// A closure that can be run on a given thread.
    private final class ThreadWork: NSObject {
        private let work: () -> Void

        init(_ work: @escaping () -> Void) { self.work = work }

        @objc func run() { work() }
    }
#endif
