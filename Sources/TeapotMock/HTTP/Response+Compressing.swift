import Foundation
import Teapot

extension Response {
    /// The lengths of the bodies that are sent with the coding gzip, in bytes.
    ///
    /// Servers leave shorter ones as they are, and a longer one would delay other responses.
    package static let codedLengths = 1024...(1 << 20)

    /// Whether the response may be sent with a content coding.
    package var mayBeCoded: Bool {
        guard status.mayHaveContent, fault == nil || isExplanation, headerFields["Content-Encoding"] == nil else {
            return false
        }
        // A digest would no longer fit (RFC 9530 §2).
        let digests = ["Content-Digest", "Repr-Digest", "Digest", "Content-MD5"]
        if digests.contains(where: { headerFields[$0] != nil }) { return false }
        // RFC 9111 §5.2.2.6.
        let directives = (headerFields["Cache-Control"] ?? "").lowercased().split(separator: ",")
        return !directives.contains { $0.trimmingCharacters(in: .whitespaces) == "no-transform" }
    }

    /// Whether the media type of the body is one of text, which becomes much shorter by compression.
    package var isText: Bool {
        let type = headerFields.mediaType ?? ""
        // Events are read one by one.
        if type == "text/event-stream" { return false }
        return type.hasPrefix("text/") || type.hasSuffix("+json") || type.hasSuffix("+xml")
            || Self.textTypes.contains(type)
    }

    /// The media types of text that can't be recognized by their beginnings and ends.
    private static let textTypes: Set = [
        "application/ecmascript", "application/graphql", "application/javascript", "application/json",
        "application/json-seq", "application/ndjson", "application/sql", "application/toml",
        "application/x-javascript", "application/x-ndjson", "application/x-www-form-urlencoded",
        "application/x-yaml", "application/xml", "application/xml-dtd", "application/yaml",
    ]
}
