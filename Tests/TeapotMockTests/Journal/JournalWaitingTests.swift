import Foundation
import Teapot
import TeapotTestTraits
import Testing
import TeapotTestSupport

@testable import TeapotMock

@Suite(.inTurn) struct `Waiting for a request` {
    private let router = Router()
    private var journal: Journal { router.journal }

    private func ask(_ method: String, _ path: String) {
        let request = Request(method: method, path: path)
        journal.end(journal.begin(request, router.decide(request).result(router.options)), .responded(200))
    }

    /// A clock whose timeout expires on demand.
    private struct Alarm: Sendable {
        private let stream: AsyncStream<Void>
        private let continuation: AsyncStream<Void>.Continuation

        init() { (stream, continuation) = AsyncStream.makeStream() }

        func ring() { continuation.finish() }

        func sleep() async throws {
            for await _ in stream {}
            try Task.checkCancellation()
        }
    }

    /// Starts waiting with the test's own clock, and returns once no request can be missed.
    private func wait(
        for rules: [Rule], after number: Int = 0, count: Int = 1, _ alarm: Alarm = Alarm(), by journal: Journal? = nil
    ) async -> Task<Journal.Entry, any Error> {
        let (opened, open) = AsyncStream<Void>.makeStream()
        let task = Task { [journal = journal ?? self.journal] in
            try await journal.wait(for: rules, after: number, count: count, timeout: 5) { _ in
                open.finish()
                try await alarm.sleep()
            }
        }
        for await _ in opened {}
        return task
    }

    @Test func `earlier requests count`() async throws {
        ask("GET", "/a")
        ask("POST", "/a/1")
        ask("POST", "/a/2")
        let entry = try await journal.waitForRequest(matching: .method(.post), .path("/a/:id"))
        #expect(entry.number == 2)
        #expect(entry.ending == .responded(200))
        #expect(try await journal.waitForRequest(matching: .method(.post), count: 2, timeout: 0).number == 3)
        #expect(try await journal.waitForRequest(timeout: .infinity).number == 1)
        #expect(try await journal.waitForRequest(after: 1, count: -1, timeout: .nan).number == 2)
    }

    @Test func `a later request ends the wait`() async throws {
        let task = await wait(for: [.path("/b")], count: 2)
        ask("GET", "/a")
        ask("GET", "/b")
        ask("GET", "/c")
        ask("GET", "/b")
        ask("GET", "/b")
        let entry = try await task.value
        #expect(entry.number == 4)
        #expect(journal.withState { $0.waiters.count == 0 })
    }

