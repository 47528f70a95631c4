public import Teapot

extension Recorder {
    /// An answer that was not recorded, or a file that was not written, and why.
    public struct Problem: Error, Sendable, Equatable, CustomStringConvertible {
        /// What kind of problem it is; see the static members of ``Kind-swift.struct``.
        public let kind: Kind
        /// The request that it is about, such as `GET /users/1`; a file's path when it is about none.
        public let subject: String
        /// What is wrong, and what to do.
        public let reason: String

        /// A sentence such as `GET /users/1 was not recorded: …`.
        public var description: String {
            "\(subject) was not \(kind == .notWritten ? "written" : "recorded"): \(reason)"
        }

        /// A kind of problem.
        ///
        /// A struct rather than an enum, so that a later version can add a kind; a `switch` over it needs a `default`.
        public struct Kind: Hashable, Sendable, CustomStringConvertible {
            /// The kind's name, such as `brokenOff`.
            public let description: String
        }
    }

    /// Says that a recording lacks something.
    public struct Incomplete: Error, Sendable, Equatable, LocalizedError, CustomStringConvertible {
        /// What it lacks; at least one thing.
        public let problems: [Problem]

        /// The problems, one below the other.
        public var description: String { problems.map(\.description).joined(separator: "\n") }
        /// The problems, one below the other.
        public var errorDescription: String? { description }
    }
}

extension Recorder.Problem.Kind {
    /// The answer did not come to its end: the connection failed, or the client left.
    public static let brokenOff = Self(description: "brokenOff")
    /// Something in it looks like a secret.
    public static let looksSecret = Self(description: "looksSecret")
    /// It can't be put into a file: its body is too long, or its method fits into no file's name.
    public static let unsuitable = Self(description: "unsuitable")
    /// A file could not be written, or was to be kept.
    public static let notWritten = Self(description: "notWritten")
}

extension Recorder.Problem: LocalizedError {
    /// The same text as ``description``.
    public var errorDescription: String? { description }
}

extension Recorder.Problem {
    /// What tells of secrets in an exchange; where they are and what they look like, but not what they are.
    static func looksSecret(_ findings: [SecretSearch.Finding], in request: Request) -> Self {
        let parts = findings.prefix(5).map { finding in
            "“\(finding.place)” has what looks like \(finding.shape)"
        }
        let rest = findings.count > 5 ? ", and \(findings.count - 5) more" : ""
        let names = Set(findings.compactMap(\.name)).sorted().prefix(5).map { "“\($0)”" }.joined(separator: ", ")
        let redact = names.isEmpty ? "" : "Redact it by its name: `Redaction(adding:)` with \(names). "
        let places = findings.prefix(5).map { "“\($0.place)”" }.joined(separator: ", ")
        // A secret may be in the path itself.
        let isInTarget = findings.contains { !$0.place.hasPrefix("re") }
        let subject = isInTarget ? "\(request.method) \(request.path.prefix { $0 == "/" })…" : request.shortTarget
        return Self(
            kind: .looksSecret, subject: subject,
            reason: parts.joined(separator: ", ") + rest
                + ". \(redact)To record it all the same, use `Redaction(allowing:)` with \(places).")
    }
}
