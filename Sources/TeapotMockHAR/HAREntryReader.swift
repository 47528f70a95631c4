import Foundation
import Teapot
import TeapotMock
import TeapotMockLive

/// Reads the entries of a HAR file.
struct HAREntryReader {
    /// The parts that were omitted.
    var problems: [HAR.Problem] = []

    /// Reads one entry.
    ///
    /// - Parameter node: The entry.
    /// - Returns: The request with its response.
    /// - Throws: A problem with the reason why the entry can't be replayed.
    mutating func entry(_ node: HARNode) throws(HAR.Problem) -> HAR.Entry {
        guard node.isObject else {
            throw node.problem("An entry must be an object; it is skipped.")
        }
        let request = try request(try node.object("request"))
        let response = try response(try node.object("response"), to: request, entry: node)
        let started = try? node.text("startedDateTime").flatMap(HARDate.date)
        // Browsers write -1 for unknown values.
        let duration = node.number("time").flatMap { $0 >= 0 ? $0 / 1000 : nil }
        let wait = node["timings"]?.number("wait").flatMap { $0 >= 0 ? $0 / 1000 : nil }
        return HAR.Entry(request, response, started: started, duration: duration, wait: wait)
    }

    private mutating func request(_ node: HARNode) throws(HAR.Problem) -> Request {
        let method = try node.requiredText("method").uppercased()
        guard method.isToken else {
            throw node.place(of: "method").problem("“\(method)” is not a valid method; the entry is skipped.")
        }
        let text = try node.requiredText("url")
        let place = node.place(of: "url")
        if text.prefix(5).lowercased() == "data:" {
            throw place.problem(
                "“\(text.shortened(to: 100))” has its own data and needs no server; it is skipped.",
                skipping: .withOwnData)
        }
        guard let url = Self.url(text), let scheme = url.scheme?.lowercased() else {
            throw place.problem("“\(text.shortened(to: 100))” is not a URL; the entry is skipped.")
        }
        guard !["ws", "wss"].contains(scheme) else {
            throw place.problem("A WebSocket can't be replayed; it is skipped.")
        }
        guard ["http", "https"].contains(scheme), url.host?.isEmpty == false else {
            throw place.problem("“\(text.shortened(to: 100))” is not an HTTP URL with a host; the entry is skipped.")
        }
        let sent = try headers(node)
        var headers = sent.forwarded(without: ["Content-Length"])
        let data = node["postData"]
        if let type = try data?.text("mimeType"), !type.isEmpty, headers["Content-Type"] == nil, type.isFieldValue {
            headers.append(name: "Content-Type", value: type)
        }
        var body = Data()
        if let data { body = try Self.body(of: data) }
        let outgoing = Teapot.Request(method: Teapot.Method(method), url: url, headers: headers)
        var request = Request(outgoing, body: body)
        if !Self.isWithoutBody(node, sent) { request.markBodyAsUnknown() }
        return request
    }

    /// Returns whether a request that has no body in the file really had none.
    ///
    /// Browsers omit some bodies, such as those of uploads, and then state a length of 0 or -1.
    private static func isWithoutBody(_ node: HARNode, _ fields: Teapot.HeaderFields) -> Bool {
        let length = fields["Content-Length"].flatMap { Int($0) } ?? 0
        return node.number("bodySize") == 0 && length == 0 && fields["Transfer-Encoding"] == nil
            && fields["Content-Type"] == nil
    }

    /// Returns the URL for a text, keeping its escapes.
    ///
    /// Foundation would encode them again if the text has a character that needs encoding, such as `[` or `|`.
    private static func url(_ text: String) -> URL? {
        guard let mark = text.range(of: "://") else { return URL(string: text) }
        let start = text[mark.upperBound...].firstIndex { "/?#".contains($0) } ?? text.endIndex
        let target = text[start...].prefix { $0 != "#" }
        let path = target.prefix { $0 != "?" }
        let query = target.dropFirst(path.count)
        return URL(
            string: text[..<start] + PercentEncoding.encode(path, as: .path)
                + (query.isEmpty ? "" : "?" + PercentEncoding.encode(query.dropFirst(), as: .query)))
    }

