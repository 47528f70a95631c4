import Teapot
import TeapotMock

extension Recorder {
    /// The bodies whose pieces and times are recorded.
    public enum Pieces: Sendable {
        /// The bodies of streams: server-sent events, JSON lines, and other media types that are read as they arrive.
        ///
        /// The pieces of other bodies depend more on the network than on the server, and differ from one recording to
        /// the next.
        case ofStreams
        /// All bodies that arrive in several pieces.
        case ofEveryBody
        /// No bodies.
        case none

        /// The media types that are read as they arrive.
        private static let types: Set = [
            "application/json-seq", "application/jsonl", "application/ndjson", "application/stream+json",
            "application/x-json-stream", "application/x-jsonlines", "application/x-ndjson", "multipart/x-mixed-replace",
            "text/event-stream",
        ]

        /// Returns whether the pieces of a response are recorded.
        func includes(_ head: Response) -> Bool {
            switch self {
            case .ofStreams: head.headers.mediaType.map { Self.types.contains($0) } ?? false
            case .ofEveryBody: true
            case .none: false
            }
        }
    }
}
