import Foundation
import Teapot
import TeapotTestTraits
import Testing
import TeapotTestSupport

@testable import TeapotMock

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite(.inTurn) struct `A test's router that received no request` {
    private let router = Router()
    private let beginning = """
        No request reached this test's router: the code under test sent its requests elsewhere, sent none, or \
        cancelled its calls before they were sent.

        """
    private let end = "\nIf this is intended, write `.router(isOptional: true)`."

    init() { router.beginTest(isOptional: false) }

    /// Runs a closure as the router's test.
    private func test(_ body: () async throws -> Void) async rethrows {
        try await Router.$ofTest.withValue(router) { try await body() }
    }

    /// Sends a request that fails at once, because nothing listens at the port.
    private func ask(_ session: URLSession, _ target: String) async throws {
        let url = try #require(URL(string: "http://127.0.0.1:1\(target)"))
        await #expect(throws: URLError.self) { try await session.data(from: url) }
    }

    @Test func `it's a violation without a location`() throws {
        let violation = try #require(router.violations.first)
        #expect(router.violations.count == 1)
        #expect(violation.kind == .unaskedRouter)
        #expect(violation.place == nil)
        #expect(violation.message.hasPrefix(beginning))
        #expect(violation.message.hasSuffix(end))
    }

    @Test func `a request to it is enough, even if it's unanswered`() async {
        router.allowsUnansweredRequests = true
        _ = await router.answer(to: "/users")
        router.journal.clear()
        #expect(router.violations.isEmpty)
    }

    @Test(arguments: [1, 1000]) func `a request to a mock that the test created is enough`(count: Int) async {
        await test {
            for number in 1...count {
                let mock = MockTeapot(fixture: .json([:]))
                if number == 1 { mock.get("users") { _ in } }
            }
        }
        #expect(router.violations.isEmpty)
    }

    @Test func `a mock without a request isn't enough`() async {
        await test { _ = MockTeapot(fixture: .json([:])) }
        #expect(router.violations.map(\.kind) == [.unaskedRouter])
    }

    @Test func `it can be allowed`() {
        let router = Router()
        router.beginTest(isOptional: true)
        #expect(router.violations.isEmpty)
    }

    @Test func `a test that stopped early doesn't fail for it`() {
        #expect(router.finish("a test", isCutShort: true).isEmpty)
    }

    @Test func `a test that stopped early names its own client without a router, which may be why it stopped`()
        async throws
    {
        let url = try #require(URL(string: "http://127.0.0.1:1"))
        await test { _ = try? await Teapot(baseURL: url).get("users") }
        let message = try #require(router.finish("a test", isCutShort: true).first).message
        #expect(message.contains("This test used a `Teapot` without a router for http://127.0.0.1:1/users."))
    }

    @Test func `a test that stopped early because of a network error learns of it`() {
        let violations = router.finish("a test", isCutShort: true, hasLostRequest: true)
        #expect(violations.map(\.kind) == [.unaskedRouter])
    }

    @Test func `a base URL that matches no requests is a violation, too`() throws {
        let router = Router("https:/api.test")
        router.beginTest(isOptional: true)
        let text = "The base URL “https:/api.test” matches no requests: "
        #expect(try #require(router.violations.first).message.hasPrefix(text))
    }

    @Test func `an unused route names a request to a mock of the test`() async throws {
        router.get("/users", with: .status(204))
        try await test { _ = try await MockTeapot(fixture: .json([:])).get("users/1") }
        #expect(router.violations.map(\.kind) == [.unusedRoute])
        #expect(router.violations.first?.message.hasSuffix("One of this test's mocks received GET /users/1.") == true)
    }

    @Test func `the router of a nested test replaces it`() async {
        let inner = Router()
        await test { inner.beginTest(isOptional: true) }
        #expect(router.violations.isEmpty)
    }

    @Test func `a request of URLSession.shared is named, without its query`() async throws {
        try await test { try await ask(.shared, "/users?token=secret") }
        #expect(
            router.violations.map(\.message) == [
                beginning + """
                    This test used `URLSession.shared`, or another session without a router, for http://127.0.0.1:1/users. \
                    To let the router answer, give the code under test `URLSession(answeredBy: .current)` or \
                    `MockTeapot(router: .current)`, or call `Router.register(.current)`. If a server of the test answers \
                    there, create it with `Server(router: .current)`.
                    """ + end
            ])
    }

    @Test func `a request from code outside the test's task is described as such`() async throws {
        // Requests of other tests may follow it.
        for turn in 1...50 {
            try await ask(.shared, "/detached")
            let message = try #require(router.violations.first).message
            let isNamed = message.contains("http://127.0.0.1:1/detached")
            guard isNamed || turn == 50 else { continue }
            #expect(message.contains("While this test ran, other code, perhaps another test, used `URL"))
            #expect(isNamed)
            return
        }
    }

    @Test func `a request before the test isn't named`() async throws {
        try await ask(.shared, "/earlier")
        let router = Router()
        router.beginTest(isOptional: false)
        #expect(try #require(router.violations.first).message.contains("/earlier") == false)
    }

    @Test func `a session of another router is named`() async throws {
        let other = Router("http://127.0.0.1:1")
        other.get("/users", with: .status(204))
        let url = try #require(URL(string: "http://127.0.0.1:1/users?a=b"))
        try await test { _ = try await URLSession(answeredBy: other).data(from: url) }
        #expect(
            router.violations.first?.message == beginning + """
                This test used another router “http://127.0.0.1:1”, or another test's mock, for \
                http://127.0.0.1:1/users. Use `Router.current` instead.
                """ + end)
    }

    @Test func `a session whose router leaves a request to the network is named`() async throws {
        let session = URLSession(answeredBy: Router(), unanswered: .goesToNetwork)
        try await test { try await ask(session, "/users") }
        let message = try #require(router.violations.first).message
        #expect(message.contains("or another session without a router, for http://127.0.0.1:1/users."))
    }

    @Test func `a client without a router is named`() async throws {
        let url = try #require(URL(string: "http://user:password@127.0.0.1:1"))
        await test {
            await #expect(throws: TeapotError.self) { try await Teapot(baseURL: url).get("users?token=secret") }
        }
        #expect(
            router.violations.map(\.message) == [
                beginning + """
                    This test used a `Teapot` without a router for http://127.0.0.1:1/users. To let the router answer, \
                    give the code under test `MockTeapot(router: .current)`, or give its `Teapot` the configuration \
                    `.answered(by: .current)`. If a server of the test answers there, create it with \
                    `Server(router: .current)`.
                    """ + end
            ])
    }

    @Test func `a client whose session the router answers isn't named`() async throws {
        let other = Router("http://127.0.0.1:1")
        other.get("/users", with: .status(204))
        let url = try #require(URL(string: "http://127.0.0.1:1"))
        try await test {
            _ = try await Teapot(baseURL: url, configuration: .answered(by: other)).get("users")
        }
        let message = try #require(router.violations.first).message
        #expect(message.contains("This test used another router “http://127.0.0.1:1”, or another test's mock"))
    }

    @Test func `a mock with another router is named`() async throws {
        let other = Router()
        other.get("/users", with: .status(204))
        try await test { _ = try await MockTeapot(router: other).get("users") }
        #expect(
            router.violations.first?.message == beginning
                + "This test used another router, or another test's mock, for https://mock.test/users. "
                + "Use `Router.current` instead." + end)
    }

    @Test func `a fixture's mock of another test is named`() async throws {
        let mock = await Task.detached { MockTeapot(fixture: .status(204)) }.value
        try await test { _ = try await mock.get("users") }
        let message = try #require(router.violations.first).message
        #expect(message.contains("This test used another router, or another test's mock, for https://mock.test/users."))
    }

    @Test func `an unused route mentions the request, too`() async throws {
        router.get("/users", with: .status(204))
        #expect(router.violations.map(\.kind) == [.unusedRoute])
        #expect(router.violations.first?.message.hasSuffix("mark it with `optional()`.") == true)
        try await test { try await ask(.shared, "/users") }
        #expect(router.violations.map(\.kind) == [.unusedRoute])
        #expect(
            router.violations.first?.message.contains(
                "`optional()`.\nNo request reached this test's router. This test used `URLSession.shared`, or") == true)
    }
}

