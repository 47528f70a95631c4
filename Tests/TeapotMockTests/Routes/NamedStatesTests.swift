import Teapot
import TeapotTestTraits
import Testing
import TeapotTestSupport

import TeapotMock

@Suite(.inTurn) struct `A scenario of named states` {
    private let router = Router()
    private let list = "To do list"

    private func ask(_ method: String, _ path: String, headers: Teapot.HeaderFields = [:]) async -> Answer {
        await router.serverAnswer(to: Request(method: method, path: path, headers: headers))
    }

    @Test func `a route answers in its state, and changes to the next state`() async {
        router.get("/todo", with: .status(201)).inScenario(list, when: "Started")
        router.post("/todo", with: .status(202)).inScenario(list, when: "Started", then: "added")
        router.get("/todo", with: .status(203)).inScenario(list, when: "added", then: "read")
        #expect(await ask("GET", "/todo").status == 201)
        #expect(await ask("GET", "/todo").status == 201)
        #expect(router.state(of: list) == "Started")
        #expect(await ask("POST", "/todo").status == 202)
        #expect(router.state(of: list) == "added")
        #expect(await ask("POST", "/todo").status == 404)
        #expect(await ask("GET", "/todo").status == 203)
        #expect(await ask("GET", "/todo").status == 404)
    }

    @Test func `a route is ignored outside its state`() async {
        router.get("/todo", with: .status(201))
        router.get("/todo", with: .status(202)).inScenario(list, when: "added").expecting(headers: ["X-Key": "1"])
        #expect(await ask("GET", "/todo").status == 201)
        router.setState(of: list, to: "added")
        #expect(await ask("GET", "/todo", headers: ["X-Key": "1"]).status == 202)
        #expect(await ask("GET", "/todo").status != 201)
    }

    @Test func `a route without a state answers in any state, and may still change it`() async {
        router.get("/next", with: .status(201)).inScenario(list, then: "on")
        #expect(await ask("GET", "/next").status == 201)
        #expect(router.state(of: list) == "on")
        #expect(await ask("GET", "/next").status == 201)
    }

    @Test func `scenarios are independent`() async {
        router.get("/a", with: .status(201)).inScenario("a", when: "Started", then: "over")
        router.get("/b", with: .status(202)).inScenario("b", when: "Started", then: "over")
        #expect(await ask("GET", "/a").status == 201)
        #expect(router.states == ["a": "over", "b": "Started"])
        #expect(await ask("GET", "/a").status == 404)
        #expect(await ask("GET", "/b").status == 202)
        #expect(router.states == ["a": "over", "b": "over"])
    }

    @Test func `states can be set, read and reset`() async {
        #expect(router.states == [:])
        let token = router.get("/a", with: .status(201)).inScenario("a", when: "second")
        #expect(router.state(of: "unheard of") == "Started")
        #expect(await ask("GET", "/a").status == 404)
        router.setState(of: "a", to: "second")
        #expect(await ask("GET", "/a").status == 201)
        router.resetScenarios()
        #expect(router.states == ["a": "Started"])
        #expect(await ask("GET", "/a").status == 404)
        token.inScenario("a")
        #expect(await ask("GET", "/a").status == 201)
    }

    @Test func `removing all routes resets the scenarios`() async {
        router.get("/a", with: .status(201)).inScenario("a", then: "second")
        _ = await ask("GET", "/a")
        router.reset()
        #expect(router.states == [:])
        #expect(router.state(of: "a") == "Started")
    }

    @Test func `a route may be used up, and change the state with its last answer`() async {
        router.get("/a", times: 2, with: .status(201)).inScenario("a", then: "second")
        router.setState(of: "a", to: "first")
        _ = await ask("GET", "/a")
        router.setState(of: "a", to: "first")
        #expect(await ask("GET", "/a").status == 201)
        #expect(router.state(of: "a") == "second")
        #expect(await ask("GET", "/a").status == 404)
    }

    @Test(arguments: 1...5)
    func `exactly one of several concurrent requests makes each transition`(round: Int) async {
        let count = 200
        for step in 0..<count {
            let status = Teapot.StatusCode(rawValue: 200 + step)
            router.get("/next", with: .status(status))
                .inScenario("chain", when: step == 0 ? "Started" : "\(step)", then: "\(step + 1)")
        }
        let answered = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<count { group.addTask { await router.answer(to: "/next").statusCode } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        let isEachOnce = answered.sorted() == Array(200..<200 + count)
        #expect(isEachOnce)
        #expect(router.state(of: "chain") == "\(count)")
        #expect(router.journal.entries.count == count)
    }

    @Test func `if several requests race for a transition, one makes it and the others are matched again`() async {
        router.get("/door", with: .status(201)).inScenario("door", when: "open")
        router.get("/door", with: .status(202)).inScenario("door", when: "Started", then: "open")
        let answered = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<200 { group.addTask { await router.answer(to: "/door").statusCode } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(answered.count { $0 == 202 } == 1)
        #expect(answered.count { $0 == 201 } == 199)
    }

    @Test func `a near miss names the required state`() async throws {
        router.get("/todo", with: .status(201)).inScenario(list, when: "added")
        _ = await ask("GET", "/todo")
        let entry = try #require(router.journal.entries.last)
        guard case .unanswered(let diagnosis) = entry.outcome else { throw Unexpected() }
        let conditions = try #require(diagnosis.nearest.first).conditions.map(\.description)
        #expect(
            conditions == [
                "✓ method GET", "✓ path /todo",
                "✗ scenario “To do list” in state “added” – it is in state “Started”",
            ])
        #expect(diagnosis.nearest.first?.note == nil)
    }

    private struct Unexpected: Error {}

    @Test func `routes of different states don't hide each other`() {
        router.get("/todo", with: .status(201)).inScenario(list, when: "Started")
        router.get("/todo", with: .status(202)).inScenario(list, when: "added")
        #expect(router.problems.isEmpty)
        router.get("/todo", with: .status(203)).inScenario(list, when: "added", then: "read")
        #expect(router.problems.map(\.kind) == [.hiddenRoute])
    }
}
