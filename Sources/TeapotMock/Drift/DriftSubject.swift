import Teapot

/// A mock as it is checked: what it would answer, and whom.
struct DriftSubject: Sendable {
    /// Its path below the folder.
    var file: String
    /// What the paths of requests end with that it answers; `nil` when it answers all.
    var requestPath: String?
    /// The method of those requests; `nil` for any.
    var method: String?
    var status: Int
    var headerFields: Teapot.HeaderFields
    var body: Data

    /// The body's media type in small letters, without parameters.
    var mediaType: String { MediaRange.essence(of: headerFields["Content-Type"] ?? MediaType.named(file)) }

    /// Whether the body is said to be JSON.
    var isJSON: Bool { MediaRange.isJSON(mediaType) }

    /// A drift of the body, with the line that it is on.
    func drift(
        at pointer: JSONPointer, line: Int? = nil, expected: String, found: String, source: String
    ) -> Drift {
        Drift(.body, in: file, at: pointer, line: line, expected: expected, found: found, source: source)
    }

    /// A drift of a body that is no JSON.
    func drift(_ error: JSON.ParsingError, source: String) -> Drift {
        let expected = "JSON with \(error.expected) at line \(error.line), column \(error.column)"
        return drift(at: JSONPointer(), line: error.line, expected: expected, found: error.found, source: source)
    }

    /// Drifts of the body as they are reported, with the lines that they are on.
    func located(_ drifts: [Drift]) -> [Drift] {
        guard !drifts.isEmpty else { return [] }
        let lines = JSONLines(body)
        return Drift.arranged(drifts).map { drift in
            var drift = drift
            drift.line = drift.line ?? lines.line(of: JSONPointer(description: drift.pointer))
            return drift
        }
    }
}

/// Media types, and the ranges of them that a document writes.
enum MediaRange {
    /// A media type in small letters, without parameters (RFC 9110 §8.3.1).
    static func essence(of value: String) -> String {
        value.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces).lowercased()
    }

    /// Whether a media type is JSON (RFC 8259 §11, RFC 6839 §3.1).
    static func isJSON(_ type: String) -> Bool {
        type == "application/json" || type == "text/json" || type.hasSuffix("+json")
    }

    /// The one of some ranges that fits a media type most closely.
    ///
    /// - Parameters:
    ///   - ranges: What a document writes: `application/json; charset=utf-8`, `text/*`, `*/*`.
    ///   - type: The media type.
    /// - Returns: The range as it is written; `nil` if none fits.
    static func closest(of ranges: some Sequence<String>, to type: String) -> String? {
        let family = type.prefix { $0 != "/" } + "/*"
        let wanted = [type, String(family), "*/*"]
        let fitting = ranges.filter { wanted.contains(essence(of: $0)) }
        return fitting.min { left, right in
            let places = (wanted.firstIndex(of: essence(of: left)) ?? 3, wanted.firstIndex(of: essence(of: right)) ?? 3)
            return (places.0, left) < (places.1, right)
        }
    }
}
