import Foundation
import Teapot
import TeapotMock
import TeapotMockStore
import TeapotMockTesting
import TeapotTestTraits
import Testing

/// Handlers that throw in tests with the trait `.router`.
@Suite(.inTurn) struct `A test whose handler throws` {
    private struct Cart: Codable {
        let id: Int
    }

    @Test(.failing("The handler of POST /carts threw for POST /carts: ", below: 2), .router)
    func `fails at the route's line`() async {
        Router.current.post("/carts") { try $0.decode(Cart.self) }
        _ = try? await MockTeapot(router: .current).post("carts", parameters: ["id": "seven"])
    }

    @Test(.failing("The handler of POST /carts threw for POST /carts: ", below: 2), .router)
    func `fails once, with the number of errors`() async {
        Router.current.post("/carts") { try $0.decode(Cart.self) }
        for _ in 0..<3 { _ = try? await MockTeapot(router: .current).post("carts", parameters: ["id": "seven"]) }
    }

    @Test(.failing("The handler of GET /a threw for GET /a: ", below: 2), .router)
    func `fails if the handler is asynchronous`() async {
        Router.current.get("/a", delay: 1) { _ async throws -> Response in throw Thrown() }
        _ = try? await MockTeapot(router: .current).get("a")
    }

    @Test(.failing("The handler of GET /a threw for GET /a: ", below: 2), .router)
    func `fails for its own cancellation if the call wasn't cancelled`() async {
        Router.current.get("/a") { _ async throws -> Response in
            let work = Task {
                while !Task.isCancelled { await Task.yield() }
                try Task.checkCancellation()
            }
            work.cancel()
            try await work.value
            return .status(200)
        }
        _ = try? await MockTeapot(router: .current).get("a")
    }

    @Test(.router) func `passes if a timeout of its call ends its sleep`() async {
        let clock = Router.current.clock
        Router.current.get("/a") { _ async throws -> Response in
            try await clock.sleep(for: .seconds(90))
            return .status(200)
        }
        _ = try? await MockTeapot(router: .current).get("a", timeout: 5)
    }

    @Test(.failing("The handler of GET /a threw for GET /a: ", below: 2, throwing: true), .router)
    func `fails even if it also throws`() async throws {
        Router.current.get("/a") { _ -> Response in throw Thrown() }
        _ = try? await MockTeapot(router: .current).get("a")
        throw Thrown()
    }

    @Test(.failing("The handler of GET /a threw for GET /a: ", below: 2), .router)
    func `fails with a session`() async throws {
        Router.current.get("/a") { _ -> Response in throw Thrown() }
        let url = try #require(URL(string: "https://api.test/a"))
        let (_, response) = try await URLSession(answeredBy: .current).data(from: url)
        #expect((response as? HTTPURLResponse)?.statusCode == 500)
    }

    @Test(.router) func `a failed requirement is reported once, by itself`() async throws {
        Router.current.get("/a") { _ -> Response in .text("\(try #require(Int("one")))") }
        await withKnownIssue {
            let error = await #expect(throws: TeapotError.self) { try await MockTeapot(router: .current).get("a") }
            #expect(error?.response?.text?.hasSuffix("threw for GET /a: an expectation failed\n") == true)
        }
    }

    private struct Refusal: Error, ResponseFieldsProvider {
        var body: any Serializable { ["error": "stock"] }
        var statusCode: Int { 409 }
        var headerFields: [String: String]? { nil }
    }

    @Test(.router) func `passes if the error is a response, or the handler answers 500 itself`() async throws {
        Router.current.get("/stock") { _ -> Response in throw Refusal() }
        Router.current.get("/broken") { _ in .status(500) }
        let teapot = MockTeapot(router: .current)
        for (path, status) in [("stock", 409), ("broken", 500)] {
            let error = await #expect(throws: TeapotError.self) { try await teapot.get(path) }
            #expect(error?.responseStatus == status)
        }
    }

