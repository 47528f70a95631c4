import Foundation
import Teapot
import TeapotMock
import TeapotMockTesting
import TeapotSequences
import TeapotTestSupport
import TeapotTestTraits
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite(.inTurn) struct ClientSurvivalTests {
    private static let base = URL(string: "https://api.test") ?? URL(fileURLWithPath: "/")

    /// A client of the run's router, on a mock or on a session.
    private static func client(onSession: Bool, _ options: Teapot.Options = Teapot.Options()) -> any TeapotClient {
        guard onSession else { return MockTeapot(router: .current, baseURL: base, options: options) }
        return Teapot(baseURL: base, configuration: .ephemeral.answered(by: .current), options: options)
    }

    @Test(arguments: [false, true]) func `Verbs with a retry policy obey each rule`(_ onSession: Bool) async throws {
        let report = try await everyFailure(
            budget: onSession ? Size.of(full: 200, usual: 60) : Size.of(full: 500, usual: 100)
        ) {
            Router.current.get("/teas", with: ["teas": [1, 2]])
            Router.current.post("/teas", with: .json(["id": 3], status: 201))
            Router.current.patch("/teas/3", with: .status(204))
            var options = Teapot.Options()
            options.retriers = [.backoff()]
            options.headers = ["X-Api-Key": "an-api-key"]
            let teapot = Self.client(onSession: onSession, options)
            _ = try await teapot.get("teas")
            _ = try await teapot.post("teas", parameters: ["name": "Oolong"])
            _ = try await teapot.patch("teas/3", parameters: ["name": "Assam"])
        } check: { outcome in
            #expect(outcome.error == nil || outcome.error is TeapotError)
        }
        #expect(report.findings.isEmpty, "\(report)")
    }

    @Test(arguments: [false, true]) func `Authentication refreshes once for each 401`(_ onSession: Bool) async throws {
        let report = try await everyFailure(
            budget: onSession ? Size.of(full: 200, usual: 60) : Size.of(full: 500, usual: 100)
        ) {
            Router.current.get("/teas", with: ["teas": [1, 2]])
            Router.current.post("/token", with: ["token": "second-token"])
            let plain = Self.client(onSession: onSession)
            let authentication = Teapot.Authentication<String>(
                for: Self.base, credential: "first-token", authorization: { "Bearer \($0)" }
            ) { _ in
                try await plain.post("token", parameters: ["refresh": "a-refresh-token"]).json?
                    .dictionary?["token"] as? String ?? ""
            }
            var options = Teapot.Options()
            options.adapters = [authentication.adapter]
            options.retriers = [authentication.retrier]
            let teapot = Self.client(onSession: onSession, options)
            _ = try await teapot.get("teas")
            _ = try await teapot.get("teas")
        } check: { outcome in
            let denied = outcome.path.steps.count { $0.failure == .status(401) && $0.request == "GET /teas" }
            let refreshes = outcome.requests.count { $0.path == "/token" }
            if outcome.path.steps.allSatisfy({ $0.extent == .once }) { #expect(refreshes <= denied) }
        }
        #expect(report.findings.isEmpty, "\(report)")
    }

    @Test func `Each event is received once, whatever fails`() async throws {
        // A stream of events is connected again until the server answers 204 (WHATWG HTML §9.2.3). Without that answer,
        // the number of requests would depend on how soon the reader leaves its loop.
        let report = try await everyFailure(budget: Size.of(full: 300, usual: 80), ignoring: [.end]) {
            Router.current.get("/events") { request in
                let last = request.headers["Last-Event-ID"].flatMap(Int.init) ?? 0
                if last == 6 { return .status(204) }
                let events = (last + 1...last + 3).map { Data("id: \($0)\ndata: \($0)\n\n".utf8) }
                return .stream(events, contentType: "text/event-stream")
            }
            let teapot = Self.client(onSession: false)
            var texts: [String] = []
            for try await event in teapot.events("events") { texts.append(event.data) }
            return texts
        } check: { outcome in
            #expect(outcome.value == nil || outcome.value == ["1", "2", "3", "4", "5", "6"])
        }
        #expect(report.findings.isEmpty, "\(report)")
    }

    @Test func `A download is whole or absent, whatever fails`() async throws {
        let content = Data((0..<10_000).map { UInt8(truncatingIfNeeded: $0) })
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("failures-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let report = try await everyFailure(of: [.refused, .reset, .resetInBody(at: 5000), .status(503)], budget: 100) {
            Router.current.get("/file", with: .data(content))
            var options = Teapot.Options()
            options.retriers = [.backoff()]
            let file = folder.appendingPathComponent(UUID().uuidString)
            do { _ = try await Self.client(onSession: false, options).download("file", to: file) } catch {}
            return try? Data(contentsOf: file)
        } check: { outcome in
            let file = try outcome.result.get()
            #expect(file == nil || file == content)
        }
        #expect(report.findings.isEmpty, "\(report)")
    }
}