    @Test func `only matching earlier requests count`() async throws {
        ask("GET", "/b")
        let mark = journal.lastNumber
        let task = await wait(for: [.path("/b")], after: mark)
        ask("GET", "/b")
        #expect(try await task.value.number == 2)
        await #expect(throws: Journal.TimedOut.self) {
            try await journal.waitForRequest(matching: .path("/b"), after: 99, timeout: 0)
        }
    }

    @Test func `a number of requests has to be reached first`() async throws {
        let task = await wait(for: [.path("/b")], after: 2)
        ask("GET", "/b")
        ask("GET", "/b")
        ask("GET", "/b")
        #expect(try await task.value.number == 3)
    }

    @Test func `requests that the journal forgets meanwhile count`() async throws {
        let router = Router(journalCapacity: 1)
        func ask(_ path: String) {
            let request = Request(method: "GET", path: path)
            _ = router.journal.begin(request, router.decide(request).result(router.options))
        }
        let task = await wait(for: [.path("/a")], count: 2, by: router.journal)
        for path in ["/a", "/b", "/b", "/a", "/b"] { ask(path) }
        router.journal.clear()
        #expect(try await task.value.number == 4)
    }

    @Test func `a timeout names the requests that arrived instead`() async throws {
        let alarm = Alarm()
        router.post("/cart", with: [:], fileID: "ShopTests/CartTests.swift", line: 12)
        router.post("/carts", with: [:], fileID: "ShopTests/CartTests.swift", line: 13)
        let rules = [Rule.method(.post), .path("/cart?x")]
        let task = await wait(for: rules, count: 2, alarm)
        ask("GET", "/elsewhere")
        let request = Request(method: "POST", path: "/cart", query: [.init(name: "x", value: nil)])
        _ = journal.begin(request, router.decide(request).result(router.options))
        ask("POST", "/carts")
        ask("GET", "/cart/1")
        alarm.ring()
        let error = await #expect(throws: Journal.TimedOut.self) { try await task.value }
        let timedOut = try #require(error)
        let text = timedOut.description.replacing(/after [0-9.]+ ms/, with: "after … ms")
        #expect(
            text == """
                1 of 2 requests with method POST, path /cart, query x was received within 5 s. The nearest was:
                3. POST /carts – by POST /carts, at ShopTests/CartTests.swift:13: status 200 after … ms
                   ✓ method POST
                   ✗ path /cart – expected “cart”, received “carts”
                   ✗ query x – received none
                """)
        #expect(timedOut.localizedDescription == timedOut.description)
        #expect(timedOut.found.map(\.number) == [2])
        #expect(timedOut.nearest?.number == 3)
        #expect(timedOut.count == 2 && timedOut.timeout == 5)
        #expect(journal.withState { $0.waiters.count == 0 })
    }

    @Test func `a timeout says that no request arrived`() async {
        let error = await #expect(throws: Journal.TimedOut.self) {
            try await journal.waitForRequest(matching: .path("/a"), timeout: 0)
        }
        #expect(error?.description == "No request with path /a was received within 0 s. No other request arrived.")
        let bare = await #expect(throws: Journal.TimedOut.self) { try await journal.waitForRequest(timeout: -1) }
        #expect(bare?.description == "No request was received within 0 s. No other request arrived.")
        ask("GET", "/a")
        let two = await #expect(throws: Journal.TimedOut.self) {
            try await journal.waitForRequest(count: 2, timeout: 0.001)
        }
        #expect(two?.description == "1 of 2 requests was received within 0.001 s.")
    }

    @Test func `a cancelled task stops waiting`() async {
        let task = await wait(for: [.path("/a")])
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(journal.withState { $0.waiters.count == 0 })
        ask("GET", "/a")
        let late = Task { [journal] in
            withUnsafeCurrentTask { $0?.cancel() }
            return try await journal.waitForRequest(timeout: .infinity)
        }
        await #expect(throws: CancellationError.self) { try await late.value }
    }

    @Test func `rules run outside the lock, in the waiting task`() async throws {
        let rule = Rule.matching { [journal] request in
            #expect(Self.$isWaiting.get())
            return journal.entries.contains { $0.request == request && request.path == "/b" }
        }
        let task = await Self.$isWaiting.withValue(true) { await wait(for: [rule]) }
        ask("GET", "/a")
        ask("GET", "/b")
        #expect(try await task.value.number == 2)
    }

    @TaskLocal private static var isWaiting = false

    @Test func `many tasks can wait, be cancelled, and time out at once`() async {
        let router = Router(journalCapacity: 10)
        router.get("/a/:id", with: .status(200))
        let outcomes = await withTaskGroup(of: String.self) { group in
            for number in 0..<300 {
                let alarm = Alarm()
                let waiting = Task { [journal = router.journal] in
                    let rules = [Rule.path("/a/\(number)")]
                    return try await journal.wait(for: rules, after: .max, count: 1, timeout: 5) { _ in
                        try await alarm.sleep()
                    }
                }
                let early = Task { [journal = router.journal] in
                    let rules = [Rule.path("/a/\(number)")]
                    return try await journal.wait(for: rules, after: journal.lastNumber, count: 1, timeout: 5) { _ in
                        try await alarm.sleep()
                    }
                }
                group.addTask {
                    _ = await router.answer(to: "/a/\(number)")
                    if number.isMultiple(of: 2) { waiting.cancel() }
                    early.cancel()
                    alarm.ring()
                    _ = await early.result
                    switch await waiting.result {
                    case .success: return "found"
                    case .failure(is CancellationError): return "cancelled"
                    case .failure(is Journal.TimedOut): return "timed out"
                    case .failure(let error): return "\(error)"
                    }
                }
            }
            return await group.reduce(into: Set<String>()) { $0.insert($1) }
        }
        #expect(outcomes.isSubset(of: ["cancelled", "timed out"]))
        #expect(router.journal.withState { $0.waiters.count == 0 })
    }
}
