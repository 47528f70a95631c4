import Foundation
import Teapot
import TeapotMock
import TeapotMockDocuments

/// The reason why there's no response, with the status of the response that says so.
struct Refusal: Error {
    let status: Int
    let reason: String
}

/// A response that says why a request wasn't answered as it asked (RFC 9457).
struct Problem {
    let status: Int
    let detail: String
    var faults: [RequestFault] = []
    var headers: [(name: String, value: String)] = []

    /// The problem as a response of the type `application/problem+json`.
    var response: Response {
        var members: [String: JSONTree] = [
            "title": .string(Self.titles[status] ?? "Internal Server Error"), "status": .number(JSONNumber(status)),
            "detail": .string(detail),
        ]
        if !faults.isEmpty {
            members["errors"] = .list(
                faults.map { fault in
                    .object([
                        "pointer": .string(fault.pointer), "detail": .string(fault.reason),
                        "source": .string(fault.source),
                    ])
                })
        }
        var response = Response(status: Teapot.StatusCode(rawValue: status))
        response.headers["Content-Type"] = "application/problem+json"
        for (name, value) in headers { response.headers[name] = value }
        response.content = .data(Data(JSONTree.object(members).json.utf8))
        return response
    }

    private static let titles = [
        400: "Bad Request", 401: "Unauthorized", 404: "Not Found", 405: "Method Not Allowed", 406: "Not Acceptable",
        409: "Conflict", 415: "Unsupported Media Type", 422: "Unprocessable Content",
    ]
}
