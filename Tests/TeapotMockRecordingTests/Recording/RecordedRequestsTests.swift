import Foundation
import Teapot
import TeapotMockLive
import TeapotTestSupport
import TeapotTestTraits
import Testing

import TeapotMock
import TeapotMockFolders
@testable import TeapotMockRecording

@Suite(.inTurn, .serialized, .timeLimit(.minutes(2))) struct `The requests of a recording` {
    private typealias Call = @Sendable (MockTeapot) async throws -> JSON?

    /// A server that returns the target and the body that it received.
    private func echo() throws -> HostileServer {
        try LiveServer.answering { request, _ in
            let target = request.startLine.split(separator: " ").prefix(2).joined(separator: " ")
            let text = try? JSON.dictionary(["target": target, "body": String(decoding: request.body, as: UTF8.self)])
                .data(.sortedKeys)
            return (200, ["Content-Type: application/json"], String(decoding: text ?? Data(), as: UTF8.self))
        }
    }

    private let calls: [Call] = [
        { try await $0.get("v1/users?page=1").json }, { try await $0.get("v1/users?page=2").json },
        { try await $0.get("v1/users?page=3").json }, { try await $0.get("v1/users").json },
        { try await $0.get("v1/orders").json },
        { try await $0.post("v1/users", parameters: ["name": "Ada"]).json },
        { try await $0.post("v1/users", parameters: ["name": "Eve", "tags": ["a", "b"]]).json },
        { try await $0.post("v1/users", parameters: ["name": "Bob"]).json },
        { try await $0.put("v1/users", parameters: ["name": "Bob"]).json },
        { try await $0.delete("v1/users").json },
    ]

    private let strangers: [Call] = [
        { try await $0.get("v1/users?page=4").json }, { try await $0.get("v1/users?page=1&x=1").json },
        { try await $0.get("v1/users/7/orders").json }, { try await $0.get("v1/users/7/v1/orders").json },
        { try await $0.post("v1/users", parameters: ["name": "Ida"]).json },
        { try await $0.post("v1/users", parameters: ["name": "Ada", "x": 1]).json },
        { try await $0.post("v1/orders").json }, { try await $0.delete("v1/orders").json },
    ]

    /// Records the calls, and returns the answers of the live server.
    private func record(_ calls: [Call], into recorder: Recorder, from server: HostileServer) async throws -> [JSON?] {
        let router = Router("https://api.test")
        router.passthrough = Passthrough(to: server.url, recorder: recorder)
        let teapot = MockTeapot(router: router)
        var answers: [JSON?] = []
        for call in calls { answers.append(try await call(teapot)) }
        try await recorder.finish()
        return answers
    }

    private func files(_ folder: URL) throws -> [String: Data] {
        let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
        let files = paths.compactMap { path in
            FileManager.default.contents(atPath: folder.path + "/" + path).map { (path, $0) }
        }
        return Dictionary(uniqueKeysWithValues: files)
    }

    @Test func `get their own answers again, and other requests get none`() async throws {
        let server = try echo()
        defer { server.stop() }
        let folder = try TemporaryFolder()
        let recorder = Recorder(into: .folder(folder.path("Mocks")))
        let live = try await record(calls, into: recorder, from: server)
        #expect(recorder.remarks == [])
        let mocks = MockFolder(folder.path("Mocks"))
        #expect(mocks.problems == [])
        let router = Router("https://api.test")
        let switchboard = Switchboard(mocks)
        switchboard.undecided = .firstMock
        router.switchboard = switchboard
        let teapot = MockTeapot(router: router)
        for (call, answer) in zip(calls, live) { #expect(try await call(teapot) == answer) }
        for call in strangers {
            let error = await #expect(throws: TeapotError.self) { try await call(teapot) }
            #expect(error?.type == .unansweredRequest)
        }
        let before = try files(folder.path("Mocks"))
        let other = Recorder(into: .folder(folder.path("Other")))
        _ = try await record(calls, into: other, from: server)
        #expect(try files(folder.path("Other")) == before)
        // In another order, and in addition to existing files.
        let again = Recorder(into: .folder(folder.path("Mocks")))
        _ = try await record(calls.reversed(), into: again, from: server)
        #expect(again.replacedFiles == [])
        #expect(try files(folder.path("Mocks")) == before)
        // A later session's recording replaces nothing.
        let later = Recorder(into: .folder(folder.path("Mocks")))
        let ida = try await record(Array(strangers[4...5]), into: later, from: server)
        #expect(later.replacedFiles == [])
        for (call, answer) in zip(calls + strangers[4...5], live + ida) { #expect(try await call(teapot) == answer) }
    }

    @Test func `go live if they were never recorded, while recorded ones are answered from the folder`() async throws {
        let server = try echo()
        defer { server.stop() }
        let folder = try TemporaryFolder()
        let recorder = Recorder(into: .folder(folder.url))
        let switchboard = Switchboard(MockFolder(folder.url))
        switchboard.undecided = .firstMock
        let passthrough = Passthrough(to: server.url, recorder: recorder)
        switchboard.environments = [.init("live", passthrough: passthrough)]
        let router = Router("https://api.test")
        router.switchboard = switchboard
        let teapot = MockTeapot(router: router)
        var answers: [JSON?] = []
        for call in calls {
            answers.append(try await call(teapot))
            try await recorder.finish()
        }
        #expect(recorder.count == calls.count)
        for (call, answer) in zip(calls, answers) { #expect(try await call(teapot) == answer) }
        #expect(recorder.count == calls.count)
        #expect(Set(answers.map { $0?.description }).count == calls.count)
    }

    @Test func `are stated without secrets, and match with other secrets`() async throws {
        let server = try LiveServer.answering { _, time in (200, ["Content-Type: application/json"], "[\(time)]") }
        defer { server.stop() }
        let folder = try TemporaryFolder()
        let recorder = Recorder(into: .folder(folder.url))
        func logIn(_ password: String, _ number: Int) -> Call {
            {
                try await $0.post(
                    "login?token=\(password)&a=b", parameters: ["user": "ada", "password": password, "token": number]
                ).json
            }
        }
        let live = try await record([logIn("hunter2", 4711)], into: recorder, from: server)
        for (path, data) in try files(folder.url) {
            let text = path + String(decoding: data, as: UTF8.self)
            #expect(!text.contains("hunter2") && !text.contains("4711"), "\(text)")
        }
        let switchboard = Switchboard(MockFolder(folder.url))
        switchboard.undecided = .firstMock
        let router = Router("https://api.test")
        router.switchboard = switchboard
        #expect(try await logIn("other", 1)(MockTeapot(router: router)) == live[0])
    }

    @Test func `with forms in several parts get their own answers, without secrets in the files`() async throws {
        let folder = try TemporaryFolder()
        let key = "-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASC\n"
        func form(_ title: String, _ pin: String, _ file: Data, _ boundary: String) -> Request {
            let head = "--\(boundary)\r\nContent-Disposition: form-data; "
            let fields = [("title", title), ("pin", pin), ("key", key)].map { "\(head)name=\($0)\r\n\r\n\($1)\r\n" }
            let text =
                fields.joined() + head + "name=f; filename=a.bin\r\nContent-Type: application/octet-stream\r\n\r\n"
            return Request(
                method: "POST", path: "/upload",
                headers: ["Content-Type": "multipart/form-data; boundary=\(boundary)"],
                body: Data(text.utf8) + file + Data("\r\n--\(boundary)--\r\n".utf8))
        }
        let recorder = Recorder(into: .folder(folder.url))
        recorder.record(form("Tea", "4711", Data([0, 1]), "a"), .json(["n": 1]))
        recorder.record(form("Milk", "4711", Data([0, 1]), "b"), .json(["n": 2]))
        recorder.record(form("Tea", "4711", Data([0, 2]), "c"), .json(["n": 3]))
        try await recorder.finish()
        let index = try #require(recorder.texts["upload/mocks.index.json"])
        #expect(!index.contains("4711") && !index.contains("MIIE") && index.contains(#""text": "Tea""#))
        let switchboard = Switchboard(MockFolder(folder.url))
        switchboard.undecided = .firstMock
        let router = Router()
        router.switchboard = switchboard
        for (title, byte, expected) in [("Tea", 1, 1), ("Milk", 1, 2), ("Tea", 2, 3), ("Milk", 2, nil), ("Te", 1, nil)]
            as [(String, UInt8, Int?)]
        {
            let response = await router.serverAnswer(to: form(title, "9999", Data([0, byte]), "other"))
            #expect(try JSON(parsing: response.body).dictionary?["n"] as? Int == expected, "\(title) \(byte)")
        }
    }

    @Test func `to paths that differ in case give the same files in any order`() async throws {
        let folder = try TemporaryFolder()
        func record(_ paths: [String]) async throws -> (files: [String: Data], replaced: [String]) {
            let recorder = Recorder(into: .folder(folder.url))
            for path in paths { recorder.record(Request(method: "GET", path: path), .json(["path": path])) }
            try await recorder.finish()
            return (try files(folder.url), recorder.replacedFiles)
        }
        let paths = ["/a/b", "/A/B/c", "/a/B", "/a//b", "/a/b/", "/x/Caf%C3%A9", "/x/cafe%CC%81"]
        let first = try await record(paths)
        let second = try await record(paths.reversed())
        #expect(second.files == first.files)
        #expect(second.replaced == [])
        #expect(Set(first.files.keys.map { $0.split(separator: "/")[0] }) == [".recorded.json", "a", "x"])
        withExtendedLifetime(folder) {}
    }

    @Test func `with many bodies to one path are distinguished without comparing each with all others`() {
        var layout = FolderLayout()
        var stems: Set<String> = []
        for round in 0..<2 {
            for number in 0..<1000 {
                let condition = RequestCondition(method: "POST", exactPath: "/a", body: .json(["n": number]))
                let placement = layout.place(
                    Request(method: "POST", path: "/a"), MockEntry(condition: condition), .json(["n": number % 10]),
                    read: { _, _ in nil })
                #expect(stems.insert(placement.stem).inserted == (round == 0))
            }
        }
        #expect(stems.count == 1000 && stems.contains("success_200_POST_a-1000"))
        #expect(layout.comparisons < 4000)
    }

    @Test func `match any body if their own is unknown`() async throws {
        let folder = try TemporaryFolder()
        let recorder = Recorder(into: .folder(folder.url))
        var request = Request(method: "POST", path: "/a")
        request.markBodyAsUnknown()
        recorder.record(request, .json([]))
        try await recorder.finish()
        let sent = Request(method: "POST", path: "/a", body: Data("x".utf8))
        #expect(MockFolder(folder.url).mocks(for: sent).count == 1)
    }

    @Test func `to several hosts stay separate, and the report says so`() async throws {
        let folder = try TemporaryFolder()
        let recorder = Recorder(into: .folder(folder.url))
        for (host, path, answer) in [("a.com", "/page", 1), ("a.com", "/x", 2), ("b.com", "/page", 3)] {
            recorder.record(Request(method: "GET", origin: "https://" + host, path: path), .json(["n": answer]))
        }
        try await recorder.finish()
        #expect(
            recorder.remarks == [
                "The requests went to 2 hosts: a.com (2 responses), b.com (1 response). A mock answers requests to its own"
                    + " host; a request to localhost or an IP address gets the first mock that fits."
            ])
        let switchboard = Switchboard(MockFolder(folder.url))
        switchboard.undecided = .firstMock
        let router = Router()
        router.switchboard = switchboard
        for (origin, path, expected) in [
            ("https://a.com", "/page", 1), ("https://b.com", "/page", 3), ("https://a.com", "/x", 2),
            ("https://b.com", "/x", nil), ("http://localhost:8080", "/page", 1), ("http://localhost:8080", "/x", 2),
        ] as [(String, String, Int?)] {
            let response = await router.answer(to: Request(method: "GET", origin: origin, path: path))
            #expect(response.isUnanswered == (expected == nil), "\(origin)\(path)")
            #expect((try? JSON(parsing: response.body))?.dictionary?["n"] as? Int == expected, "\(origin)\(path)")
        }
    }

    @Test func `with redacted text don't get the answer to another text`() async throws {
        let folder = try TemporaryFolder()
        let recorder = Recorder(into: .folder(folder.url))
        func login(_ user: String, _ password: String) -> Request {
            let text = "<u><name>\(user)</name><password>\(password)</password></u>"
            return Request(
                method: "POST", path: "/login", headers: ["Content-Type": "application/xml"],
                body: Data(text.utf8))
        }
        recorder.record(login("ada", "one"), .text("ada"))
        recorder.record(login("eve", "two"), .text("eve"))
        try await recorder.finish()
        let router = Router()
        let switchboard = Switchboard(MockFolder(folder.url))
        switchboard.undecided = .firstMock
        router.switchboard = switchboard
        for (user, expected) in [("ada", "ada"), ("eve", "eve"), ("bob", nil)] as [(String, String?)] {
            let response = await router.answer(to: login(user, "three"))
            #expect(response.isUnanswered == (expected == nil))
            if let expected { #expect(response.body == Data(expected.utf8)) }
        }
        #expect(!(recorder.texts["login/mocks.index.json"] ?? "").contains("one"))
    }

    @Test func `that got different answers are reported`() async throws {
        let folder = try TemporaryFolder()
        let recorder = Recorder(into: .folder(folder.url))
        for done in [false, false, true] {
            recorder.record(Request(method: "GET", path: "/job"), .json(["done": done]))
        }
        try await recorder.finish()
        #expect(
            recorder.remarks == [
                "GET /job got 2 different responses: “job/success_200_GET_job.json”, “job/success_200_GET_job-2.json”. The"
                    + " folder answers with the first that succeeds; a scenario replays them in order."
            ])
        let mocks = MockFolder(folder.url).mocks(for: Request(method: "GET", path: "/job"))
        #expect(mocks.map(\.path) == ["job/success_200_GET_job.json", "job/success_200_GET_job-2.json"])
    }

    @Test func `are written with their conditions, next to existing ones`() async throws {
        let folder = try TemporaryFolder([
            "users/mine.json": "1", "users/mocks.index.json": #"{"mine.json": {"query": {"page": "9"}}, "odd": 7}"#,
        ])
        let recorder = Recorder(into: .folder(folder.url), existing: .kept)
        let items = [URLQueryItem(name: "page", value: "2"), URLQueryItem(name: "token", value: "x")]
        recorder.record(Request(method: "GET", path: "/users", query: items), .json(["a": 1]))
        let body = Data(#"{"name": "Eve", "password": "x", "token": 7}"#.utf8)
        recorder.record(Request(method: "POST", path: "/users", body: body), .json(["a": 2]))
        try await recorder.finish()
        #expect(recorder.replacedFiles == [])
        #expect(
            recorder.texts["users/mocks.index.json"] == """
                {
                  "mine.json": {
                    "query": {
                      "page": "9"
                    }
                  },
                  "odd": 7,
                  "success_200_GET_users-page-2-token-REDACTED.json": {
                    "exactPath": "/users",
                    "exactQuery": {
                      "page": "2",
                      "token": "REDACTED"
                    },
                    "method": "GET"
                  },
                  "success_200_POST_users.json": {
                    "exactPath": "/users",
                    "exactQuery": {},
                    "json": {
                      "name": "Eve",
                      "password": "REDACTED",
                      "token": "REDACTED"
                    },
                    "method": "POST"
                  }
                }

                """)
        let mocks = MockFolder(folder.url)
        let request = Request(
            method: "POST", path: "/users", body: Data(#"{"name": "Eve", "password": "y", "token": 8}"#.utf8))
        #expect(mocks.mocks(for: request).map(\.name) == ["users"])
    }

    @Test func `keep a fault or a stream that was written by hand for their mock`() async throws {
        let folder = try TemporaryFolder([
            "a/mocks.index.json": """
            {"success_200_GET_a.json": {"exactPath": "/a", "exactQuery": {}, "method": "GET", "fault": "cutShort 1",
              "stream": {"every": "1 s"}}}
            """
        ])
        let recorder = Recorder(into: .folder(folder.url), existing: .replaced)
        recorder.record(Request(method: "GET", path: "/a"), .json(["a": 1]))
        try await recorder.finish()
        let text = try #require(recorder.texts["a/mocks.index.json"])
        #expect(text.contains(#""fault": "cutShort 1""#))
        #expect(text.contains(#""every": "1 s""#))
        #expect(text.contains(#""exactPath": "/a""#))
    }

    @Test func `aren't written into an invalid index file`() async throws {
        let folder = try TemporaryFolder(["a/mocks.index.json": "{"])
        let recorder = Recorder(into: .folder(folder.url))
        recorder.record(Request(method: "GET", path: "/a"), .json(["a": 1]))
        await #expect(throws: Recorder.Incomplete.self) { try await recorder.finish() }
        #expect(recorder.problems.first?.reason.hasPrefix("it isn't valid; fix or remove it: expected") == true)
        #expect(try files(folder.url).keys.sorted() == ["a/mocks.index.json"])
    }
}
