import Foundation
import Teapot
import TeapotMockLive
import TeapotTestSupport
import TeapotTestTraits
import Testing

import TeapotMock
import TeapotMockRecording
import TeapotMockFolders

@Suite(.inTurn, .serialized, .timeLimit(.minutes(2))) struct `A recorder` {
    @Test func `records only requests that no route answers`() async throws {
        let folder = try TemporaryFolder([:])
        let server = try LiveServer.shop()
        defer { server.stop() }
        let recorder = Recorder(into: .folder(folder.url))
        let router = Router("https://api.test")
        router.get("/v1/users/1", with: .json(["id": 1]))
        let switchboard = Switchboard(MockFolder(folder.url))
        switchboard.undecided = .firstMock
        router.switchboard = switchboard
        router.passthrough = Passthrough(to: server.url, recorder: recorder)
        let teapot = MockTeapot(router: router)
        _ = try await teapot.get("v1/users/1")
        #expect(recorder.count == 0)
        _ = try await teapot.get("v1/page")
        try await recorder.finish()
        #expect(recorder.files == ["v1/page/mocks.index.json", "v1/page/success_200_GET_page.html"])
        // From now on the recording responds.
        #expect(String(decoding: try await teapot.get("v1/page").body, as: UTF8.self) == "<p>hi</p>\n")
        #expect(server.requests.count == 1)
    }

    @Test func `passes each piece to the client as it arrives`() async throws {
        let folder = try TemporaryFolder([:])
        let gate = Gate()
        let server = try HostileServer { connection in
            _ = try connection.readRequest()
            try connection.send("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 6\r\n\r\none")
            try connection.wait(for: gate)
            try connection.send("two")
        }
        defer { server.stop() }
        let recorder = Recorder(into: .folder(folder.url))
        let passthrough = Passthrough(to: server.url, recorder: recorder)
        let response = try await passthrough.respond(to: Request(method: "GET", path: "/a"))
        guard case .stream(let stream) = response.content else {
            Issue.record("The body is no stream: \(response.content)")
            return
        }
        var pieces = stream.start().makeAsyncIterator()
        var text = Data()
        while text.count < 3, let piece = try await pieces.next() { text += piece }
        #expect(text == Data("one".utf8))
        #expect(recorder.count == 0)
        gate.open()
        // The last piece is recorded before it's delivered, so a client that has the whole body can finish.
        while text.count < 6, let piece = try await pieces.next() { text += piece }
        try await recorder.finish()
        #expect(
            recorder.texts.filter { $0.key != "a/mocks.index.json" } == [
                "a/success_200_GET_a.txt": "onetwo",
                "a/success_200_GET_a.headers.json": "{\n  \"Content-Type\": \"text/plain\"\n}\n",
            ])
        #expect(try await pieces.next() == nil)
        #expect(recorder.count == 1)
    }

    @Test func `reports an interrupted response, and doesn't record it`() async throws {
        let folder = try TemporaryFolder([:])
        let server = try HostileServer { connection in
            let request = try connection.readRequest()
            if request.target == "/refused" { return connection.reset() }
            try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\none")
            if request.target == "/short" { return }
            _ = try connection.readRequest()
        }
        defer { server.stop() }
        let recorder = Recorder(into: .folder(folder.url))
        let passthrough = Passthrough(to: server.url, recorder: recorder)
        _ = try await passthrough.respond(to: Request(method: "GET", path: "/refused"))
        let router = Router()
        router.passthrough = passthrough
        await #expect(throws: TeapotError.self) { try await MockTeapot(router: router).get("short") }
        var left: Response? = try await passthrough.respond(to: Request(method: "GET", path: "/left"))
        #expect(left?.status == 200)
        left = nil
        #expect(await eventually(within: .seconds(60)) { recorder.problems.count == 3 })
        #expect(recorder.problems.map(\.subject) == ["GET /refused", "GET /short", "GET /left"])
        #expect(recorder.problems.allSatisfy { $0.kind == .brokenOff })
        #expect(
            recorder.problems.last?.description
                == "GET /left was not recorded: the client disconnected early")
        try await recorder.finish()
        #expect(recorder.files == [])
        withExtendedLifetime(folder) {}
    }

    @Test(arguments: [false, true]) func `records the events that arrived before their reader left`(
        _ isFinished: Bool
    ) async throws {
        let folder = try TemporaryFolder([:])
        let recorder = Recorder(into: .folder(folder.url))
        var take: (any ExchangeRecording)? = recorder.begin(Request(method: "GET", path: "/chat"), origin: nil)
        take?.receive(Response(headers: ["Content-Type": "text/event-stream"]))
        take?.add(Data("data: 1\n\n".utf8))
        take?.add(Data("data: 2\n\n".utf8))
        if !isFinished { take = nil }
        try await recorder.finish()
        #expect(recorder.problems.isEmpty)
        #expect(recorder.texts["chat/success_200_GET_chat.sse"] == "data: 1\n\ndata: 2\n\n", "\(recorder.texts)")
        take?.add(Data("data: 3\n\n".utf8))
        withExtendedLifetime(folder) {}
    }

    @Test func `lists the requests in progress when it ends`() async throws {
        let folder = try TemporaryFolder([:])
        let recorder = Recorder(into: .folder(folder.url))
        let takes = ["/a", "/b", "/c"].map { recorder.begin(Request(method: "GET", path: $0), origin: nil) }
        for take in takes {
            take.receive(Response(headers: ["Content-Type": "text/plain"]))
            take.add(Data("x".utf8))
        }
        takes[1].end()
        recorder.breakOff()
        for take in takes { take.end() }
        try await recorder.finish()
        #expect(recorder.count == 1)
        #expect(
            recorder.problems.map(\.description) == [
                "GET /a was not recorded: the recording ended before the response did",
                "GET /c was not recorded: the recording ended before the response did",
            ])
        #expect(recorder.problems.allSatisfy { $0.kind == .brokenOff })
        recorder.breakOff()
        #expect(recorder.problems.count == 2)
        withExtendedLifetime(folder) {}
    }

    @Test func `records an answer without a body`() async throws {
        let folder = try TemporaryFolder([:])
        let server = try LiveServer.shop()
        defer { server.stop() }
        let recorder = Recorder(into: .folder(folder.url))
        let passthrough = Passthrough(to: server.url, recorder: recorder)
        _ = try await passthrough.respond(to: Request(method: "DELETE", path: "/v1/users/1"))
        try await recorder.finish()
        #expect(recorder.files == ["v1/users/1/mocks.index.json", "v1/users/1/success_204_DELETE_1.txt"])
        #expect(recorder.texts["v1/users/1/success_204_DELETE_1.txt"]?.isEmpty == true)
    }

    @Test func `omits bodies that are too long`() async throws {
        let folder = try TemporaryFolder([:])
        let server = try LiveServer.answering { _, _ in (200, [], String(repeating: "x", count: 100_000)) }
        defer { server.stop() }
        let recorder = Recorder(into: .folder(folder.url), maximumBodyLength: 99_999)
        let router = Router()
        router.passthrough = Passthrough(to: server.url, recorder: recorder)
        #expect(try await MockTeapot(router: router).get("a").body.count == 100_000)
        let error = await #expect(throws: Recorder.Incomplete.self) { try await recorder.finish() }
        #expect(
            error?.description == "GET /a was not recorded: its body is longer than the limit of 99999 bytes "
                + "(`maximumBodyLength`)")
    }

    @Test func `removes likely secrets, except where they are allowed`() async throws {
        let folder = try TemporaryFolder([:])
        let key = "AK" + "IAIOSFODNN7EXAMPLE"
        let response = Response.json(["user": ["aws": key], "token": "a1b2c3"], headers: ["X-Build": key])
        let recorder = Recorder(into: .folder(folder.url))
        recorder.record(Request(method: "GET", path: "/me", query: [.init(name: "token", value: "y")]), response)
        recorder.record(Request(method: "GET", path: "/keys/\(key)/name"), .status(204))
        recorder.record(Request(method: "GET", path: "/password/reset/3f2504e0-4f89-11d3"), .json(["reset": true]))
        try await recorder.finish()
        #expect(!recorder.files.contains { $0.contains(key) })
        #expect(recorder.texts.values.allSatisfy { !$0.contains(key) })
        // The condition accepts any text in place of the secret.
        let mocks = MockFolder(folder.url)
        #expect(mocks.mocks(for: Request(method: "GET", path: "/keys/other/name")).count == 1)
        #expect(mocks.mocks(for: Request(method: "GET", path: "/keys/other")).isEmpty)
        let switchboard = Switchboard(mocks)
        switchboard.undecided = .firstMock
        let router = Router()
        router.switchboard = switchboard
        let reset = try await MockTeapot(router: router).get("password/reset/another").json
        #expect(reset?.dictionary?["reset"] as? Bool == true)
        let query = [URLQueryItem(name: "token", value: "z")]
        #expect(mocks.mocks(for: Request(method: "GET", path: "/me", query: query)).count == 1)

        let places: Set = ["response header X-Build", "response body /*/aws"]
        let allowing = Recorder(into: .folder(folder.url), redaction: Redaction(keeping: places))
        allowing.record(Request(method: "GET", path: "/me"), response)
        try await allowing.finish()
        #expect(allowing.texts["me/success_200_GET_me.json"]?.contains(key) == true)
        #expect(allowing.texts["me/success_200_GET_me.json"]?.contains(#""token": "REDACTED""#) == true)
    }

    @Test(arguments: SecretForms.all)
    func `writes no secret in any form`(secret: String, name: String) async throws {
        let folder = try TemporaryFolder([:])
        let value = secret.split(whereSeparator: \.isWhitespace).last.map(String.init) ?? ""
        for destination in [
            Recorder.Destination.folder(folder.url.appendingPathComponent("Mocks")),
            .har(folder.url.appendingPathComponent("a.har")),
        ] {
            let recorder = Recorder(into: destination)
            recorder.record(Request(method: "GET", path: "/json"), .json(["a": ["b": secret]]))
            recorder.record(Request(method: "GET", path: "/text"), .data(Data(secret.utf8), contentType: "text/plain"))
            recorder.record(
                Request(method: "GET", path: "/header"),
                .status(200, headers: ["X-A": secret.filter { $0 != "\n" }]))
            recorder.record(Request(method: "GET", path: "/q", query: [.init(name: "q", value: secret)]), .status(204))
            if value == secret { recorder.record(Request(method: "GET", path: "/\(value)"), .status(204)) }
            try await recorder.finish()
            #expect(recorder.count == (value == secret ? 5 : 4))
        }
        let paths = FileManager.default.enumerator(atPath: folder.url.path)?.compactMap { $0 as? String } ?? []
        #expect(paths.count > 5)
        for path in paths {
            let data = (try? Data(contentsOf: folder.url.appendingPathComponent(path))) ?? Data()
            let text = path + String(decoding: data, as: UTF8.self)
            #expect(value.hasSuffix("-") || !text.contains(value), "\(path)")
            #expect(!text.contains("-----BEGIN"), "\(path)")
        }
    }

    @Test func `redacts requests wherever they are written`() async throws {
        let folder = try TemporaryFolder([:])
        let secret = "AK" + "IAIOSFODNN7EXAMPLE"
        let request = Request(
            method: "POST", path: "/a", headers: ["X-A": secret], body: Data(#"{"k": "\#(secret)"}"#.utf8))
        let har = Recorder(into: .har(folder.url.appendingPathComponent("a.har")))
        har.record(request, .status(204))
        try await har.finish()
        let entry = try #require(try HAR(contentsOf: har.destination.url).entries.first)
        #expect(entry.request.headers["X-A"] == "REDACTED")
        #expect(String(decoding: entry.request.body, as: UTF8.self) == #"{"k": "REDACTED"}"#)
        let mocks = Recorder(into: .folder(folder.url.appendingPathComponent("Mocks")))
        mocks.record(request, .status(204))
        try await mocks.finish()
        #expect(mocks.texts.values.allSatisfy { !$0.contains(secret) })
        #expect(mocks.texts["a/mocks.index.json"]?.contains(#""k": "REDACTED""#) == true)
    }

    @Test func `records many exchanges at once`() async throws {
        let folder = try TemporaryFolder([:])
        let server = try LiveServer.answering { request, _ in
            (200, ["Content-Type: application/json"], #"{"target":"\#(request.target)"}"#)
        }
        defer { server.stop() }
        let count = Size.of(full: 200, usual: 80)
        let recorders = [
            Recorder(into: .folder(folder.url.appendingPathComponent("Mocks"))),
            Recorder(into: .har(folder.url.appendingPathComponent("a.har"))),
        ]
        for recorder in recorders {
            let router = Router("https://api.test")
            router.passthrough = Passthrough(to: server.url, recorder: recorder)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<count {
                    group.addTask { _ = try await MockTeapot(router: router).get("items/\(number)") }
                }
                try await group.waitForAll()
            }
            try await recorder.finish()
            #expect(recorder.count == count)
        }
        let mocks = MockFolder(folder.url.appendingPathComponent("Mocks"))
        #expect(mocks.problems == [])
        #expect(mocks.mocks.count == count)
        let last = try #require(mocks.mocks(for: Request(method: "GET", path: "/items/\(count - 1)")).first)
        #expect(try JSON(parsing: last.response().body) == ["target": "/items/\(count - 1)"])
        let har = try HAR(contentsOf: folder.url.appendingPathComponent("a.har"))
        #expect(Set(har.entries.map(\.request.path)).count == count)
    }

    @Test func `refuses a response without bytes`() async throws {
        let recorder = Recorder(into: .har(URL(fileURLWithPath: "/nowhere/a.har")))
        recorder.record(Request(method: "GET", path: "/a"), .file("users"))
        try await recorder.finish()
        #expect(
            recorder.problems.map(\.description) == [
                "GET /a was not recorded: its body is a file, a stream or a WebSocket, not bytes"
            ])
    }
}
