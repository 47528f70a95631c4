public import Foundation
public import TeapotMock

/// A recording of requests and their responses in HTTP Archive 1.2, the format that browsers export.
///
/// ```swift
/// let har = try HAR(contentsOf: file)
/// for problem in har.problems { print(problem) }
/// router.replay(har)
/// ```
///
/// Reading is lenient. It accepts exports from Chrome, Firefox and Safari unchanged, and leaves out HTTP/2
/// pseudo-headers and members that aren't part of the format. Entries that can't be replayed are skipped and listed in
/// ``problems``: blocked or failed requests, requests that aren't HTTP, WebSockets, and responses whose body wasn't
/// exported. A body contains the bytes that a client reads. Headers that describe the transport are omitted:
/// `Content-Encoding`, `Content-Length` and those of the connection.
///
/// Writing is strict and stable: the same entries give the same bytes.
///
/// The member `_pieces` of a response's content records the pieces in which a stream arrived, such as `24 52:26 31`: 24
/// bytes with the head, 26 bytes 52 ms after it, and 31 bytes in the same millisecond. Pieces that don't add up to the
/// body, for example after an edit, are omitted, and listed in ``problems``.
public struct HAR: Sendable {
    /// A request and its response.
    public struct Entry: Sendable, Equatable {
        /// The request; its body is empty if the file doesn't have it.
        public var request: Request
        /// The response, with a body of bytes.
        public var response: Response
        /// The time at which the request was sent, or `nil` if it isn't known.
        public var started: Date?
        /// The time from the beginning of the request to the end of the response, in seconds, or `nil` if it isn't
        /// known.
        public var duration: Double?
        /// The part of the duration before the head of the response arrived, in seconds, or `nil` if it isn't known.
        public var wait: Double?

        /// Creates an entry.
        ///
        /// - Parameters:
        ///   - request: The request. A request without an origin is written as sent to `http://localhost`.
        ///   - response: The response, with a body of bytes.
        ///   - started: The time at which the request was sent; `nil` is written as the start of 1970.
        ///   - duration: The time from the beginning of the request to the end of the response, in seconds; `nil` is
        ///     written as zero.
        ///   - wait: The part of the duration before the head of the response arrived, in seconds, or `nil` for all of
        ///     it.
        public init(
            _ request: Request, _ response: Response, started: Date? = nil, duration: Double? = nil,
            wait: Double? = nil
        ) {
            self.request = request
            self.response = response
            self.started = started
            self.duration = duration
            self.wait = wait
        }
    }

    /// The requests with their responses, in the order of the file.
    public var entries: [Entry]
    /// A comment on the recording, which is written to the file, or `nil` for none.
    public var comment: String?
    /// The entries that were skipped when the file was read, with the reasons.
    public internal(set) var problems: [Problem] = []
    /// The name of the file in ``problems``.
    public package(set) var name = "HAR"

    /// Creates a recording from entries.
    ///
    /// - Parameter entries: The requests with their responses, in order.
    public init(_ entries: [Entry] = []) {
        self.entries = entries
    }

    /// The entries in the order their requests were sent if all have a time, or else in file order.
    package var recorded: [Entry] {
        let dated = entries.enumerated().compactMap { entry in
            entry.element.started.map { (date: $0, number: entry.offset, entry: entry.element) }
        }
        guard dated.count == entries.count else { return entries }
        return dated.sorted { ($0.date, $0.number) < ($1.date, $1.number) }.map(\.entry)
    }
}

extension HAR: Equatable {
    /// Returns whether two recordings have the same entries in the same order.
    public static func == (left: Self, right: Self) -> Bool { left.entries == right.entries }
}
