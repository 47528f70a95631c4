import Teapot

extension Teapot.Request {
    /// A session's request as it goes out over a socket: with what its configuration adds.
    init(_ request: URLRequest, at url: URL, _ settings: SessionSettings?, body: Data) {
        var fields = Teapot.HeaderFields(request.allHTTPHeaderFields ?? [:])
        let additional = Teapot.HeaderFields(settings?.headerFields ?? [:])
        for field in additional where fields[field.name] == nil {
            fields.append(name: field.name, value: field.value)
        }
        // As Foundation does on Linux, the stored cookies replace those that the request has.
        if let cookies = settings?.cookies(for: url) { fields["Cookie"] = cookies }
        let method = request.httpMethod ?? "GET"
        if method == "POST", !body.isEmpty, fields["Content-Type"] == nil {
            // What Foundation takes a body to be that is not described.
            fields.append(name: "Content-Type", value: "application/x-www-form-urlencoded")
        }
        self.init(
            method: Teapot.Method(method),
            url: url,
            headerFields: fields,
            body: body.isEmpty ? .none : .data(body)
        )
    }

    /// The bytes of the body, unless it is a file.
    var bytes: Data {
        if case .data(let data) = body { data } else { Data() }
    }
}

extension Request {
    /// A session's request as a router sees it.
    init(_ request: URLRequest, at url: URL, _ settings: SessionSettings?, body: Data) {
        self.init(Teapot.Request(request, at: url, settings, body: body), body: body)
    }
}

extension URLRequest {
    /// The same request, sent on to where a redirect leads.
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
