import Foundation
import Teapot
import TeapotMock
import TeapotMockTesting
import TeapotTestTraits
import Testing

/// Tests with the trait.
@Suite(.inTurn, .router("https://api.test/v1", isOptional: true)) struct `A test with a router` {
    init() {
        // The initializer runs for each test of the suite with the router of that test, so common routes are registered
        // here.
        Router.current.get("/common", with: .status(204)).optional()
    }

    @Test func `the suite's router has its base URL`() async throws {
        #expect(Router.current.baseURL == "https://api.test/v1")
        #expect(Router.current === Router.current)
        #expect(try await MockTeapot(router: .current).get("common").status == 204)
    }

    @Test(.router("/v2", isOptional: true)) func `a test's own trait takes precedence over the suite's`() {
        #expect(Router.current.baseURL == "/v2")
    }

    @Test(.router(time: .skipped, seed: 7, isOptional: true)) func `a router has the time and the seed of its trait`() {
        #expect(Router.current.time == .skipped)
        #expect(Router.current.seed == 7)
    }

    @Test func `child tasks and unstructured tasks have the same router`() async {
        let router = Router.current
        async let child = Router.current
        #expect(await child === router)
        #expect(await Task { Router.current }.value === router)
        #expect(await Task.detached { Router.current }.value !== router)
    }

    @Suite struct `In a nested suite` {
        @Test func `the router is the outer suite's`() {
            #expect(Router.current.baseURL == "https://api.test/v1")
        }
    }
}

@Suite(.inTurn) struct `A trait's fixtures` {
    static let folder = try? TemporaryFixtures()

    @Test(.router(fixtures: folder?.url)) func `are read from its directory`() async throws {
        Router.current.get("/users", with: .file("users"))
        #expect(try await MockTeapot(router: .current).get("users").json == ["id": 1])
        #expect(Router.current.baseURL.isEmpty)
    }

    @Test(.failing("The route GET /users can't answer GET /users: ", below: 2), .router)
    func `don't exist without a directory`() async {
        Router.current.get("/users", with: .file("users"))
        let error = await #expect(throws: TeapotError.self) { try await MockTeapot(router: .current).get("users") }
        #expect(error?.type == .missingMockFile)
    }
}

/// Tests that fail with an expected message at an expected line.
@Suite(.inTurn) struct `A test fails for its router` {
    @Test(.failing("No route answered a request: ", below: 0), .router)
    func `at its own line for an unanswered request`() async {
        await #expect(throws: TeapotError.self) { try await MockTeapot(router: .current).get("users") }
    }

    @Test(.failing("The route GET /users was never used: ", below: 2), .router)
    func `at the route's line for one that was never used`() {
        Router.current.get("/users", with: .status(204))
    }

    @Test(.failing("GET /users doesn't have the headers that the route GET /users expects. a: ", below: 3), .router)
    func `at the line that expects a missing header`() async {
        Router.current.get("/users", with: .status(204))
            .expecting(headers: ["a": "b"])
        await #expect(throws: TeapotError.self) { try await MockTeapot(router: .current).get("users") }
    }

    @Test(.failing("The route GET /1 was never used: ", below: 2), .router, arguments: [1])
    func `in each case of a parameterized test`(number: Int) {
        Router.current.get("/\(number)", with: .status(204))
    }

    @Test(.failing("No request reached this test's router: ", below: 0, throwing: true), .router)
    func `for a router without a request after a network error`() throws { throw URLError(.cannotFindHost) }

    @Test(.failing("The route GET /users was never used: another ", below: 2, throwing: true), .router)
    func `for the route that its last request passed over if it threw`() async throws {
        Router.current.get("/users", with: .json([1]))
        Router.current.any("/**", with: .status(404))
        _ = try await MockTeapot(router: .current).get("users")
    }

    @Test(.failing("No route answered a request: ", below: 0, throwing: true), .router)
    func `not for an unused route if it threw`() async throws {
        Router.current.get("/users", with: .status(204))
        MockTeapot(router: .current).get("/unknown") { _ in }
        throw Thrown()
    }

    @Test(.router) func `not for violations that it allows`() async {
        Router.current.get("/users", with: .status(204)).optional()
        Router.current.allowsUnansweredRequests = true
        await #expect(throws: TeapotError.self) { try await MockTeapot(router: .current).get("unknown") }
    }

    @Test(.failing("The route GET /users was never used: ", below: 0), .router)
    func `at its own line for a route without a location`() {
        Router.current.get("/users", with: .status(204), fileID: "nowhere", filePath: "", line: 0)
    }
}

@Suite(.inTurn) struct `After a test with a router` {
    @Test func `its router answers nothing, and names the test`() async throws {
        let kept = Kept()
        try await perform {
            Router.current.get("/users", with: .status(204)).optional()
            kept.router.withLock { $0 = Router.current }
        }
        let teapot = try MockTeapot(router: #require(kept.router.withLock { $0 }))
        let error = await #expect(throws: TeapotError.self) { try await teapot.get("users") }
        #expect(error?.type == .unansweredRequest)
        let test = try #require(Test.current)
        let name = "“\(try #require(test.displayName))” (\(#fileID):\(test.sourceLocation.line))"
        #expect(name.contains("names the test") && name.contains("RouterTraitTests.swift:"))
        #expect(
            error?.description.contains("GET /users arrived after the test \(name) and its router had finished")
                == true)
    }

    @Test func `its router is released, even if a handler retained it`() async throws {
        let kept = Kept()
        try await perform {
            let router = Router.current
            kept.weakly(router)
            router.get("/users") { _ in .status(router.latency == 0 ? 204 : 500) }
            _ = try await MockTeapot(router: router).get("users")
            #expect(!kept.isGone)
        }
        #expect(kept.isGone)
    }
}
