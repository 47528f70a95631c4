import Foundation
import Teapot
import TeapotMockServer
import TeapotTestSupport
import TeapotTestTraits
import Testing

@testable import TeapotMock

/// Tests of answers that a test holds and releases, on the mock client, an intercepted session and a server.
@Suite(.inTurn, .timeLimit(.minutes(3))) struct `Held answers` {
    enum Way: CaseIterable {
        case mock, skippingMock, interception, server
    }

    /// The results of requests, in the order in which they arrived at the client.
    private let results = Locked<[String]>([])
    private let router = Router()

    private func run(_ way: Way, body: @Sendable (any TeapotClient) async throws -> Void) async throws {
        let url = try #require(URL(string: "http://hold.test"))
        switch way {
        case .mock, .skippingMock:
            router.time = way == .mock ? .real : .skipped
            try await body(MockTeapot(router: router, baseURL: url))
        case .interception: try await body(Teapot(baseURL: url, configuration: .answered(by: router)))
        case .server:
            let server = Server(router: router)
            try server.start()
            try await body(Teapot(baseURL: try #require(server.baseURL)))
            try await server.stop(within: 0)
        }
    }

    /// Sends a request, and returns its result.
    private func send(_ path: String, on teapot: any TeapotClient) -> OneShot<String> {
        let result = OneShot<String>()
        teapot.get(path) { [results] (answer: NetworkResult) in
            let status =
                switch answer {
                case .success(_, let response), .failure(_, let response, _): response.statusCode
                }
            let text = "\(path) \(status)"
            results.withLock { $0.append(text) }
            result.finish(text)
        }
        return result
    }

    private static let orders = [["a", "b", "c"], ["c", "a", "b"], ["b", "c", "a"]]

    @Test(arguments: Way.allCases, orders)
    func `arrive in the order of their release`(way: Way, order: [String]) async throws {
        let ran = Locked<[String]>([])
        router.get("/a", with: .status(201))
        router.get("/b") { _ in
            ran.withLock { $0.append("b") }
            return .status(202)
        }
        router.get("/c") { (_: Request) async throws -> Response in
            ran.withLock { $0.append("c") }
            return .status(203)
        }
        let holds = Dictionary(uniqueKeysWithValues: ["a", "b", "c"].map { ($0, router.hold("/\($0)")) })
        try await run(way) { teapot in
            let sent = ["a": send("a", on: teapot), "b": send("b", on: teapot), "c": send("c", on: teapot)]
            for hold in holds.values { try await hold.waitForRequest() }
            #expect(results.withLock { $0 }.isEmpty)
            #expect(ran.withLock { $0 }.isEmpty)
            for name in order {
                #expect(holds[name]?.requests.map(\.path) == ["/\(name)"])
                holds[name]?.release()
                _ = await sent[name]?.value()
            }
        }
        #expect(results.withLock { $0 } == order.map { "\($0) \(["a": 201, "b": 202, "c": 203][$0] ?? 0)" })
        #expect(router.violations.isEmpty)
        #expect(router.stage(of: Holds.self)?.isEmpty == true)
    }

    @Test(arguments: [Way.mock, .skippingMock])
    func `arrive before the release returns`(way: Way) async throws {
        router.get("/a", with: .status(201))
        router.get("/b") { _ in .status(202) }
        let (first, second) = (router.hold("/a"), router.hold("/b"))
        try await run(way) { teapot in
            _ = (send("a", on: teapot), send("b", on: teapot))
            second.release()
            #expect(results.withLock { $0 } == ["b 202"])
            first.release()
            #expect(results.withLock { $0 } == ["b 202", "a 201"])
        }
    }

    @Test(arguments: Way.allCases) func `may be released one by one, even in advance`(way: Way) async throws {
        router.get("/a/:id") { ["id": $0["id"]] }
        let hold = router.hold("/a/:id", method: .get)
        hold.release(1)
        try await run(way) { teapot in
            #expect(await send("a/0", on: teapot).value() == "a/0 200")
            let sent = [send("a/1", on: teapot)]
            try await hold.waitForRequest(count: 2)
            let more = send("a/2", on: teapot)
            try await hold.waitForRequest(count: 3)
            #expect(hold.requests.map(\.path) == ["/a/1", "/a/2"])
            hold.release(1)
            #expect(await sent[0].value() == "a/1 200")
            #expect(hold.requests.map(\.path) == ["/a/2"])
            hold.release()
            #expect(await more.value() == "a/2 200")
            #expect(await send("a/3", on: teapot).value() == "a/3 200")
        }
    }

    @Test(arguments: Way.allCases) func `hold only the requests that they name`(way: Way) async throws {
        router.get("/a", with: .status(201))
        router.post("/a", with: .status(202))
        router.get("/b", with: .status(203)).expecting(headers: ["X-Key": "1"])
        router.hold("/a", method: .post)
        router.hold("/b").optional()
        router.hold("/c").release()
        try await run(way) { teapot in
            #expect(await send("a", on: teapot).value() == "a 201")
            for path in ["b", "c"] { _ = await send(path, on: teapot).value() }
        }
        let kinds = router.violations.map(\.kind)
        #expect(kinds == [.unansweredRequest, .refusedRequest, .unusedRoute, .unusedHold, .unusedHold])
    }

    @Test func `that were released too early say so`() async throws {
        router.get("/a", with: .status(204))
        router.hold("/a").release()
        router.hold("/b")
        _ = try await MockTeapot(router: router).get("a")
        #expect(
            router.violations.map(\.message) == [
                """
                The hold for requests with path /b was never used: no request matched it. If this is intended, mark it \
                with `optional()`.
                """,
                """
                The hold for requests with path /a was released before it held a request. Call \
                `try await hold.waitForRequest()` before `release()`. If this is intended, mark it with `optional()`.
                """,
            ])
    }

    @Test(arguments: Way.allCases)
    func `end with their client, and the handler never runs`(way: Way) async throws {
        let ran = Locked(false)
        router.get("/a") { _ in
            ran.withLock { $0 = true }
            return .status(204)
        }
        let hold = router.hold("/a")
        try await run(way) { teapot in
            let task = Task { try await teapot.get("a") }
            try await hold.waitForRequest()
            task.cancel()
            _ = try? await task.value
            #expect(await eventually { hold.requests.isEmpty })
            hold.release()
            #expect(router.journal.entries.map(\.ending) == [.abandoned])
        }
        #expect(!ran.withLock { $0 })
    }

    @Test(arguments: Way.allCases) func `may be many`(way: Way) async throws {
        router.get("/a/:id") { ["id": $0["id"]] }
        let hold = router.hold("/a/*")
        // A session has six connections to a host.
        let count = [.server, .interception].contains(way) ? 6 : 200
        try await run(way) { teapot in
            let sent = (0..<count).map { send("a/\($0)", on: teapot) }
            try await hold.waitForRequest(count: count)
            hold.release()
            for (id, result) in sent.enumerated() { #expect(await result.value() == "a/\(id) 200") }
        }
    }

    /// A source of responses other than routes, such as a folder.
    private struct Source: Stage {
        static let places = [StagePlace.insteadOfRoutes]
        let ran: Locked<Bool>

        func couldAnswer(_ request: Request) -> Bool { true }

        func match(_ request: Request, began: UInt64, for router: Router) -> StageMatch? {
            if request.path == "/a" { return StageMatch(.switched("a response"), .status(201)) }
            return StageMatch(.switched("a handler")) { _ in
                {
                    ran.withLock { $0 = true }
                    return .status(202)
                }
            }
        }
    }

    @Test(arguments: Way.allCases) func `may come from anything that answers for the router`(way: Way) async throws {
        let ran = Locked(false)
        router.setStage(Source(ran: ran))
        router.latency = 0.01
        let hold = router.hold("/*")
        try await run(way) { teapot in
            let sent = [send("a", on: teapot), send("b", on: teapot)]
            try await hold.waitForRequest(count: 2)
            #expect(results.withLock { $0 }.isEmpty)
            #expect(!ran.withLock { $0 })
            hold.release()
            #expect(await sent[0].value() == "a 201")
            #expect(await sent[1].value() == "b 202")
        }
        #expect(router.journal.entries.allSatisfy { $0.duration ?? 0 >= 0.01 })
    }

    @Test(arguments: Way.allCases) func `wait after a redirect`(way: Way) async throws {
        router.get("/old", with: .status(302, headers: ["Location": "/new"]))
        router.get("/new", with: .status(201))
        let hold = router.hold("/new")
        try await run(way) { teapot in
            let sent = send("old", on: teapot)
            try await hold.waitForRequest()
            #expect(results.withLock { $0 }.isEmpty)
            hold.release()
            #expect(await sent.value() == "old 201")
        }
    }

    @Test(arguments: Way.allCases) func `fail when their router is finished`(way: Way) async throws {
        router.get("/a") { _ in .status(204) }
        router.hold("/a", fileID: "Some/File.swift", line: 7)
        try await run(way) { teapot in
            let sent = send("a", on: teapot)
            #expect(await eventually { router.violations.contains { $0.kind == .heldRequest } })
            let violations = router.finish("the test", isCutShort: false)
            #expect(violations.map(\.kind) == [.heldRequest])
            #expect(violations.first?.place?.line == 7)
            #expect(violations.first?.message.hasPrefix("The response to GET /a was never released.") == true)
            #expect(await sent.value() != "a 204")
        }
        #expect(router.finish("the test", isCutShort: false).isEmpty)
    }

    @Test(arguments: Way.allCases) func `fail with an explanation if they are forgotten`(way: Way) async throws {
        router.get("/a", with: .status(204))
        let hold = router.hold("/a", fileID: "Some/File.swift", line: 7)
        try await run(way) { teapot in
            let sent = send("a", on: teapot)
            try await hold.waitForRequest()
            for answer in hold.answers { answer.forget() }
            #expect(await sent.value() != "a 204")
            hold.release()
        }
        #expect(router.violations.map(\.kind) == [.heldRequest])
    }

    @Test(arguments: ["within 30 s of real time", "before the test ended"])
    func `fail with an error that begins with the hold`(time: String) async throws {
        let router = Router("https://hold.test/v1")
        router.get("/a", with: .status(204))
        let hold = router.hold("/a", fileID: "Some/File.swift", line: 7)
        let sent = Task { try await MockTeapot(router: router).get("a") }
        try await hold.waitForRequest()
        if time.hasPrefix("before") {
            _ = router.finish("the test", isCutShort: false)
        } else {
            for answer in hold.answers { answer.forget() }
        }
        let error = await #expect(throws: TeapotError.self) { try await sent.value }
        #expect(error?.type == .unansweredRequest)
        #expect(
            error?.description == """
                The response to GET /a was held at Some/File.swift:7 and wasn't released \(time). \
                Call `release()` on that hold, and then await the response.
                """)
    }

    @Test func `may be released in advance any number of times`() {
        router.get("/a", with: .status(204))
        let hold = router.hold("/a")
        for _ in 0..<3 { hold.release(.max - 1) }
        _ = send("a", on: MockTeapot(router: router))
        #expect(hold.requests.isEmpty)
    }

    @Test func `aren't another violation if the test ended early`() {
        router.get("/a", with: .status(204))
        router.hold("/a")
        _ = send("a", on: MockTeapot(router: router))
        #expect(router.violations.map(\.kind) == [.heldRequest])
        #expect(router.finish("the test", isCutShort: true).isEmpty)
    }

    @Test(arguments: [Way.mock, .interception, .server])
    func `end after their limit in real time`(way: Way) async throws {
        router.get("/a", with: .status(201))
        let hold = router.hold("/a", limit: 0.02)
        try await run(way) { teapot in
            #expect(await send("a", on: teapot).value() == "a 201")
            #expect(hold.requests.isEmpty)
        }
        #expect(router.journal.entries.allSatisfy { $0.duration ?? 0 >= 0.02 })
    }

    @Test(arguments: [(59.999, 201), (60, 0)] as [(Double, Int)])
    func `end in skipped time at their limit or with the call`(limit: Double, status: Int) async throws {
        router.get("/a", with: .status(201))
        let hold = router.hold("/a", limit: limit)
        try await run(.skippingMock) { teapot in
            _ = send("a", on: teapot)
            #expect(results.withLock { $0 } == ["a \(status)"])
        }
        #expect(hold.requests.isEmpty)
        #expect(router.journal.entries.map(\.duration) == [limit])
    }

    @Test(arguments: [Way.mock, .skippingMock]) func `keep their delays until they are released`(way: Way) async throws
    {
        router.get("/a", delay: 0.01, with: .status(201, delay: 0.01))
        router.get("/b", delay: 0.02) { _ in .status(202) }
        let hold = router.hold("/*")
        try await run(way) { teapot in
            let sent = [send("a", on: teapot), send("b", on: teapot)]
            hold.release()
            for result in sent { _ = await result.value() }
        }
        let durations = router.journal.entries.compactMap(\.duration)
        #expect(durations.count == 2)
        #expect(durations.allSatisfy { way == .mock ? $0 >= 0.02 : $0 == 0.02 })
    }

    @Test func `for an unrequested path are reported with the requests that arrived`() async throws {
        router.get("/b", with: .status(204))
        let hold = router.hold("/a", method: .get)
        _ = send("b", on: MockTeapot(router: router))
        let error = await #expect(throws: Journal.TimedOut.self) {
            try await hold.waitForRequest(timeout: 0.01)
        }
        #expect(error?.description.contains("No request with path /a, method GET was received within 0.01 s.") == true)
        #expect(error?.description.contains("GET /b") == true)
    }

    @Test func `are no longer awaited once the waiting task is cancelled`() async throws {
        let hold = router.hold("/a")
        let task = Task { try await hold.waitForRequest(timeout: 3600) }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test func `release their router`() {
        weak var released: Router?
        do {
            let router = Router()
            released = router
            router.get("/a", with: .status(204))
            let hold = router.hold("/a")
            _ = send("a", on: MockTeapot(router: router))
            hold.release()
        }
        #expect(released == nil)
    }
}
