import Foundation
import Teapot
import TeapotMock
import TeapotMockTesting
import TeapotTestTraits
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite(.inTurn) struct FailureKindTests {
    /// The effect of each failure on a client that requests a list of nine bytes.
    private static let seen: [(failure: String, client: String, session: String)] = [
        ("refused", "URLError -1004", "URLError -1004"), ("reset", "URLError -1005", "URLError -1005"),
        ("reset@4", "URLError -1005", "URLError -1005"), ("timeout", "URLError -1001", "URLError -1001"),
        ("slow", "200 [1, 2, 3]", "200 [1, 2, 3]"), ("401", "401", "401 {"), ("404", "404", "404 {"),
        ("429", "429", "429 {"), ("503", "503", "503 {"), ("empty", "200 nothing", "200 "),
        ("html", "200 nothing", "200 <!DOCTYPE html>"), ("cut@4", "invalidResponseBody", "200 [1, "),
        ("type", "200 {}", "200 {}"), ("loop", "307", "URLError -1007"),
        ("portal", "200 nothing", "200 <!DOCTYPE html>"),
    ]

    @Test(arguments: seen) func `Clients see each failure as documented`(
        _ failure: String, _ client: String, _ session: String
    ) async throws {
        for (isSession, expected) in [(false, client), (true, session)] {
            let seen = Locked("")
            let report = try await everyFailure(replaying: "1:\(failure)") {
                Router.current.get("/list", with: .data(Data("[1, 2, 3]".utf8), contentType: "application/json"))
                return isSession ? try await Self.askSession() : await Self.askMock()
            } check: { outcome in
                let value = try outcome.result.get()
                if outcome.path.isEmpty {
                    #expect(value == "200 [1, 2, 3]")
                } else {
                    seen.withLock { $0 = value }
                }
            }
            #expect(report.findings.isEmpty, "\(report)")
            let text = seen.withLock { $0 }
            #expect(text.hasPrefix(expected), "\(isSession ? "session" : "mock"): \(text)")
        }
    }

    private static func askMock() async -> String {
        do {
            let response = try await MockTeapot(router: .current).get("list")
            switch response.json {
            case .array(let elements): return "\(response.statusCode) \(elements)"
            case .dictionary(let members): return "\(response.statusCode) \(members.isEmpty ? "{}" : "{…}")"
            default: return "\(response.statusCode) nothing"
            }
        } catch {
            if let error = error.underlyingError as? URLError { return "URLError \(error.code.rawValue)" }
            guard let status = error.responseStatus, !(200..<300 ~= status) else { return "\(error.type.rawValue)" }
            return "\(status)"
        }
    }

    private static func askSession() async throws -> String {
        let session = URLSession(answeredBy: .current)
        defer { session.finishTasksAndInvalidate() }
        let url = try #require(URL(string: "https://api.test/list"))
        do {
            let (data, response) = try await session.data(from: url)
            let status = (response as? HTTPURLResponse)?.statusCode ?? 0
            return "\(status) \(String(decoding: data, as: UTF8.self))"
        } catch let error as URLError {
            return "URLError \(error.code.rawValue)"
        }
    }

    @Test func `A slow response and a timeout advance the clock`() async throws {
        try await everyFailure(of: [.slow, .timedOut, .status(429)], budget: 0) {
            Router.current.get("/a", with: ["id": 1])
            var options = Teapot.Options()
            options.timeout = 50
            _ = try? await MockTeapot(router: .current, options: options).get("a")
        } check: { outcome in
            let duration = try #require(outcome.journal.entries.first?.duration)
            switch outcome.path.failures.first {
            case .slow?: #expect(duration == 45)
            case .timedOut?: #expect(duration == 50)
            default: #expect(duration == 0)
            }
        }
    }

    @Test func `A failure that a response can't have isn't tried`() async throws {
        let tried = Locked<Set<String>>([])
        try await everyFailure(budget: 0) {
            Router.current.get("/nothing", with: .status(204))
            Router.current.get("/text", with: .text("text"))
            Router.current.get("/log", with: .stream([Data("one".utf8), Data("two".utf8)]))
            let teapot = MockTeapot(router: .current)
            for path in ["nothing", "text", "log"] { _ = try? await teapot.get(path) }
        } check: { outcome in
            if let step = outcome.path.steps.first, step.extent == .once { tried.withLock { _ = $0.insert("\(step)") } }
        }
        let bodies = tried.withLock { $0 }.filter { text in
            ["@", "empty", "html", "type"].contains { text.contains($0) }
        }
        #expect(bodies == ["2:reset@2", "2:cut@2", "2:empty", "3:reset@1"])
    }
}
