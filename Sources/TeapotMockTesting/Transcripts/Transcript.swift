import Foundation
import Teapot
import TeapotMock
import TeapotMockRedaction

/// The layout of requests as text.
struct Transcript {
    /// The text between two requests.
    static let separator = "\n\n---\n\n"

    private let base: RouterBase
    /// Whether the scheme, host and port of requests are shown.
    private let showsOrigins: Bool
    /// The header fields that are shown: their names by the names in lowercase.
    private let names: [String: String]
    private let redaction: Redaction

    /// - Parameters:
    ///   - base: The base URL of the router.
    ///   - showsOrigins: Whether the scheme, host and port of requests are shown.
    ///   - headerFields: The names of the header fields that are shown.
    ///   - redaction: The redaction.
    init(base: RouterBase, showsOrigins: Bool, headerFields: Set<String>, redaction: Redaction) {
        self.base = base
        self.showsOrigins = showsOrigins
        // Of two spellings of a name, the same one is shown each time.
        names = Dictionary(headerFields.map { ($0.lowercased(), $0) }, uniquingKeysWith: min)
        self.redaction = redaction
    }

    /// Returns a request as text: the method and the URL, the header fields, an empty line and the body.
    func text(of original: Request) -> String {
        let request = redaction.redacted(original)
        var text = "\(request.method) "
        text += (showsOrigins ? origin(of: request) : "") + Self.target(of: request)
        let body = self.body(of: request)
        for (name, value) in fields(of: request) { text += "\n\(names[name] ?? name): " + value }
        return text + (body.isEmpty ? "" : "\n\n" + body)
    }

    /// Returns the scheme, host and port of a request, without the scheme if the base URL has none.
    ///
    /// A request that came over a connection does not tell them; it has those of the base URL.
    private func origin(of request: Request) -> String {
        let origin = request.origin ?? base.address?.description ?? ""
        guard base.host != nil, base.scheme == nil, let mark = origin.range(of: "://") else { return origin }
        return String(origin[origin.index(after: mark.lowerBound)...])
    }

    /// Returns the path and the sorted query of a request in their normal form.
    private static func target(of request: Request) -> String {
        let path = TranscriptText.normalPath(request.path)
        let items = TranscriptText.sorted(request.query).map { item in
            let name = TranscriptText.queryText(item.name)
            return item.value.map { name + "=" + TranscriptText.queryText($0) } ?? name
        }
        return (path.isEmpty ? "/" : path) + (items.isEmpty ? "" : "?" + items.joined(separator: "&"))
    }

    /// Returns the header fields to show, by their names in lowercase, sorted by them.
    ///
    /// The values of a repeated field are joined as Foundation does it.
    private func fields(of request: Request) -> [(name: String, value: String)] {
        var values: [String: [String]] = [:]
        for field in request.headerFields {
            let name = field.name.lowercased()
            if names[name] != nil { values[name, default: []].append(field.value) }
        }
        // RFC 9110 §12.5.1: it says the same as no field, and some clients send it with each request.
        if values["accept"] == ["*/*"] { values["accept"] = nil }
        return values.sorted { $0.key < $1.key }.map { name, values in
            var value = TranscriptText.line(values.map(TranscriptText.trimmed).joined(separator: ","))
            if name == "content-type", let boundary = TranscriptBody.boundary(in: request) {
                value = value.replacingOccurrences(of: boundary, with: TranscriptBody.boundaryMark)
            }
            return (name, value)
        }
    }

    private func body(of request: Request) -> String {
        if let length = request.droppedBodyLength {
            return "<\(String(counting: length, "byte")), which the journal dropped>"
        }
        guard !request.body.isEmpty else { return "" }
        return TranscriptBody(redaction).text(of: request)
    }
}
