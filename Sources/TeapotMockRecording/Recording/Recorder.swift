import Foundation
import Teapot
public import TeapotMock
public import TeapotMockLive

/// A recorder of the responses of a live server, which writes a folder of mocks or a HAR file.
///
/// ```swift
/// let recorder = Recorder(into: .folder(mocks))
/// router.passthrough = Passthrough(to: liveURL, recorder: recorder)
/// _ = try await teapot.get("users/1")
/// try await recorder.finish()
/// ```
///
/// A request that a route responds to does not reach the passthrough, so only missing responses are recorded. The
/// client gets each piece of a response as it arrives. Only the end waits until the response is appended to a file in a
/// private folder beside the destination, so that nothing is lost if the process is killed. Mocks are written from
/// there once a second, a HAR file by ``finish()``. A response that is interrupted is not recorded, nor one that still
/// appears to contain a secret after the `Redaction`; both are listed in ``problems``.
///
/// The next recorder with the same destination writes what a killed process has left, and says so in ``remarks``.
///
/// Equal responses give equal bytes. Header fields that differ from response to response are left out: `Date`, `Age`,
/// `Set-Cookie`, request identifiers, and the like. Only the times of a stream's pieces differ: see
/// ``Pieces-swift.enum``.
public final class Recorder: Sendable {
    struct State {
        /// The number of exchanges that have begun.
        var begun = 0
        /// The exchanges that have begun and are not over.
        var pending: [Int: WeakTake] = [:]
        /// What was removed from exchanges, by their numbers.
        var changes: [Int: [Redaction.Change]] = [:]
        /// The number of exchanges that were recorded.
        var recorded = 0
        var problems: [RecordingError] = []
        var remarks: [String] = []
        /// The exchanges that could not be staged yet.
        var unstaged: [StagedExchange] = []
        var staging: Staging?
        /// The place in the staged records up to which they are published, and what is.
        var offset = 0
        var published: Published
        /// What had been published when the staging folder was made.
        var base: Published
        /// Whether a publication is scheduled.
        var isScheduled = false
        /// The number of exchanges whose publication was begun.
        var written = 0

        init(_ published: Published) { (self.published, base) = (published, published) }
    }

    /// The destination of the recording.
    public let destination: Destination
    /// The redaction of the recording.
    public let redaction: Redaction
    /// The handling of existing files that differ.
    public let existing: Existing
    /// The maximum length of a recorded body, in bytes.
    public let maximumBodyLength: Int
    /// The bodies whose pieces and times are recorded.
    public let pieces: Pieces

    let state: Locked<State>
    /// The redaction with what it has found so far.
    let redactor: Redactor
    /// The time that tells the exchanges of this recorder from those of others.
    let session = Date()
    /// The queue on which complete exchanges are redacted, and those that are not staged yet.
    let redacting = DispatchQueue(label: "teapot.recorder.redaction", attributes: .concurrent)
    let unfinished = DispatchGroup()
    /// The queue on which files are written, one after the other.
    let queue = DispatchQueue(label: "teapot.recorder")
    /// The queue on which exchanges are staged, one after the other.
    let appending = DispatchQueue(label: "teapot.recorder.staging")

    /// Creates a recorder; nothing is written until there is a response.
    ///
    /// - Parameters:
    ///   - destination: The destination of the recording.
    ///   - redaction: The redaction of the recording.
    ///   - existing: The handling of existing files that differ. By default those that a person has edited are
    ///     kept, and others are replaced; ``keptFiles`` and ``replacedFiles`` have their names.
    ///   - maximumBodyLength: The maximum length of a recorded body, in bytes; a response with a longer one is listed
    ///     in ``problems``.
    ///   - pieces: The bodies whose pieces and times are recorded, besides their bytes.
    public init(
        into destination: Destination,
        redaction: Redaction = Redaction(),
        existing: Existing = .keptIfEdited,
        maximumBodyLength: Int = 64 << 20,
        pieces: Pieces = .ofStreams
    ) {
        self.destination = destination
        state = Locked(State(Published(destination, existing)))
        self.redaction = redaction
        redactor = Redactor(redaction)
        self.existing = existing
        self.maximumBodyLength = maximumBodyLength
        self.pieces = pieces
    }

    deinit { settle() }

