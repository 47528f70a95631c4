import Teapot
import TeapotMock
import TeapotMockFolders
import TeapotMockTesting
import TeapotTestTraits
import Testing

/// Tests that fail for unused routes and headers, with an expected message at an expected line.
@Suite(.inTurn) struct `A test fails for unused routes and headers` {
    @Test(.failing("The route GET /job has 2 responses, but only the first was used. ", below: 2), .router)
    func `at the route's line for responses that were not used up`() async throws {
        Router.current.get("/job", with: .status(202), .status(200))
        _ = try await MockTeapot(router: .current).get("job")
    }

    @Test(.router) func `not for responses that may remain`() async throws {
        Router.current.get("/job", with: .status(202), .status(200)).allowsEarlyEnd()
        _ = try await MockTeapot(router: .current).get("job")
    }

    @Test(.failing("The route GET /job has 2 responses, ", below: 2), .router, arguments: [1])
    func `in each case of a parameterized test`(number: Int) async throws {
        Router.current.get("/job", with: .status(202), .status(200))
        for _ in 0..<number { _ = try await MockTeapot(router: .current).get("job") }
    }

    @Test(.failing("The required headers “X-Key” were never checked: ", below: 3), .router)
    func `at the line of required headers that no request was compared with`() async throws {
        let mock = MockTeapot(fixture: .json([:]))
        mock.setExpectedHeaders(["X-Key": "1"])
    }

    @Test(.failing("The required headers “X-Key” were never checked: ", below: 2), .router)
    func `at the same line for a mock with the router`() {
        MockTeapot(router: .current).setExpectedHeaders(["X-Key": "1"])
    }

    @Test(.router) func `not for optional required headers`() async throws {
        let mock = MockTeapot(fixture: .json([:]))
        mock.setExpectedHeaders(["X-Key": "1"], isOptional: true)
        mock.overrideEndpoint("token", with: .json([:]))
        _ = try await mock.get("token")
    }

    @Test(.failing("The route ANY /**/users was never used: ", below: 3), .router)
    func `at the line of an overridden endpoint that was never requested`() async throws {
        let mock = MockTeapot(fixture: .json([:]))
        mock.overrideEndpoint("users", with: .status(204))
        _ = try await mock.get("others")
    }

    @Test(.failing("The route ANY /**/users has 2 responses, ", below: 3), .router)
    func `at the line of an overridden endpoint with responses that were not used up`() async throws {
        let mock = MockTeapot(fixture: .json([:]))
        mock.overrideEndpoint("users", with: .status(202), .status(204))
        _ = try await mock.get("users")
    }

    @Test(.router) func `not for an overridden endpoint that is optional`() async throws {
        let mock = MockTeapot(fixture: .json([:]))
        mock.overrideEndpoint("users", with: .status(204)).optional()
        _ = try await mock.get("others")
    }

    @Test(.failing("The scenario “pay” is still waiting for step 1 of 1, “card” of /pay. ", below: 3), .router)
    func `at the line that activates a scenario with steps left`() {
        let switchboard = Switchboard()
        switchboard.activate(Scenario("pay", steps: [.init(folder: "pay", responseFileName: "card")]))
        Router.current.switchboard = switchboard
    }

    @Test(.router) func `not for a scenario that may end early`() async {
        Router.current.get("/other", with: .status(204))
        let switchboard = Switchboard()
        let scenario = Scenario("pay", steps: [.init(folder: "pay", responseFileName: "card")])
        switchboard.activate(scenario, allowsEarlyEnd: true)
        Router.current.switchboard = switchboard
        MockTeapot(router: .current).get("other") { _ in }
    }

    @Test(.failing("No request reached this test's router: ", below: 0), .router)
    func `at its own line if it sends no request`() {}

    @Test(.failing("No request reached this test's router: ", below: 0), .router, arguments: [1])
    func `in each case that sends no request to its router`(number: Int) async throws {
        Router.current.get("/users", with: .status(204)).optional()
        _ = try await MockTeapot(router: anotherRouter()).get("users/\(number)")
    }

    @Test(.router(isOptional: true)) func `not if it may send no request`() {}

    @Test(.router) func `not if a mock that it creates receives a request`() async throws {
        _ = try await MockTeapot(fixture: .json([:])).get("users")
    }

    @Test(.failing("thrown", below: 0, throwing: true, count: 0), .router) func `not if it threw`() throws {
        let mock = MockTeapot(fixture: .json([:]))
        mock.setExpectedHeaders(["X-Key": "1"])
        mock.overrideEndpoint("users", with: .status(204))
        throw Thrown()
    }

    @Test func `not if it was cancelled`() async throws {
        try await Task {
            try await perform {
                MockTeapot(fixture: .json([:])).overrideEndpoint("users", with: .status(204))
                withUnsafeCurrentTask { $0?.cancel() }
            }
        }.value
    }
}

/// A suite whose mock is created for each of its tests, with the router of that test.
@Suite(.inTurn) struct `A mock that is created with its suite` {
    let mock = MockTeapot(fixture: .json([:]))

    init() { mock.overrideEndpoint("users", with: .status(204)) }

    @Test(.failing("The route ANY /**/users was never used: ", below: -2), .router)
    func `is verified for the test that didn't use it`() async throws {
        _ = try await mock.get("others")
    }

    @Test(.router) func `is verified for the test that used it`() async throws {
        _ = try await mock.get("users")
    }

    @Test func `isn't verified for a test without a router`() {}

    @Suite(.failing("The route ANY /**/users was never used: ", below: 1), .router("https://outer.test"))
    struct `In nested suites` {
        @Suite(.router("https://inner.test")) struct `In the inner suite` {
            let mock = MockTeapot(fixture: .json([:]))

            @Test func `it is verified once`() async throws {
                mock.overrideEndpoint("users", with: .status(204))
                _ = try await mock.get("others")
            }
        }
    }
}

/// Nested suites, each with a router.
@Suite(.inTurn, .router("https://outer.test")) struct `A suite nested in a suite with a router` {
    @Suite(.router("https://inner.test")) struct `Its tests` {
        @Test func `send requests to the inner router only`() async throws {
            Router.current.get("/users", with: .status(204))
            #expect(Router.current.baseURL == "https://inner.test")
            _ = try await MockTeapot(router: .current).get("users")
        }

        @Test(.router(isOptional: true)) func `may allow sending no requests`() {}
    }

    @Suite(.failing("No request reached this test's router: ", below: 0), .router("https://inner.test"))
    struct `A test that sends no requests` {
        @Test func `fails once`() {}
    }
}

private func anotherRouter() -> Router {
    let router = Router("https://another.test")
    router.get("/**", with: .status(204))
    return router
}
