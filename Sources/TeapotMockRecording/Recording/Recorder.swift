import Foundation
import Teapot
public import TeapotMock
public import TeapotMockLive

/// An object that records the responses of a live server to a folder of mocks or a HAR file.
///
/// ```swift
/// let recorder = Recorder(into: .folder(mocks))
/// router.passthrough = Passthrough(to: liveURL, recorder: recorder)
/// _ = try await teapot.get("users/1")
/// try await recorder.finish()
/// ```
///
/// A request that a route answers doesn't reach the passthrough, so only missing responses are recorded. The client
/// receives each piece of a response as it arrives. Only the end waits until the response has been appended to a file
/// in a private folder next to the destination, so nothing is lost if the process is killed. From that file, mocks are
/// written once a second, and a HAR file by ``finish()``. A response isn't recorded if it's interrupted, or if it still
/// seems to contain a secret after the `Redaction`. ``problems`` lists both.
///
/// If the process is killed, the next recorder with the same destination writes the remaining responses and reports
/// this in ``remarks``.
///
/// Equal responses result in equal bytes. Headers that differ from one response to the next are omitted: `Date`, `Age`,
/// `Set-Cookie`, request IDs, and the like. Only the times of a stream's pieces differ; see ``Pieces-swift.enum``.
public final class Recorder: Sendable {
    struct State {
        /// The number of exchanges that have begun.
        var begun = 0
        /// The exchanges that have begun but haven't ended.
        var pending: [Int: WeakTake] = [:]
        /// The removals from exchanges, keyed by exchange number.
        var changes: [Int: [Redaction.Change]] = [:]
        /// The number of recorded exchanges.
        var recorded = 0
        var problems: [RecordingError] = []
        var remarks: [String] = []
        /// The exchanges that couldn't be staged yet.
        var unstaged: [StagedExchange] = []
        var staging: Staging?
        /// The position up to which the staged records have been published, and the published part.
        var offset = 0
        var published: Published
        /// The part that had already been published when the staging folder was created.
        var base: Published
        /// Whether a publication is scheduled.
        var isScheduled = false
        /// The number of exchanges whose publication has begun.
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
    /// The redaction, with the secrets found so far.
    let redactor: Redactor
    /// The time that distinguishes this recorder's exchanges from those of other recorders.
    let session = Date()
    /// The queue for redacting complete exchanges, and the group of exchanges that haven't been staged yet.
    let redacting = DispatchQueue(label: "teapot.recorder.redaction", attributes: .concurrent)
    let unfinished = DispatchGroup()
    /// The serial queue for writing files.
    let queue = DispatchQueue(label: "teapot.recorder")
    /// The serial queue for staging exchanges.
    let appending = DispatchQueue(label: "teapot.recorder.staging")

    /// Creates a recorder; nothing is written until there's a response.
    ///
    /// - Parameters:
    ///   - destination: The destination of the recording.
    ///   - redaction: The redaction of the recording.
    ///   - existing: The handling of existing files that differ. By default, files that a person has edited are kept,
    ///     and others are replaced. ``keptFiles`` and ``replacedFiles`` list them.
    ///   - maximumBodyLength: The maximum length of a recorded body, in bytes. A response with a longer body is listed
    ///     in ``problems``.
    ///   - pieces: The bodies whose pieces and times are recorded in addition to their bytes.
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

    /// The problems so far: responses that weren't recorded and files that weren't written, with the reasons.
    public var problems: [RecordingError] { state.withLock { $0.problems + $0.published.problems } }
    /// The number of recorded responses, including those that equal an earlier one.
    public var count: Int { state.withLock { $0.recorded - $0.published.failed } }
    /// The number of responses in a folder, without duplicates for the same request.
    package var differentResponseCount: Int { state.withLock { $0.published.layout.differentResponses } }
    /// The number of different requests in a folder.
    package var differentRequestCount: Int { state.withLock { $0.published.layout.differentRequests } }
    /// The number of responses whose writing has begun.
    package var writtenCount: Int { state.withLock { $0.written } }
    /// The removals from the recorded exchanges, sorted, each with its count and the files that contain the
    /// replacement, as sorted paths below the folder.
    public var redactions: [(change: Redaction.Change, count: Int, files: [String])] {
        let (places, kept) = state.withLock { ($0.published.places, $0.published.kept) }
        return redactor.changes.ordered { "\($0.key) \($0.key.name ?? "")" < "\($1.key) \($1.key.name ?? "")" }
            .map { ($0.key, $0.value, (places[$0.key] ?? []).subtracting(kept).sorted()) }
    }
    /// The files of the recording, as sorted paths below the folder.
    public var files: [String] { state.withLock { $0.published.files.sorted() } }
    /// Remarks about a recording to a folder, as sentences.
    ///
    /// Examples are responses from several hosts, different responses to the same request, and the responses of an
    /// earlier recording whose process was killed.
    public var remarks: [String] {
        let (remarks, published, staging) = state.withLock { ($0.remarks, $0.published, $0.staging) }
        let kept =
            published.isIncomplete ? staging.map { ["The unwritten responses are kept in “\($0.folder.path)”."] } : nil
        return remarks + published.layout.remarks + (kept ?? []) + redactor.remarks
    }
    /// The files that are kept because a person has edited them; in an index file, some of the entries are kept.
    public var keptFiles: [String] { state.withLock { $0.published.kept.sorted() } }
    /// The existing files whose contents were different.
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
    ///   - entry: The entry of the mock in the index file, or `nil` for requests that equal the given one.
    package func record(_ request: Request, _ response: Response, as entry: MockEntry?) {
        let take = take(of: request, origin: nil, as: entry, isLive: false)
        take.receive(response)
        guard case .data(let body) = response.content else {
            return take.breakOff("its body is a file, a stream or a WebSocket, not bytes")
        }
        take.add(body)
        take.end()
    }

    /// Ends the recording of responses whose bodies aren't complete yet.
    ///
    /// Each of them is listed in ``problems`` as ``RecordingError/Kind-swift.struct/brokenOff``. Clients aren't
    /// affected, and later requests are recorded.
    public func breakOff() {
        let reason = "the recording ended before the response did"
        for (number, pending) in state.withLock({ $0.pending.sorted { $0.key < $1.key } }) {
            // A take that is being released at this moment would report itself too late.
            if let take = pending.take { take.breakOff(reason) } else { breakOff(number, pending.request, reason) }
        }
    }

    /// Writes everything recorded so far, and waits until it's written.
    ///
    /// It doesn't wait for exchanges whose bodies aren't complete yet. For an event stream, it records the part that
    /// has arrived. Recording can continue afterward.
    ///
    /// - Throws: ``Incomplete`` if any response wasn't recorded for a reason other than an interruption.
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
    /// Starts recording an exchange.
    ///
    /// - Parameters:
    ///   - request: The request as the client sent it.
    ///   - origin: The origin of the live server, in case the request doesn't name one.
    /// - Returns: The recording of this exchange.
    public func begin(_ request: Request, origin: String?) -> any ExchangeRecording {
        take(of: request, origin: origin, isLive: true)
    }
}
