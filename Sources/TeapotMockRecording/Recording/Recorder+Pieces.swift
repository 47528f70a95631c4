import Teapot
import TeapotMock

extension Recorder {
    /// The bodies whose pieces and times are recorded.
    public enum Pieces: Sendable {
        /// Those of streams: server-sent events, lines of JSON, and other media types that are read while they arrive.
        ///
        /// The pieces in which another body arrives say more about the network than about the server, and differ from
        /// one recording to the next.
        case ofStreams
        /// Those of every body that arrives in several pieces.
        case ofEveryBody
        /// None.
        case none

        /// The media types that are read while they arrive.
        private static let types: Set = [
            "application/json-seq", "application/jsonl", "application/ndjson", "application/stream+json",
            "application/x-json-stream", "application/x-jsonlines", "application/x-ndjson", "multipart/x-mixed-replace",
            "text/event-stream",
        ]

        /// Returns whether the pieces of a response are recorded.
        func includes(_ head: Response) -> Bool {
            switch self {
            case .ofStreams: head.headerFields.mediaType.map { Self.types.contains($0) } ?? false
            case .ofEveryBody: true
            case .none: false
            }
        }
    }
}
