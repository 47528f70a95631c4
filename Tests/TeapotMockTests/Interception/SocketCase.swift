import Foundation
import Teapot

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A task of a session, and the first response to it.
struct SocketCase: Sendable, CustomStringConvertible {
    /// The way in which a task gets its body.
    enum Body: String, Sendable {
        case none, data, stream, uploadedData, uploadedFile, uploadedStream
        /// A body in the request, and another one in the upload.
        case both
    }

    var status = 302
    /// The redirect, in which `{other}` is the authority of another origin.
    var location: String?
    var method = "GET"
    var fields: [String: String] = [:]
    var body = Body.none
    var setsCookie = false
    /// The headers of the configuration.
    var additional: [String: String] = [:]

    var description: String {
        let sent = fields.merging(additional) { $1 }.keys.sorted().joined(separator: ", ")
        let parts = [body == .none ? "" : "with \(body.rawValue)", sent, setsCookie ? "and a cookie" : ""]
        return (["\(method) answered \(status) \(location ?? "")"] + parts).filter { !$0.isEmpty }
            .joined(separator: " ")
    }

    static let all = refused + methods + locations + credentials + bodies + cookies

    private static let refused = [Body.data, .uploadedData, .stream].map { SocketCase(status: 200, body: $0) }

    private static let methods = [300, 301, 302, 303, 304, 305, 306, 307, 308].flatMap { status in
        ["GET", "HEAD", "DELETE", "POST", "PUT", "post", "get"].map { method in
            SocketCase(
                status: status, location: "/new", method: method, body: method.hasPrefix("P") ? .data : .none)
        }
    }

    private static let locations = [
        "/new?a=1#part", "new", "../new", "?a=1", "#part", "/a%2Fb", "/%C3%BC", "/a+b?c=d+e%20f", "http://{other}/new",
        "//{other}/new", "http://{other}", "file:///etc/passwd", "mailto:tea@api.test", "data:text/plain,tea",
    ].map { SocketCase(location: $0) }

    private static let credentials = [302, 307].flatMap { status in
        ["GET", "POST"].map { method in
            SocketCase(
                status: status, location: "http://{other}/new", method: method,
                fields: [
                    "Authorization": "Bearer secret", "Cookie": "session=secret", "X-Key": "secret",
                    "Content-Type": "text/tea",
                ],
                body: method == "POST" ? .data : .none, additional: ["Proxy-Authorization": "secret", "X-App": "1"])
        }
    }

    private static let bodies = [200, 303, 307].flatMap { status in
        ["POST", "PUT"].flatMap { method in
            [Body.data, .stream, .uploadedData, .uploadedFile, .uploadedStream, .both].map { body in
                SocketCase(status: status, location: status == 200 ? nil : "/new", method: method, body: body)
            }
        }
    }

    private static let cookies = ["/new", "http://{other}/new"].flatMap { location in
        [[:], ["Cookie": "own=1"]].map { SocketCase(location: location, fields: $0, setsCookie: true) }
    }

    /// The headers of the first response.
    func answer(_ other: String) -> [String: String] {
        var fields: [String: String] = [:]
        fields["Location"] = location?.replacingOccurrences(of: "{other}", with: other)
        if setsCookie { fields["Set-Cookie"] = "new=2; Path=/" }
        return fields
    }

    /// Runs the task with a session, and returns its observable results.
    func run(_ session: URLSession, _ delegate: RecordingDelegate?, at url: URL) async throws -> [String] {
        var request = URLRequest(url: url)
        request.httpMethod = method
        for (name, value) in fields { request.setValue(value, forHTTPHeaderField: name) }
        if [.data, .both].contains(body) { request.httpBody = Data("green".utf8) }
        if body == .stream { request.httpBodyStream = InputStream(data: Data("green".utf8)) }
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("teapot-\(UUID().uuidString)")
        try Data("black".utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let (task, outcome) = await outcome(of: request, in: session, delegate, file)
        return outcome + [
            "current " + (task.currentRequest.map(Self.text) ?? "none"),
            "original " + (task.originalRequest.map(Self.text) ?? "none"),
        ]
    }

    private func outcome(
        of request: URLRequest, in session: URLSession, _ delegate: RecordingDelegate?, _ file: URL
    ) async -> (URLSessionTask, [String]) {
        if let delegate {
            let task: URLSessionTask =
                switch body {
                case .none, .data, .stream: session.dataTask(with: request)
                case .uploadedData, .both: session.uploadTask(with: request, from: Data("black".utf8))
                case .uploadedFile: session.uploadTask(with: request, fromFile: file)
                case .uploadedStream: session.uploadTask(withStreamedRequest: request)
                }
            task.resume()
            let record = await delegate.end()
            return (
                task,
                record.redirects.map { "redirect " + Self.text($0) }
                    + [Self.text(record.responses.last ?? task.response, record.body, record.error)]
            )
        }
        return await withCheckedContinuation { continuation in
            let task = Locked<URLSessionTask?>(nil)
            let end: @Sendable (Data?, URLResponse?, (any Error)?) -> Void = { data, response, error in
                guard let task = task.withLock({ $0 }) else { return }
                continuation.resume(returning: (task, [Self.text(response, data ?? Data(), error)]))
            }
            let made =
                switch body {
                case .none, .data, .stream, .uploadedStream: session.dataTask(with: request, completionHandler: end)
                case .uploadedData, .both:
                    session.uploadTask(with: request, from: Data("black".utf8), completionHandler: end)
                case .uploadedFile: session.uploadTask(with: request, fromFile: file, completionHandler: end)
                }
            task.withLock { $0 = made }
            made.resume()
        }
    }

    private static func text(_ request: URLRequest) -> String {
        let fields = (request.allHTTPHeaderFields ?? [:]).map { "\($0): \($1)" }.sorted()
        let body = request.httpBody.map { String(decoding: $0, as: UTF8.self) } ?? "no body"
        return "\(request.httpMethod ?? "") \(request.url?.absoluteString ?? "") \(fields) \(body)"
    }

    private static func text(_ response: URLResponse?, _ body: Data, _ error: (any Error)?) -> String {
        if let error { return "error \((error as? URLError)?.code.rawValue ?? 0)" }
        let status = (response as? HTTPURLResponse)?.statusCode ?? 0
        return "status \(status) \(response?.url?.absoluteString ?? "") \(String(decoding: body, as: UTF8.self))"
    }
}
