import Foundation
import Teapot
import TeapotTestResources
import TeapotTestTraits
import Testing
import TeapotTestSupport

@testable import TeapotMock

@Suite(.inTurn) struct `A router` {
    private let router = Router()

    private func ask(_ method: String, _ path: String, headers: Teapot.HeaderFields = [:]) async -> Answer {
        let parts = path.split(separator: "?", maxSplits: 1)
        let query = parts.count == 2 ? Request.items(of: parts[1]) : []
        return await router.serverAnswer(
            to: Request(method: method, path: String(parts.first ?? ""), query: query, headers: headers))
    }

    @Test func `each verb answers only its own method`() async {
        let verbs = [
            ("GET", router.get), ("HEAD", router.head), ("POST", router.post), ("PUT", router.put),
            ("PATCH", router.patch), ("DELETE", router.delete), ("PURGE", router.method("PURGE")),
        ]
        for (index, verb) in verbs.enumerated() {
            verb.1("/x", with: .status(Teapot.StatusCode(rawValue: 210 + index)))
        }
        for (index, verb) in verbs.enumerated() {
            #expect(await ask(verb.0, "/x").statusCode == 210 + index)
        }
        #expect(
            await ask("OPTIONS", "/x").headers["Allow"] == "DELETE, GET, HEAD, OPTIONS, PATCH, POST, PURGE, PUT")
        router.any("/x", with: .status(299))
        #expect(await ask("OPTIONS", "/x").status == 299)
        router.delete("/x", with: .status(298))
        #expect(await ask("DELETE", "/x").status == 298)
    }

    @Test func `the last registered match wins, and a token takes it away`() async {
        router.get("/users/:id", with: .status(201))
        let token = router.get("/users/*", with: .status(202))
        router.get("/other", with: .status(203))
        #expect(await ask("GET", "/users/1").status == 202)
        #expect(token.answerCount == 1)
        token.remove()
        token.remove()
        #expect(await ask("GET", "/users/1").status == 201)
        router.reset()
        #expect(await ask("GET", "/users/1").status == 404)
        #expect(token.answerCount == 1)
    }

    @Test func `a handler gets the variables, decoded once`() async throws {
        router.get("/a/:b/c/:d/**") { request in
            .json([
                "b": request.components["b"] ?? "", "d": request["d"] ?? "", "rest": request["**"] ?? "",
                "none": request["e"] == nil,
            ])
        }
        let response = await ask("GET", "/a/x%2520y/c/%2F/1/2")
        let expected: JSON = ["b": "x%20y", "d": "/", "rest": "1/2", "none": true]
        #expect(try JSON(parsing: response.body) == expected)
    }

    @Test func `answers are sent in order, and the last one repeats`() async {
        router.get("/x", with: .status(201), .status(202))
        #expect(await ask("GET", "/x").status == 201)
        #expect(await ask("GET", "/x").status == 202)
        #expect(await ask("GET", "/x").status == 202)
    }

    @Test func `a route answers a number of times, and then earlier routes do`() async {
        router.get("/x", with: .status(200))
        router.get("/x", times: 2) { _ in .status(503) }
        router.register(.status(500), when: .path("/x"), times: 1)
        #expect(await ask("GET", "/x").status == 500)
        #expect(await ask("GET", "/x").status == 503)
        #expect(await ask("GET", "/x").status == 503)
        #expect(await ask("GET", "/x").status == 200)
        #expect(await ask("GET", "/x").status == 200)
    }

    @Test func `an error thrown by a handler becomes a 500 that names it`() async {
        router.get("/now") { _ in throw CocoaError(.fileNoSuchFile) }
        let line = #line - 1
        router.get("/later") { _ in
            await Task.yield()
            throw CocoaError(.fileNoSuchFile)
        }
        let now = await ask("GET", "/now")
        let text = String(decoding: now.body, as: UTF8.self)
        #expect(now.status == 500)
        #expect(
            text.hasPrefix(
                "The handler of GET /now, registered at TeapotMockTests/RouterTests.swift:\(line), threw for GET /now: "
            ))
        #expect(text.contains("Code=4"))
        #expect(await ask("GET", "/later").status == 500)
    }

    @Test func `a handler without a result answers 204`() async {
        let asked = Locked(0)
        router.get("/now") { _ in asked.withLock { $0 += 1 } }
        router.get("/later") { _ in
            await Task.yield()
            asked.withLock { $0 += 1 }
        }
        #expect(await ask("GET", "/now").status == 204)
        #expect(await ask("GET", "/later").status == 204)
        #expect(asked.withLock { $0 } == 2)
    }

    @Test func `delays and the latency add up`() async {
        router.latency = 0.25
        router.get("/x", delay: 0.5, with: .status(200, delay: 1))
        #expect(await router.resolvedResponse(to: Request(method: "GET", path: "/x")).delay == 1.75)
        router.latency = -1
        #expect(await router.resolvedResponse(to: Request(method: "GET", path: "/x")).delay == 1.5)
    }

    @Test func `a route with expected headers refuses a request without them`() async {
        router.get("/x", with: .status(200)).expecting(headers: ["X-Kind": "1"])
        let refused = await ask("GET", "/x")
        #expect(refused.status == 400)
        #expect(String(decoding: refused.body, as: UTF8.self).contains("X-Kind: expected “1”, but there is none"))
        #expect(await ask("GET", "/x", headers: ["x-kind": "1"]).status == 200)
    }

    @Test func `a fixture is read, and a missing one is an error`() async {
        let router = Router(fixtures: Fixtures.directory)
        router.get("/x", with: .file("get"), .file("gone"))
        let request = Request(method: "GET", path: "/x")
        #expect(await router.serverAnswer(to: request).headers["Content-Type"] == "application/json")
        #expect(await router.serverAnswer(to: request).status == 500)
    }

    @Test func `only one of several concurrent requests uses up a one-shot route`() async {
        router.get("/x", with: .status(404))
        router.get("/x", times: 10, with: .status(200))
        let answered = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<200 { group.addTask { await router.answer(to: "/x").statusCode } }
            return await group.reduce(into: 0) { $0 += $1 == 200 ? 1 : 0 }
        }
        #expect(answered == 10)
    }

    @Test func `routes can be added, and others can answer, while a rule or a handler runs`() async {
        let router = router
        router.get("/inner", with: .status(201))
        router.get("/outer", when: .matching { _ in router.accepts(Request(method: "GET", path: "/inner")) }) { _ in
            router.get("/new", with: .status(202))
            return Response.status(await router.answer(to: "/inner").status ?? 0)
        }
        #expect(await ask("GET", "/outer").status == 201)
        #expect(await ask("GET", "/new").status == 202)
    }

    @Test func `a handler that waits is cancelled with its request`() async {
        let began = AsyncStream<Void>.makeStream()
        let ended = AsyncStream<Bool>.makeStream()
        router.get("/x") { _ in
            began.continuation.yield()
            do { try await Task.sleep(nanoseconds: .max / 2) } catch { ended.continuation.yield(Task.isCancelled) }
            return .status(200)
        }
        let task = Task { await router.answer(to: "/x") }
        for await _ in began.stream { break }
        task.cancel()
        for await isCancelled in ended.stream {
            #expect(isCancelled)
            break
        }
        #expect(await task.value.error?.type == .cancelled)
    }

    @Test func `objects that a route retains may call the router when they're released`() async {
        final class Caller: Sendable {
            let router: Router
            init(_ router: Router) { self.router = router }
            deinit { router.get("/late", with: .status(201)) }
        }
        func register() -> Router.Registration {
            let caller = Caller(router)
            return router.get("/x") { _ in
                withExtendedLifetime(caller) {}
                return .status(200)
            }
        }
        register().remove()
        #expect(await ask("GET", "/late").status == 201)
        _ = register()
        router.reset()
        #expect(await ask("GET", "/late").status == 201)
        register().expecting(headers: ["X-Kind": "1"])
        #expect(await ask("GET", "/x").status == 400)
        router.reset()
        #expect(await ask("GET", "/late").status == 201)
    }

    @Test func `one-shot routes for ever new paths are all released`() async {
        router.get("/kept", with: .status(200))
        for number in 0..<500 {
            router.get("/once/\(number)", times: 1, with: .status(201))
            #expect(await ask("GET", "/once/\(number)").status == 201)
        }
        #expect(await ask("GET", "/once/7").status == 404)
        #expect(await ask("GET", "/kept").status == 200)
    }

    @Test func `responses and counts can be combined with rules, too`() async {
        router.register(.status(201), .status(202), when: .path("/x"), times: 3)
        var statuses: [Int] = []
        for _ in 0..<4 { statuses.append(await ask("GET", "/x").statusCode) }
        #expect(statuses == [201, 202, 202, 404])
    }
}
