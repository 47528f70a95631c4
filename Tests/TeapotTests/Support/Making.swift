import Foundation
import Teapot

extension URL {
    /// Returns a URL for a text, or the URL of a nonexistent file if the text is not a URL.
    static func make(_ text: String) -> URL {
        URL(string: text) ?? URL(fileURLWithPath: "/not-a-URL/\(text)")
    }
}

extension Teapot.Request {
    /// Returns a request with defaults for parts that a test doesn't depend on.
    static func make(
        _ method: Teapot.Method = .get,
        _ url: String = "http://h.test/a",
        _ headers: Teapot.HeaderFields = [:],
        body: Teapot.Body = .none
    ) -> Self {
        Self(method: method, url: .make(url), headers: headers, body: body)
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
    /// Returns a response with defaults for parts that a test doesn't depend on.
    static func make(
        _ statusCode: Int = 200,
        _ headers: Teapot.HeaderFields = [:],
        _ data: Data = Data(),
        url: String = "http://h.test/a"
    ) -> Self {
        Self(url: .make(url), statusCode: statusCode, headers: headers, body: data)
    }
}

extension NetworkResult {
    /// The response, regardless of how the call ended.
    var response: Teapot.Response {
        switch self {
        case .success(_, let response), .failure(_, let response, _): response
        }
    }

    /// The error of the call, if it failed.
    var error: TeapotError? {
        if case .failure(_, _, let error) = self { error } else { nil }
    }
}
