import Foundation
import Teapot
import TeapotMock

/// A request of a case.
///
/// - `send`: The method and the path with its query, as in `GET /users?page=2`.
/// - `headers`: Texts by name.
/// - a body, see ``CaseBody``: JSON and forms are sent with their media types, others as `application/octet-stream`
///   unless the headers contain another one.
/// - `response`: The expected response: the `status`; `headers` by name, where `null` stands for a field that must
///   be absent, and other fields are ignored; and the body. Redirects are followed.
/// - `unanswered`, which is `true`, instead of `response`: no route matches.
struct CaseRequest: Sendable {
    /// The expected response.
    struct Expectation: Sendable {
        var status: Int
        /// The values by name; `nil` for a field that must be absent.
        var headers: [String: String?]
        var body: CaseBody

        init(_ value: CaseValue) throws(CaseError) {
            let members = try value.members(
                "status", "headers", "text", "json", "base64", "repeated", "file", "contains"
            )
            guard let status = members["status"] else { throw value.error("has no status") }
            self.status = try status.integer(from: 200)
            headers = [:]
            for (name, field) in try members["headers"]?.members() ?? [:] {
                headers.updateValue(field.value is NSNull ? nil : try field.text(), forKey: name)
            }
            body = try CaseBody(members, of: value)
        }
    }

    var method: Teapot.Method
    var path: String
    var headers: [String: String]
    var body: CaseBody
    /// The response; `nil` if no route matches.
    var expected: Expectation?

    init(_ value: CaseValue) throws(CaseError) {
        let members = try value.members(
            "send", "headers", "text", "json", "base64", "repeated", "file", "form", "response", "unanswered"
        )
        guard let send = members["send"] else { throw value.error("sends nothing") }
        let (method, path) = try send.line()
        (self.method, self.path) = (Teapot.Method(method), path)
        headers = try members["headers"]?.texts() ?? [:]
        body = try CaseBody(members, of: value)
        expected = try members["response"].map { response throws(CaseError) in try Expectation(response) }
        let isUnanswered = try members["unanswered"]?.isTrue() ?? false
        guard (expected == nil) == isUnanswered else { throw value.error("is either unanswered or has a response") }
    }
}

extension CaseValue {
    /// Returns the method and the path, which are separated by a space.
    func line() throws(CaseError) -> (method: String, path: String) {
        let text = try text()
        guard let space = text.firstIndex(of: " "), space > text.startIndex else {
            throw error("is no method and no path after a space, as in GET /users")
        }
        return (String(text[..<space]), String(text[text.index(after: space)...]))
    }
}
