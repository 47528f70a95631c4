import Foundation
import Teapot
import TeapotMock
@testable import TeapotMockRecording
import TeapotTestSupport

/// Servers for testing recorders.
enum LiveServer {
    /// Returns a server that responds with the result of a function: a status, headers and a body.
    static func answering(
        _ answer: @escaping @Sendable (WireMessage, Int) -> (Int, [String], String)
    ) throws -> HostileServer {
        let counts = Locked<[String: Int]>([:])
        return try HostileServer { connection in
            while true {
                let request = try connection.readRequest()
                let time = counts.withLock { counts in
                    counts[request.startLine, default: -1] += 1
                    return counts[request.startLine] ?? 0
                }
                let (status, fields, body) = answer(request, time)
                // The headers that differ each time.
                let volatile = [
                    "Date: \(Date())", "X-Request-Id: \(UUID())", "Set-Cookie: s=\(UUID()); Path=/", "Age: \(time)",
                ]
                try connection.send(HostileServer.response(status, fields + volatile, body: body))
            }
        }
    }

    /// Returns a shop with users, a job that takes time, a text-based picture, and errors.
    static func shop() throws -> HostileServer {
        try answering { request, time in
            switch request.startLine.split(separator: " ").dropLast().joined(separator: " ") {
            case "GET /v1/users/1": (200, ["Content-Type: application/json", "ETag: \"7\""], #"{"name":"Ada","id":1}"#)
            case "GET /v1/users?page=2": (200, ["Content-Type: application/json"], #"[{"id":2}]"#)
            case "GET /v1/job":
                (200, ["Content-Type: application/json; charset=utf-8"], #"{"done":\#(time > 1)}"#)
            case "GET /v1/page": (200, ["Content-Type: text/html; charset=utf-8"], "<p>hi</p>\n")
            case "POST /v1/users": (201, ["Content-Type: application/json", "Location: /v1/users/3"], #"{"id":3}"#)
            case "DELETE /v1/users/1": (204, [], "")
            default: (404, ["Content-Type: application/problem+json"], #"{"title":"none"}"#)
            }
        }
    }
}

extension Recorder {
    /// The texts of the recording's files, by their paths below the folder.
    var texts: [String: String] {
        Dictionary(uniqueKeysWithValues: files.map { ($0, text(of: $0)) })
    }

    private func text(of file: String) -> String {
        let url = destination.form == .folder ? destination.url.appendingPathComponent(file) : destination.url
        return FileManager.default.contents(atPath: url.path).map { String(decoding: $0, as: UTF8.self) } ?? "none"
    }
}
