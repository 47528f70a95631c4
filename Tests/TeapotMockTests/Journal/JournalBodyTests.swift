import Foundation
import Teapot
import TeapotTestTraits
import Testing
import TeapotTestSupport

@testable import TeapotMock

@Suite(.inTurn) struct `Bodies in a journal` {
    private func send(_ router: Router, _ path: String, _ count: Int) async {
        _ = await router.serverAnswer(to: Request(method: "POST", path: path, body: Data(count: count)))
    }

    @Test func `are dropped, the oldest first, if their total is too large`() async throws {
        let router = Router()
        router.register(.status(200))
        #expect(router.journal.bodyCapacity == 64_000_000)
        router.journal.bodyCapacity = 100
        for number in 1...5 { await send(router, "/\(number)", 40) }
        await send(router, "/6", 0)
        let journal = router.journal
        #expect(journal.requests.map(\.body.count) == [0, 0, 0, 40, 40, 0])
        #expect(journal.entries.map(\.droppedBodyLength) == [40, 40, 40, nil, nil, nil])
        #expect(journal.forgottenCount == 0)
        journal.bodyCapacity = 50
        #expect(journal.entries.map(\.droppedBodyLength) == [40, 40, 40, 40, nil, nil])
        await send(router, "/7", 101)
        #expect(journal.entries.map(\.droppedBodyLength) == [40, 40, 40, 40, 40, nil, 101])
        await send(router, "/8", 40)
        // Cleared bodies no longer count.
        journal.clear()
        for _ in 1...2 { await send(router, "/", 20) }
        #expect(journal.entries.map(\.droppedBodyLength) == [nil, nil])
        journal.bodyCapacity = nil
        await send(router, "/", 1000)
        #expect(journal.requests.map(\.body.count) == [20, 20, 1000])
        #expect(Router(journalCapacity: nil).journal.bodyCapacity == nil)
    }

    @Test func `are counted correctly while entries are forgotten`() async throws {
        let router = Router(journalCapacity: 3)
        router.register(.status(200))
        router.journal.bodyCapacity = 100
        for number in 1...50 { await send(router, "/\(number)", number.isMultiple(of: 5) ? 90 : 10) }
        #expect(router.journal.requests.map(\.body.count).reduce(0, +) <= 100)
        for number in 51...60 { await send(router, "/\(number)", 30) }
        #expect(router.journal.requests.map(\.body.count) == [30, 30, 30])
        let none = Router(journalCapacity: 0)
        await send(none, "/", 10)
        #expect(none.journal.entries.isEmpty)
    }

    @Test func `are an error for a rule that needs them after they were dropped, and only for that rule`() async throws
    {
        let router = Router()
        router.register(.status(200))
        router.journal.bodyCapacity = 10
        await send(router, "/a", 20)
        let journal = router.journal
        #expect(try journal.count(of: .path("/a"), .method(.post)) == 1)
        #expect(try journal.count(of: .path("/b"), .json(equals: [:])) == 0)
        let error = #expect(throws: Journal.Forgotten.self) {
            try journal.count(of: .path("/a"), .body(equals: Data(count: 20)))
        }
        #expect(
            error?.description == """
                A request in the queried range no longer has its body: the journal keeps the last 10 bytes of bodies. \
                Increase its `bodyCapacity`, call its `clear()` before the part that you verify, or limit the range with \
                `after:`.
                """)
        await #expect(throws: Journal.Forgotten.self) {
            try await journal.waitForRequest(matching: .body(equals: Data(count: 20)), timeout: 0)
        }
        #expect(try journal.count(of: .body(equals: Data(count: 20)), after: 1) == 0)
    }

    @Test func `are seen by a waiting task even if the journal doesn't keep them`() async throws {
        let router = Router()
        router.register(.status(200))
        router.journal.bodyCapacity = 10
        async let found = router.journal.waitForRequest(matching: .body(equals: Data(count: 20)), timeout: 60)
        while router.journal.withState({ $0.waiters.count == 0 }) { await Task.yield() }
        await send(router, "/a", 20)
        #expect(try await found.number == 1)
    }

    @Test func `are dropped from a diagnosis, too, which says so`() async throws {
        let router = Router()
        router.journal.bodyCapacity = 10
        let response = await router.serverAnswer(
            to: Request(method: "POST", path: "/a", body: Data("twelve bytes".utf8)))
        // The client gets the whole diagnosis.
        #expect(String(decoding: response.body, as: UTF8.self).contains("twelve bytes"))
        guard case .unanswered(let diagnosis)? = router.journal.entries.first?.outcome else {
            Issue.record("It was answered.")
            return
        }
        #expect(diagnosis.request.body.isEmpty)
        #expect(diagnosis.description.contains("\n   body of 12 bytes, no longer kept\n"))
        let members = diagnosis.json.dictionary?["request"] as? [String: any Sendable]
        #expect(members?["bodyLength"] as? Int == 12)
        #expect(members?["isBodyDropped"] as? Bool == true)
    }

    @Test func `are dropped from violations if they're long, but distinguished by length`() async throws {
        let router = Router()
        for _ in 1...2 { await send(router, "/long", 2_000_000) }
        await send(router, "/long", 2_000_001)
        await send(router, "/short", 1_000)
        let kept = router.withState { $0.violations.unanswered.kept }
        #expect(kept.map(\.count) == [2, 1, 1])
        let bodies = kept.map { entry -> Int? in
            guard case .unanswered(let diagnosis) = entry.violation.reason else { return nil }
            return entry.violation.request.body.count + diagnosis.request.body.count
        }
        #expect(bodies == [0, 0, 2_000])
    }
}
