import Foundation
import Teapot
import TeapotMock
import TeapotMockRedaction
import TeapotMockWebSocket

/// The layout of bodies as text.
struct TranscriptBody {
    /// The text that replaces a multipart boundary, which differs each time.
    static let boundaryMark = "<boundary>"
    /// The maximum length of a body to show, in bytes.
    private static let longest = 65_536

    private let redaction: Redaction

    /// - Parameter redaction: The redaction that was applied to the requests.
    init(_ redaction: Redaction) { self.redaction = redaction }

    /// Returns the text of a request's body, which must not be empty.
    func text(of request: Request) -> String {
        let contentType = request.headers["Content-Type"]
        guard let boundary = Self.boundary(in: request) else { return text(of: request.body, contentType) }
        let delimiter = "--" + Self.boundaryMark
        if let parts = try? request.multipart() {
            return parts.map { "\(delimiter)\n\(text(of: $0))\n" }.joined() + delimiter + "--"
        }
        // The body isn't a form, or isn't one that a server could parse.
        let body = request.body.replacing(boundary, with: Self.boundaryMark)
        return redaction.flaw(ofRequestBody: request.body, contentType).map { Self.digest(of: body, $0) }
            ?? text(of: body, "text/plain")
    }

    /// Returns the boundary that a request with a multipart body declares, or `nil` for any other body.
    static func boundary(in request: Request) -> String? {
        request.headers["Content-Type"].flatMap(Redaction.boundary)
    }

    private func text(of part: Request.Part) -> String {
        let fields = part.headers.sorted { $0.name.lowercased() < $1.name.lowercased() }
        let lines = fields.map { "\($0.name): " + TranscriptText.line(TranscriptText.trimmed($0.value)) }
        return (lines + ["", text(of: part.data, part.contentType)]).joined(separator: "\n")
    }

    private func text(of body: Data, _ contentType: String?) -> String {
        guard !body.isEmpty else { return "" }
        guard let plain = String(validUTF8: body), !Self.isBinary(plain) else { return Self.digest(of: body) }
        if let flaw = redaction.flaw(ofRequestBody: body, contentType) {
            return Self.digest(of: body, flaw)
        }
        let type = (contentType ?? "").prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces).lowercased()
        let text: String
        if type == "application/x-www-form-urlencoded" {
            text = Self.text(ofForm: body)
        } else if type.isEmpty || type.hasSuffix("/json") || type.hasSuffix("+json"),
            let json = FormattedJSON.data(from: body, withPlainStrings: true)
        {
            text = String(decoding: json.dropLast(), as: UTF8.self)
        } else {
            text = TranscriptText.lines(plain)
        }
        // The digest is computed from the sorted text, so it doesn't depend on the order.
        return text.utf8.count > Self.longest ? Self.digest(of: Data(text.utf8)) : text
    }

    private static func text(ofForm body: Data) -> String {
        TranscriptText.sorted(FormDecoder.items(of: body)).map { item in
            // Escape an equals sign in a name, because an unescaped one ends the name.
            let name = TranscriptText.line(item.name).replacingOccurrences(of: "=", with: #"\="#)
            let line = item.value.map { "\(name)=" + TranscriptText.line($0) } ?? name
            return line.hasPrefix("--") ? "\\" + line : line
        }.joined(separator: "\n")
    }

    /// Returns whether a text has control characters that don't occur in plain text.
    private static func isBinary(_ text: String) -> Bool {
        text.utf8.contains { $0 < 0x20 && ![0x09, 0x0A, 0x0C, 0x0D, 0x1B, 0x1E].contains($0) }
    }

    /// Returns a line that replaces a body.
    ///
    /// - Parameters:
    ///   - body: The body.
    ///   - flaw: The reason it can't be searched for secrets.
    /// - Returns: The line.
    private static func digest(of body: Data, _ flaw: String? = nil) -> String {
        let note = flaw.map { "; it can't be searched for secrets: \($0)" } ?? ""
        return "<\(String(counting: body.count, "byte")), sha1 \(body.sha1Digest)\(note)>"
    }
}

extension Data {
    /// Returns the bytes with each occurrence of a text replaced by another.
    fileprivate func replacing(_ text: String, with other: String) -> Data {
        let (text, other) = (Data(text.utf8), Data(other.utf8))
        var (result, rest) = (Data(), self[...])
        while let range = rest.range(of: text) {
            result += rest[..<range.lowerBound] + other
            rest = rest[range.upperBound...]
        }
        return result + rest
    }
}
