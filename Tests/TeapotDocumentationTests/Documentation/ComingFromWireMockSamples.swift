import Teapot
import TeapotMock
import TeapotMockLive
import TeapotMockWireMock
import TeapotTestResources
import TeapotTestSupport
import TeapotTestTraits
import Testing

/// The samples in the article ComingFromWireMock, and in the comments of `Sources/TeapotMock/WireMock`.
@Suite(.inTurn, .timeLimit(.minutes(2))) struct `The samples about WireMock` {
    // swift-format-ignore
    @Test func `the samples about stubs and verifying`() async throws {
        let router = Router("https://shop.test")
        router.get("/products/:id", with: .json(["id": 1, "name": "Assam"]))
        router.post("/orders", when: .json(contains: ["product": 1]), .headers(["X-Trace": "7"]), with: .status(201))
        router.get("/slow", with: .json(["late": true], delay: 0.01))
        router.get("/broken", with: .status(200).failing(.reset))
        router.get("/search", when: .matching("a query that is not empty") { $0.queryValue("q")?.isEmpty == false }, with: [])
        let teapot = MockTeapot(router: router)
        #expect(try await teapot.get("products/1").json == ["id": 1, "name": "Assam"])
        #expect(try await teapot.get("slow").json == ["late": true])
        #expect(try await teapot.get("search?q=tea").json == [])
        await #expect(throws: TeapotError.self) { try await teapot.get("broken") }
        _ = try await teapot.post("orders", parameters: ["product": 1], headerFields: ["X-Trace": "7"])
        #expect(try router.journal.count(of: .method(.post), .path("/orders")) == 1)
        #expect(router.journal.requests.last?.json == ["product": 1])
    }

    @Test func `the samples about scenarios`() async throws {
        let router = Router("https://shop.test")
        router.get("/todo/items", with: ["Buy milk"]).inScenario("To do list", when: "Started")
        router.post("/todo/items", with: .status(201)).inScenario("To do list", when: "Started", then: "Item added")
        router.get("/todo/items", with: ["Buy milk", "Cancel newspaper"]).inScenario("To do list", when: "Item added")
        let teapot = MockTeapot(router: router)
        #expect(try await teapot.get("todo/items").json == ["Buy milk"])
        _ = try await teapot.post("todo/items")
        #expect(try await teapot.get("todo/items").json == ["Buy milk", "Cancel newspaper"])
        router.setState(of: "To do list", to: "Item added")
        #expect(router.states == ["To do list": "Item added"])
        router.resetScenarios()
        #expect(router.states == ["To do list": "Started"])
    }

    @Test func `the samples about proxying`() async throws {
        let server = try HostileServer { connection in
            let target = try connection.readRequest().target
            try connection.send(HostileServer.response(200, ["Content-Type: text/plain"], body: "live " + target))
        }
        defer { server.stop() }
        let liveURL = server.url
        let router = Router("https://shop.test")
        router.get("/live/**", handler: Passthrough(to: liveURL).respond)
        router.passthrough = Passthrough(to: liveURL)
        let answer = try await MockTeapot(router: router).get("live/a")
        #expect(String(decoding: answer.body, as: UTF8.self) == "live /live/a")
    }

    @Test func `the samples about mappings`() throws {
        let router = Router("https://shop.test")
        let root = Fixtures.wireMockDirectory
        do {
            let report = try router.addWireMock(from: root)
            #expect(report.stubs == 12)
            #expect(report.problems.map(\.file).contains("mappings/health.json"))
            print(report)
        }
        do {
            let report = try router.addWireMock(from: root)
            print(report)
        }
    }
}
