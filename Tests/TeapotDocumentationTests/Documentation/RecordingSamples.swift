import Foundation
import Teapot
import TeapotMock
import TeapotMockRecording
import TeapotMockFolders
import TeapotMockLive
import TeapotTestResources
import TeapotTestSupport
import TeapotTestTraits
import Testing

/// The samples in the comments of `Sources/TeapotMock/HAR` and `…/Recording`, and in the article RecordingAndReplaying.
@Suite(.inTurn, .timeLimit(.minutes(2))) struct `The samples about recording and replaying` {
    private func live() throws -> HostileServer {
        try HostileServer.responding(
            HostileServer.response(200, ["Content-Type: application/json"], body: #"{"id":1}"#))
    }

    private func temporaryFolder() throws -> URL {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("teapot-samples-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        return url
    }

    @Test func `a folder is recorded`() async throws {
        let server = try live()
        defer { server.stop() }
        let liveURL = server.url
        let mocks = try temporaryFolder()
        let scenarios = mocks.appendingPathComponent("Scenarios")
        defer { try? FileManager.default.removeItem(at: mocks) }
        let router = Router("https://api.test")
        let teapot = MockTeapot(router: router)

        let recorder = Recorder(into: .folder(mocks))
        router.passthrough = Passthrough(to: liveURL, recorder: recorder)
        _ = try await teapot.get("users/1")
        try await recorder.finish()

        try await recorder.writeScenario(to: scenarios.appendingPathComponent("checkout.json"))
        #expect(recorder.files == ["users/1/mocks.index.json", "users/1/success_200_GET_1.json"])
        #expect(ScenarioFolder(scenarios).scenarios.map(\.name) == ["checkout"])
    }

    @Test func `missing responses are recorded`() async throws {
        let server = try live()
        defer { server.stop() }
        let liveURL = server.url
        let mocks = try temporaryFolder()
        defer { try? FileManager.default.removeItem(at: mocks) }
        let router = Router("https://api.test")

        let switchboard = Switchboard(MockFolder(mocks))
        switchboard.undecided = .firstMock
        router.switchboard = switchboard
        router.passthrough = Passthrough(to: liveURL, recorder: Recorder(into: .folder(mocks)))

        let teapot = MockTeapot(router: router)
        _ = try await teapot.get("users/1")
        try await #require(router.passthrough?.recorder as? Recorder).finish()
        _ = try await teapot.get("users/1")
        #expect(server.requests.count == 1)
    }

    @Test func `a redaction has a custom list`() throws {
        let mocks = try temporaryFolder()
        defer { try? FileManager.default.removeItem(at: mocks) }
        let redaction = Redaction(
            adding: ["iban", "X-Device"], excepting: ["session"], keeping: ["GET /users/me response body /user/key"])
        let recorder = Recorder(into: .folder(mocks), redaction: redaction)
        #expect(recorder.redaction.names.contains("iban"))
        let allowing = Redaction(allowing: ["GET /backup.zip response body"])
        #expect(allowing.allowed.count == 1)
    }

    @Test func `a file is replayed`() async throws {
        let file = Fixtures.harDirectory.appendingPathComponent("chrome.har")
        do {
            let router = Router("https://shop.test")
            let har = try HAR(contentsOf: file)
            for problem in har.problems { print(problem) }
            router.replay(har)
            #expect(try await MockTeapot(router: router).get("v1/logo.png").body.count == 8)
        }
        let har = HAR([
            HAR.Entry(Request(method: "GET", origin: "https://api.example.com", path: "/v2/users"), .json([]))
        ])
        do {
            let router = Router("https://api.example.com")
            let replay = router.replay(har)
            for problem in replay.skipped { print(problem) }
            #expect(replay.routes.count == 1)
        }
        do {
            let router = Router("https://api.test")
            router.replay(har, from: "https://api.example.com/v2", ignoringQueryItems: ["_"])
            #expect(try await MockTeapot(router: router).get("users").json == [])
        }
        do {
            let router = Router("https://api.example.com")
            router.replay(har, matchingBodies: false)
            #expect(try await MockTeapot(router: router).get("v2/users").json == [])
        }
    }

    @Test func `a HAR file is recorded, and becomes a folder`() async throws {
        let server = try live()
        defer { server.stop() }
        let liveURL = server.url
        let mocks = try temporaryFolder()
        let file = mocks.appendingPathComponent("session.har")
        defer { try? FileManager.default.removeItem(at: mocks) }
        let router = Router("https://api.test")
        let recorder = Recorder(into: .har(file))
        router.passthrough = Passthrough(to: liveURL, recorder: recorder)
        _ = try await MockTeapot(router: router).get("users/1")
        try await recorder.finish()

        do {
            let recorder = Recorder(into: .folder(mocks))
            for entry in try HAR(contentsOf: file).entries {
                recorder.record(entry.request, entry.response)
            }
            try await recorder.finish()
            #expect(recorder.files == ["users/1/mocks.index.json", "users/1/success_200_GET_1.json"])
        }
    }
}
