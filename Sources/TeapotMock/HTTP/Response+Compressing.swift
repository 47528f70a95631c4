import Foundation
import Teapot

extension Response {
    /// The lengths of bodies to send with gzip coding, in bytes.
    ///
    /// Servers don't compress shorter bodies, and compressing longer ones would delay other responses.
    package static let codedLengths = 1024...(1 << 20)

    /// Whether the response may be sent with a content coding.
    package var mayBeCoded: Bool {
        guard status.mayHaveContent, fault == nil || isExplanation, headers["Content-Encoding"] == nil else {
            return false
        }
        // A digest would no longer match (RFC 9530 §2).
        let digests = ["Content-Digest", "Repr-Digest", "Digest", "Content-MD5"]
        if digests.contains(where: { headers[$0] != nil }) { return false }
        // RFC 9111 §5.2.2.6.
        let directives = (headers["Cache-Control"] ?? "").lowercased().split(separator: ",")
        return !directives.contains { $0.trimmingCharacters(in: .whitespaces) == "no-transform" }
    }

    /// Whether the body's media type is a text type, which compresses well.
    package var isText: Bool {
        let type = headers.mediaType ?? ""
        // Events are read one by one.
        if type == "text/event-stream" { return false }
        return type.hasPrefix("text/") || type.hasSuffix("+json") || type.hasSuffix("+xml")
            || Self.textTypes.contains(type)
    }

    /// The text types that have no distinctive prefix or suffix.
    private static let textTypes: Set = [
        "application/ecmascript", "application/graphql", "application/javascript", "application/json",
        "application/json-seq", "application/ndjson", "application/sql", "application/toml",
        "application/x-javascript", "application/x-ndjson", "application/x-www-form-urlencoded",
        "application/x-yaml", "application/xml", "application/xml-dtd", "application/yaml",
    ]
}
