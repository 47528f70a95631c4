import Foundation
import Teapot
import TeapotTestTraits
import Testing
import TeapotTestSupport

@testable import TeapotMock

@Suite(.inTurn) struct `A journal` {
    private func ask(_ router: Router, _ method: String, _ path: String, headers: Teapot.HeaderFields = [:]) async {
        _ = await router.answer(to: Request(method: method, path: path, headers: headers))
    }

    @Test func `an entry has the request, the source of its answer, its times and its end`() async throws {
        let router = Router()
        let token = router.get("/users/:id", with: .status(203), fileID: "ShopTests/CartTests.swift", line: 12)
        let before = Date()
        await ask(router, "GET", "/users/a%20b", headers: ["X-A": "1"])
        let after = Date()
        let entry = try #require(router.journal.entries.first)
        #expect(entry.number == 1)
        let sent = Request(
            method: "GET", origin: "https://mock.test", path: "/users/a%20b", headers: ["X-A": "1"])
        #expect(entry.request == sent)
        #expect(entry.components == ["id": "a b"])
        #expect(before <= entry.date && entry.date <= after)
        #expect(entry.ending == .responded(203))
        #expect(entry.status == 203)
        #expect(try #require(entry.duration) >= 0)
        let route = try #require(entry.route)
        #expect(route.number == token.number)
        #expect("\(route) \(route.place)" == "GET /users/:id ShopTests/CartTests.swift:12")
        #expect(route.method == "GET" && route.path == "/users/:id")
        guard case .answered = entry.outcome else {
            Issue.record("It was not answered: \(entry.outcome)")
            return
        }
        let text = entry.description.split(separator: " after ").first.map(String.init)
        #expect(text == "1. GET /users/a%20b – by GET /users/:id, at ShopTests/CartTests.swift:12: status 203")
    }

