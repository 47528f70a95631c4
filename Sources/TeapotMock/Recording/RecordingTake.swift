import Teapot

/// One exchange while it is under way: a copy of what comes back, as it goes by.
///
/// It is over when the body is complete, when it breaks off, or when nobody holds it any more, for then the client left.
final class RecordingTake: Sendable {
    private struct State {
        var head: Response?
        var body = Data()
        /// How long the body is to be, if that was said.
        var length: Int?
        var isOver = false
    }

    private let request: Request
    private let number: Int
    private let recorder: Recorder
    private let started = Date()
    private let state = Locked(State())

    init(of request: Request, number: Int, for recorder: Recorder) {
        self.request = request
        self.number = number
        self.recorder = recorder
    }

    deinit {
        breakOff("the client left before its end")
    }

    /// Keeps the head of the answer.
    func receive(_ head: Response) {
        state.withLock { state in
            state.head = head
            state.length = head.headerFields["Content-Length"].flatMap { Int($0) }
        }
    }

    /// The next piece of the body, of which a copy is kept.
    func next(of reader: LiveExchange.Reader) async throws -> Data? {
        do {
            guard let piece = try await reader.next() else {
                end()
                return nil
            }
            add(piece)
            return piece
        } catch {
            breakOff(error)
            throw error
        }
    }

    /// Keeps a piece of the body; the last, where that can be told, before the client has it.
    func add(_ piece: Data) {
        let (isTooLong, isComplete) = state.withLock { state in
            guard !state.isOver else { return (false, false) }
            guard state.body.count + piece.count <= recorder.maximumBodyLength else {
                (state.isOver, state.body) = (true, Data())
                return (true, false)
            }
            state.body += piece
            return (false, state.body.count == state.length)
        }
        if isTooLong {
            let reason =
                "its body has more than the \(recorder.maximumBodyLength) bytes that are recorded (`maximumBodyLength`)"
            recorder.report(.unsuitable, request, reason)
        }
        if isComplete { end() }
    }

    /// Has the exchange written down: the body is complete.
    func end() {
        let response = state.withLock { state -> Response? in
            guard !state.isOver, var head = state.head else { return nil }
            state.isOver = true
            head.body = state.body
            state.body = Data()
            return head
        }
        guard let response else { return }
        recorder.write(
            Recorder.Exchange(
                number: number, request: request, response: response, started: started,
                duration: max(0, Date().timeIntervalSince(started))))
    }

    func breakOff(_ error: any Error) {
        let hasLeft = error is CancellationError
        breakOff(hasLeft ? "the client left before its end" : "the connection failed: \(error.localizedDescription)")
    }

    func breakOff(_ reason: String) {
        let wasOver = state.withLock { state in
            defer { state.isOver = true }
            return state.isOver
        }
        if !wasOver { recorder.report(.brokenOff, request, reason) }
    }
}