    private mutating func response(
        _ node: HARNode, to request: Request, entry: HARNode
    ) throws(HAR.Problem) -> Response {
        let place = node.place(of: "status")
        guard let number = node.number("status"), let status = Int(exactly: number), status >= 0, status < 1000 else {
            throw place.problem("There is no status code from 0 to 999; the entry is skipped.")
        }
        if status == 0 {
            let texts = [try? node.text("_error"), try? entry.text("_error"), try? node.text("statusText")]
            let reason = texts.compactMap { $0 ?? nil }.first { !$0.isEmpty }
            let explanation = reason.map { ": \($0.shortened(to: 100))" } ?? ""
            throw place.problem(
                "\(request.shortTarget) was blocked or failed\(explanation); it is skipped.", skipping: .withoutResponse
            )
        }
        guard status >= 200 else {
            throw place.problem("Status \(status) is not a final status; the entry is skipped.")
        }
        var response = Response(status: Teapot.StatusCode(rawValue: status))
        response.headers = try headers(node).forwarded(without: ["Content-Encoding", "Content-Length"])
        if let location = try node.text("redirectURL"), !location.isEmpty, response.headers["Location"] == nil,
            location.isFieldValue
        {
            response.headers.append(name: "Location", value: location)
        }
        if let content = node["content"] { try read(content, into: &response, to: request) }
        return response
    }

    /// Reads the body of a response.
    private mutating func read(
        _ node: HARNode, into response: inout Response, to request: Request
    ) throws(HAR.Problem) {
        if let type = try node.text("mimeType"), !["", "x-unknown"].contains(type), type.isFieldValue,
            response.headers["Content-Type"] == nil
        {
            response.headers.append(name: "Content-Type", value: type)
        }
        // If the body is in the browser's cache, the export has the cached body, but the status that the server sent
        // for the conditional request.
        if response.status == .notModified, try node.text("text")?.isEmpty == false { response.status = .ok }
        guard response.status.mayHaveContent, request.method != "HEAD" else { return }
        guard let text = try node.text("text") else {
            let size = node.number("size") ?? 0
            guard size > 0, !(300..<400 ~= response.status.rawValue) else { return }
            let comment = (try? node.text("comment")).flatMap { $0 }.map { " (\($0.shortened(to: 100)))" } ?? ""
            let length = Int(exactly: size.rounded()).map { String(counting: $0, "byte") } ?? "\(size) bytes"
            throw node.place(of: "text").problem(
                "The body of \(request.shortTarget), \(length), was not exported\(comment); the entry is skipped.",
                skipping: .withoutResponse)
        }
        let isEncoded = try node.text("encoding")?.isEmpty == false
        response.body = try Self.bytes(of: text, in: node, encoding: try node.text("encoding"))
        readPieces(of: &response, in: node)
        // The text was decoded for the file, so its bytes are now UTF-8.
        if !isEncoded, let type = response.headers["Content-Type"], let start = type.range(of: ";"),
            type[start.lowerBound...].lowercased().contains("charset="), !type.lowercased().contains("utf-8")
        {
            response.headers["Content-Type"] = type[..<start.lowerBound] + "; charset=utf-8"
        }
    }

    /// Returns the body of a request: its text, or a form of its parameters.
    ///
    /// The body is empty for other parameters, whose bytes aren't known.
    private static func body(of node: HARNode) throws(HAR.Problem) -> Data {
        if let text = try node.text("text"), !text.isEmpty {
            let own = try node.text("_encoding")
            return try bytes(of: text, in: node, encoding: try node.text("encoding") ?? own)
        }
        let type = try node.text("mimeType")?.lowercased() ?? ""
        guard type.isEmpty || type.hasPrefix("application/x-www-form-urlencoded") else { return Data() }
        var items: [String] = []
        for item in try node.list("params") {
            let name = PercentEncoding.encode(try item.requiredText("name"), as: .form)
            items.append(try item.text("value").map { name + "=" + PercentEncoding.encode($0, as: .form) } ?? name)
        }
        return Data(items.joined(separator: "&").utf8)
    }

    private static func bytes(of text: String, in node: HARNode, encoding: String?) throws(HAR.Problem) -> Data {
        switch encoding?.lowercased() ?? "" {
        case "": return Data(text.utf8)
        case "base64":
            guard let data = Data(base64Encoded: text, options: .ignoreUnknownCharacters) else {
                throw node.place(of: "text").problem(
                    "It is not base64, although “encoding” says so; the entry is skipped.")
            }
            return data
        default:
            let place = node.place(of: "encoding")
            throw place.problem(
                "It is “\(encoding?.shortened(to: 40) ?? "")”, but only “base64” is supported; the entry is skipped.")
        }
    }
}
