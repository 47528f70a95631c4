public import Foundation
import TeapotMockRedaction

extension Recorder {
    /// A response that wasn't recorded, or a file that wasn't written, with the reason.
    public struct RecordingError: Error, Sendable, Equatable, CustomStringConvertible {
        /// The kind of problem; see the static members of ``Kind-swift.struct``.
        public let kind: Kind
        /// The request, such as `GET /users/1`, or a file's path if the problem doesn't concern a request.
        public let subject: String
        /// The description of the problem, with a suggestion.
        public let reason: String
        /// The places to add to `Redaction.allowed` to record the exchange anyway.
        public let places: [String]
        /// Whether the file can be written later, for example when the disk has space again.
        var isTemporary = false
        /// The description of the problem, without a suggestion for programmers.
        private let cause: String

        init(kind: Kind, subject: String, reason: String, suggestion: String = "", places: [String] = []) {
            (self.kind, self.subject, self.places) = (kind, subject, places)
            (cause, self.reason) = (reason, reason + suggestion)
        }

        /// A sentence such as `GET /users/1 was not recorded: …`.
        public var description: String { sentence(reason) }
        /// The same sentence without a suggestion for programmers.
        package var shortDescription: String { sentence(cause) }

        private func sentence(_ reason: String) -> String {
            "\(subject) was not \(kind == .notWritten ? "written" : "recorded"): \(reason)"
        }

        /// A kind of problem.
        ///
        /// It's a struct, not an enum, so a later version can add kinds. A `switch` over it needs a `default` case.
        public struct Kind: Hashable, Sendable, CustomStringConvertible {
            /// The kind's name, such as `brokenOff`.
            public let description: String
        }
    }

    /// An error for an incomplete recording.
    public struct Incomplete: Error, Sendable, Equatable, LocalizedError, CustomStringConvertible {
        /// The problems, at least one.
        public let problems: [RecordingError]

        /// The problems, one per line.
        public var description: String { problems.map(\.description).joined(separator: "\n") }
        /// The problems, one per line.
        public var errorDescription: String? { description }
    }
}

extension Recorder.RecordingError.Kind {
    /// The response is incomplete, because the connection failed or the client disconnected.
    public static let brokenOff = Self(description: "brokenOff")
    /// A body can't be searched for secrets, because it isn't in its declared format, or is binary.
    public static let unsearchable = Self(description: "unsearchable")
    /// The response can't be stored in a file: its body is too long, or its method can't be part of a file name.
    public static let unsuitable = Self(description: "unsuitable")
    /// A file couldn't be written, or an existing file was kept.
    public static let notWritten = Self(description: "notWritten")
}

extension Recorder.RecordingError: LocalizedError {
    /// The same text as ``description``.
    public var errorDescription: String? { description }
}

extension Recorder.RecordingError {
    /// Creates the problem for bodies that can't be searched for secrets.
    init(_ body: UnsearchableBody) {
        self.init(
            kind: .unsearchable, subject: body.subject, reason: body.reason, suggestion: body.suggestion,
            places: body.places)
    }
}
