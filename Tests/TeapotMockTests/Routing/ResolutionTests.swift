import Foundation
import Teapot
import TeapotTestSupport
import TeapotTestTraits
import Testing

import TeapotMock

@Suite(.inTurn) struct `Resolving a request` {
    @Test func `an immediate answer is available at once, with its journal entry`() {
        let router = Router()
        router.get("/users/:id") { ["id": $0["id"]] }
        guard case .now(let response, let entry) = router.resolve(.wire("GET", "/users/7")) else {
            Issue.record("It was not answered at once.")
            return
        }
        #expect(response.status == 200 && entry == 1)
        #expect(router.journal.entries.map(\.ending) == [nil])
        router.journal.end(entry, .responded(200), in: 2)
        #expect(router.journal.entries.map(\.ending) == [.responded(200)])
        #expect(router.journal.entries.first?.duration ?? 0 >= 2)
        #expect(router.journal.entries.first?.components == ["id": "7"])
        #expect(router.journal.entries.first?.request.components == [:])
    }

    @Test func `an asynchronous handler begins when it's started`() async {
        let router = Router()
        router.get("/a") { _ in
            await Task.yield()
            return Response.status(203)
        }
        guard case .later(let exchange) = router.resolve(.wire("GET", "/a")) else {
            Issue.record("It was answered at once.")
            return
        }
        #expect(router.journal.entries.map(\.ending) == [nil])
        let status = await withCheckedContinuation { continuation in
            exchange.start { continuation.resume(returning: $0.status.rawValue) }
        }
        #expect(status == 203 && exchange.entry == 1)
    }

    @Test func `an abandoned handler is cancelled, and the journal says so`() async {
        let router = Router()
        let (begun, begin) = AsyncStream<Void>.makeStream()
        let (ended, end) = AsyncStream<Void>.makeStream()
        router.get("/a") { _ in
            begin.finish()
            for await _ in AsyncStream<Void>(unfolding: { try? await Task.sleep(nanoseconds: .max / 2) }) { break }
            end.finish()
            return Response.status(200)
        }
        guard case .later(let exchange) = router.resolve(.wire("GET", "/a")) else {
            Issue.record("It was answered at once.")
            return
        }
        exchange.start { _ in Issue.record("It was abandoned.") }
        for await _ in begun {}
        exchange.abandon()
        for await _ in ended {}
        #expect(router.journal.entries.map(\.ending) == [.abandoned])
    }

    @Test func `an unanswered request is diagnosed`() {
        let router = Router()
        router.post("/a", with: .status(200))
        guard case .now(let missing, entry: 1) = router.resolve(.wire("GET", "/a")), missing.isExplanation,
            case .unanswered(let diagnosis)? = router.journal.entry(1)?.outcome
        else {
            Issue.record("It was answered.")
            return
        }
        #expect(diagnosis.nearest.map(\.route.number) == [1])
        router.get("/b", with: .status(200)).expecting(headers: ["X-A": "1"])
        guard case .now(let refusal, entry: 2) = router.resolve(.wire("GET", "/b")), refusal.isExplanation else {
            Issue.record("It did not fail at once.")
            return
        }
        #expect((refusal.fault?.error as? TeapotError)?.type == .incorrectHeaders)
        #expect(refusal.status == 400)
        #expect(router.answers(.wire("GET", "/b", fields: ["x-a: 1"])) == 200)
    }

    @Test func `routes with and without rules are asked in order`() {
        let router = Router()
        router.get("/a", with: .status(201))
        let rule = router.get("/a", when: .headers(["X-A": "1"]), with: .status(202))
        router.get("/*?q", with: .status(203))
        let twice = router.get("/a", times: 2, with: .status(204), .status(205))
        router.get("/a", times: 0, with: .status(500))
        router.put("/a", with: .status(500))
        #expect((0..<3).map { _ in router.answers(.wire("GET", "/a")) } == [204, 205, 201])
        #expect(twice.answerCount == 2 && rule.answerCount == 0)
        #expect(router.answers(.wire("GET", "/a", fields: ["X-A: 1"])) == 202)
        #expect(router.answers(.wire("GET", "/a?q", fields: ["X-A: 1"])) == 203)
        router.register(.status(206))
        #expect(router.answers(.wire("DELETE", "/a/b")) == 206)
        #expect(rule.answerCount == 1)
        rule.remove()
        #expect(rule.answerCount == 1)
    }

    @Test(arguments: [
        ("GET", "GET", true), ("GET", "get", false), ("GET", "GETS", false), ("OPTIONS", "OPTIONS", true),
        ("PROPPATCH", "PROPPATCH", true), ("PROPPATCH", "PROPFIND", false), ("PROPPATC", "PROPPATCH", false),
        ("LINK", "LIN\u{212A}", true), ("\u{e9}", "e\u{301}", true), ("A", "", false),
    ])
    func `methods are distinguished whatever their length`(route: String, request: String, matches: Bool) {
        let router = Router()
        router.method(Teapot.Method(route))("/a", with: .status(200))
        #expect(router.answers(Request(method: request, path: "/a")) == (matches ? 200 : nil))
    }

    @Test func `all answers wait for the router's latency`() {
        let router = Router()
        router.get("/a", delay: 1, with: .status(200, delay: 2))
        router.latency = 4
        guard case .now(let response, _) = router.resolve(.wire("GET", "/a")) else {
            Issue.record("It was not answered at once.")
            return
        }
        #expect(response.delay == 7)
    }

    @Test func `concurrent requests are each counted and numbered once`() {
        let router = Router(journalCapacity: nil)
        let token = router.get("/:id") { request in .status(request["id"] == nil ? 500 : 200) }
        let limited = router.get("/:id", times: 10, with: .status(201))
        DispatchQueue.concurrentPerform(iterations: 500) { index in
            if router.answers(.wire("GET", "/\(index)")) == nil { Issue.record("\(index)") }
        }
        #expect(limited.answerCount == 10 && token.answerCount == 490)
        let entries = router.journal.entries
        #expect(entries.map(\.number) == Array(1...500))
        #expect(Set(entries.map { $0.request.path }).count == 500)
        #expect(entries.count { $0.status == 201 } == 10)
    }

    @Test func `dates are calendar dates and don't change`() throws {
        let router = Router()
        router.get("/a", with: .status(200))
        let before = Date()
        for _ in 0..<100 { _ = router.answers(.wire("GET", "/a")) }
        let dates = router.journal.entries.map(\.date)
        // Two clocks are read one after the other.
        #expect(try #require(dates.first).timeIntervalSince(before) > -0.001)
        #expect(try #require(dates.last).timeIntervalSince(Date()) < 0.001)
        #expect(dates == router.journal.entries.map(\.date))
    }
}
