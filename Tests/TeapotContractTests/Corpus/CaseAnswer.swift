import Teapot
import TeapotMock

/// A response of a mock.
///
/// The members are `status`, 200 by default; `headers`, each a text or a list of texts; and a body, see
/// ``CaseBody``. The member of the body determines how the response is made: `text` by
/// `Response(status:headers:body:)`, which sets no media type; `json`, `file` and `stream` by the functions of
/// those names; other bytes by `data`; no body by `status`. With `ranges`, which is `true`, it accepts ranges.
struct CaseAnswer: Sendable {
    var status: Int
    var headers: Teapot.HeaderFields
    var body: CaseBody
    var acceptsRanges: Bool

    init(_ value: CaseValue) throws(CaseError) {
        let members = try value.members(
            "status", "headers", "text", "json", "base64", "repeated", "file", "stream", "ranges")
        acceptsRanges = try members["ranges"]?.isTrue() ?? false
        status = try members["status"]?.integer(from: 200) ?? 200
        headers = Teapot.HeaderFields()
        for (name, field) in try members["headers"]?.members().sorted(by: { $0.key < $1.key }) ?? [] {
            if field.value is String {
                headers.append(name: name, value: try field.text())
            } else {
                for one in try field.elements() { headers.append(name: name, value: try one.text()) }
            }
        }
        body = try CaseBody(members, of: value)
        if case .json(let json) = body, JSON(json) == nil { throw value.error("needs an object or a list as its JSON") }
    }
}
