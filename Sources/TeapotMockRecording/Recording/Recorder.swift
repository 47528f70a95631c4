import Foundation
import Teapot
public import TeapotMock
import TeapotMockFolders

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
/// recording never affects the client, which gets each response as it arrives. A response is recorded when its body is
/// complete, on a separate thread. A response that is interrupted is not recorded, nor one that still appears to
/// contain a secret after the ``Redaction``; both are listed in ``problems``.
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
        var recorded = 0
        /// The numbers of responses and of requests in a folder without those that equal an earlier one.
        var differentResponses = 0
        var differentRequests = 0
        var problems: [RecordingError] = []
        var files: Set<String> = []
        var replaced: Set<String> = []
        /// The entries of a HAR file, or the steps of a scenario, in the order in which the exchanges began.
        var entries: [(number: Int, entry: HAR.Entry)] = []
        var steps: [(number: Int, step: Scenario.Step)] = []
        /// A Boolean value that indicates whether a HAR file lacks recorded entries.
        var isBehind = false
        /// A Boolean value that indicates whether a write of the HAR file is scheduled.
        var isScheduled = false
        /// The lock on a HAR file, from its first write until the recording is finished.
        var lock: HARFileLock?
        /// The time to wait before writing, in seconds; it grows with the time that writing takes.
        var pause = 0.2
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

    let state = Locked(State())
    /// The layout of a folder, which only the queue changes.
    let layout: Locked<FolderLayout>
    /// The queue on which files are written, one after the other.
    let queue = DispatchQueue(label: "teapot.recorder")

    /// Creates a recorder; nothing is written until there is a response.
    ///
    /// - Parameters:
    ///   - destination: The destination of the recording.
    ///   - redaction: The redaction of the recording.
    ///   - existing: The handling of existing files that differ. By default they are replaced, and ``replacedFiles``
    ///     has their names.
    ///   - maximumBodyLength: The maximum length of a recorded body, in bytes; a response with a longer one is listed
    ///     in ``problems``.
    ///   - pieces: The bodies whose pieces and times are recorded, besides their bytes.
    public init(
        into destination: Destination,
        redaction: Redaction = Redaction(),
        existing: Existing = .replaced,
        maximumBodyLength: Int = 64 << 20,
        pieces: Pieces = .ofStreams
    ) {
        self.destination = destination
        var layout = FolderLayout()
        layout.formatsJSON = destination.formatsJSON
        layout.keepsPieces = existing == .kept
        self.layout = Locked(layout)
        self.redaction = redaction
        self.existing = existing
        self.maximumBodyLength = maximumBodyLength
        self.pieces = pieces
    }

    /// The problems so far: responses that were not recorded and files that were not written, with the reasons.
    public var problems: [RecordingError] { state.withLock { $0.problems } }
    /// The number of recorded responses, including those that equal an earlier one.
    public var count: Int { state.withLock { $0.recorded } }
    /// The number of responses in a folder, without those that equal an earlier one to the same request.
    package var differentResponseCount: Int { state.withLock { $0.differentResponses } }
    /// The number of different requests in a folder.
    package var differentRequestCount: Int { state.withLock { $0.differentRequests } }
    /// The files of the recording, as sorted paths below the folder.
    public var files: [String] { state.withLock { $0.files.sorted() } }
    /// What is worth knowing about a recording into a folder, as sentences.
    ///
    /// Examples are responses of several hosts, and different responses to the same request.
    public var remarks: [String] { layout.withLock { $0.remarks } }
    /// The files that existed before with another content.
    public var replacedFiles: [String] { state.withLock { $0.replaced.sorted() } }

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
        let take = take(of: request, origin: nil, as: entry)
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

    /// Waits until everything that has been recorded is written.
    ///
    /// It does not wait for exchanges whose body is not complete yet; of streams of events, what has arrived is
    /// recorded. Recording can continue afterwards.
    ///
    /// - Throws: ``Incomplete`` if a response was not recorded, for another reason than that it was interrupted.
    public func finish() async throws(Incomplete) {
        for pending in state.withLock({ $0.pending.values.map { $0 } }) { pending.take?.endEvents() }
        await withCheckedContinuation { continuation in
            queue.async {
                self.catchUp()
                self.state.withLock { $0.lock = nil }
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
        take(of: request, origin: origin)
    }
}
