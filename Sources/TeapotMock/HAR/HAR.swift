public import Teapot

/// A recording of requests and their answers in HTTP Archive 1.2, the format that browsers export.
///
/// ```swift
/// let har = try HAR(contentsOf: file)
/// for problem in har.problems { print(problem) }
/// router.replay(har)
/// ```
///
/// Reading is lenient. What Chrome, Firefox and Safari export is read as it is; pseudo header fields of HTTP/2, and members
/// that are not the format's own, are left out. What can't be replayed is skipped and listed in ``problems``: a request
/// that was blocked or failed, one that is no HTTP, a WebSocket, an answer whose body was not exported. A body is the bytes
/// that a client reads: the header fields that tell of its transport are left out, `Content-Encoding`, `Content-Length` and
/// those of the connection.
///
/// Writing is strict, and stable: the same entries give the same bytes.
public struct HAR: Sendable {
    /// One request, and what came back.
    public struct Entry: Sendable, Equatable {
        /// The request; its body is empty when the file doesn't have it.
        public var request: Request
        /// The answer, its body in bytes.
        public var response: Response
        /// When the request was sent; `nil` if that is not known.
        public var started: Date?
        /// How long it took, in seconds; `nil` if that is not known.
        public var duration: Double?

        /// Creates an entry.
        ///
        /// - Parameters:
        ///   - request: The request. One without an origin is written as sent to `http://localhost`.
        ///   - response: The answer, its body in bytes.
        ///   - started: When the request was sent; `nil` is written as the first moment of 1970.
        ///   - duration: How long it took, in seconds; `nil` is written as no time.
        public init(_ request: Request, _ response: Response, started: Date? = nil, duration: Double? = nil) {
            self.request = request
            self.response = response
            self.started = started
            self.duration = duration
        }
    }

    /// The requests with their answers, in the order of the file.
    public var entries: [Entry]
    /// What was skipped when the file was read, and why.
    public internal(set) var problems: [Problem] = []
    /// What the file is called in ``problems``.
    public internal(set) var name = "HAR"

    /// Creates a recording from entries.
    ///
    /// - Parameter entries: The requests with their answers, in order.
    public init(_ entries: [Entry] = []) {
        self.entries = entries
    }

    /// The entries in the order in which their requests were sent, where each says when that was; else as they stand.
    var recorded: [Entry] {
        let dated = entries.enumerated().compactMap { entry in
            entry.element.started.map { (date: $0, number: entry.offset, entry: entry.element) }
        }
        guard dated.count == entries.count else { return entries }
        return dated.sorted { ($0.date, $0.number) < ($1.date, $1.number) }.map(\.entry)
    }
}

extension HAR: Equatable {
    /// Whether both have the same entries in the same order.
    public static func == (left: Self, right: Self) -> Bool { left.entries == right.entries }
}