    @Test func `an entry says what refused the request, with shortened credentials`() async throws {
        let router = Router()
        router.get("/a", with: .status(200)).expecting(headers: [
            "Authorization": "Bearer 0123456789xy", "X-A": "1",
        ])
        let fields: Teapot.HeaderFields = ["Authorization": "Bearer 0123456789ab"]
        _ = await router.serverAnswer(to: Request(method: "GET", path: "/a", headers: fields))
        let entry = try #require(router.journal.entries.first)
        guard case .refused(let route, let reasons) = entry.outcome else {
            Issue.record("It was not refused: \(entry)")
            return
        }
        #expect(route.number == 1 && entry.route?.number == 1)
        #expect(
            reasons == [
                "Authorization: expected “Bearer …xy”, got “Bearer …ab”", "X-A: expected “1”, but there is none",
            ])
        #expect(entry.ending == .responded(400))
    }

    @Test func `an entry says that nothing answered`() async throws {
        let router = Router()
        let error = await #expect(throws: TeapotError.self) { try await MockTeapot(router: router).get("x") }
        #expect(error?.type == .unansweredRequest)
        let entry = try #require(router.journal.entries.first)
        guard case .unanswered(let diagnosis) = entry.outcome else {
            Issue.record("It was answered: \(entry)")
            return
        }
        #expect(diagnosis.request == entry.request)
        #expect(entry.route == nil && entry.status == nil)
        #expect(entry.ending == .failed)
        #expect(entry.description.hasPrefix("1. GET /x – by no route: failed after "))
    }

    @Test func `a request on a failing connection has failed`() async throws {
        let router = Router()
        router.get("/a", with: .error(.timedOut))
        _ = try? await MockTeapot(router: router).get("a")
        #expect(router.journal.entries.map(\.ending) == [.failed])
        #expect(router.journal.entries.first?.route?.number == 1)
    }

    @Test func `an exchange is in progress until its answer is complete, and stays abandoned`() async throws {
        let (asked, isAsked) = AsyncStream<Void>.makeStream()
        let router = Router()
        router.get("/a") { _ in
            isAsked.yield()
            for await _ in AsyncStream<Void>(unfolding: { try? await Task.sleep(nanoseconds: .max / 2) }) { break }
            return .status(200)
        }
        let url = try #require(URL(string: "https://api.test/a"))
        let abandon = router.play(Request(method: "GET", path: "/a"), url: url) { _ in }
        for await _ in asked { break }
        var entry = try #require(router.journal.entries.first)
        #expect(entry.ending == nil && entry.duration == nil && entry.status == nil)
        #expect(entry.description.hasSuffix(": in progress"))
        abandon()
        abandon()
        entry = try #require(router.journal.entries.first)
        #expect(entry.ending == .abandoned)
        router.journal.end(entry.number, .failed)
        #expect(router.journal.entries.first?.ending == .abandoned)
        #expect(router.journal.entries.first?.duration == entry.duration)
    }

    @Test func `a request abandoned during its delay or after its end says so`() throws {
        let router = Router()
        router.get("/late", with: .status(200, delay: 1e6))
        router.get("/early", with: .status(200))
        for path in ["/late", "/early"] {
            let url = try #require(URL(string: "https://api.test" + path))
            router.play(Request(method: "GET", path: path), url: url) { _ in }()
        }
        #expect(router.journal.entries.map(\.ending) == [.abandoned, .responded(200)])
    }

    @Test func `entries are chosen and counted by rules, below the base URL`() async throws {
        let router = Router("https://api.test/v1")
        for path in ["/v1/users/1", "/v1/users/2?x=1", "/v2/users/3", "/v1/orders"] {
            let url = try #require(URL(string: path))
            let query = url.query.map { Request.items(of: $0) } ?? []
            _ = await router.answer(to: Request(method: "GET", path: url.path, query: query))
        }
        await ask(router, "POST", "/v1/users/4")
        let journal = router.journal
        #expect(try journal.entries(matching: .path("/users/:id")).map(\.number) == [1, 2, 5])
        #expect(try journal.count(of: .path("/users/:id"), .method(.post)) == 1)
        #expect(try journal.count(of: .path("/users/*?x=1")) == 1)
        #expect(try journal.count(of: .path("**")) == 4)
        #expect(try journal.count(of: .matching { $0.path.contains("v2") }) == 1)
        #expect(try journal.count() == 5)
        #expect(try journal.count(of: .method(.get), after: 2) == 2)
        #expect(try journal.count(after: 5) == 0)
        #expect(try journal.count(after: 99) == 0)
        #expect(try journal.count(after: -99) == 5)
    }

    @Test func `a rule may use the journal itself`() async throws {
        let router = Router()
        await ask(router, "GET", "/a")
        #expect(try router.journal.count(of: .matching { _ in router.journal.entries.count == 1 }) == 1)
    }

    @Test func `forgotten requests cause an error instead of a wrong answer`() async throws {
        let router = Router(journalCapacity: 3)
        for number in 1...3 { await ask(router, "GET", "/\(number)") }
        let journal = router.journal
        #expect(try journal.count() == 3)
        #expect(journal.forgottenCount == 0)
        for number in 4...5 { _ = await router.serverAnswer(to: "/\(number)") }
        #expect(journal.requests.map(\.path) == ["/3", "/4", "/5"])
        #expect(journal.entries.map(\.number) == [3, 4, 5])
        #expect(journal.forgottenCount == 2)
        #expect(journal.lastNumber == 5)
        let forgotten = #expect(throws: Journal.Forgotten.self) { try journal.count(of: .path("/5")) }
        #expect(forgotten == Journal.Forgotten(count: 2, capacity: 3))
        #expect(
            forgotten?.description == """
                2 requests in the queried range are no longer in the journal, which keeps the last 3. Increase the \
                router's `journalCapacity`, call the journal's `clear()` before the part that you verify, or limit the \
                range with `after:`.
                """)
        #expect(forgotten?.localizedDescription == forgotten?.description)
        let one = #expect(throws: Journal.Forgotten.self) {
            try journal.entries(matching: .path("/5"), after: 1)
        }
        #expect(one?.description.hasPrefix("1 request in the queried range is no longer in the journal, ") == true)
        #expect(try journal.count(after: 2) == 3)
        await #expect(throws: Journal.Forgotten.self) { try await journal.waitForRequest(timeout: 0) }
        #expect(try await journal.waitForRequest(after: 2, timeout: 0).number == 3)
    }

    @Test func `clearing it starts a new span`() async throws {
        let router = Router(journalCapacity: 2)
        for number in 1...3 { await ask(router, "GET", "/\(number)") }
        router.journal.clear()
        #expect(router.journal.entries.isEmpty)
        #expect(router.journal.forgottenCount == 0)
        #expect(try router.journal.count() == 0)
        for number in 4...5 { _ = await router.serverAnswer(to: "/\(number)") }
        #expect(try router.journal.entries(matching: .path("/*")).map(\.number) == [4, 5])
        router.journal.end(1, .failed)
        #expect(router.journal.entries.map(\.ending) == [.responded(404), .responded(404)])
        await ask(router, "GET", "/6")
        #expect(throws: Journal.Forgotten.self) { try router.journal.count() }
        #expect(try router.journal.count(after: 4) == 2)
    }

    @Test(arguments: [0, -1])
    func `it can be set to remember nothing`(capacity: Int) async throws {
        let router = Router(journalCapacity: capacity)
        #expect(try router.journal.count() == 0)
        router.get("/a", with: .status(200))
        await ask(router, "GET", "/a")
        #expect(router.journal.entries.isEmpty)
        #expect(router.journal.capacity == 0)
        #expect(throws: Journal.Forgotten.self) { try router.journal.count() }
        #expect(try router.journal.count(after: 1) == 0)
    }

    @Test func `it remembers everything without a capacity`() async throws {
        let router = Router(journalCapacity: nil)
        for _ in 0..<2500 { await ask(router, "GET", "/a") }
        #expect(try router.journal.count() == 2500)
        #expect(MockTeapot(fixture: .json([:])).router.journal.capacity == nil)
        #expect(Router().journal.capacity == 1000)
    }

    @Test func `many threads can write and read at once`() async throws {
        let router = Router(journalCapacity: 50)
        router.get("/a", with: .status(200))
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    for _ in 0..<100 {
                        await ask(router, "GET", "/a")
                        let numbers = router.journal.entries.map(\.number)
                        #expect(numbers.count <= 50 && zip(numbers, numbers.dropFirst()).allSatisfy { $1 == $0 + 1 })
                    }
                }
            }
        }
        #expect(router.journal.lastNumber == 800)
        #expect(router.journal.entries.map(\.number) == Array(751...800))
        #expect(router.journal.entries.allSatisfy { $0.ending == .responded(200) })
    }
}
