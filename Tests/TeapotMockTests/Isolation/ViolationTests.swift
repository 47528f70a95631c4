import Teapot
import TeapotTestTraits
import Testing
import TeapotTestSupport

@testable import TeapotMock

@Suite(.inTurn) struct `A test's violations` {
    /// Sends a request to a router, and ignores the response.
    private func ask(_ router: Router, _ path: String, method: String = "GET", headers: Teapot.HeaderFields = [:])
        async
    {
        _ = await router.answer(to: Request(method: method, path: path, headers: headers))
    }

    @Test func `a router that answered all requests has none`() async throws {
        let router = Router()
        router.get("/users", with: .status(204))
        await ask(router, "/users")
        #expect(router.violations.isEmpty)
        try router.verify()
    }

    @Test func `an unanswered request is described with a remedy`() async throws {
        let router = Router()
        await ask(router, "/users/1")
        let violation = try #require(router.violations.first)
        #expect(router.violations.count == 1)
        #expect(violation.kind == .unansweredRequest)
        #expect(violation.place == nil)
        let kept = router.withState { state -> Diagnosis? in
            if case .unanswered(let diagnosis) = state.violations.unanswered.kept.first?.violation.reason {
                diagnosis
            } else {
                nil
            }
        }
        let diagnosis = try #require(kept).description
        #expect(diagnosis.contains("GET /users/1"))
        #expect(
            violation.message == """
                No route answered a request: \(diagnosis)
                If the test expects this, set `allowsUnansweredRequests` on its router.
                """
        )
        #expect(violation.description == violation.message)
    }

    @Test func `an unused route is named with its location`() throws {
        let router = Router()
        let line: UInt = #line + 1
        router.get("/users/:id") { _ in .status(204) }
        let violation = try #require(router.violations.first)
        #expect(router.violations.count == 1)
        #expect(violation.kind == .unusedRoute)
        #expect(violation.place.map { "\($0.fileID) \($0.filePath) \($0.line)" } == "\(#fileID) \(#filePath) \(line)")
        #expect(
            violation.message == """
                The route GET /users/:id was never used: no request was received. Perhaps a task is cancelled, isn't \
                awaited or uses another client.
                If this is intended, mark it with `optional()`.
                """
        )
        #expect(violation.description == "\(#fileID):\(line): \(violation.message)")
    }

    @Test func `an unused route is compared with the requests that arrived`() async throws {
        let mock = MockTeapot(fixture: .json([:]))
        mock.overrideEndpoint("book/:id", method: .put, with: .json(["id": 1]))
        _ = try await mock.get("books/1")
        let message = try #require(mock.router.violations.first).message
        #expect(message.contains("never used: no request matched it. The nearest was:\n1. GET /books/1 – by "))
        #expect(message.contains("\n   ✗ method PUT – received GET\n   ✗ path /**/book/:id – "))
        #expect(message.hasSuffix("\nIf this is intended, mark it with `optional()`."))
        mock.overrideEndpoint("books/:id", with: .status(500))
        mock.overrideEndpoint("books/:id", with: .json([:]))
        _ = try await mock.get("books/2")
        let hidden = try #require(mock.router.violations.dropFirst().first).message
        #expect(hidden.contains("/**/books/:id was never used: another route answered 2. GET /books/2 – by "))
    }

    @Test func `an unused route whose request wasn't answered isn't said to be hidden by another`() async throws {
        let router = Router()
        router.get("/late", with: .status(204)).inScenario("tea", when: "ready")
        _ = try? await MockTeapot(router: router).get("late")
        let message = try #require(router.violations.first { $0.kind == .unusedRoute }).message
        #expect(!message.contains("another route"))
        #expect(message.contains("this request matches it, but didn't use it: 1. GET /late – "))
    }

    @Test func `an override for a whole URL is for its path`() async throws {
        let mock = MockTeapot(fixture: .json([:]))
        mock.overrideEndpoint("https://api.test/books/:id?page=2", with: .status(204))
        #expect(try await mock.get("books/1", query: ["page": "2"]).statusCode == 204)
        #expect(try await mock.get("books/1").statusCode == 200)
        mock.overrideEndpoint("proxy/http://other.test/teas", with: .status(202))
        #expect(try await mock.get("teas").statusCode == 200)
        #expect(try await mock.get("proxy/http://other.test/teas").statusCode == 202)
    }

    @Test func `unused routes come in the order in which they were registered`() {
        let router = Router()
        for path in ["/c", "/a", "/b"] { router.get(path, with: .status(204)) }
        #expect(router.violations.map { $0.message.prefix(12) } == ["The route GE", "The route GE", "The route GE"])
        #expect(router.violations.map { $0.message.split(separator: " ")[3] } == ["/c", "/a", "/b"])
    }

    @Test func `optional, removed and used-up routes aren't violations`() async {
        let router = Router()
        router.get("/optional", with: .status(204)).optional()
        router.get("/removed", with: .status(204)).remove()
        router.get("/once", times: 1, with: .status(204))
        router.get("/thrice", times: 3, with: .status(204))
        await ask(router, "/once")
        for _ in 1...3 { await ask(router, "/thrice") }
        #expect(router.violations.isEmpty)
    }

    @Test func `a missing header is named at the line that expects it`() async throws {
        let router = Router()
        let token = router.get("/users") { _ in .status(204) }
        let line: UInt = #line + 1
        token.expecting(headers: ["X-Kind": "a", "Accept": "b"])
        await ask(router, "/users", headers: ["accept": "c"])
        // The unused route isn't reported as a second violation.
        let violation = try #require(router.violations.first)
        #expect(router.violations.count == 1)
        #expect(violation.kind == .refusedRequest)
        #expect(violation.place.map(\.description) == "\(#fileID):\(line)")
        #expect(
            violation.message == """
                GET /users doesn't have the headers that the route GET /users expects. \
                Accept: expected “b”, got “c”; X-Kind: expected “a”, but there is none.
                """
        )
    }

    @Test func `credentials are shortened`() async throws {
        let router = Router()
        router.get("/users") { _ in .status(204) }.expecting(headers: ["Authorization": "Bearer expected-secret-1"]
        )
        await ask(router, "/users", headers: ["Authorization": "Bearer another-secret-2"])
        #expect(
            try #require(router.violations.first).message.hasSuffix(
                "Authorization: expected “Bearer …-1”, got “Bearer …-2”."
            )
        )
    }

    @Test func `allowing unanswered requests allows nothing else`() async throws {
        let router = Router()
        router.get("/unused", with: .status(204))
        router.get("/refusing", with: .status(204)).expecting(headers: ["a": "b"])
        await ask(router, "/refusing")
        await ask(router, "/unknown")
        #expect(!router.allowsUnansweredRequests)
        #expect(router.violations.map(\.kind) == [.unansweredRequest, .refusedRequest, .unusedRoute])
        router.allowsUnansweredRequests = true
        #expect(router.violations.map(\.kind) == [.refusedRequest, .unusedRoute])
        #expect(await router.answer(to: "/unknown").isUnanswered)
    }

    @Test func `a repeated request counts once, with the number of repetitions`() async throws {
        let router = Router()
        router.get("/refusing", with: .status(204)).expecting(headers: ["a": "b"])
        for _ in 1...3 {
            await ask(router, "/unknown")
            await ask(router, "/refusing")
        }
        await ask(router, "/unknown", method: "PUT")
        let violations = router.violations
        #expect(violations.map(\.kind) == [.unansweredRequest, .unansweredRequest, .refusedRequest])
        #expect(violations.map { $0.message.contains("\nIt was received 3 times.") } == [true, false, true])
    }

    @Test func `the first of many are kept, and the others are counted`() async throws {
        let router = Router()
        router.get("/refusing/:id", with: .status(204)).expecting(headers: ["a": "b"])
        for number in 1...1000 { await ask(router, "/\(number)") }
        for number in 1...21 { await ask(router, "/refusing/\(number)") }
        let (unanswered, refused) = (router.violations.prefix(21), router.violations.dropFirst(21))
        #expect(unanswered.allSatisfy { $0.kind == .unansweredRequest })
        #expect(unanswered.first?.message.contains("GET /1") == true)
        #expect(unanswered.last?.message == "No route answered 980 more requests.")
        #expect(refused.count == 21)
        #expect(refused.last?.message == "Routes refused 1 more request.")
        #expect(router.withState { $0.violations.unanswered.kept.count } == 20)
    }

    @Test func `verifying throws all of them, one per line`() async throws {
        let router = Router()
        router.get("/a", with: .status(204))
        router.get("/b", with: .status(204))
        let error = #expect(throws: Router.VerificationError.self) { try router.verify() }
        #expect(error?.violations.map(\.kind) == [.unusedRoute, .unusedRoute])
        #expect(error?.description == router.violations.map(\.description).joined(separator: "\n"))
        #expect(error?.errorDescription == error?.description)
    }

    @Test func `a mock with a fixture has none`() throws {
        let mock = MockTeapot(fixture: .json(["id": 1]))
        mock.overrideEndpoint("users", with: .status(204))
        mock.get("/users") { _ in }
        try mock.router.verify()
    }

    @Test func `a mock's expectation is reported at its line`() throws {
        let mock = MockTeapot(fixture: .json(["id": 1]))
        let line: UInt = #line + 1
        mock.setExpectedHeaders(["a": "b"])
        mock.overrideEndPoint("users", withFilename: "users")
        mock.overrideEndpoint("users", with: .status(204))
        mock.overrideEndpoint("users", with: [.status(204)])
        mock.get("/other") { _ in }
        let places = mock.router.violations.map { $0.place.map(\.description) }
        #expect(places == ([0, 1, 2, 3] as [UInt]).map { "\(#fileID):\(line + $0)" })
    }
}
