import Foundation
import Teapot
import TeapotMock
import TeapotMockLive

/// The recording of one exchange in progress: a copy of the response as it arrives.
///
/// It ends when the body is complete, when the exchange breaks off, or when it's released, which means that the client
/// has disconnected.
final class RecordingTake: ExchangeRecording {
    private struct State {
        var head: Response?
        var body = Data()
        /// The pieces of the body whose times are known.
        var pieces: [Response.Piece] = []
        /// The expected length of the body, if known.
        var length: Int?
        var isOver = false
        /// The time when the head arrived, in nanoseconds of the clock.
        var headTime: UInt64?
        /// Whether the exchange is complete.
        var isComplete = false
    }

    private let request: Request
    private let number: Int
    private let entry: MockEntry?
    private let recorder: Recorder
    private let isLive: Bool
    private let stored = OneShot<Void>()
    private let started = Date()
    private let startTime = Uptime.now
    private let state = Locked(State())

    init(of request: Request, number: Int, _ entry: MockEntry?, for recorder: Recorder, isLive: Bool) {
        self.isLive = isLive
        self.request = request
        self.number = number
        self.entry = entry
        self.recorder = recorder
    }

    deinit {
        if !endEvents() { breakOff("the client disconnected early") }
    }

    /// Records the head of the response.
    func receive(_ head: Response) {
        state.withLock { state in
            state.head = head
            state.headTime = Uptime.now
            state.length = head.headers["Content-Length"].flatMap { Int($0) }
        }
    }

    /// Records a piece of the body.
    ///
    /// If the body's length is known in advance, the last piece is recorded before the client receives it.
    func add(_ piece: Data) { add(piece, arrived: nil) }

    /// Records a piece of the body with its arrival time, in seconds since the head.
    func add(_ piece: Data, at time: Double) { add(piece, arrived: time) }

    private func add(_ piece: Data, arrived time: Double?) {
        let (isTooLong, isComplete) = state.withLock { state in
            guard !state.isOver else { return (false, false) }
            guard state.body.count + piece.count <= recorder.maximumBodyLength else {
                (state.isOver, state.body, state.pieces) = (true, Data(), [])
                return (true, false)
            }
            state.body += piece
            if let time { state.pieces.append(Response.Piece(at: time, count: piece.count)) }
            return (false, state.body.count == state.length)
        }
        if isTooLong {
            let reason =
                "its body is longer than the limit of \(recorder.maximumBodyLength) bytes"
            recorder.report(.unsuitable, request, reason, suggestion: " (`maximumBodyLength`)")
        }
        if isComplete { end() }
    }

    /// Ends the recording of an event stream if some events have arrived.
    ///
    /// Such a stream often ends only when its reader disconnects.
    ///
    /// - Returns: `true` if the recording was ended, or `false` if this isn't such a stream or it's already over.
    @discardableResult
    func endEvents() -> Bool {
        let hasEvents = state.withLock { state in
            let type = state.head?.headers["Content-Type"]?.lowercased() ?? ""
            return !state.isOver && !state.body.isEmpty && type.hasPrefix("text/event-stream")
        }
        if hasEvents { end() }
        return hasEvents
    }

    /// Ends the recording because the body is complete, and stages the exchange.
    func end() {
        let result = state.withLock { state -> (response: Response, headTime: UInt64)? in
            guard !state.isOver, var head = state.head else { return nil }
            (state.isOver, state.isComplete) = (true, true)
            head.body = state.body
            if state.pieces.count > 1, recorder.pieces.includes(head) { head.pieces = state.pieces }
            (state.body, state.pieces) = (Data(), [])
            return (head, state.headTime ?? startTime)
        }
        guard let result else { return }
        defer { forget() }
        let entry = HAR.Entry(
            request, result.response, started: started, duration: Double(Uptime.now &- startTime) / 1e9,
            wait: Double(result.headTime &- startTime) / 1e9)
        // Existing responses keep their order. Live responses don't wait for each other.
        guard isLive else { return recorder.write(entry, number: number, as: self.entry) }
        recorder.redacting.async(group: recorder.unfinished) { [recorder, number, mock = self.entry, stored] in
            recorder.write(entry, number: number, as: mock)
            stored.finish(())
        }
    }

    /// Waits until a complete exchange is staged.
    func store() async {
        if isLive, state.withLock({ $0.isComplete }) { await stored.value() }
    }

    private func forget() { recorder.state.withLock { _ = $0.pending.removeValue(forKey: number) } }

    func breakOff(_ error: any Error) {
        let hasLeft = error is CancellationError
        if hasLeft, endEvents() { return }
        breakOff(
            hasLeft ? "the client disconnected early" : "the connection failed: \(error.localizedDescription)")
    }

    func breakOff(_ reason: String) {
        // Do this inside the lock, so once the take is over, it has been reported.
        state.withLock { state in
            guard !state.isOver else { return forget() }
            state.isOver = true
            recorder.breakOff(number, request, reason)
        }
    }
}
