import Foundation
import Teapot

extension Teapot.Request {
    /// Creates the request that a session would send over a socket, including the configuration's additions.
    ///
    /// - Parameters:
    ///   - request: The request of the task, including what Foundation has already added.
    ///   - url: The URL of the request.
    ///   - settings: The settings of the session, or `nil` if they are unknown.
    ///   - body: The bytes of the body.
    ///   - isStream: Whether the task reads the body from a stream.
    init(_ request: URLRequest, at url: URL, _ settings: SessionSettings?, body: Data, isStream: Bool = false) {
        var fields = Teapot.HeaderFields(request.allHTTPHeaderFields ?? [:])
        let additional = Teapot.HeaderFields(settings?.headers ?? [:])
        for field in additional where fields[field.name] == nil { fields.append(name: field.name, value: field.value) }
        if let cookies = settings?.missingCookies(for: url) { fields["Cookie"] = cookies }
        let method = request.httpMethod ?? "GET"
        if method == "POST", fields["Content-Type"] == nil, request.declaresForm(with: body, isStream: isStream) {
            fields.append(name: "Content-Type", value: "application/x-www-form-urlencoded")
        }
        self.init(
            method: Teapot.Method(method), url: url.asSent, headers: fields, body: body.isEmpty ? .none : .data(body)
        )
    }

    /// The bytes of the body.
    ///
    /// It's empty if the body is a file.
    var bytes: Data { if case .data(let data) = body { data } else { Data() } }
}

extension Request {
    /// Creates a session's request as a router receives it.
    init(_ request: URLRequest, at url: URL, _ settings: SessionSettings?, body: Data) {
        self.init(Teapot.Request(request, at: url, settings, body: body), body: body)
    }
}
