import Foundation
import Teapot
import TeapotMock
import TeapotMockFolders
import TeapotMockLive

extension Recorder {
    /// Starts recording an exchange; the order of these calls is the order of the recording.
    func take(of request: Request, origin: String?, as entry: MockEntry? = nil, isLive: Bool) -> RecordingTake {
        var request = request
        if request.origin == nil, let origin { request.origin = origin }
        let number = state.withLock { state in
            state.begun += 1
            return state.begun
        }
        let take = RecordingTake(of: request, number: number, entry, for: self, isLive: isLive)
        state.withLock { $0.pending[number] = WeakTake(take: take, request: request) }
        return take
    }

    /// A weak reference to a take, which its exchange retains.
    struct WeakTake {
        weak var take: RecordingTake?
        let request: Request
    }

    func report(_ problem: RecordingError) {
        state.withLock { state in
            // Writing is retried, so the problem may occur again.
            if problem.kind == .notWritten, state.problems.contains(problem) { return }
            state.problems.append(problem)
        }
    }

    /// Reports an exchange that isn't recorded, with its redacted request.
    func report(_ kind: RecordingError.Kind, _ request: Request, _ reason: String, suggestion: String = "") {
        let subject = redaction.redacted(request).shortTarget
        report(RecordingError(kind: kind, subject: subject, reason: reason, suggestion: suggestion))
    }

    /// Reports once that an exchange's response is lost.
    func breakOff(_ number: Int, _ request: Request, _ reason: String) {
        let problem = RecordingError(
            kind: .brokenOff, subject: redaction.redacted(request).shortTarget, reason: reason)
        state.withLock { state in
            if state.pending.removeValue(forKey: number) != nil { state.problems.append(problem) }
        }
    }

    /// Redacts a complete exchange, and stages it.
    ///
    /// - Parameters:
    ///   - entry: The request and the response, with their times.
    ///   - number: The number of the exchange, in order of arrival.
    ///   - mock: The entry of the mock in the index file, or `nil` for a condition derived from the request.
    func write(_ entry: HAR.Entry, number: Int, as mock: MockEntry?) {
        let isTimeless = destination.form != .har(withTimes: true)
        var (request, response) = (entry.request, entry.response)
        request.headers = request.headers.recorded(
            withVolatile: !isTimeless, without: ["Host", "Content-Length"])
        response.headers = response.headers.forwarded()
            .recorded(withVolatile: mock?.isWritten ?? !isTimeless, without: ["Content-Encoding", "Content-Length"])
        let isMock = destination.form == .folder
        do throws(UnsearchableBody) {
            // A mock's condition has no headers, and of a form's parts, it has only texts without secrets.
            let type = request.headers["Content-Type"]?.lowercased() ?? ""
            (request, response) = try redactor.cleared(
                request, response, withRequestFields: !isMock || mock != nil,
                withRequestBody: !isMock || !type.hasPrefix("multipart/")
            ) { changes in
                if !changes.isEmpty { state.withLock { $0.changes[number] = changes } }
            }
        } catch {
            return report(RecordingError(error))
        }
        var mock = mock
        if isMock {
            if let flaw = FolderLayout.flaw(of: request, response) {
                return report(RecordingError(kind: .unsuitable, subject: request.shortTarget, reason: flaw))
            }
            let condition = RequestCondition(recorded: request)
            mock = mock ?? MockEntry(condition: condition, delivery: Delivery(recorded: response.pieces))
            // The condition already contains what is needed from these.
            (request.headers, request.body) = ([:], Data())
        } else if isTimeless {
            response.pieces = response.pieces.map { Response.Piece(count: $0.count) }
        }
        let written = HAR.Entry(
            request, response, started: isTimeless ? nil : entry.started,
            duration: isTimeless ? nil : entry.duration, wait: isTimeless ? nil : entry.wait)
        stage(StagedExchange(session: session, number: number, written, as: mock))
    }
}
