import Foundation
import Teapot
import TeapotTestTraits
import Testing
import TeapotTestSupport

@testable import TeapotMock

@Suite(.inTurn) struct `A diagnosis` {
    private let router = Router()

    private func diagnose(
        _ method: String, _ path: String, query: [URLQueryItem] = [], headers: Teapot.HeaderFields = [:],
        body: String = "", origin: String? = nil
    ) -> Diagnosis {
        router.diagnose(
            Request(
                method: method, origin: origin, path: path, query: query, headers: headers,
                body: Data(body.utf8)))
    }

    @Test func `it shows the request, the nearest routes, and a stub`() {
        router.get("/orders", with: [:], fileID: "ShopTests/CartTests.swift", line: 9)
        router.get(
            "/users/:id?page=2",
            when: .headers(["X-Role": "admin", "Authorization": "Bearer 0123456789ab"]),
            with: [:], fileID: "ShopTests/CartTests.swift", line: 12)
        router.put("/users/:id", with: [:], fileID: "ShopTests/CartTests.swift", line: 13)
        let diagnosis = diagnose(
            "GET", "/users/7", query: [URLQueryItem(name: "page", value: "1 & 2")],
            headers: ["X-Role": "guest", "Authorization": "Bearer 0123456789xy"], body: "{\n}")
        #expect(
            diagnosis.description == """
                GET /users/7?page=1%20%26%202 matches none of the router's 3 routes.
                   X-Role: guest
                   Authorization: Bearer …xy
                   body of 3 bytes: {\\n}
                The nearest routes:
                1. GET /users/:id, at ShopTests/CartTests.swift:12
                   ✓ method GET
                   ✓ path /users/:id
                   ✗ query page=2 – received “1 & 2”
                   ✗ header Authorization: Bearer …ab – received “Bearer …xy”
                   ✗ header X-Role: admin – received “guest”
                2. PUT /users/:id, at ShopTests/CartTests.swift:13
                   ✗ method PUT – received GET
                   ✓ path /users/:id
                A stub to paste:
                   router.get("/users/7", when: .query(["page": "1 & 2"]), \
                .headers(["X-Role": "guest"])) { _ in .status(200) }
                """
        )
    }

    @Test func `after a redirect, the client's error names the request that led there`() async throws {
        let router = Router("https://api.test/v1")
        router.get("/old", with: .status(302, headers: ["Location": "/v1/new"]))
        let error = await #expect(throws: TeapotError.self) { try await MockTeapot(router: router).get("old") }
        let text = """
            No mock answers the request: after a redirect from GET https://api.test/v1/old, \
            GET /new doesn't match the router's only route.
            """
        #expect(error?.description.hasPrefix(text) == true, "\(error.map { "\($0)" } ?? "")")
    }

    @Test func `the client gets it, and the journal keeps it`() async throws {
        router.get("/users", with: [:], fileID: "ShopTests/CartTests.swift", line: 12)
        let text = """
            GET /user doesn't match the router's only route.
               Accept: application/json, */*;q=0.5
            Did you mean “/users”? If not, correct the route at ShopTests/CartTests.swift:12.
            The nearest route:
            1. GET /users, at ShopTests/CartTests.swift:12
               ✓ method GET
               ✗ path /users – expected “users”, received “user”
            A stub to paste:
               router.get("/user") { _ in .json([:]) }
            """
        let error = await #expect(throws: TeapotError.self) { try await MockTeapot(router: router).get("user") }
        #expect(error?.description == "No mock answers the request: " + text)
        #expect(error?.type == .unansweredRequest)
        let entry = try #require(router.journal.entries.first)
        guard case .unanswered(let diagnosis) = entry.outcome else {
            Issue.record("It was answered: \(entry)")
            return
        }
        #expect(diagnosis.description == text)
    }

    @Test func `without routes there's only a stub`() {
        #expect(
            diagnose("GET", "/").description == """
                GET / matches no route: the router has none.
                A stub to paste:
                   router.get("/") { _ in .status(200) }
                """)
    }

    @Test(arguments: ["/teas/1/reviews", "/teas/1/a/reviews"])
    func `a catch-all in the middle of a path is explained`(path: String) {
        router.get("/teas/**/reviews", with: [:])
        let unmet = diagnose("GET", path).nearest.first?.conditions.first { !$0.isMet }
        let explanation = unmet?.explanation ?? ""
        #expect(explanation.hasSuffix("; “**” must be first or last: write “*” per segment here"), "\(explanation)")
    }

    @Test func `a header or a query item with a similar name is noted`() {
        router.get("/a", when: .headers(["Authorisation": "x"]), .query(["pages": "2"]), with: [:])
        let query = [URLQueryItem(name: "page", value: "2")]
        let diagnosis = diagnose("GET", "/a", query: query, headers: ["Authorization": "x"])
        #expect(
            diagnosis.nearest.first?.conditions.compactMap(\.explanation)
                == ["received none, only “Authorization”", "received none, only “page”"])
    }

    @Test func `a used-up route is described as such`() async {
        for line in UInt(1)...3 {
            router.get("/a", times: 1, with: [:], fileID: "ShopTests/CartTests.swift", line: line)
        }
        router.get("/b", times: 2, with: [:], fileID: "ShopTests/CartTests.swift", line: 4)
        router.get("/c", with: [:], fileID: "ShopTests/CartTests.swift", line: 5).remove()
        router.get("/d", times: 0, with: [:], fileID: "ShopTests/CartTests.swift", line: 6)
        for path in ["/a", "/a", "/a", "/b", "/b"] {
            #expect(await router.answer(to: path).status == 200)
        }
        func notes(_ path: String) -> [String] {
            diagnose("GET", path).nearest.compactMap { miss in miss.note.map { "\(miss.route.place.line): \($0)" } }
        }
        #expect(
            notes("/a") == [3, 2, 1].map { "\($0): It matches, but was limited to 1 request, which it has answered." })
        #expect(notes("/b") == ["4: It matches, but was limited to 2 requests, which it has answered."])
        #expect(notes("/c") == ["5: It matches, but was removed."])
        #expect(notes("/d") == ["6: It matches, but never answers, because its `times` is 0."])
        #expect(await router.answer(to: "/d").isUnanswered)
        router.reset()
        #expect(notes("/d") == ["6: It matches, but was removed."])
        #expect(
            diagnose("GET", "/b").description == """
                GET /b matches no route: all of the router's are used up.
                The nearest route:
                1. GET /b, at ShopTests/CartTests.swift:4
                   ✓ method GET
                   ✓ path /b
                   It matches, but was limited to 2 requests, which it has answered.
                """)
    }

    @Test func `a removed route retains nothing, and only the last removed ones are remembered`() async {
        final class Held: Sendable {}
        var held: Held? = Held()
        weak let kept = held
        let token = router.get("/a") { [held] _ in .status(held == nil ? 200 : 201) }
        held = nil
        #expect(kept != nil)
        token.remove()
        #expect(kept == nil)
        for number in 0..<100 { router.get("/b\(number)", with: [:]).remove() }
        #expect(diagnose("GET", "/b99").nearest.count == 1)
        #expect(diagnose("GET", "/b0").nearest.isEmpty)
    }

    @Test func `a route that matches by the time it's asked says so`() {
        router.get("/a", with: [:])
        let note = "It matches now: it was registered, or its rules changed, after the request was received."
        #expect(diagnose("GET", "/a").nearest.map(\.note) == [note])
    }

    @Test(arguments: [
        ("GET", "/users/7", "The path has a route for PUT, but none for GET."),
        ("GET", "/orders", "The path has routes for DELETE, POST and PUT, but none for GET."),
        ("GET", "/Users/7", "Did you mean “/users/7”?"),
        ("PUT", "/user/a%2Fb%3F", "Did you mean “/users/a%2Fb%3F”?"),
        ("PUT", "/asets/a/b/c", "Did you mean “/assets/a/b/c”?"),
        ("GET", "/v2/teas", "Did you mean “/v1/teas”?"),
        ("GET", "/x2/teas", nil),
        ("GET", "/xyz/7", nil),
        ("GET", "/12346", nil),
        ("GET", "/anything", nil),
    ])
    func `it suggests the probable intention`(method: String, path: String, suggestion: String?) {
        router.put("/users/:id", with: [:])
        for verb in [router.put, router.post, router.delete] { verb("/orders", with: [:]) }
        router.get("/assets/**", with: [:])
        router.get("/12345", with: [:])
        router.get("/v1/teas", with: [:])
        router.any("/anything", when: .query(["a": "1"]), with: [:])
        #expect(diagnose(method, path).suggestion == suggestion)
    }

    @Test func `the nearest routes are ranked by path, method, other rules, and recency`() {
        router.get("/elsewhere", with: [:])
        router.post("/users/:id", with: [:])
        router.get("/users/:id/photo", with: [:])
        router.get("/users/:id", when: .matching { _ in false }, .matching { _ in false }, with: [:])
        router.get("/users/*", when: .matching { _ in false }, with: [:])
        router.get("/:a/:b", when: .matching { _ in false }, with: [:])
        #expect(diagnose("GET", "/users/7").nearest.map(\.route.number) == [6, 5, 4])
        #expect(diagnose("POST", "/user/7").nearest.map(\.route.number) == [6, 2])
        #expect(diagnose("GET", "/users/7/foto").nearest.map(\.route.number) == [3, 5, 4])
        #expect(diagnose("GET", "/elsewhere/7").nearest.map(\.route.number) == [6])
    }

    @Test func `of many routes for one path, the one with the most matches comes first`() {
        for number in 1...300 {
            let rules = [Rule.json(contains: ["operation": "op"]), .query(["v": "\(number)"])]
            router.post("/graphql", when: rules[0], rules[1], with: [:])
        }
        let diagnosis = diagnose("POST", "/graphql", query: [URLQueryItem(name: "v", value: "250")], body: "{}")
        #expect(diagnosis.nearest.map(\.route.number) == [250, 300, 299])
        #expect(diagnosis.description.utf8.count < 1500)
    }

    @Test func `long parts are shortened`() {
        let long = String(repeating: "a", count: 5000)
        var headers = Teapot.HeaderFields()
        for number in 0..<20 { headers.append(name: "X-\(number)", value: long) }
        router.post(
            "/" + long, when: .headers(["X-1": long + "b"]), .json(equals: ["a": long]), with: [:])
        let query = [URLQueryItem(name: long, value: long)]
        let text = diagnose("POST", "/" + long, query: query, headers: headers, body: long).description
        #expect(text.contains("   and 8 more headers\n"))
        #expect(text.contains("   body of 5000 bytes: \(long.prefix(200))…\n"))
        #expect(text.utf8.count < 8_000)
    }

    @Test(arguments: [
        (Data("é€".utf8), "é€"), (Data([0xFF, 0xFE]), "binary"), (Data([0x61, 0]), "binary"), (Data(), nil),
        (Data((String(repeating: "€", count: 67)).utf8), String(repeating: "€", count: 66) + "…"),
        (Data("a\tb\r\n\u{1B}".utf8), #"a\tb\r\n\u{1B}"#),
    ])
    func `a body is shown on one line as far as it's text`(body: Data, shown: String?) {
        #expect(Request(method: "POST", path: "/", body: body).shownBody == shown)
    }

    @Test func `it has the same content as a document, with shortened credentials`() throws {
        router.get("/a", with: [:], fileID: "ShopTests/CartTests.swift", line: 12)
        let query = [URLQueryItem(name: "q", value: nil), URLQueryItem(name: "p", value: "1")]
        let diagnosis = diagnose("POST", "/a", query: query, headers: ["Cookie": "secret"], body: "hi")
        let expected = try JSON(
            parsing: Data(
                #"""
                {"request": {"method": "POST", "path": "/a", "query": [{"name": "q"}, {"name": "p", "value": "1"}],
                             "headers": [{"name": "Cookie", "value": "…"}], "body": "hi", "bodyLength": 2},
                 "suggestion": "The path has a route for GET, but none for POST.",
                 "nearest": [{"route": "GET /a", "number": 1, "at": "ShopTests/CartTests.swift:12", "conditions": [
                    {"isMet": false, "expectation": "method GET", "explanation": "received POST"},
                    {"isMet": true, "expectation": "path /a"}]}],
                 "stub": "router.post(\"/a\") { _ in .status(200) }"}
                """#.utf8))
        #expect(diagnosis.json == expected)
    }

    @Test func `with advice, it names no source locations of the advising program`() {
        router.get("/a", with: [:], fileID: "ShopTests/CartTests.swift", line: 12)
        #expect(diagnose("POST", "/a").description.contains("1. GET /a, at ShopTests/CartTests.swift:12\n"))
        router.remedy = ("Write another file.", "isn't in “files”", true)
        let diagnosis = diagnose("POST", "/a")
        #expect(
            diagnosis.description == """
                POST /a isn't in “files”.
                The path has a route for GET, but none for POST.
                Write another file.
                The nearest route:
                1. GET /a
                   ✗ method GET – received POST
                   ✓ path /a
                """)
        router.remedy = ("Write another file.", nil, false)
        #expect(diagnose("POST", "/a").description.hasSuffix("\nWrite another file."))
        #expect(!"\(diagnosis.json)".contains("CartTests"))
    }
}
