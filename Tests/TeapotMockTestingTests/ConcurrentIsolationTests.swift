import Teapot
import TeapotMock
import TeapotMockTesting
import TeapotTestTraits
import Testing

@Suite(.inTurn, .router("https://api.test")) struct `Five hundred concurrent tests with routers for one URL` {
    @Test(arguments: 0..<500) func `each sees only its own answers through a mock client`(number: Int) async throws {
        let teapot = MockTeapot(router: .current)
        try await expectOwnAnswers(number) { try await teapot.get($0).json?.dictionary?["number"] as? Int }
    }
}

/// Checks that a test's router responds to the requests of that test, and receives no others.
///
/// - Parameters:
///   - number: The test's number.
///   - ask: A closure that sends a `GET` to a path below `https://api.test` over any transport, and returns the
///     `number` of the JSON object in the response.
/// - Throws: Any error of the closure.
func expectOwnAnswers(_ number: Int, ask: @escaping @Sendable (_ path: String) async throws -> Int?) async throws {
    let router = Router.current
    router.get("/number", with: .json(["number": number]))
    router.get("/later") { _ in
        await Task.yield()
        return .json(["number": number])
    }
    router.get("/own/:number") { request in
        .json(["number": request["number"].flatMap { Int($0) } ?? -1])
    }
    let paths = (0..<4).flatMap { _ in ["number", "later", "own/\(number)"] }
    try await withThrowingTaskGroup(of: Int?.self) { group in
        for path in paths {
            group.addTask {
                #expect(Router.current === router)
                await Task.yield()
                return try await ask(path)
            }
        }
        for try await answer in group { #expect(answer == number) }
    }
    #expect(router.journal.requests.count == paths.count)
    #expect(router.journal.requests.allSatisfy { !$0.path.hasPrefix("/own/") || $0.path == "/own/\(number)" })
}
