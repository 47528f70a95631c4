import Foundation
import Teapot
import TeapotMock
import TeapotMockFolders

extension Recorder {
    /// A complete exchange.
    struct Exchange: Sendable {
        /// The number of the exchange, in the order in which requests arrived.
        let number: Int
        let request: Request
        let response: Response
        /// The entry of the mock in the index file; `nil` for the condition that the request meets.
        let entry: MockEntry?
        let started: Date
        /// The time until the head of the response arrived, in seconds.
        let wait: Double
        /// The time until the body was complete, in seconds.
        let duration: Double
    }

    /// Begins to record an exchange, in the order of these calls.
    func take(of request: Request, origin: String?, as entry: MockEntry? = nil) -> RecordingTake {
        var request = request
        if request.origin == nil, let origin { request.origin = origin }
        let number = state.withLock { state in
            state.begun += 1
            return state.begun
        }
        let take = RecordingTake(of: request, number: number, entry, for: self)
        state.withLock { $0.pending[number] = WeakTake(take: take, request: request) }
        return take
    }

    /// A take that its exchange keeps.
    struct WeakTake {
        weak var take: RecordingTake?
        let request: Request
    }

    func report(_ problem: RecordingError) {
        state.withLock { state in
            // A HAR file is written repeatedly.
            if problem.kind == .notWritten, state.problems.contains(problem) { return }
            state.problems.append(problem)
        }
    }

    /// Reports an exchange that is not recorded, with the redacted request.
    func report(_ kind: RecordingError.Kind, _ request: Request, _ reason: String, suggestion: String = "") {
        let subject = redaction.redacted(request).shortTarget
        report(RecordingError(kind: kind, subject: subject, reason: reason, suggestion: suggestion))
    }

    /// Reports an exchange whose response is lost, once.
    func breakOff(_ number: Int, _ request: Request, _ reason: String) {
        let problem = RecordingError(
            kind: .brokenOff, subject: redaction.redacted(request).shortTarget, reason: reason)
        state.withLock { state in
            if state.pending.removeValue(forKey: number) != nil { state.problems.append(problem) }
        }
    }

    /// Schedules the writing of an exchange.
    func write(_ exchange: Exchange) {
        queue.async { self.process(exchange) }
    }

    private func process(_ exchange: Exchange) {
        let isTimeless = destination.form != .har(withTimes: true)
        var (request, response) = (exchange.request, exchange.response)
        request.headerFields = request.headerFields.recorded(
            withVolatile: !isTimeless, without: ["Host", "Content-Length"])
        response.headerFields = response.headerFields.forwarded()
            .recorded(withVolatile: !isTimeless, without: ["Content-Encoding", "Content-Length"])
        let isMock = destination.form == .folder
        do {
            // The condition of a mock has no header fields, and of the parts of a form only texts without secrets.
            let type = request.headerFields["Content-Type"]?.lowercased() ?? ""
            (request, response) = try redaction.cleared(
                request, response, withRequestFields: !isMock || exchange.entry != nil,
                withRequestBody: !isMock || !type.hasPrefix("multipart/"))
        } catch {
            return report(error)
        }
        if isMock {
            let condition = RequestCondition(recorded: request, before: exchange.request, redaction)
            let own = MockEntry(condition: condition, delivery: Delivery(recorded: response.pieces))
            writeMock(request, exchange.entry ?? own, response, exchange.number)
        } else {
            if isTimeless { response.pieces = response.pieces.map { Response.Piece(count: $0.count) } }
            let entry = HAR.Entry(
                request, response, started: isTimeless ? nil : exchange.started,
                duration: isTimeless ? nil : exchange.duration, wait: isTimeless ? nil : exchange.wait)
            add(entry, exchange.number)
        }
    }

    /// Adds an entry to a HAR file, which is rewritten periodically: the larger it is, the less often.
    private func add(_ entry: HAR.Entry, _ number: Int) {
        let pause = state.withLock { state -> Double? in
            let index = state.entries.lastIndex { $0.number < number }.map { $0 + 1 } ?? 0
            state.entries.insert((number, entry), at: index)
            state.recorded += 1
            state.isBehind = true
            defer { state.isScheduled = true }
            return state.isScheduled ? nil : state.pause
        }
        guard let pause else { return }
        queue.asyncAfter(deadline: .now() + pause) {
            self.state.withLock { $0.isScheduled = false }
            self.catchUp()
        }
    }

    /// Keeps other recorders from writing to the HAR file, until the recording is finished.
    ///
    /// - Throws: A ``RecordingError`` if another recorder writes to it.
    package func claim() throws(RecordingError) {
        guard destination.form != .folder, state.withLock({ $0.lock == nil }) else { return }
        guard let lock = HARFileLock(destination.url) else {
            throw RecordingError.unwritten(destination.url, "another recording writes to it; give another file")
        }
        state.withLock { $0.lock = lock }
    }

    /// Writes the HAR file, unless it is up to date.
    func catchUp() {
        guard state.withLock({ $0.isBehind }) else { return }
        do { try claim() } catch { return report(error) }
        let entries = state.withLock { state -> [HAR.Entry]? in
            guard state.isBehind else { return nil }
            state.isBehind = false
            return state.entries.map(\.entry)
        }
        guard let entries else { return }
        let start = Uptime.now
        defer {
            let duration = Double(Uptime.now &- start) / 1e9
            state.withLock { $0.pause = max(0.2, duration * 10) }
        }
        do {
            try write(try HAR(entries).data(), to: destination.url, named: destination.url.lastPathComponent)
        } catch let problem as RecordingError {
            report(problem)
        } catch {
            report(RecordingError(kind: .notWritten, subject: "“\(destination.url.path)”", reason: error.systemReason))
        }
    }

    /// Writes a file, unless it exists with the same content, or is to be kept.
    ///
    /// - Parameters:
    ///   - data: The content.
    ///   - file: The file.
    ///   - name: The name of the file in problems.
    ///   - isShared: A Boolean value that indicates whether the content includes that of an existing file.
    /// - Throws: A ``RecordingError`` if it could not be written, or is kept.
    func write(_ data: Data, to file: URL, named name: String, isShared: Bool = false) throws(RecordingError) {
        let isOurs = state.withLock { !$0.files.insert(name).inserted }
        do {
            if let type = try? FileManager.default.attributesOfItem(atPath: file.path)[.type] as? FileAttributeType {
                guard type == .typeRegular else {
                    throw RecordingError.unwritten(file, "something other than a file exists there; remove it")
                }
                if try Data(contentsOf: file) == data { return }
                if !isOurs, !isShared {
                    guard existing == .replaced else { throw RecordingError.kept(file) }
                    state.withLock { _ = $0.replaced.insert(name) }
                }
            }
            try data.write(to: file, options: .atomic)
        } catch let problem as RecordingError {
            state.withLock { _ = $0.files.remove(name) }
            throw problem
        } catch {
            state.withLock { _ = $0.files.remove(name) }
            throw RecordingError.unwritten(file, error.systemReason)
        }
    }
}

extension Recorder.RecordingError {
    static func unwritten(_ file: URL, _ reason: String) -> Self {
        Self(kind: .notWritten, subject: "“\(file.path)”", reason: reason)
    }

    static func kept(_ file: URL) -> Self {
        Self(
            kind: .notWritten, subject: "“\(file.path)”",
            reason: "it exists with different content, and existing files are kept", suggestion: " (`existing`)")
    }
}
