import Foundation
import Teapot
import TeapotMockLive
import TeapotTestSupport
import TeapotTestTraits
import Testing

import TeapotMock
import TeapotMockRecording

@Suite(.inTurn, .serialized, .timeLimit(.minutes(2))) struct `A recording into a HAR file` {
    @Test func `is the same each time, and replays the live server's responses`() async throws {
        let folder = try TemporaryFolder([:])
        var texts: [Data] = []
        for index in 0..<2 {
            let server = try LiveServer.shop()
            defer { server.stop() }
            let file = folder.url.appendingPathComponent("\(index).har")
            let recorder = Recorder(into: .har(file))
            let router = Router("https://api.test")
            router.passthrough = Passthrough(to: server.url, recorder: recorder)
            let teapot = MockTeapot(router: router)
            for path in ["v1/users/1", "v1/job", "v1/users?page=2&api_key=k", "v1/job", "v1/job", "v1/page"] {
                _ = try? await teapot.get(path, headerFields: ["Authorization": "Bearer \(UUID())"])
            }
            _ = try await teapot.post("v1/users", parameters: ["name": "Eve", "password": "\(UUID())"])
            try await recorder.finish()
            #expect(recorder.count == 7)
            texts.append(try Data(contentsOf: file))
        }
        let isSame = texts[0] == texts[1]
        #expect(isSame)
        let text = String(decoding: texts[0], as: UTF8.self)
        #expect(!text.contains("Bearer") && !text.contains("Set-Cookie") && !text.contains("X-Request-Id"))

        let router = Router("https://api.test")
        let har = try HAR(contentsOf: folder.url.appendingPathComponent("0.har"))
        #expect(har.problems.isEmpty)
        #expect(router.replay(har).skipped.isEmpty)
        let session = URLSession(answeredBy: router)
        func json(_ path: String, _ change: (inout URLRequest) -> Void = { _ in }) async throws -> JSON {
            var request = URLRequest(url: try #require(URL(string: "https://api.test/v1/" + path)))
            change(&request)
            return try JSON(parsing: try await session.data(for: request).0)
        }
        #expect(try await json("users/1") == ["id": 1, "name": "Ada"])
        var jobs: [JSON] = []
        for _ in 0..<4 { jobs.append(try await json("job")) }
        #expect(jobs == [["done": false], ["done": false], ["done": true], ["done": true]])
        #expect(try await json("users?api_key=another&page=2") == ["title": "none"])
        let made = try await json("users") { request in
            request.httpMethod = "POST"
            request.httpBody = Data(#"{"name": "Eve", "password": "another"}"#.utf8)
        }
        #expect(made == ["id": 3])
        let page = try await MockTeapot(router: router).get("v1/page")
        #expect(String(decoding: page.body, as: UTF8.self) == "<p>hi</p>\n")
        #expect(page.headers["Content-Type"] == "text/html; charset=utf-8")
    }

    @Test func `has dates on request`() async throws {
        let folder = try TemporaryFolder([:])
        let file = folder.url.appendingPathComponent("a.har")
        let recorder = Recorder(into: .har(file, withTimes: true))
        let before = Date()
        recorder.record(
            Request(method: "GET", path: "/a"), .status(204, headers: ["Date": "today", "Set-Cookie": "a=b"]))
        try await recorder.finish()
        let entry = try #require(try HAR(contentsOf: file).entries.first)
        #expect(try abs(#require(entry.started).timeIntervalSince(before)) < 60)
        #expect(entry.response.headers == ["Date": "today", "Set-Cookie": "a=REDACTED"])
        withExtendedLifetime(folder) {}
    }

    @Test func `has the times to the head and to the end of each response`() async throws {
        let folder = try TemporaryFolder([:])
        let recorder = Recorder(into: .har(folder.url.appendingPathComponent("a.har"), withTimes: true))
        let take = recorder.begin(Request(method: "GET", path: "/a"), origin: "https://live.test")
        try await Task.sleep(for: .milliseconds(20))
        take.receive(Response(headers: ["Content-Type": "text/plain"]))
        take.add(Data("x".utf8))
        try await Task.sleep(for: .milliseconds(10))
        take.end()
        try await recorder.finish()
        let entry = try #require(try HAR(contentsOf: recorder.destination.url).entries.first)
        let (wait, duration) = (try #require(entry.wait), try #require(entry.duration))
        #expect(wait >= 0.02)
        #expect(duration >= wait + 0.01)
        #expect(try #require(entry.started).timeIntervalSince1970 > 1_700_000_000)
        withExtendedLifetime(folder) {}
    }

    @Test func `has the requests in their order of arrival`() async throws {
        let folder = try TemporaryFolder([:])
        let recorder = Recorder(into: .har(folder.url.appendingPathComponent("a.har")))
        let takes = (0..<5).map { recorder.begin(Request(method: "GET", path: "/\($0)"), origin: "https://live.test") }
        for take in takes.reversed() {
            take.receive(.status(204))
            take.end()
        }
        try await recorder.finish()
        let har = try HAR(contentsOf: recorder.destination.url)
        #expect(har.entries.map(\.request.path) == ["/0", "/1", "/2", "/3", "/4"])
        #expect(har.entries.first?.request.origin == "https://live.test")
        withExtendedLifetime(folder) {}
    }

    @Test func `is written by one recorder at a time`() async throws {
        let folder = try TemporaryFolder([:])
        let file = folder.url.appendingPathComponent("a.har")
        let (first, second) = (Recorder(into: .har(file)), Recorder(into: .har(file)))
        try first.claim()
        second.record(Request(method: "GET", path: "/b"), .status(204))
        let error = await #expect(throws: Recorder.Incomplete.self) { try await second.finish() }
        #expect(
            error?.description == "“\(file.path)” was not written: another recording writes to it; use another file")
        first.record(Request(method: "GET", path: "/a"), .status(204))
        try await first.finish()
        #expect(try HAR(contentsOf: file).entries.map(\.request.path) == ["/a"])
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["a.har"])
        // The file is available again.
        _ = try? await second.finish()
        #expect(try HAR(contentsOf: file).entries.map(\.request.path) == ["/b"])
        withExtendedLifetime(folder) {}
    }

    @Test func `can't be written if its folder is missing`() async {
        let recorder = Recorder(into: .har(URL(fileURLWithPath: "/nowhere/a.har")))
        recorder.record(Request(method: "GET", path: "/a"), .status(204))
        let error = await #expect(throws: Recorder.Incomplete.self) { try await recorder.finish() }
        #expect(error?.problems.map(\.kind) == [.notWritten])
        #expect(error?.description.hasPrefix("“/nowhere/a.har” was not written: ") == true)
    }

    @Test func `becomes a folder of mocks`() async throws {
        let folder = try TemporaryFolder([:])
        let har = HAR([
            HAR.Entry(Request(method: "GET", origin: "https://api.test", path: "/a"), .json(["a": 1])),
            HAR.Entry(Request(method: "GET", origin: "https://api.test", path: "/a"), .json(["a": 2])),
        ])
        let recorder = Recorder(into: .folder(folder.url))
        for entry in har.entries { recorder.record(entry.request, entry.response) }
        try await recorder.finish()
        #expect(recorder.files == ["a/mocks.index.json", "a/success_200_GET_a-2.json", "a/success_200_GET_a.json"])
        withExtendedLifetime(folder) {}
    }
}
