import Foundation
import Teapot
import TeapotMock
import TeapotMockFolders
import TeapotMockServer
import TeapotTestResources
import TeapotTestSupport
import TeapotTestTraits
import Testing

/// Tests of a folder of mocks, its scenarios and its switchboard, with each transport to a router.
@Suite(.inTurn, .serialized, .timeLimit(.minutes(2))) struct `A switchboard gives the same answers over every transport`
{
    /// A client, and the switchboard and other parts that respond to it.
    private struct Bench {
        let client: any TeapotClient
        let router: Router
        let switchboard: Switchboard
        let live: Router
    }

    private static let letSee = Fixtures.letSeeDirectory

    /// Runs `body` with a client of LetSee's example, and a live server that responds with `{"live": PATH}`.
    private func bench<Result>(
        by transport: Transport, undecided: Switchboard.Undecided = .hold, _ body: (Bench) async throws -> Result
    ) async throws -> Result {
        let live = Router()
        live.get("/**") { ["live": $0.path, "user": $0.headers["X-User"] ?? "none"] }
        let liveServer = Server(router: live)
        try liveServer.start()
        let router = Router("http://api.test")
        let switchboard = Switchboard(
            MockFolder(Self.letSee.appendingPathComponent("Mocks")),
            scenarios: ScenarioFolder(Self.letSee.appendingPathComponent("Scenarios")))
        switchboard.undecided = undecided
        switchboard.environments = [.init("Staging", baseURL: try #require(liveServer.baseURL))]
        router.switchboard = switchboard
        var server: Server?
        let client: any TeapotClient
        switch transport {
        case .mock: client = MockTeapot(router: router)
        case .interception:
            let url = try #require(URL(string: "http://api.test"))
            client = Teapot(baseURL: url, configuration: .teapot.answered(by: router))
        case .socket:
            server = Server(router: router)
            try server?.start()
            client = Teapot(baseURL: try #require(server?.baseURL))
        }
        let result: Swift.Result<Result, any Error>
        do {
            result = .success(
                try await body(Bench(client: client, router: router, switchboard: switchboard, live: live)))
        } catch { result = .failure(error) }
        try await server?.stop(within: 0)
        try await liveServer.stop(within: 0)
        return try result.get()
    }

    private func names(_ json: JSON?) -> [String] {
        json?.array?.compactMap { ($0 as? [String: any Sendable])?["name"] as? String } ?? []
    }

    @Test(arguments: Transport.allCases) func `the first mock answers if none is chosen`(transport: Transport)
        async throws
    {
        try await bench(by: transport, undecided: .firstMock) { bench in
            #expect(try await bench.client.get("v1/staging/products").json?.array?.isEmpty == true)
            let found = try await bench.client.get("v2/something/something/categories")
            #expect(found.json?.array?.isEmpty == true)
            let live = try await bench.client.get("elsewhere")
            #expect(live.json?.dictionary?["live"] as? String == "/elsewhere")
            let reasons = bench.router.journal.entries.map(\.reason)
            #expect(reasons.first == "products/success_emptyList.json, first match")
            #expect(reasons.last?.hasPrefix("passed through to http://127.0.0.1:") == true)
        }
    }

    @Test(arguments: Transport.allCases) func `a scenario runs to its end`(transport: Transport) async throws {
        try await bench(by: transport, undecided: .live) { bench in
            try bench.switchboard.activate("browse")
            #expect(bench.switchboard.activeScenarios.first?.nextMock?.path == "categories/success_categoryList.json")
            // Requests for other paths, and those that a browser adds, don't use up a step.
            #expect(try await bench.client.get("favicon.ico").json?.dictionary?["live"] as? String == "/favicon.ico")
            let categories = "v2/something/something/categories"
            _ = try? await bench.client.send(try bench.client.makeRequest(Teapot.Method("OPTIONS"), categories))
            _ = try? await bench.client.head(categories)
            #expect(names(try await bench.client.get(categories).json) == ["Pots", "Cups"])
            #expect(bench.switchboard.activeScenarios.first?.step == 1)
            #expect(try await bench.client.get(categories + "/filters").json?.array?.count == 2)
            #expect(names(try await bench.client.get("v1/staging/products").json) == ["Teapot", "Cup"])
            #expect(bench.switchboard.activeScenarios.isEmpty)
            #expect(try await bench.client.get("anything").json?.dictionary?["live"] as? String == "/anything")
            #expect(
                bench.router.journal.entries.map(\.reason).filter { $0.contains("step") } == [
                    "categories/success_categoryList.json, step 1 of 3 of the scenario “browse”",
                    "categories/filters/success_filterList.json, step 2 of 3 of the scenario “browse”",
                    "products/success_productList.json, step 3 of 3 of the scenario “browse”",
                ])
        }
    }

    @Test(arguments: Transport.allCases)
    func `a held request gets the mock that is chosen`(transport: Transport) async throws {
        try await bench(by: transport) { bench in
            let decisions: [(Switchboard.Decision, String)] = [
                (.mock("products/success_productList.json"), "Teapot"),
                (.response(.json(["name": "edited"])), "edited"),
                (.live, "/v1/staging/products"),
            ]
            for (decision, expected) in decisions {
                async let answer = bench.client.get("v1/staging/products")
                let held = try await bench.switchboard.nextHeld()
                #expect(held.request.path == "/v1/staging/products")
                #expect(held.mocks.map(\.name) == ["emptyList", "listWithoutBanner", "productList"])
                try bench.switchboard.answer(held.id, decision)
                let text = try await answer.json.map(String.init(describing:))
                #expect(text?.contains(expected) == true)
                #expect(bench.switchboard.held.isEmpty)
            }
            let reasons = bench.router.journal.entries.map(\.reason)
            #expect(
                reasons.prefix(2) == [
                    "products/success_productList.json, chosen while it was held", "a response written on the page",
                ])
            #expect(reasons.last?.hasPrefix("passed through to http://127.0.0.1:") == true)
        }
    }

    @Test(arguments: Transport.allCases) func `a held request that a person cancels fails`(
        transport: Transport
    ) async throws {
        try await bench(by: transport) { bench in
            let answer = Task { try await bench.client.get("x") }
            let held = try await bench.switchboard.nextHeld()
            try bench.switchboard.answer(held.id, .cancel)
            await #expect(throws: TeapotError.self) { try await answer.value }
            let reason = bench.router.journal.entries.last?.reason
            #expect(reason == "failed on purpose while it was held")
            #expect(throws: Switchboard.Refusal.self) { try bench.switchboard.answer(held.id, .live) }
        }
    }

    @Test(arguments: Transport.allCases) func `a held request disappears with its client`(transport: Transport)
        async throws
    {
        try await bench(by: transport) { bench in
            let call = Task { try await bench.client.get("x") }
            _ = try await bench.switchboard.nextHeld()
            call.cancel()
            #expect(await eventually(within: .seconds(60)) { bench.switchboard.held.isEmpty })
            await #expect(throws: TeapotError.self) {
                try await bench.client.get("y", timeout: 0.2)
            }
            #expect(await eventually(within: .seconds(60)) { bench.switchboard.held.isEmpty })
        }
    }

    @Test(arguments: Transport.allCases) func `settings and the switch work`(transport: Transport) async throws {
        try await bench(by: transport, undecided: .firstMock) { bench in
            let path = "v1/staging/products"
            bench.switchboard.set(.mock("products/success_productList.json"), for: "/v1/staging/products")
            #expect(names(try await bench.client.get(path).json) == ["Teapot", "Cup"])
            bench.switchboard.set(.live, for: "/v1/staging/products")
            #expect(try await bench.client.get(path).json?.dictionary?["live"] as? String == "/v1/staging/products")
            bench.switchboard.set(nil, for: "/v1/staging/products")
            bench.switchboard.isOn = false
            #expect(try await bench.client.get(path).json?.dictionary?["live"] as? String == "/v1/staging/products")
            bench.switchboard.isOn = true
            #expect(try await bench.client.get(path).json?.array?.isEmpty == true)
            bench.switchboard.set(.hold, for: path)
            let answer = Task { try await bench.client.get(path) }
            let held = try await bench.switchboard.nextHeld()
            try bench.switchboard.answer(held.id, .mock("categories/error_categoryNotFound.json"))
            await #expect(throws: TeapotError.self) { try await answer.value }
            #expect(bench.router.journal.entries.last?.status == 400)
        }
    }

    @Test(arguments: Transport.allCases) func `environments can be switched at run time`(transport: Transport)
        async throws
    {
        let other = Router()
        other.get("/**") { _ in ["other": true] }
        let server = Server(router: other)
        try server.start()
        try await bench(by: transport, undecided: .live) { bench in
            bench.switchboard.environments.append(.init("Dev", baseURL: try #require(server.baseURL)))
            #expect(try await bench.client.get("x").json?.dictionary?["live"] as? String == "/x")
            try bench.switchboard.selectEnvironment("Dev")
            #expect(bench.switchboard.environment?.name == "Dev")
            #expect(try await bench.client.get("x").json?.dictionary?["other"] as? Bool == true)
            let error = #expect(throws: Switchboard.Refusal.self) {
                try bench.switchboard.selectEnvironment("Stagin")
            }
            #expect(
                error?.description == "There is no environment called “Stagin”. Did you mean “Staging”?")
        }
        try await server.stop(within: 0)
    }

    @Test(arguments: Transport.allCases) func `each of many requests gets its own step`(
        transport: Transport
    ) async throws {
        let count = 60
        let files = try TemporaryFolder(
            Dictionary(uniqueKeysWithValues: (0..<count).map { ("a/success_\($0)x.json", "{\"step\": \($0)}") }))
        let steps = (0..<count).map { Scenario.Step(folder: "a", responseFileName: "\($0)x") }
        try await bench(by: transport, undecided: .unanswered) { bench in
            let switchboard = Switchboard(MockFolder(files.url))
            switchboard.undecided = .unanswered
            switchboard.activate(Scenario("many", steps: steps))
            bench.router.switchboard = switchboard
            let seen = try await withThrowingTaskGroup(of: Int?.self) { group in
                for _ in 0..<count {
                    group.addTask { try await bench.client.get("a").json?.dictionary?["step"] as? Int }
                }
                return try await group.reduce(into: Set<Int>()) { if let step = $1 { $0.insert(step) } }
            }
            #expect(seen == Set(0..<count))
            #expect(switchboard.activeScenarios.isEmpty)
            await #expect(throws: TeapotError.self) { try await bench.client.get("a") }
        }
    }

    @Test(arguments: Transport.allCases) func `a mock that can't be used explains why`(
        transport: Transport
    ) async throws {
        let files = try TemporaryFolder(["a/success_x.json": "{"])
        try await bench(by: transport, undecided: .firstMock) { bench in
            let switchboard = Switchboard(MockFolder(files.url))
            switchboard.undecided = .firstMock
            bench.router.switchboard = switchboard
            await #expect(throws: TeapotError.self) { try await bench.client.get("a") }
            let reason = "no usable mock (first match): a/success_x.json:1:2: expected a member's name or"
            #expect(bench.router.journal.entries.last?.reason.hasPrefix(reason) == true)
            switchboard.activate(Scenario("s", steps: [.init(folder: "a", responseFileName: "success_y.json")]))
            await #expect(throws: TeapotError.self) { try await bench.client.get("a") }
            #expect(
                bench.router.journal.entries.last?.reason
                    == "no usable mock (step 1 of 1 of the scenario “s”): there is no mock “success_y.json” in “a”; "
                    + "did you mean “success_x.json”?")
        }
    }

    /// A client of an intercepted session, which gives up after a number of seconds.
    enum Impatient: CaseIterable {
        case session, client

        func ask(_ router: Router, _ url: URL, within seconds: Double) async throws {
            switch self {
            case .session:
                let configuration = URLSessionConfiguration.ephemeral
                configuration.timeoutIntervalForRequest = seconds
                _ = try await URLSession(configuration: configuration.answered(by: router)).data(from: url)
            case .client:
                let teapot = Teapot(baseURL: url, configuration: .answered(by: router))
                _ = try await teapot.get("", timeout: seconds)
            }
        }
    }

    @Test(arguments: Impatient.allCases)
    func `an undecided request fails in time, with the reason`(way: Impatient) async throws {
        let router = Router("http://api.test")
        router.switchboard = Switchboard()
        let url = try #require(URL(string: "http://api.test/news"))
        var error: TeapotError?
        // If the machine is so busy that the timeout comes first, a longer timeout shows the same.
        for seconds in [0.4, 4, 40] where error?.type != .unansweredRequest {
            let caught = await #expect(throws: (any Error).self) { try await way.ask(router, url, within: seconds) }
            error = caught as? TeapotError
        }
        #expect(error?.type == .unansweredRequest)
        #expect(error?.description.contains("The switchboard held it, and no response was chosen") == true)
    }
}
