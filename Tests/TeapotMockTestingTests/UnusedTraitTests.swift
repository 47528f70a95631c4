import Teapot
import TeapotMock
import TeapotMockTesting
import TeapotTestTraits
import Testing

/// Tests that fail for what they prepared and did not use, with an expected message at an expected line.
@Suite(.inTurn) struct `A test fails for what it did not use` {
    @Test(.failing("The route GET /job has 2 responses, of which only the first was used. ", below: 2), .router)
    func `at the route's line for responses that were not used up`() async throws {
        Router.current.get("/job", with: .status(202), .status(200))
        _ = try await MockTeapot(router: .current).get("job")
    }

    @Test(.router) func `not for responses that may be left over`() async throws {
        Router.current.get("/job", with: .status(202), .status(200)).mayEndEarly()
        _ = try await MockTeapot(router: .current).get("job")
    }

    @Test(.failing("The route GET /job has 2 responses, ", below: 2), .router, arguments: [1])
    func `in each case of one with arguments`(number: Int) async throws {
        Router.current.get("/job", with: .status(202), .status(200))
        for _ in 0..<number { _ = try await MockTeapot(router: .current).get("job") }
    }
}
