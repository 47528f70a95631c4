import Foundation
import Teapot

extension Teapot.Request {
    /// Creates the request that a session would send over a socket, including what its configuration adds.
    init(_ request: URLRequest, at url: URL, _ settings: SessionSettings?, body: Data) {
        var fields = Teapot.HeaderFields(request.allHTTPHeaderFields ?? [:])
        let additional = Teapot.HeaderFields(settings?.headerFields ?? [:])
        for field in additional where fields[field.name] == nil {
            fields.append(name: field.name, value: field.value)
        }
        // The stored cookies replace the cookies of the request, as in Foundation on Linux.
        if let cookies = settings?.cookies(for: url) { fields["Cookie"] = cookies }
        let method = request.httpMethod ?? "GET"
        if method == "POST", !body.isEmpty, fields["Content-Type"] == nil {
            // This is the content type that Foundation assumes for a body without one.
            fields.append(name: "Content-Type", value: "application/x-www-form-urlencoded")
        }
        self.init(
            method: Teapot.Method(method),
            url: url,
            headerFields: fields,
            body: body.isEmpty ? .none : .data(body)
        )
    }

    /// The bytes of the body.
    ///
    /// They are empty if the body is a file.
    var bytes: Data {
        if case .data(let data) = body { data } else { Data() }
    }
}

extension Request {
    /// Creates the request of a session as a router receives it.
    init(_ request: URLRequest, at url: URL, _ settings: SessionSettings?, body: Data) {
        self.init(Teapot.Request(request, at: url, settings, body: body), body: body)
    }
}

extension URLRequest {
    /// Returns a copy of the request for the target of a redirect.
    func redirected(to next: Teapot.Request) -> URLRequest {
        var request = self
        request.url = next.url
        request.httpMethod = next.method.rawValue
        request.allHTTPHeaderFields = next.headerFields.combined
        request.httpBodyStream = nil
        request.httpBody = next.bytes.isEmpty ? nil : next.bytes
        return request
    }
}
