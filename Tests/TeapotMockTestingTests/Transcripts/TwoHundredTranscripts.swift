import Foundation
import Teapot
import TeapotMock
import TeapotMockTesting
import TeapotTestTraits
import Testing

private let isAskedFor = ProcessInfo.processInfo.environment["TEAPOT_TWO_HUNDRED_TRANSCRIPTS"] != nil

/// A suite for `.ci/transcripts`, which changes the files between its runs.
@Suite(.inTurn, .enabled(if: isAskedFor)) struct `Two hundred transcripts` {
    @Test(.router, arguments: 0..<200) func `are compared`(number: Int) async throws {
        let router = Router.current
        router.register(.status(204))
        let teapot = MockTeapot(router: router)
        _ = try await teapot.get(
            "items/\(number)", parameters: .query(["page": "\(number % 7)", "sort": "name"]),
            headerFields: ["If-None-Match": "\"\(number)\""])
        switch number % 4 {
        case 0:
            try await teapot.post("items", parameters: ["id": number, "tags": ["a", "b"], "name": "Ada \(number)"])
        case 1: try await teapot.put("items/\(number)", parameters: .form(["name": "Ada L", "age": "\(number)"]))
        case 2:
            let text = Data("first\n\n\(number)\nlast\n".utf8)
            try await teapot.patch("items/\(number)", parameters: .data(text, contentType: "text/plain"))
        default:
            try await teapot.put("files", parameters: .multipart([.field("id", "\(number)"), .data("b", Data([0]))]))
        }
        expectTranscript(named: "\(number)")
    }
}
