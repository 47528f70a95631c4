#if canImport(FoundationNetworking)
    import Foundation
    import Teapot

    /// A receiver that forwards the outcome of a load to the task, on the task's queue.
    ///
    /// The protocols of swift-corelibs-foundation also call their clients on that queue, and Foundation doesn't guard
    /// this state in any other way.
    final class LoadClient: @unchecked Sendable {
        // `@unchecked` because all mutable state is accessed only on `queue`, which is serial.

        /// The way the pieces of the body are delivered.
        private enum Delivery {
            /// Each piece is delivered to the delegate as it arrives.
            case pieces
            /// The whole body is delivered to the completion handler at once, because it would receive only the last of
            /// several pieces.
            case whole
            /// The body is written to a file, for a download.
            case file
        }

        let settings: SessionSettings?
        private let task: URLSessionTask?
        private let session: URLSession?
        private let queue: DispatchQueue
        private let access: TaskAccess?
        private lazy var delivery: Delivery =
            task is URLSessionDownloadTask ? .file : access?.reportsPieces == true ? .pieces : .whole
        /// The steps that wait for the queue.
        ///
        /// The queue is woken once for all of them, because waking its thread takes longer than a step.
        private let waiting = Locked((steps: [@Sendable () -> Void](), isCalled: false))
        private var intercepting: URLProtocol?
        /// Foundation's own protocol, if the request is passed on to the network.
        private var native: URLProtocol?
        private var body = Data()
        /// Whether `body` is the first piece, and may be the only one.
        ///
        /// In that case, it doesn't matter how the body is delivered, which takes a long time to find out.
        private var isFirstPiece = false
        private var hasPiece = false
        private var isHeld = false
        private var held: [@Sendable () -> Void] = []

        /// - Parameter intercepting: The protocol, which is used on its task's work queue.
        init(_ intercepting: URLProtocol) {
            access = intercepting.task.map { TaskAccess($0) }
            self.intercepting = intercepting
            task = intercepting.task
            session = access?.session
            settings = access?.session.map { SessionSettings($0.configuration) }
            queue = access?.workQueue ?? DispatchQueue(label: "teapot.client")
        }

        /// Finds the body of a request.
        ///
        /// It may be stored in the task instead of the request.
        func readBody(of request: URLRequest, _ completion: @escaping @Sendable (RequestBodySource) -> Void) {
            if task is URLSessionUploadTask, let body = access?.body { return completion(body) }
            if let data = request.httpBody { return completion(.data(data)) }
            if let stream = request.httpBodyStream { return completion(.stream(stream)) }
            guard let task = task as? URLSessionUploadTask, let session, let delegate else {
                return completion(.data(Data()))
            }
            session.delegateQueue.addOperation {
                delegate.urlSession(session, task: task) { completion(.stream($0 ?? InputStream(data: Data()))) }
            }
        }

        func sent(_ count: Int64, of total: Int64) {
            guard let session, let task, let delegate else { return }
            step {
                if self.delivery == .whole { return }
                session.delegateQueue.addOperation {
                    delegate.urlSession(
                        session, task: task, didSendBodyData: count, totalBytesSent: count,
                        totalBytesExpectedToSend: total)
                }
            }
        }

        func receive(_ response: Teapot.Response) {
            step {
                guard let intercepting = self.intercepting else { return }
                guard let response = HTTPURLResponse(response) else { return self.end(URLError(.badServerResponse)) }
                intercepting.client?.urlProtocol(intercepting, didReceive: response, cacheStoragePolicy: .notAllowed)
            }
        }

        func receive(_ data: Data) {
            step {
                if !self.hasPiece, !(self.task is URLSessionDownloadTask) {
                    (self.hasPiece, self.isFirstPiece, self.body) = (true, true, data)
                    return
                }
                self.deliverFirstPiece()
                guard case .pieces = self.delivery, let intercepting = self.intercepting else {
                    self.body.append(data)
                    return self.reportDownload(data.count)
                }
                intercepting.client?.urlProtocol(intercepting, didLoad: data)
            }
        }

        /// Delivers the first piece if it doesn't have to wait for other pieces.
        private func deliverFirstPiece() {
            guard isFirstPiece, let intercepting else { return }
            isFirstPiece = false
            guard case .pieces = delivery else { return }
            intercepting.client?.urlProtocol(intercepting, didLoad: body)
            body = Data()
        }

        /// Asks the delegate about a redirect, as when the session uses a socket.
        ///
        /// Without a delegate, the redirect is followed with the session's cookies. A request that a delegate returns
        /// doesn't get those cookies.
        func redirect(
            _ response: Teapot.Response, _ body: Data, to request: URLRequest, _ settings: SessionSettings,
            _ decide: @escaping @Sendable (URLRequest?) -> Void
        ) {
            guard let session, let task, let delegate, let response = HTTPURLResponse(response) else {
                var request = request
                if let cookies = request.url.flatMap(settings.cookies) {
                    request.setValue(cookies, forHTTPHeaderField: "Cookie")
                }
                return decide(request)
            }
            step {
                session.delegateQueue.addOperation {
                    delegate.urlSession(
                        session, task: task, willPerformHTTPRedirection: response, newRequest: request,
                        completionHandler: decide)
                }
            }
        }

        /// Makes a request the task's current request.
        func begin(_ request: URLRequest) {
            step { if let task = self.task { FoundationPatches.installed.withLock { $0 }?.setCurrent(request, task) } }
        }

        func finish(_ error: (any Error)?) { step { self.end(error) } }

        /// Passes the request on to Foundation's own protocol.
        ///
        /// - Returns: `true` if there is such a protocol; otherwise, `false`.
        func passOn() -> Bool {
            let classes = (URLSessionConfiguration.default.protocolClasses ?? []).compactMap { $0 as? URLProtocol.Type }
            guard let task, let request = task.originalRequest,
                let type = classes.first(where: { $0.canInit(with: request) })
            else { return false }
            step {
                let native = type.init(task: task, cachedResponse: nil, client: nil)
                self.intercepting = nil
                self.native = native
                native.startLoading()
            }
            return true
        }

        /// Holds events until the task is resumed.
        ///
        /// Call this on `queue`.
        func hold(_ isHeld: Bool) {
            guard self.isHeld != isHeld else { return }
            self.isHeld = isHeld
            if let native { return isHeld ? native.stopLoading() : native.startLoading() }
            guard !isHeld else { return }
            let steps = held
            held = []
            for step in steps { step() }
            deliverFirstPiece()
        }

        /// Stops all delivery.
        ///
        /// Call this on `queue`.
        func stop() {
            native?.stopLoading()
            (native, intercepting, held, body) = (nil, nil, [], Data())
        }

        private var delegate: (any URLSessionTaskDelegate)? {
            task?.delegate ?? session?.delegate as? any URLSessionTaskDelegate
        }

        /// Runs a closure that reports a complete response, and delivers the response immediately.
        ///
        /// If the task was cancelled or suspended right after it started, this runs the other closure instead.
        func deliverAtOnce(_ report: @escaping @Sendable () -> Void, orElse other: @escaping @Sendable () -> Void) {
            // Anything done to the task since then comes first in the queue.
            queue.async {
                guard self.task?.state == .running else { return other() }
                self.waiting.withLock { $0.isCalled = true }
                report()
                self.runSteps()
            }
        }

        private func step(_ step: @escaping @Sendable () -> Void) {
            let isCalled = waiting.withLock { waiting in
                waiting.steps.append(step)
                defer { waiting.isCalled = true }
                return waiting.isCalled
            }
            if !isCalled { queue.async { self.runSteps() } }
        }

        private func runSteps() {
            let steps = waiting.withLock { waiting in
                defer { waiting = ([], false) }
                return waiting.steps
            }
            for step in steps { if isHeld { held.append(step) } else if intercepting != nil { step() } }
            deliverFirstPiece()
        }

        private func end(_ error: (any Error)?) {
            if error != nil { deliverFirstPiece() }
            guard let intercepting, let client = intercepting.client else { return }
            self.intercepting = nil
            do {
                if let error { throw error }
                if task is URLSessionDownloadTask {
                    try store(intercepting)
                } else if !body.isEmpty {
                    client.urlProtocol(intercepting, didLoad: body)
                }
                client.urlProtocolDidFinishLoading(intercepting)
            } catch {
                client.urlProtocol(intercepting, didFailWithError: error)
            }
            body = Data()
        }

        private func store(_ intercepting: URLProtocol) throws {
            let name = "teapot-download-\(UUID().uuidString).tmp"
            let file = FileManager.default.temporaryDirectory.appendingPathComponent(name)
            try body.write(to: file)
            do {
                try FoundationPatches.setDownload(file, of: intercepting)
            } catch {
                try FileManager.default.removeItem(at: file)
                throw error
            }
        }

        private func reportDownload(_ count: Int) {
            guard let session, let task = task as? URLSessionDownloadTask,
                let delegate = session.delegate as? any URLSessionDownloadDelegate
            else { return }
            let (total, expected) = (Int64(body.count), task.response?.expectedContentLength ?? -1)
            session.delegateQueue.addOperation {
                delegate.urlSession(
                    session, downloadTask: task, didWriteData: Int64(count), totalBytesWritten: total,
                    totalBytesExpectedToWrite: expected)
            }
        }
    }
#endif
