import Foundation
import Teapot
import TeapotMock
import TeapotMockRecording
import TeapotMockServer
import TeapotTestTraits
import Testing

@testable import TeapotMockTesting

@Suite(.inTurn) struct `The evidence of a failed test` {
    private let router = Router("https://api.test", fixtures: nil, testValues: nil)

    private func texts() -> [String: String] {
        let files = Evidence(of: router).files
        return Dictionary(uniqueKeysWithValues: files.map { ($0.suffix, String(decoding: $0.contents, as: UTF8.self)) })
    }

    private func har() throws -> HAR { try HAR(parsing: Data(#require(texts()["har"]).utf8)) }

    @Test func `is empty without requests`() {
        #expect(texts().isEmpty)
    }

    @Test func `consists of the transcript and the recording, even after the router is finished`() async throws {
        router.get("/users/:id") { .json(["id": $0["id"]]) }
        _ = try await MockTeapot(router: router).get("users/7")
        _ = router.finish("a test", isCutShort: false)
        let texts = texts()
        #expect(texts.keys.sorted() == ["har", "transcript.txt"])
        #expect(texts["transcript.txt"] == router.journal.transcript + "\n")
        let entry = try #require(har().entries.first)
        #expect(entry.request.origin == "https://api.test" && entry.request.path == "/users/7")
        #expect(entry.response.status == 200 && entry.response.body == Data(#"{"id":"7"}"#.utf8))
    }

    @Test func `has each response as a client received it, even from a server`() async throws {
        router.get("/users", with: .json([1]))
        router.get("/later") { _ in
            await Task.yield()
            return .text("later")
        }
        let server = Server(router: router)
        let port = try server.start()
        let teapot = Teapot(baseURL: try #require(URL(string: "http://127.0.0.1:\(port)")))
        _ = try await teapot.get("users")
        _ = try await teapot.head("users")
        _ = try await teapot.get("later")
        try await server.stop()
        let bodies = try har().entries.map { String(decoding: $0.response.body, as: UTF8.self) }
        #expect(bodies == ["[1]", "", "later"])
    }

    @Test func `says what the recording lacks`() async throws {
        router.get("/a", with: .status(204))
        router.get("/b", with: .json([1]).failing(.reset(after: 1)))
        router.get("/c", with: .stream([Data("c".utf8)]))
        let teapot = MockTeapot(router: router)
        for path in ["a", "b", "c", "d"] { _ = try? await teapot.get(path) }
        let har = try har()
        #expect(har.entries.map(\.response.status) == [204, 200])
        let comment =
            try JSON(parsing: Data(#require(texts()["har"]).utf8)).dictionary?["log"] as? [String: any Sendable]
        let lines = (comment?["comment"] as? String)?.split(separator: "\n") ?? []
        #expect(lines.count == 3)
        #expect(lines.first?.hasPrefix("The response to 2. GET /b – by GET /b, at ") == true)
        #expect(lines.first?.hasSuffix(" is not in this file.") == true)
        #expect(lines.dropFirst().first?.hasPrefix("The body of the response to 3. GET /c – ") == true)
        #expect(texts()["near-misses.txt"]?.hasPrefix("4. GET /d matches none of the router's 3 routes.\n") == true)
    }

    @Test func `keeps the latest 16 MB of responses`() throws {
        let kept = KeptResponses(capacity: 3, bodyCapacity: 100)
        let router = Router("", fixtures: nil, testValues: nil, keptResponses: kept)
        for (index, count) in [10, 60, 30, 20, 101, 1].enumerated() {
            router.get("/\(index)", with: .data(Data(count: count), contentType: "a/b"))
            MockTeapot(router: router).get("/\(index)") { _ in }
        }
        #expect(
            router.journal.entries.map { kept.response(to: $0)?.response.body.count } == [nil, nil, 30, 20, nil, 1])
    }

    @Test func `has file names that are valid on every disk`() {
        #expect(Evidence.name(of: "a/b: “c”\\\n", in: "M/CartTests.swift") == "CartTests.a-b- “c”--")
        #expect(Evidence.name(of: String(repeating: "é", count: 200), in: "x").utf8.count < 200)
    }
}