    @Test(.router) func `passes if its call was cancelled`() async throws {
        Router.current.get("/late") { _ async throws -> Response in
            // The stream ends when the call is cancelled.
            for await _ in AsyncStream<Void>.makeStream().stream {}
            try Task.checkCancellation()
            return .status(200)
        }
        Router.current.time = .real
        let router = Router.current
        let task = Task { try await MockTeapot(router: router).get("late") }
        try await router.journal.waitForRequest()
        task.cancel()
        _ = await task.result
    }

    @Test(.failing("The route GET /items can't answer GET /items: ", below: 2), .router)
    func `fails if its fixture is missing`() async {
        Router.current.get("/items", with: .file("itmes.json"))
        _ = try? await MockTeapot(router: .current).get("items")
    }

    @Test(.failing("The route GET /items can't answer GET /items: ", below: 2), .router)
    func `fails if the fixture of its closure is missing`() async {
        Router.current.get("/items", delay: 1) { _ in .file("itmes.json") }
        _ = try? await MockTeapot(router: .current).get("items")
    }

    @Test(.failing("The route GET /items can't answer GET /items: ", below: 2), .router)
    func `fails if its response can't be encoded`() async {
        Router.current.get("/items", with: .json(Unencodable()))
        _ = try? await MockTeapot(router: .current).get("items")
    }

    @Test(.failing("The route GET /items can't answer GET /items: Status 2000 ", below: 2), .router)
    func `fails if its status can't be sent`() async {
        Router.current.get("/items", with: .status(2000))
        _ = try? await MockTeapot(router: .current).get("items")
    }

    @Test(.failing("The route GET /items can't answer GET /items: The header name \"X Y\" ", below: 2), .router)
    func `fails if a header of its closure can't be sent`() async {
        Router.current.get("/items") { _ in .status(204, headers: ["X Y": "z"]) }
        _ = try? await MockTeapot(router: .current).get("items")
    }

    @Test(.failing("The route ANY /** can't answer GET /items: ", below: 2), .router)
    func `fails at the line of a mock without its fixture`() async {
        _ = try? await MockTeapot(fixture: .file("itmes.json")).get("items")
    }

    @Test(.router) func `passes if a response is the error of another call on purpose`() async {
        let nonsense = TeapotError(type: .invalidResponseBody, description: "The server sent nonsense.")
        Router.current.get("/items", with: .error(nonsense))
        let error = await #expect(throws: TeapotError.self) { try await MockTeapot(router: .current).get("items") }
        #expect(error?.type == .invalidResponseBody)
    }

    @Test func `counts a value that can't be encoded once for each request`() async {
        let router = Router()
        router.get("/now") { _ in Unencodable() }
        router.get("/later") { _ async in Unencodable() }
        for path in ["now", "later"] {
            let error = await #expect(throws: TeapotError.self) { try await MockTeapot(router: router).get(path) }
            #expect(error?.type == .invalidResponseBody)
        }
        #expect(router.violations.count == 2)
        #expect(router.violations.allSatisfy { !$0.message.contains("times") }, "\(router.violations)")
    }

    private struct Unencodable: Encodable {
        func encode(to encoder: any Encoder) throws { throw Thrown() }
    }

    @Test(.router) func `passes if it throws a URLError, which is a failed connection`() async {
        Router.current.get("/now") { _ -> Response in throw URLError(.timedOut) }
        Router.current.get("/later") { _ async throws -> Response in throw URLError(.notConnectedToInternet) }
        let teapot = MockTeapot(router: .current)
        #expect(await #expect(throws: TeapotError.self) { try await teapot.get("now") }?.type == .timeout)
        #expect(await #expect(throws: TeapotError.self) { try await teapot.get("later") }?.type == .noResponse)
    }

    @Test func `doesn't fail without a router of its own: the client gets status 500`() async {
        let router = Router()
        router.get("/a") { _ -> Response in throw Thrown() }
        let error = await #expect(throws: TeapotError.self) { try await MockTeapot(router: router).get("a") }
        #expect(error?.responseStatus == 500)
        #expect(router.violations.map(\.kind) == [.failedHandler])
    }
}
