import Foundation
import Teapot
public import TeapotMock

extension Response {
    /// Runs a generated stream once, and returns the response with its pieces, so the response can be cut and split.
    ///
    /// ```swift
    /// let clock = Response.events { send in
    ///     for second in 1...3 { send(Teapot.ServerSentEvent(event: "tick", data: "\(second)")) }
    /// }
    /// for cut in try await clock.collectingPieces().cuttingAtEveryBoundary { print(cut) }
    /// ```
    ///
    /// Waits are skipped: sleeps on a router's clock in skipped time, and the intervals of streams and events. The
    /// pieces keep their times. Code that really waits still takes real time.
    ///
    /// - Parameter limit: The maximum number of pieces.
    /// - Returns: The response, which is unchanged if its body isn't such a stream.
    /// - Throws: Any error that the stream throws; ``/Teapot/TeapotError`` if it has more pieces, as an endless stream
    ///   does; `CancellationError` if the task is cancelled.
    public func collectingPieces(upTo limit: Int = 10_000) async throws -> Response {
        guard case .stream(let stream) = content, stream.script == nil else { return self }
        let time = CallTime(at: 0, total: .infinity, seed: 0, in: SharedTime())
        let exchange = time.open()
        let found = Locked<[(bytes: Data, time: UInt64)]>([])
        let task = Task {
            try await exchange.run {
                try await stream.run { bytes in
                    guard !bytes.isEmpty else { return }
                    let count = found.withLock { found in
                        if found.count <= limit { found.append((bytes, time.now)) }
                        return found.count
                    }
                    if count > limit { withUnsafeCurrentTask { $0?.cancel() } }
                }
            }
        }
        let result = await withTaskCancellationHandler {
            await task.result
        } onCancel: {
            task.cancel()
        }
        exchange.close()
        let pieces = found.withLock { $0 }
        if pieces.count > limit {
            let reason = "The stream has more than \(String(counting: limit, "piece")); pass a higher `upTo`."
            throw TeapotError.make(.unansweredRequest, reason)
        }
        try result.get()
        var (pauses, last) = ([Double](), UInt64(0))
        for piece in pieces {
            pauses.append(Double(piece.time - min(last, piece.time)) / 1e9)
            last = max(last, piece.time)
        }
        var response = self
        response.content = .stream(Stream(StreamScript(pieces.map(\.bytes), pauses: pauses, isTimed: true)))
        return response
    }
}
