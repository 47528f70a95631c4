import Foundation
import Teapot
import TeapotTestTraits
import Testing

import TeapotMock
@testable import TeapotMockFolders

@Suite(.inTurn) struct `A switchboard's decisions` {
    private static let now = Date(timeIntervalSince1970: 0)

    private func decide(
        _ state: inout SwitchboardState, _ path: String = "/v1/a", for requestPath: String? = "/a",
        method: String = "GET", headers: Teapot.HeaderFields = [:]
    ) -> String {
        let request = Request(method: method, path: path, headers: headers)
        switch state.decide(request, for: requestPath, at: Self.now) {
        case .step(let step, let number, let scenario): return "\(scenario.name) \(number): \(step.responseFileName)"
        case .mock(let path): return "mock \(path)"
        case .firstMock: return "first"
        case .live(let reason): return "live: \(reason)"
        case .hold(let id, _): return "hold \(id)"
        case .nothing: return "nothing"
        }
    }

    private func scenario(
        _ name: String, _ steps: Int, _ request: RequestCondition? = nil, step: RequestCondition? = nil
    ) -> Scenario {
        Scenario(
            name,
            steps: (0..<steps).map { .init(folder: "/a", responseFileName: "s\($0)", request: step) }, request: request)
    }

    @Test func `hold undecided requests`() {
        var state = SwitchboardState()
        #expect(decide(&state) == "hold 1")
        #expect(decide(&state) == "hold 2")
        #expect(state.held.keys.sorted() == [1, 2])
        let exchange = state.release(1)
        #expect(exchange != nil)
        #expect(state.release(1) == nil)
        state.undecided = .firstMock
        #expect(decide(&state) == "first")
        state.undecided = .live
        #expect(decide(&state) == "live: no other choice applies")
        state.undecided = .unanswered
        #expect(decide(&state) == "nothing")
        state.isOn = false
        #expect(decide(&state) == "live: mocks are switched off")
    }

    @Test func `follow a setting, a scenario's step, and the default, in this order`() {
        var state = SwitchboardState()
        state.undecided = .firstMock
        state.activate(scenario("s", 2))
        #expect(decide(&state) == "s 1: s0")
        state.set(.mock("a/x.json"), for: "/A/")
        #expect(decide(&state) == "mock a/x.json")
        state.set(.live, for: "/a")
        #expect(decide(&state) == "live: always live for /a")
        state.set(.hold, for: "/a")
        #expect(decide(&state) == "hold 1")
        state.set(.unanswered, for: "/a")
        #expect(decide(&state) == "nothing")
        state.set(nil, for: "a")
        #expect(decide(&state) == "s 2: s1")
        #expect(decide(&state) == "first")
    }

    @Test func `prefer the setting of the whole path to that of the directory`() {
        var state = SwitchboardState()
        state.set(.mock("x"), for: "/a")
        state.set(.live, for: "/v1/A")
        #expect(decide(&state) == "live: always live for /v1/a")
        #expect(decide(&state, "/v2/a") == "mock x")
        #expect(decide(&state, "/v2/b", for: nil) == "hold 1")
    }

    @Test func `prefer the setting of a method to that of all methods, for the same path`() {
        var state = SwitchboardState()
        state.undecided = .firstMock
        state.set(.mock("list"), for: "/a", .get)
        state.set(.mock("full"), for: "/a", .post)
        #expect(decide(&state) == "mock list")
        #expect(decide(&state, method: "HEAD") == "mock list")
        #expect(decide(&state, method: "POST") == "mock full")
        #expect(decide(&state, method: "PUT") == "first")
        state.set(.live, for: "/a")
        #expect(decide(&state, method: "POST") == "mock full")
        #expect(decide(&state, method: "PUT") == "live: always live for /a")
        state.set(.hold, for: "/v1/a", .put)
        #expect(decide(&state, method: "PUT") == "hold 1")
        #expect(decide(&state, method: "POST") == "mock full")
        state.replace(.mock("full"), with: .mock("fuller"))
        state.replace(.mock("list"), with: nil)
        #expect(decide(&state, method: "POST") == "mock fuller")
        #expect(decide(&state) == "live: always live for /a")
        state.replace(.live, with: nil)
        state.replace(.mock("fuller"), with: nil)
        state.set(nil, for: "/V1/a/", .put)
        #expect(state.settings.isEmpty)
    }

    @Test func `end a scenario with its last step`() {
        var state = SwitchboardState()
        state.activate(scenario("s", 2))
        #expect(decide(&state) == "s 1: s0")
        #expect(state.runs.map(\.step) == [1])
        #expect(decide(&state) == "s 2: s1")
        #expect(state.runs.isEmpty)
        #expect(decide(&state) == "hold 1")
        state.activate(scenario("empty", 0))
        #expect(state.runs.isEmpty)
    }

    @Test func `let requests pass that a step doesn't expect`() {
        var state = SwitchboardState()
        state.activate(scenario("s", 1, step: RequestCondition(path: "/b")))
        #expect(decide(&state) == "hold 1")
        #expect(decide(&state, "/b") == "s 1: s0")
    }

    @Test(arguments: ["HEAD", "OPTIONS"])
    func `let a method that browsers add pass, unless the step is for it`(method: String) {
        var state = SwitchboardState()
        state.activate(scenario("s", 1))
        #expect(decide(&state, method: method) == "hold 1")
        state.activate(scenario("s", 1, step: RequestCondition(method: method)))
        #expect(decide(&state) == "hold 2")
        #expect(decide(&state, method: method) == "s 1: s0")
    }

    @Test func `run scenarios for different requests side by side`() {
        var state = SwitchboardState()
        state.activate(scenario("all", 2))
        state.activate(scenario("one", 2, RequestCondition(headers: ["X-User": "1"])))
        state.activate(scenario("two", 2, RequestCondition(headers: ["X-User": "2"])))
        #expect(decide(&state, headers: ["X-User": "2"]) == "two 1: s0")
        #expect(decide(&state, headers: ["X-User": "1"]) == "one 1: s0")
        #expect(decide(&state, headers: ["X-User": "3"]) == "all 1: s0")
        state.activate(scenario("other", 1))
        #expect(state.runs.map(\.scenario.name) == ["one", "two", "other"])
        state.activate(scenario("one", 2, RequestCondition(headers: ["X-User": "1"])))
        #expect(decide(&state, headers: ["X-User": "1"]) == "one 1: s0")
        state.deactivate("one")
        #expect(decide(&state, headers: ["X-User": "1"]) == "other 1: s0")
    }
}