    /// The problems so far: responses that were not recorded and files that were not written, with the reasons.
    public var problems: [RecordingError] { state.withLock { $0.problems + $0.published.problems } }
    /// The number of recorded responses, including those that equal an earlier one.
    public var count: Int { state.withLock { $0.recorded - $0.published.failed } }
    /// The number of responses in a folder, without those that equal an earlier one to the same request.
    package var differentResponseCount: Int { state.withLock { $0.published.layout.differentResponses } }
    /// The number of different requests in a folder.
    package var differentRequestCount: Int { state.withLock { $0.published.layout.differentRequests } }
    /// The number of responses whose writing was begun.
    package var writtenCount: Int { state.withLock { $0.written } }
    /// What was removed from the recorded exchanges, sorted, each with the number of times, and the files that have the
    /// replacement, as sorted paths below the folder.
    public var redactions: [(change: Redaction.Change, count: Int, files: [String])] {
        let (places, kept) = state.withLock { ($0.published.places, $0.published.kept) }
        return redactor.changes.ordered { "\($0.key) \($0.key.name ?? "")" < "\($1.key) \($1.key.name ?? "")" }
            .map { ($0.key, $0.value, (places[$0.key] ?? []).subtracting(kept).sorted()) }
    }
    /// The files of the recording, as sorted paths below the folder.
    public var files: [String] { state.withLock { $0.published.files.sorted() } }
    /// What is worth knowing about a recording into a folder, as sentences.
    ///
    /// Examples are responses of several hosts, different responses to the same request, and the responses of an
    /// earlier recording whose process was killed.
    public var remarks: [String] {
        let (remarks, published, staging) = state.withLock { ($0.remarks, $0.published, $0.staging) }
        let kept =
            published.isIncomplete ? staging.map { ["What could not be written is kept in “\($0.folder.path)”."] } : nil
        return remarks + published.layout.remarks + (kept ?? []) + redactor.remarks
    }
    /// The files that a person has edited, and that are kept; of an index file, some entries are.
    public var keptFiles: [String] { state.withLock { $0.published.kept.sorted() } }
    /// The files that existed before with another content.
    public var replacedFiles: [String] { state.withLock { $0.published.replaced.sorted() } }

    /// Records an existing response, such as an entry of a HAR file, with its ``/TeapotMock/Response/pieces``.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - response: The response, with a body of bytes.
    public func record(_ request: Request, _ response: Response) { record(request, response, as: nil) }

    /// Records an existing response to the requests that meet a condition.
    ///
    /// - Parameters:
    ///   - request: One of the requests.
    ///   - response: The response, with a body of bytes.
    ///   - entry: The entry of the mock in the index file; `nil` for requests that equal the given one.
    package func record(_ request: Request, _ response: Response, as entry: MockEntry?) {
        let take = take(of: request, origin: nil, as: entry, isLive: false)
        take.receive(response)
        guard case .data(let body) = response.content else {
            return take.breakOff("its body is a file, a stream or a WebSocket, not bytes")
        }
        take.add(body)
        take.end()
    }

    /// Ends the recording of the responses whose body is not complete yet.
    ///
    /// Each is listed in ``problems``, as ``RecordingError/Kind-swift.struct/brokenOff``. Clients are not affected, and
    /// later requests are recorded.
    public func breakOff() {
        let reason = "the recording ended before its end"
        for (number, pending) in state.withLock({ $0.pending.sorted { $0.key < $1.key } }) {
            // A take that is just being released would report itself too late.
            if let take = pending.take { take.breakOff(reason) } else { breakOff(number, pending.request, reason) }
        }
    }

    /// Writes everything that has been recorded, and waits for it.
    ///
    /// It does not wait for exchanges whose body is not complete yet; of streams of events, what has arrived is
    /// recorded. Recording can continue afterwards.
    ///
    /// - Throws: ``Incomplete`` if a response was not recorded, for another reason than that it was interrupted.
    public func finish() async throws(Incomplete) {
        for pending in state.withLock({ $0.pending.values.map { $0 } }) { pending.take?.endEvents() }
        await withCheckedContinuation { continuation in
            queue.async {
                self.unfinished.wait()
                self.settle()
                continuation.resume()
            }
        }
        let problems = problems.filter { $0.kind != .brokenOff }
        if !problems.isEmpty { throw Incomplete(problems: problems) }
    }
}

extension Recorder: ExchangeRecorder {
    /// Begins to record an exchange.
    ///
    /// - Parameters:
    ///   - request: The request as the client sent it.
    ///   - origin: The origin of the live server, for a request that does not say where it was sent.
    /// - Returns: The recording of this exchange.
    public func begin(_ request: Request, origin: String?) -> any ExchangeRecording {
        take(of: request, origin: origin, isLive: true)
    }
}
