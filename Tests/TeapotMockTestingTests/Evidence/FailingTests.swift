import Foundation
import Teapot
import TeapotMock
import TeapotMockTesting
import TeapotTestTraits
import Testing

private let isAskedFor = ProcessInfo.processInfo.environment["TEAPOT_FAILING_TESTS"] != nil

/// Tests, some of which fail, for `.ci/transcripts`, which checks their attachments.
@Suite(.inTurn, .enabled(if: isAskedFor), .router("https://api.test")) struct `Tests that fail` {
    init() {
        Router.current.get("/users/:id") { ["id": $0["id"]] }
        Router.current.post("/sessions", with: .json(["token": "plum7Tart"], status: 201)).optional()
        Router.current.get("/news", with: .stream([Data("a".utf8), Data("b".utf8)])).optional()
    }

    private func ask(_ path: String = "users/7") async throws {
        _ = try await MockTeapot(router: .current).get(path)
    }

    @Test func `passes`() async throws { try await ask() }

    @Test func `expects another/name`() async throws {
        try await ask()
        try await MockTeapot(router: .current).post("sessions", parameters: ["password": "plum7Tart"])
        try await ask("news")
        #expect(1 == 2)
    }

    @Test func `throws`() async throws {
        try await ask()
        throw Thrown()
    }

    @Test func `asks for a missing resource`() async throws {
        try await ask()
        await #expect(throws: TeapotError.self) { try await ask("items/7") }
    }

    @Test func `asks for nothing`() { #expect(1 == 2) }

    @Test func `has a known issue`() async throws {
        try await ask()
        withKnownIssue { #expect(1 == 2) }
    }

    #if compiler(>=6.3)
        @Test func `has a warning`() async throws {
            try await ask()
            Issue.record("a warning", severity: .warning)
        }

        @Test func `is cancelled`() async throws {
            try await ask()
            try Test.cancel("not today")
        }
    #endif

    @Test func `fails where no test is`() async throws {
        try await ask()
        await Task.detached { _ = Issue.record("a detached issue") }.value
    }

    @Test(arguments: 1...2) func `fails in one case`(number: Int) async throws {
        try await ask("users/\(number)")
        #expect(number == 1)
    }
}
