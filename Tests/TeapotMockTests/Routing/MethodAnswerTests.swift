import Foundation
import Teapot
import TeapotTestSupport
import TeapotTestTraits
import Testing

@testable import TeapotMock
import TeapotMockLive

@Suite(.inTurn) struct `HEAD and OPTIONS without their own routes` {
    private let router = Router("http://api.test/v1")

    private func ask(_ method: String, _ path: String, headers: Teapot.HeaderFields = [:]) async -> Answer {
        await router.serverAnswer(to: Request(method: method, path: "/v1" + path, headers: headers))
    }

    @Test func `a route for GET answers HEAD, with the same headers and no body`() async throws {
        router.get("/tea") { request in ["cups": 2] }
        let teapot = MockTeapot(router: router)

        let head = try await teapot.head("tea")
        let got = try await teapot.get("tea")

        #expect(head.body.isEmpty && head.status == got.status)
        #expect(head.headers == got.headers)
        #expect(head.headers["Content-Length"] == "10")
        #expect(router.journal.entries.map(\.route?.description) == ["GET /tea", "GET /tea"])
    }

    @Test func `OPTIONS for the whole server names the common methods`() async throws {
        router.passthrough = Passthrough(to: try #require(URL(string: "http://127.0.0.1:1")))
        let response = await router.serverAnswer(to: Request(method: "OPTIONS", path: "*"))
        #expect(response.status == 204)
        #expect(response.headers["Allow"] == "DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT")
        try router.verify()
        // A server refuses such a request before the router sees it.
        #expect(await router.resolvedResponse(to: Request(method: "GET", path: "*")).status == 404)
    }

    @Test func `a route for HEAD answers it, even before a later route for GET`() async {
        router.head("/tea", with: .status(201))
        router.get("/tea", with: .status(202))
        #expect(await ask("HEAD", "/tea").status == 201)
        #expect(await ask("GET", "/tea").status == 202)
    }

    @Test func `a HEAD isn't counted, but its route counts as used`() async throws {
        let once = router.get("/tea", times: 1, with: .status(201))
        #expect(await ask("HEAD", "/tea").status == 201)
        #expect(once.answerCount == 0)
        try router.verify()
        #expect(await ask("GET", "/tea").status == 201)
        #expect(once.answerCount == 1)
        #expect(await ask("HEAD", "/tea").status == 404)
    }

    @Test func `a HEAD leaves a scenario in its state`() async {
        router.get("/tea", with: .status(201)).inScenario("tea", when: "Started", then: "drunk")
        router.get("/tea", with: .status(202)).inScenario("tea", when: "drunk")
        for _ in 0..<2 { #expect(await ask("HEAD", "/tea").status == 201) }
        #expect(await ask("GET", "/tea").status == 201)
        #expect(await ask("HEAD", "/tea").status == 202)
    }

    @Test func `a HEAD is refused for its headers like a GET`() async {
        router.get("/tea", with: .status(200)).expecting(headers: ["X-Kind": "1"])
        #expect(await ask("HEAD", "/tea").status == 400)
        #expect(await ask("HEAD", "/tea", headers: ["X-Kind": "1"]).status == 200)
    }

    @Test func `a diagnosis doesn't blame the method for an unanswered HEAD`() async {
        router.get("/tea", when: .headers(["X-A": "1"]), with: .status(200))
        _ = await ask("HEAD", "/tea")
        let diagnosis = router.diagnose(Request(method: "HEAD", path: "/v1/tea"))
        #expect(diagnosis.suggestion == nil)
        #expect(diagnosis.nearest.first?.conditions.map(\.isMet) == [true, true, false])
    }

    @Test func `a path without a route for the method is a 404 with a diagnosis, not a 405`() async {
        router.get("/tea", with: .status(200))
        #expect(await ask("PUT", "/tea").status == 404)
        #expect(
            router.diagnose(Request(method: "PUT", path: "/v1/tea")).suggestion
                == "The path has a route for GET, but none for PUT.")
    }

    @Test func `an OPTIONS gets the methods of the path, and the journal names the source`() async throws {
        router.get("/teas/:id", with: .status(200))
        router.post("/teas/:id", times: 0, with: .status(200))
        router.method("PURGE")("/teas/**", with: .status(200))
        let response = await router.answer(to: Request(method: "OPTIONS", path: "/v1/teas/7"))
        #expect(response.status == 204 && response.headers == ["Allow": "GET, HEAD, OPTIONS, PURGE"])
        #expect(router.journal.entries[0].reason == "the routes for the path, which allow GET, HEAD, OPTIONS, PURGE")
        #expect(router.allowedMethods(for: Request(method: "PUT", path: "/v1/teas")) == ["OPTIONS", "PURGE"])
        #expect(router.allowedMethods(for: Request(method: "GET", path: "/teas/7")) == [])
        #expect(await ask("OPTIONS", "/cups").status == 404)
        #expect(await router.serverAnswer(to: Request(method: "OPTIONS", path: "/teas/7")).status == 404)
    }

    @Test func `a route of a recording answers only its own method`() async {
        let rules: [Rule] = [.method(.get), .path("/tea")]
        router.add(Route(rules: rules, handler: .responses([.status(200)]), isExact: true, place: SourcePlace()))
        for (method, status) in [("GET", 200), ("HEAD", 404), ("OPTIONS", 404)] {
            #expect(await ask(method, "/tea").statusCode == status)
        }
    }

    @Test func `an OPTIONS goes to the network if unanswered requests do`() {
        router.get("/tea", with: .status(200))
        #expect(!router.couldAnswer(Request(method: "OPTIONS", path: "/v1/tea")))
        #expect(router.couldAnswer(Request(method: "HEAD", path: "/v1/tea")))
    }
}
