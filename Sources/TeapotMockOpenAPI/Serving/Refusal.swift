import Foundation
import Teapot
import TeapotMock
import TeapotMockDocuments

/// The reason why a request isn't answered as it asked, and the response that says so (RFC 9457).
struct Refusal: Error {
    let status: Int
    let reason: String
    var faults: [RequestFault] = []
    var headers: [(name: String, value: String)] = []

    /// The reason for the log.
    ///
    /// Only a preference that the document can't satisfy counts as a refused request. A missing item doesn't, since a
    /// real server may not have it either.
    var loggedReason: String { status == 400 && faults.isEmpty ? "refused: \(reason)" : reason }

    /// The response, of the type `application/problem+json`.
    var response: Response {
        var members: [String: JSONTree] = [
            "title": .string(Self.titles[status] ?? "Internal Server Error"), "status": .number(JSONNumber(status)),
            "detail": .string(reason),
        ]
        if !faults.isEmpty {
            members["errors"] = .list(
                faults.map { fault in
                    let texts = ["pointer": fault.pointer, "detail": fault.reason, "source": fault.source]
                    return .object(texts.mapValues { .string($0) })
                })
        }
        let (data, code) = (Data(JSONTree.object(members).json.utf8), Teapot.StatusCode(rawValue: status))
        var response = Response.data(data, contentType: "application/problem+json", status: code)
        for (name, value) in headers { response.headers[name] = value }
        return response
    }

    private static let titles = [
        400: "Bad Request", 401: "Unauthorized", 404: "Not Found", 405: "Method Not Allowed", 406: "Not Acceptable",
        409: "Conflict", 415: "Unsupported Media Type", 422: "Unprocessable Content",
    ]
}
