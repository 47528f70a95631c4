import Foundation
import Teapot

/// A session delegate that records its calls, and waits for the end.
final class RecordingDelegate: NSObject, URLSessionDataDelegate, URLSessionDownloadDelegate {
    struct Record: Sendable {
        var responses: [HTTPURLResponse] = []
        var pieces: [Data] = []
        var sent: [Int64] = []
        var written: [Int64] = []
        var redirects: [URLRequest] = []
        var downloaded: Data?
        var error: (any Error)?
        var body: Data { pieces.reduce(Data(), +) }
    }

    private struct State {
        var record = Record()
        var isOver = false
        var waiting: CheckedContinuation<Record, Never>?
    }

    private let state = Locked(State())
    private let stream: (@Sendable () -> InputStream)?
    private let decide: @Sendable (URLRequest) -> URLRequest?
    private let received: @Sendable (Data) -> Void

    init(
        stream: (@Sendable () -> InputStream)? = nil,
        received: @escaping @Sendable (Data) -> Void = { _ in },
        decide: @escaping @Sendable (URLRequest) -> URLRequest? = { $0 }
    ) {
        self.stream = stream
        self.received = received
        self.decide = decide
    }

    /// Returns the record after the task has ended.
    func end() async -> Record {
        await withCheckedContinuation { continuation in
            let record = state.withLock { state -> Record? in
                if !state.isOver { state.waiting = continuation }
                return state.isOver ? state.record : nil
            }
            if let record { continuation.resume(returning: record) }
        }
    }

    private func note(_ change: (inout Record) -> Void) { state.withLock { change(&$0.record) } }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping (URLRequest?) -> Void
    ) {
        note { $0.redirects.append(request) }
        completionHandler(decide(request))
    }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
    ) {
        if let response = response as? HTTPURLResponse { note { $0.responses.append(response) } }
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        note { $0.pieces.append(data) }
        received(data)
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64, totalBytesSent: Int64,
        totalBytesExpectedToSend: Int64
    ) { note { $0.sent.append(totalBytesSent) } }

    func urlSession(
        _ session: URLSession, task: URLSessionTask,
        needNewBodyStream completionHandler: @escaping (InputStream?) -> Void
    ) { completionHandler(stream?()) }

    func urlSession(
        _ session: URLSession, downloadTask: URLSessionDownloadTask, didFinishDownloadingTo location: URL
    ) {
        let data = try? Data(contentsOf: location)
        note { $0.downloaded = data }
    }

    func urlSession(
        _ session: URLSession, downloadTask: URLSessionDownloadTask, didWriteData bytesWritten: Int64,
        totalBytesWritten: Int64, totalBytesExpectedToWrite: Int64
    ) { note { $0.written.append(totalBytesWritten) } }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        let (waiting, record) = state.withLock { state in
            state.record.error = error
            state.isOver = true
            defer { state.waiting = nil }
            return (state.waiting, state.record)
        }
        waiting?.resume(returning: record)
    }
}
