import Teapot

/// Keeps the answers of a live server, to be answered with later: as a folder of mocks, or as a HAR file.
///
/// ```swift
/// let recorder = Recorder(into: .folder(mocks))
/// router.passthrough = Passthrough(to: liveURL, recorder: recorder)
/// _ = try await teapot.get("users/1")
/// try await recorder.finish()
/// ```
///
/// What a route answers does not reach the passthrough, so that only what is missing is recorded. The client gets each
/// answer as it comes, whatever becomes of its recording: an answer is recorded when its body is complete, on a thread of
/// its own. One that breaks off is not recorded, nor one that still looks as if it had a secret in it when the
/// ``Redaction`` is done; ``problems`` tells of them.
///
/// The same answers give the same bytes. Header fields that differ from one answer to the next are left out: `Date`, `Age`,
/// `Set-Cookie`, the ids of requests, and the like.
public final class Recorder: Sendable {
    struct State {
        /// How many exchanges have begun.
        var begun = 0
        var recorded = 0
        var problems: [Problem] = []
        var files: Set<String> = []
        var replaced: Set<String> = []
        var layout = FolderLayout()
        /// The entries of a HAR file, or the steps of a scenario, by the order in which they began.
        var entries: [(number: Int, entry: HAR.Entry)] = []
        var steps: [(number: Int, step: Scenario.Step)] = []
        /// Whether a HAR file lacks what was recorded.
        var isBehind = false
        /// Whether it is to be written by and by.
        var isScheduled = false
        /// How long to wait before that, in seconds: the longer the file takes to write, the longer.
        var pause = 0.2
    }

    /// Where the recording goes.
    public let destination: Destination
    /// What is taken out of it.
    public let redaction: Redaction
    /// What becomes of files that are there and differ.
    public let existing: Existing
    /// The longest body that is recorded, in bytes.
    public let maximumBodyLength: Int

    let state = Locked(State())
    /// Where files are written, one after the other.
    let queue = DispatchQueue(label: "teapot.recorder")

    /// Creates a recorder; nothing is written before there is something to write.
    ///
    /// - Parameters:
    ///   - destination: Where the recording goes.
    ///   - redaction: What is taken out of it.
    ///   - existing: What becomes of files that are there and differ. By default they are replaced, and
    ///     ``replacedFiles`` names them.
    ///   - maximumBodyLength: The longest body that is recorded, in bytes; a longer one is told of in ``problems``.
    public init(
        into destination: Destination,
        redaction: Redaction = Redaction(),
        existing: Existing = .replaced,
        maximumBodyLength: Int = 64 << 20
    ) {
        self.destination = destination
        self.redaction = redaction
        self.existing = existing
        self.maximumBodyLength = maximumBodyLength
    }

    /// What was not recorded, and why, by now.
    public var problems: [Problem] { state.withLock { $0.problems } }
    /// How many answers have been recorded; one that is the same as before counts too.
    public var count: Int { state.withLock { $0.recorded } }
    /// The files that hold the recording, as paths below the folder, in order.
    public var files: [String] { state.withLock { $0.files.sorted() } }
    /// Those of them that were there before, and had another content.
    public var replacedFiles: [String] { state.withLock { $0.replaced.sorted() } }

    /// Records an answer that is there already, such as an entry of a HAR file.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - response: The answer, its body in bytes.
    public func record(_ request: Request, _ response: Response) {
        let take = begin(request, origin: nil)
        take.receive(response)
        guard case .data(let body) = response.content else {
            return take.breakOff("its body is no bytes, but a file, a stream or a WebSocket")
        }
        take.add(body)
        take.end()
    }

    /// Waits until all is written that has been recorded.
    ///
    /// An exchange whose body is not complete yet is not waited for. Recording may go on afterwards.
    ///
    /// - Throws: ``Incomplete`` when something was not recorded, for another reason than that it broke off.
    public func finish() async throws(Incomplete) {
        await withCheckedContinuation { continuation in
            queue.async {
                self.catchUp()
                continuation.resume()
            }
        }
        let problems = problems.filter { $0.kind != .brokenOff }
        if !problems.isEmpty { throw Incomplete(problems: problems) }
    }
}
