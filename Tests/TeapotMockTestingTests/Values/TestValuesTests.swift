import Foundation
import Teapot
import TeapotMock
import TeapotMockServer
import TeapotMockTesting
import TeapotMockWebSocket
import TeapotTestTraits
import Testing

@Suite(.inTurn) struct `A test's task-local values` {
    /// Registers a route whose closures record the values with which they run.
    ///
    /// - Returns: The recorded values.
    private func register(_ kind: Kind, on router: Router) -> Locked<[Found]> {
        let found = Locked<[Found]>([])
        let note: @Sendable () -> Void = {
            let new = Found(number: Numbers.current, test: Test.current?.id, isOwnRouter: Router.current === router)
            found.withLock { $0.append(new) }
        }
        switch kind {
        case .immediate: router.get("/path") { _ in note() }
        case .suspending:
            router.get("/path") { _ in
                note()
                await Task.yield()
                note()
            }
        case .delayed: router.get("/path", delay: 0.001) { _ in note() }
        case .task:
            router.get("/path") { _ in
                await withCheckedContinuation { continuation in
                    Task {
                        note()
                        continuation.resume()
                    }
                }
            }
        case .rule:
            let rule = Rule.matching { _ in
                note()
                return true
            }
            router.get("/path", when: rule, with: .status(204))
        case .stream:
            let stream = Response.Stream { send in
                note()
                send(Data("a".utf8))
                await Task.yield()
                note()
            }
            router.get("/path", with: .stream(stream))
        case .pulledStream:
            let stream = Response.Stream(pulling: {
                note()
                return {
                    note()
                    return nil
                }
            })
            router.get("/path", with: .stream(stream))
        }
        return found
    }

    @Test(.router, arguments: Transport.allCases, Kind.allCases)
    func `apply to handlers, rules and streams, for every transport`(transport: Transport, kind: Kind) async throws {
        let found = try await Numbers.$current.withValue(5) {
            let router = Router.current
            let found = register(kind, on: router)
            try await transport.get("path", from: router)
            return found.withLock { $0 }
        }
        #expect(Set(found) == [Found(number: 5, test: Test.current?.id, isOwnRouter: true)])
    }

    @Test(.router) func `apply to a rule that decides whether a request goes to the network`() async throws {
        let router = Numbers.$current.withValue(5) { Router.current }
        let found = register(.rule, on: router)
        let session = URLSession(answeredBy: router, unanswered: .goesToNetwork)
        defer { session.finishTasksAndInvalidate() }
        let url = try #require(URL(string: "https://api.test/path"))
        try await Numbers.$current.withValue(6) {
            try await Task.detached { _ = try await session.data(from: url) }.value
        }
        let all = found.withLock { $0 }
        #expect(all.count > 1)
        #expect(Set(all) == [Found(number: 5, test: Test.current?.id, isOwnRouter: true)])
    }

    @Test(.router, .numbered(7)) func `apply to a handler in a test that never sets any`() async throws {
        let found = register(.immediate, on: .current)
        try await Transport.session.get("path", from: .current)
        #expect(found.withLock { $0.map(\.number) } == [7])
    }

    @Test(.router) func `apply to a handler as of the last use of the test's router`() async throws {
        let router = Numbers.$current.withValue(5) { Router.current }
        let found = register(.immediate, on: router)
        try await Numbers.$current.withValue(6) { try await Transport.session.get("path", from: router) }
        try await Numbers.$current.withValue(7) { try await Transport.session.get("path", from: .current) }
        #expect(found.withLock { $0.map(\.number) } == [5, 7])
    }

    @Test(.router) func `give way to the call's values on the test's own tasks and thread`() async throws {
        let router = Router.current
        let found = register(.immediate, on: router)
        Numbers.$current.withValue(8) { MockTeapot(router: router).get("/path") { _ in } }
        try await Numbers.$current.withValue(9) { _ = try await MockTeapot(router: router).get("path") }
        #expect(found.withLock { $0.map(\.number) } == [8, 9])
    }

