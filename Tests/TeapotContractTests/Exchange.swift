import Foundation
import Teapot
import TeapotMock

/// A call to make on both clients, with the response of both.
struct Exchange: Sendable, CustomStringConvertible {
    var verb: Teapot.Method
    var body: BodyKind
    var answer: Answer

    var description: String { "\(verb) with \(body), answered \(answer.name)" }

    static let all: [Exchange] = verbs.flatMap { verb in
        BodyKind.allCases.flatMap { body in
            Answer.all.map { Exchange(verb: verb, body: body, answer: $0) }
        }
    }

    private static let verbs: [Teapot.Method] = [.get, .head, .post, .put, .patch, .delete, Teapot.Method("OPTIONS")]
}

/// The kind of body that is sent.
enum BodyKind: String, CaseIterable, Sendable {
    case nothing, dictionary, list, json, data, encodable, form, multipart, file, unencodable

    /// Returns the parameters as an existential, since each kind has its own type.
    func parameters(file: URL) -> any Teapot.Parameters {
        switch self {
        case .nothing: Teapot.Payload.none
        case .dictionary: ["a": 1, "b": "x y", "c": [1, 2]] as [String: Any]
        case .list: [["a": 1], ["b": "x"]] as [[String: Any]]
        case .json: JSON.dictionary(["n": NSNull(), "u": "ü"])
        case .data: Data([0, 1, 2, 255])
        case .encodable: Teapot.Payload.json(["key": "value"])
        case .form: Teapot.Payload.form(["a b": "c&d", "a b": "ü+"])
        case .multipart: Teapot.Payload.multipart([.field("f", "v"), .file("g", file)], boundary: "boundary")
        case .file: Teapot.Payload.file(file, contentType: "text/plain")
        case .unencodable: ["now": Date(timeIntervalSince1970: 0)] as [String: Any]
        }
    }
}

/// The response.
struct Answer: Sendable {
    var name: String
    var response: Response

    private init(_ name: String, _ response: Response) {
        self.name = name
        self.response = response
    }

    private static func text(_ status: Teapot.StatusCode, _ type: String?, _ body: String) -> Response {
        Response(status: status, headers: type.map { ["Content-Type": $0] } ?? [:], body: Data(body.utf8))
    }

    static let all: [Answer] =
        statuses + [
            Answer("a list", text(200, "application/json", #"[1,"two",null,true,2.5]"#)),
            Answer("a scalar", text(200, "application/json", "42")),
            Answer("a problem document", text(200, "application/problem+json; charset=utf-8", #"{"title":"x"}"#)),
            Answer("nothing", text(200, "application/json", "")),
            Answer("malformed JSON", text(200, "application/json", "{\n  \"a\": }")),
            Answer("JSON of no type", text(200, nil, #"{"a":1}"#)),
            Answer("text", text(200, "text/plain", "{ not JSON")),
            Answer("bytes", Response(headers: ["Content-Type": "image/png"], body: Data([0x89, 0, 1, 2, 255]))),
            Answer("repeated fields", Response(headers: ["X-A": "1", "X-A": "2", "ETag": "\"e\""], body: Data())),
        ]

    private static let statuses: [Answer] = [
        200, 201, 202, 204, 206, 300, 304, 400, 401, 403, 404, 409, 418, 422, 429, 500, 502, 503, 599,
    ].map { Answer("\($0)", text(Teapot.StatusCode(rawValue: $0), "application/json", #"{"status":\#($0)}"#)) }
}
