import Teapot

extension URL {
    /// A URL from text that is one; a file that nobody has otherwise.
    static func make(_ text: String) -> URL {
        URL(string: text) ?? URL(fileURLWithPath: "/not-a-URL/\(text)")
    }
}

extension Teapot.Request {
    /// A request with defaults for what a test does not care about.
    static func make(
        _ method: Teapot.Method = .get,
        _ url: String = "http://h.test/a",
        _ headerFields: Teapot.HeaderFields = [:],
        body: Teapot.Body = .none
    ) -> Self {
        Self(method: method, url: .make(url), headerFields: headerFields, body: body)
    }

    /// The body's bytes if it is in memory.
    var bodyData: Data? {
        if case .data(let data) = body { data } else { nil }
    }

    /// The body's bytes as text if it is in memory.
    var bodyText: String? {
        bodyData.map { String(decoding: $0, as: UTF8.self) }
    }
}

extension Teapot.Response {
    /// A response with defaults for what a test does not care about.
    static func make(
        _ statusCode: Int = 200,
        _ headerFields: Teapot.HeaderFields = [:],
        _ data: Data = Data(),
        url: String = "http://h.test/a"
    ) -> Self {
        Self(url: .make(url), statusCode: statusCode, headerFields: headerFields, data: data)
    }
}

extension NetworkResult {
    /// The response, however the call ended.
    var response: Teapot.Response {
        switch self {
        case .success(_, let response), .failure(_, let response, _): response
        }
    }

    /// Why the call failed, if it did.
    var error: TeapotError? {
        if case .failure(_, _, let error) = self { error } else { nil }
    }
}