    @Test(.router, arguments: [Transport.mock, .detachedMock, .client])
    func `apply to a client's observers`(transport: Transport) async throws {
        let found = Locked<[Found]>([])
        let router = Numbers.$current.withValue(5) { Router.current }
        router.get("/path", with: .status(204))
        var options = Teapot.Options()
        options.observers = [
            Teapot.Observer { _ in
                let new = Found(number: Numbers.current, test: Test.current?.id, isOwnRouter: Router.current === router)
                found.withLock { $0.append(new) }
            }
        ]
        let own = options
        try await Numbers.$current.withValue(5) { try await transport.get("path", from: router, own) }
        let all = found.withLock { $0 }
        #expect(all.count == 2)
        #expect(Set(all) == [Found(number: 5, test: Test.current?.id, isOwnRouter: true)])
    }

    @Test(.router) func `apply to a WebSocket`() async throws {
        let found = Locked<[Test.ID?]>([])
        let ended = AsyncStream.makeStream(of: Void.self)
        Router.current.get(
            "/socket",
            with: .webSocket { _ in
                found.withLock { $0.append(Test.current?.id) }
                ended.continuation.finish()
            })
        let server = Server(router: .current)
        let port = try server.start()
        var request = URLRequest(url: try #require(URL(string: "http://127.0.0.1:\(port)/socket")))
        request.allHTTPHeaderFields = [
            "Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13",
            "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
        ]
        let session = URLSession(configuration: .ephemeral)
        let task = session.dataTask(with: request)
        task.resume()
        for await _ in ended.stream {}
        session.invalidateAndCancel()
        try await server.stop()
        #expect(found.withLock { $0 } == [Test.current?.id])
    }

    @Test(.router(isOptional: true)) func `don't apply to handlers of a router without a test`() async throws {
        let router = Router()
        let found = register(.immediate, on: router)
        try await Numbers.$current.withValue(5) { try await Transport.session.get("path", from: router) }
        #expect(found.withLock { $0.map(\.number) } == [0])
    }
}

/// Tests that fail with an expected message at an expected line.
@Suite(.inTurn) struct `An expectation in a handler fails its test` {
    @Test(.failing("wrong", below: 3), .router, arguments: Transport.allCases)
    func `at its own line`(transport: Transport) async throws {
        Router.current.get("/path") { _ in
            #expect(Bool(false), "wrong")
        }
        try await transport.get("path", from: .current)
    }

    @Test(.failing("wrong", below: 3), .router, arguments: Transport.allCases)
    func `at its own line, in an asynchronous handler`(transport: Transport) async throws {
        Router.current.get("/path") { _ async in
            Issue.record("wrong")
        }
        try await transport.get("path", from: .current)
    }
}

@Suite(.inTurn) struct `A known issue of a test` {
    @Test(.router, arguments: Transport.allCases) func `may be in a handler`(transport: Transport) async {
        await withKnownIssue {
            Router.current.get("/path") { _ in
                Issue.record("known")
            }
            try await transport.get("path", from: .current)
        }
    }

    @Test(.failing("it failed", below: 3), .router)
    func `ignores later failures`() async throws {
        withKnownIssue(isIntermittent: true) { _ = Router.current }
        Router.current.get("/path") { _ in Issue.record("it failed") }
        try await Transport.session.get("path", from: .current)
    }
}

/// A kind of closure that a router calls.
enum Kind: CaseIterable, Sendable {
    case immediate
    case suspending
    case delayed
    case task
    case rule
    case stream
    case pulledStream
}

/// The values with which a closure ran.
private struct Found: Hashable, Sendable {
    var number: Int
    var test: Test.ID?
    var isOwnRouter: Bool
}

enum Numbers {
    @TaskLocal static var current = 0
}

/// A trait that gives a test a task-local number.
struct NumberTrait: TestTrait, TestScoping {
    let number: Int

    func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @Sendable () async throws -> Void
    ) async throws {
        try await Numbers.$current.withValue(number, operation: function)
    }
}

extension Trait where Self == NumberTrait {
    static func numbered(_ number: Int) -> Self { NumberTrait(number: number) }
}
