import Foundation
import Teapot
import TeapotMockLive
import TeapotTestSupport
import TeapotTestTraits
import Testing

import TeapotMock
import TeapotMockRecording
import TeapotMockFolders

@Suite(.inTurn, .serialized, .timeLimit(.minutes(2))) struct `A recording into a folder` {
    /// Requests everything that the shop has.
    private func visit(_ server: HostileServer, _ recorder: Recorder) async throws {
        let router = Router("https://api.test")
        router.passthrough = Passthrough(to: server.url, recorder: recorder)
        let teapot = MockTeapot(router: router)
        for path in ["v1/users/1", "v1/users?page=2", "v1/job", "v1/job", "v1/job", "v1/page", "v1/users/1"] {
            _ = try await teapot.get(path)
        }
        _ = try await teapot.post("v1/users", parameters: ["name": "Eve", "password": "x"])
        _ = try await teapot.delete("v1/users/1")
        await #expect(throws: TeapotError.self) { try await teapot.get("v1/none") }
        try await recorder.finish()
    }

    @Test func `has the same file for each answer every time`() async throws {
        let folders = [try TemporaryFolder([:]), try TemporaryFolder([:])]
        var recordings: [[String: String]] = []
        for folder in folders {
            let server = try LiveServer.shop()
            defer { server.stop() }
            let recorder = Recorder(into: .folder(folder.url.appendingPathComponent("Mocks/new")))
            try await visit(server, recorder)
            recordings.append(recorder.texts)
            #expect(recorder.remarks.count == 1)
            #expect(recorder.count == 10)
            #expect(recorder.problems.isEmpty)
            #expect(recorder.replacedFiles.isEmpty)
            try await recorder.writeScenario(to: folder.url.appendingPathComponent("Scenarios/visit.json"))
        }
        #expect(
            recordings[0].filter { !$0.key.hasSuffix(ConditionFile.fileName) } == [
                "v1/users/1/success_200_GET_1.json": "{\n  \"id\": 1,\n  \"name\": \"Ada\"\n}\n",
                "v1/users/1/success_200_GET_1.headers.json": "{\n  \"Etag\": \"\\\"7\\\"\"\n}\n",
                "v1/users/success_200_GET_users-page-2.json": "[\n  {\n    \"id\": 2\n  }\n]\n",
                "v1/job/success_200_GET_job.json": "{\n  \"done\": false\n}\n",
                "v1/job/success_200_GET_job.headers.json":
                    "{\n  \"Content-Type\": \"application/json; charset=utf-8\"\n}\n",
                "v1/job/success_200_GET_job-2.json": "{\n  \"done\": true\n}\n",
                "v1/job/success_200_GET_job-2.headers.json":
                    "{\n  \"Content-Type\": \"application/json; charset=utf-8\"\n}\n",
                "v1/page/success_200_GET_page.html": "<p>hi</p>\n",
                "v1/users/success_201_POST_users.json": "{\n  \"id\": 3\n}\n",
                "v1/users/success_201_POST_users.headers.json": "{\n  \"Location\": \"/v1/users/3\"\n}\n",
                "v1/users/1/success_204_DELETE_1.txt": "",
                "v1/none/error_404_GET_none.json": "{\n  \"title\": \"none\"\n}\n",
                "v1/none/error_404_GET_none.headers.json": "{\n  \"Content-Type\": \"application/problem+json\"\n}\n",
            ])
        #expect(recordings[0] == recordings[1])
        let scenarios = folders.map { $0.url.appendingPathComponent("Scenarios/visit.json") }
        #expect(try Data(contentsOf: scenarios[0]) == Data(contentsOf: scenarios[1]))
    }

    @Test func `answers as the live server did`() async throws {
        let folder = try TemporaryFolder([:])
        let server = try LiveServer.shop()
        defer { server.stop() }
        let recorder = Recorder(into: .folder(folder.url.appendingPathComponent("Mocks")))
        try await visit(server, recorder)
        let scenarios = folder.url.appendingPathComponent("Scenarios")
        try await recorder.writeScenario(to: scenarios.appendingPathComponent("visit.json"))

        let mocks = MockFolder(folder.url.appendingPathComponent("Mocks"))
        #expect(mocks.problems == [])
        let loaded = ScenarioFolder(scenarios)
        #expect(loaded.problems == [])
        let scenario = try #require(loaded.scenarios.first)
        #expect(scenario == recorder.scenario(named: "visit"))
        #expect(scenario.steps.count == 10)
        #expect(
            scenario.steps[1].request
                == RequestCondition(
                    method: "GET", exactPath: "/v1/users", exactQuery: [URLQueryItem(name: "page", value: "2")]))

        let router = Router("https://api.test")
        let switchboard = Switchboard(mocks)
        switchboard.undecided = .firstMock
        router.switchboard = switchboard
        switchboard.activate(scenario)
        let teapot = MockTeapot(router: router)
        let user = try await teapot.get("v1/users/1")
        #expect(user.json == ["id": 1, "name": "Ada"])
        #expect(user.headers["ETag"] == "\"7\"")
        #expect(try await teapot.get("v1/users?page=2").json == [["id": 2]])
        var jobs: [JSON?] = []
        for _ in 0..<3 { jobs.append(try await teapot.get("v1/job").json) }
        #expect(jobs == [["done": false], ["done": false], ["done": true]])
        #expect(String(decoding: try await teapot.get("v1/page").body, as: UTF8.self) == "<p>hi</p>\n")
        _ = try await teapot.get("v1/users/1")
        let made = try await teapot.post("v1/users", parameters: ["name": "Eve", "password": "y"])
        #expect(made.statusCode == 201)
        #expect(made.headers["Location"] == "/v1/users/3")
        #expect(try await teapot.delete("v1/users/1").statusCode == 204)
        let error = await #expect(throws: TeapotError.self) { try await teapot.get("v1/none") }
        #expect(error?.responseStatus == 404)
        #expect(switchboard.activeScenarios.isEmpty)
    }

    @Test(arguments: [
        "/a/%2E%2E/%2e%2e/etc", "/..%2F..%2Fetc/passwd", "/%00/x", "/..%5C..%5Cx", "/C:%5Cx", "//etc//passwd",
        "/.ls.global.json",
        "/%2Eprofile", "/General/x", "/a/CON/nul.txt", "/" + String(repeating: "x%2F", count: 200), "/a%0Ab",
        "/{id}/%7Bid%7D",
        "/%F0%9F%AB%96/K%C3%A4se", "/users/success_200_GET_1.json",
    ])
    func `stays in its folder and answers the path, whatever it is`(path: String) async throws {
        let folder = try TemporaryFolder(["beside": "kept"])
        let root = folder.url.appendingPathComponent("Mocks")
        let recorder = Recorder(into: .folder(root))
        recorder.record(Request(method: "GET", path: path), .json(["a": 1]))
        try await recorder.finish()
        #expect(recorder.files.count == 2)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted() == ["Mocks", "beside"])
        let mocks = MockFolder(root)
        #expect(mocks.problems == [])
        #expect(mocks.mocks(for: Request(method: "GET", path: path)).count == 1)
        #expect(mocks.mocks(for: Request(method: "GET", path: "/quite/another")).isEmpty)
    }

    @Test func `puts paths that differ only in case into one folder`() async throws {
        let folder = try TemporaryFolder([:])
        let recorder = Recorder(into: .folder(folder.url))
        recorder.record(Request(method: "GET", path: "/Users/A"), .json(["a": 1]))
        recorder.record(Request(method: "GET", path: "/users/a"), .json(["a": 2]))
        recorder.record(Request(method: "GET", path: "/USERS/b"), .json(["a": 3]))
        try await recorder.finish()
        #expect(
            recorder.files
                == [
                    "Users/A/success_200_GET_A.json", "Users/A/success_200_GET_a-2.json",
                    "Users/b/success_200_GET_b.json", "Users/A/mocks.index.json", "Users/b/mocks.index.json",
                ].sorted())
        let mocks = MockFolder(folder.url)
        #expect(mocks.mocks(for: Request(method: "GET", path: "/users/a")).map(\.name) == ["a-2"])
        withExtendedLifetime(folder) {}
    }

    @Test func `replaces and reports existing files, or keeps them`() async throws {
        let folder = try TemporaryFolder([
            "a/success_200_GET_a.json": "old", "a/success_200_GET_a.headers.json": "{}",
            "b/success_200_GET_b.json": "own",
        ])
        let keeping = Recorder(into: .folder(folder.url), existing: .kept)
        keeping.record(Request(method: "GET", path: "/b"), .json(["a": 1]))
        let error = await #expect(throws: Recorder.Incomplete.self) { try await keeping.finish() }
        let file = folder.url.appendingPathComponent("b/success_200_GET_b.json")
        #expect(
            error?.description
                == "“\(file.path)” was not written: it exists with different content, and existing files are kept (`existing`)"
        )
        #expect(keeping.files == [])
        #expect(keeping.count == 0)
        let recorder = Recorder(into: .folder(folder.url))
        recorder.record(Request(method: "GET", path: "/a"), .json(["a": 1]))
        try await recorder.finish()
        #expect(recorder.replacedFiles == ["a/success_200_GET_a.headers.json", "a/success_200_GET_a.json"])
        let again = Recorder(into: .folder(folder.url), existing: .kept)
        again.record(Request(method: "GET", path: "/a"), .json(["a": 1]))
        try await again.finish()
        #expect(again.texts["a/success_200_GET_a.json"] == "{\n  \"a\": 1\n}\n")
    }

    @Test func `keeps what was added to the files of a person`() async throws {
        let folder = try TemporaryFolder(["b/success_200_GET_b.json": "own"])
        let adding = Recorder(into: .folder(folder.url), existing: .kept)
        adding.record(Request(method: "GET", path: "/a"), .json(["mine": 1]))
        adding.record(Request(method: "GET", path: "/empty"), .data(Data(), contentType: "text/plain"))
        try await adding.finish()
        let recorder = Recorder(into: .folder(folder.url))
        for path in ["/a", "/b"] { recorder.record(Request(method: "GET", path: path), .json(["a": 2])) }
        recorder.record(Request(method: "GET", path: "/empty"), .data(Data([65]), contentType: "text/plain"))
        try await recorder.finish()
        let names = ["a/success_200_GET_a.json", "b/success_200_GET_b.json", "empty/success_200_GET_empty.txt"]
        #expect(recorder.keptFiles == names)
        #expect(recorder.replacedFiles == [])
    }

    @Test func `doesn't follow a link`() async throws {
        let folder = try TemporaryFolder(["outside/kept": "kept"])
        let root = folder.url.appendingPathComponent("Mocks")
        let outside = folder.url.appendingPathComponent("outside")
        try FileManager.default.createDirectory(at: root.appendingPathComponent("b"), withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(at: root.appendingPathComponent("a"), withDestinationURL: outside)
        try FileManager.default.createSymbolicLink(
            at: root.appendingPathComponent("b/success_200_GET_b.json"),
            withDestinationURL: outside.appendingPathComponent("kept"))
        let recorder = Recorder(into: .folder(root))
        recorder.record(Request(method: "GET", path: "/a"), .json(["a": 1]))
        recorder.record(Request(method: "GET", path: "/b"), .json(["a": 1]))
        await #expect(throws: Recorder.Incomplete.self) { try await recorder.finish() }
        #expect(recorder.problems.map(\.kind) == [.notWritten, .notWritten])
        #expect(
            recorder.problems.map(\.reason) == [
                "a file or a link exists there; remove it", "something other than a file exists there; remove it",
            ])
        #expect(try FileManager.default.contentsOfDirectory(atPath: outside.path) == ["kept"])
        #expect(try String(decoding: Data(contentsOf: outside.appendingPathComponent("kept")), as: UTF8.self) == "kept")
    }

    @Test func `continues when a folder can't be created`() async throws {
        let folder = try TemporaryFolder(["Mocks": "a file"])
        let recorder = Recorder(into: .folder(folder.url.appendingPathComponent("Mocks")))
        recorder.record(Request(method: "GET", path: "/a"), .json(["a": 1]))
        await #expect(throws: Recorder.Incomplete.self) { try await recorder.finish() }
        #expect(recorder.problems.first?.description.contains("Mocks") == true)
    }

    @Test(arguments: [
        (#"{"a":1}"#, "application/json", "json"), (#"{"a":1}"#, "application/vnd.api+json", "json"),
        (#"{"a":"#, "application/json", "txt"), ("a", "text/plain", "txt"), ("a", "text/html; charset=utf-8", "html"),
        ("a", "image/jpeg", "jpg"), ("data: 1\n\n", "text/event-stream", "sse"), ("a", "application/x-unknown", "txt"),
        ("a\u{0}", "application/x-unknown", "bin"), ("a,b", "text/csv", "csv"), ("true", "application/json", "json"),
        ("1\n{}\n", "application/x-ndjson", "ndjson"), ("1\n{", "application/x-ndjson", "txt"),
    ])
    func `has an extension for each type, and the exact bytes of formats other than JSON`(
        text: String, type: String, expected: String
    ) async throws {
        let folder = try TemporaryFolder([:])
        let recorder = Recorder(into: .folder(folder.url), redaction: Redaction(allowing: ["response body"]))
        recorder.record(Request(method: "GET", path: "/a"), .data(Data(text.utf8), contentType: type))
        try await recorder.finish()
        let file = "a/success_200_GET_a.\(expected)"
        #expect(recorder.files.contains(file))
        let mocks = MockFolder(folder.url)
        let response = try #require(mocks.mocks.first).response()
        #expect(mocks.problems == [])
        #expect(response.headers["Content-Type"]?.hasPrefix(type) == true)
        guard expected == "sse" else {
            if expected != "json" { #expect(response.body == Data(text.utf8)) }
            return
        }
        let switchboard = Switchboard(mocks)
        switchboard.undecided = .firstMock
        let router = Router()
        router.switchboard = switchboard
        #expect(try await MockTeapot(router: router).get("a").body == Data(text.utf8))
    }

    @Test(arguments: [
        ("[ 12345678901234567 ]", "[\n  12345678901234567\n]\n"),
        (
            #"{"b": 0.1234567890123456, "a": [1.0,1e2 , -0.0], "b\u0061": "\u00e9\/", "c": {}}"#,
            "{\n  \"a\": [\n    1.0,\n    1e2,\n    -0.0\n  ],\n  \"b\": 0.1234567890123456,\n"
                + "  \"b\\u0061\": \"\\u00e9\\/\",\n  \"c\": {}\n}\n"
        ),
        ("1.50", "1.50\n"),
        ("{\"a\":[[],{\"b\":null}]}", "{\n  \"a\": [\n    [],\n    {\n      \"b\": null\n    }\n  ]\n}\n"),
    ])
    func `keeps JSON's numbers and strings as written, and all bytes on request`(
        text: String, expected: String
    ) async throws {
        for (formatting, expected) in [(true, expected), (false, text)] {
            let folder = try TemporaryFolder([:])
            let recorder = Recorder(into: .folder(folder.url, formattingJSON: formatting))
            recorder.record(Request(method: "GET", path: "/a"), .data(Data(text.utf8), contentType: "application/json"))
            try await recorder.finish()
            #expect(recorder.texts["a/success_200_GET_a.json"] == expected)
        }
    }

    @Test func `has the answers of two concurrent recorders`() async throws {
        let folder = try TemporaryFolder([:])
        let recorders = [Recorder(into: .folder(folder.url)), Recorder(into: .folder(folder.url))]
        func request(_ number: Int) -> Request {
            Request(
                method: "POST", path: "/echo", headers: ["Content-Type": "application/json"],
                body: Data("{\"n\": \(number)}".utf8))
        }
        for number in 0..<40 { recorders[number % 2].record(request(number), .json(["answer": number])) }
        for recorder in recorders { try await recorder.finish() }
        let router = Router()
        let switchboard = Switchboard(MockFolder(folder.url))
        switchboard.undecided = .firstMock
        router.switchboard = switchboard
        for number in 0..<40 {
            let body = await router.answer(to: request(number)).body
            #expect(try JSON(parsing: body).dictionary?["answer"] as? Int == number)
        }
        #expect(MockFolder(folder.url).problems == [])
    }

    @Test(arguments: [("PROPFIND", 200, "method “PROPFIND”"), ("get", 200, "method “get”"), ("GET", 999, "status 999")])
    func `omits answers that don't fit into a file name`(method: String, status: Int, reason: String) async throws {
        let folder = try TemporaryFolder([:])
        let recorder = Recorder(into: .folder(folder.url))
        recorder.record(Request(method: method, path: "/a"), .status(Teapot.StatusCode(rawValue: status)))
        await #expect(throws: Recorder.Incomplete.self) { try await recorder.finish() }
        #expect(recorder.problems.map(\.kind) == [.unsuitable])
        #expect(recorder.problems.first?.reason.contains(reason) == true)
        withExtendedLifetime(folder) {}
    }
}
