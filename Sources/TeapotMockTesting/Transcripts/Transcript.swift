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
    /// The names of the headers to show, keyed by lowercased name.
    private let names: [String: String]
    private let redaction: Redaction

    /// - Parameters:
    ///   - base: The base URL of the router.
    ///   - showsOrigins: Whether the scheme, host and port of requests are shown.
    ///   - headers: The names of the headers to show.
    ///   - redaction: The redaction.
    init(base: RouterBase, showsOrigins: Bool, headers: Set<String>, redaction: Redaction) {
        self.base = base
        self.showsOrigins = showsOrigins
        // Of two spellings of a name, the same one is shown each time.
        names = Dictionary(headers.map { ($0.lowercased(), $0) }, uniquingKeysWith: min)
        self.redaction = redaction
    }

    /// Returns a request as text: the method and the URL, the headers, an empty line and the body.
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
    /// A request from a socket doesn't have them, so the base URL's are used.
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

    /// Returns the headers to show, sorted by lowercased name.
    ///
    /// The values of a repeated header are joined as in Foundation.
    private func fields(of request: Request) -> [(name: String, value: String)] {
        var values: [String: [String]] = [:]
        for field in request.headers {
            let name = field.name.lowercased()
            if names[name] != nil { values[name, default: []].append(field.value) }
        }
        // RFC 9110 §12.5.1: this value means the same as no header, and some clients send it with each request.
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