@Suite(.inTurn) struct `Requests that went elsewhere` {
    private func stray(_ url: String, _ router: String? = nil) -> StrayRequests.Stray {
        StrayRequests.Stray(url: url, destination: router.map { .router($0) } ?? .session)
    }

    @Test func `distinguish a client's session from others`() {
        var strays = StrayRequests()
        strays.record(StrayRequests.Stray(url: "a.test", destination: .client))
        strays.record(stray("a.test"))
        #expect(strays.note(isOfTest: true)?.contains("a `Teapot` without a router for a.test.") == true)
        strays.record(stray("b.test"))
        #expect(strays.note(isOfTest: true)?.contains("another session without a router, for b.test.") == true)
    }

    @Test func `are kept once each, the last ones only`() {
        var strays = StrayRequests()
        #expect(strays.note(isOfTest: true) == nil)
        for number in 1...100 { strays.record(stray("a.test/\(number)")) }
        strays.record(stray("a.test/99"))
        #expect(strays.count == 101)
        #expect(strays.note(isOfTest: true)?.contains("for a.test/99, a.test/100, a.test/98.") == true)
        #expect(strays.since(99).note(isOfTest: true)?.contains("for a.test/99, a.test/100.") == true)
        #expect(strays.since(101).note(isOfTest: true) == nil)
    }

    @Test func `are named together if they have the same destination`() {
        var strays = StrayRequests()
        strays.record(stray("a.test"))
        strays.record(stray("b.test", "b"))
        strays.record(stray("c.test", "b"))
        let note = strays.note(isOfTest: true)
        #expect(note?.hasPrefix("This test used another router “b”, or another test's mock, for c.test, b") == true)
    }
}
