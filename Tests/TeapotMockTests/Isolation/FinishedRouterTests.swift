import Foundation
import Teapot
import TeapotTestTraits
import Testing
import TeapotTestSupport

@testable import TeapotMock

@Suite(.inTurn) struct `A finished router` {
    private func error(of router: Router, at path: String = "users/1") async throws -> TeapotError {
        let teapot = MockTeapot(router: router)
        return try #require(await #expect(throws: TeapotError.self) { _ = try await teapot.get(path) })
    }

    @Test func `after its test it names the test and the remedy`() async throws {
        let router = Router()
        router.get("/users/:id", with: .status(200))
        #expect(
            router.finish("the test “f()” (Shop/CartTests.swift:7)", isCutShort: false).map(\.kind) == [.unusedRoute])
        let error = try await error(of: router)
        #expect(error.type == .unansweredRequest)
        #expect(
            error.description == """
                No mock answers the request: \
                GET /users/1 arrived after the test “f()” (Shop/CartTests.swift:7) and its router had finished. \
                Await each request in the test, or cancel it. If tests share the mock, create it in each of them.
                """
        )
    }

    @Test func `routes registered later don't answer either`() async throws {
        let router = Router()
        #expect(router.finish("a test", isCutShort: false).isEmpty)
        let token = router.get("/users/:id", with: .status(200))
        #expect(try await error(of: router).type == .unansweredRequest)
        #expect(token.answerCount == 0)
        #expect(router.violations.isEmpty)
        #expect(!router.couldAnswer(Request(method: "GET", path: "/users/1")))
    }

    @Test func `it is finished once`() async throws {
        let router = Router()
        _ = await router.answer(to: "/")
        #expect(router.finish("the first", isCutShort: false).count == 1)
        #expect(router.finish("the second", isCutShort: false).isEmpty)
        #expect(try await error(of: router).description.contains("after the first and its router"))
    }

    @Test func `a test that is cut short doesn't fail for routes that it didn't reach`() async {
        let router = Router()
        router.get("/unused", with: .status(204))
        router.get("/refusing", with: .status(204)).expecting(headers: ["a": "b"])
        _ = await router.answer(to: "/")
        _ = await router.answer(to: "/refusing")
        #expect(router.finish("a test", isCutShort: true).map(\.kind) == [.unansweredRequest, .refusedRequest])
    }

    @Test func `it releases its routes and itself`() async {
        weak var held: Held?
        weak var forgotten: Router?
        do {
            let (router, value) = (Router(), Held())
            (held, forgotten) = (value, router)
            // A handler that retains its own router would keep both alive forever.
            router.get("/") { _ in .status(router.baseURL.isEmpty && value.isThere ? 204 : 500) }
            let rule = Rule.matching { _ in router.baseURL.isEmpty && value.isThere }
            router.get("/other", when: rule, with: .status(204)).optional().remove()
            #expect(await router.answer(to: "/").status == 204)
            _ = await router.answer(to: "/unknown")
            #expect(router.finish("a test", isCutShort: false).count == 1)
        }
        #expect(held == nil)
        #expect(forgotten == nil)
    }

    @Test(arguments: [false, true]) func `a hold that is open or ended early doesn't retain its router`(
        isReleased: Bool
    ) async {
        weak var forgotten: Router?
        do {
            let router = Router()
            forgotten = router
            router.get("/", with: .status(204))
            let hold = router.hold("/")
            if isReleased { hold.release() }
        }
        #expect(forgotten == nil)
    }

    @Test func `objects that it retains may call it when they're released`() async throws {
        let router = Router()
        let hasCalled = Locked(false)
        do {
            let caller = Caller {
                router.reset()
                hasCalled.withLock { $0 = true }
            }
            router.get("/") { _ in .status(caller.isThere ? 204 : 500) }.optional()
        }
        #expect(!hasCalled.withLock { $0 })
        #expect(router.finish("a test", isCutShort: false).isEmpty)
        #expect(hasCalled.withLock { $0 })
    }

    @Test func `a request interrupted by the end releases everything`() async {
        let router = Router()
        // The rule is evaluated after the routes are looked up, but before one is counted.
        router.get("/", when: .matching { _ in router.finish("a test", isCutShort: true).isEmpty }, with: .status(204))
        #expect(await router.answer(to: "/").isUnanswered)
        #expect(router.violations.isEmpty)
    }

    @Test func `responses in progress continue`() async throws {
        let router = Router()
        let (started, go) = (AsyncStream.makeStream(of: Void.self), AsyncStream.makeStream(of: Void.self))
        router.get("/slow") { _ -> Response in
            started.continuation.finish()
            for await _ in go.stream {}
            return .status(204)
        }
        async let response = MockTeapot(router: router).get("slow")
        for await _ in started.stream {}
        #expect(router.finish("a test", isCutShort: false).isEmpty)
        go.continuation.finish()
        #expect(try await response.status == 204)
    }

    @Test func `a handler that waits for its delay doesn't run`() async throws {
        let router = Router()
        let hasRun = Locked(false)
        router.get("/late", delay: 0.001) { _ in hasRun.withLock { $0 = true } }
        guard case .later(let exchange) = router.resolve(Request(method: "GET", path: "/late")) else {
            Issue.record("There is no delay.")
            return
        }
        let failure = OneShot<TeapotError?>()
        exchange.start {
            #expect(router.finish("a test", isCutShort: false).isEmpty)
        } completion: { response in
            failure.finish(response.isExplanation ? response.fault?.error as? TeapotError : nil)
        }
        #expect(await failure.value()?.description.contains("after a test and its router had finished") == true)
        #expect(!hasRun.withLock { $0 })
    }

    @Test func `outside a test with a router, the current router answers nothing, and explains why`() async throws {
        Router.current.get("/users/:id", with: .status(200))
        let router = Router.current
        router.get("/users/:id", with: .status(200))
        let error = try await error(of: router)
        #expect(error.type == .unansweredRequest)
        #expect(
            error.description == """
                No mock answers the request: \
                GET /users/1 was sent to `Router.current` outside any test that has a router. \
                Give the test the trait `.router`. In XCTest, on a thread, in a callback and in a detached task, use \
                the router itself, such as the one that `makeRouter()` returned.
                """
        )
        #expect(router.violations.isEmpty)
        // Nothing leaks from one test to the next.
        #expect(Router.current !== router)
    }
}

// Apple's standard error also belongs to the program that runs the tests.
#if !canImport(Darwin)
    extension `A finished router` {
        @Test func `outside a test with a router, the first request is also reported on standard error`() throws {
            let file = FileManager.default.temporaryDirectory.appendingPathComponent("stderr-\(UUID().uuidString)")
            defer { try? FileManager.default.removeItem(at: file) }
            let router = Router.current
            let former = dup(STDERR_FILENO)
            let output = open(file.path, O_WRONLY | O_CREAT, 0o600)
            dup2(output, STDERR_FILENO)
            for path in ["first", "second"] { MockTeapot(router: router).get(path) { (_: NetworkResult) in } }
            dup2(former, STDERR_FILENO)
            close(output)
            close(former)
            // Other tests may have written there, too.
            let text = try String(contentsOf: file, encoding: .utf8)
            FileHandle.standardError.write(Data(text.utf8))
            #expect(text.contains("GET /first was sent to `Router.current` outside any test that has a router. Give"))
            #expect(!text.contains("GET /second"))
        }
    }
#endif

private final class Held: Sendable {
    let isThere = true
}

private final class Caller: Sendable {
    let isThere = true
    let call: @Sendable () -> Void

    init(call: @escaping @Sendable () -> Void) { self.call = call }

    deinit { call() }
}
