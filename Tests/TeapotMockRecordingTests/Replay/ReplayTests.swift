import Foundation
import Teapot
import TeapotTestResources
import TeapotTestTraits
import Testing
import TeapotTestSupport

import TeapotMock
@testable import TeapotMockRecording

@Suite(.inTurn) struct `A replay` {
    private func entry(
        _ url: String, _ text: String, method: Teapot.Method = .get, body: String = ""
    ) throws -> HAR.Entry {
        let outgoing = Teapot.Request(method: method, url: try #require(URL(string: url)))
        return HAR.Entry(Request(outgoing, body: Data(body.utf8)), .data(Data(text.utf8), contentType: "text/plain"))
    }

    private func text(_ router: Router, _ path: String) async throws -> String {
        String(decoding: try await MockTeapot(router: router).get(path).body, as: UTF8.self)
    }

    private func answers(_ router: Router, _ request: Request, _ count: Int) async -> [String] {
        var texts: [String] = []
        for _ in 0..<count { texts.append(String(decoding: await router.answer(to: request).body, as: UTF8.self)) }
        return texts
    }

    @Test func `answers in the recorded order, and repeats the last answer`() async throws {
        let har = HAR([
            try entry("https://api.test/job", "waiting"), try entry("https://api.test/users", "users"),
            try entry("https://api.test/job", "running"), try entry("https://api.test/job", "done"),
        ])
        let router = Router("https://api.test")
        let replay = router.replay(har)
        #expect(replay.routes.count == 2)
        #expect(replay.skipped.isEmpty)
        var texts: [String] = []
        for _ in 0..<5 { texts.append(try await text(router, "job")) }
        #expect(texts == ["waiting", "running", "done", "done", "done"])
        #expect(try await text(router, "users") == "users")
        try router.verify()
        replay.remove()
        await #expect(throws: TeapotError.self) { try await text(router, "job") }
    }

    /// A browser with a cached body exports it with the server's status, 304.
    @Test(arguments: [(#","text": "[1]""#, 200, "[1]"), (#","text": """#, 304, ""), ("", 304, "")])
    func `answers with the body that a browser stored`(text: String, status: Int, body: String) async throws {
        let har = try HAR(
            parsing: Data(
                """
                {"log": {"entries": [{
                  "request": {"method": "GET", "url": "https://api.test/list", "headers": [
                    {"name": "If-None-Match", "value": "\\"a\\""}]},
                  "response": {"status": 304, "headers": [{"name": "ETag", "value": "\\"a\\""}],
                    "content": {"size": 3, "mimeType": "application/json"\(text)}}
                }]}}
                """.utf8))
        let router = Router("https://api.test")
        router.replay(har)
        let response = await router.answer(to: "/list")
        #expect(response.statusCode == status)
        #expect(response.body == Data(body.utf8))
        #expect(response.headers["ETag"] == "\"a\"")
    }

    @Test func `distinguishes paths that differ only by a trailing slash, as for a redirect that adds it`() async throws
    {
        let har = HAR([
            try entry("https://api.test/docs", "moved"), try entry("https://api.test/docs/", "docs"),
            try entry("https://api.test/docs", "moved"), try entry("https://api.test/about/", "about"),
            try entry("https://api.test", "root"),
        ])
        let router = Router("https://api.test")
        router.replay(har)
        for _ in 0..<3 {
            #expect(try await text(router, "docs") == "moved")
            #expect(try await text(router, "docs/") == "docs")
        }
        #expect(try await text(router, "") == "root")
        let error = await #expect(throws: TeapotError.self) { try await text(router, "about") }
        #expect(error?.description.contains("a slash at the end of the path") == true)
    }

    @Test func `distinguishes paths that differ only by Unicode normalization`() async throws {
        let router = Router("https://api.test")
        router.replay(
            HAR([try entry("https://api.test/caf%C3%A9", "1"), try entry("https://api.test/cafe%CC%81", "2")]))
        for (path, expected) in [("/caf%C3%A9", "1"), ("/cafe%CC%81", "2")] {
            let request = Request(method: "GET", path: path)
            #expect(await answers(router, request, 2) == [expected, expected])
        }
    }

    @Test func `begins with the first request sent`() async throws {
        var (late, early) = (try entry("https://api.test/a", "late"), try entry("https://api.test/a", "early"))
        late.started = Date(timeIntervalSince1970: 2)
        early.started = Date(timeIntervalSince1970: 1)
        let router = Router()
        router.replay(HAR([late, early]))
        #expect(try await text(router, "a") == "early")
        #expect(try await text(router, "a") == "late")
    }

    @Test func `distinguishes queries, whatever the order of their items`() async throws {
        let har = HAR([
            try entry("https://api.test/users?page=1&sort=a", "one"), try entry("https://api.test/users?page=2", "two"),
            try entry("https://api.test/users", "all"), try entry("https://api.test/users?id=2&id=1&_=77", "ids"),
        ])
        let router = Router("https://api.test")
        router.replay(har, ignoringQueryItems: ["_"])
        #expect(try await text(router, "users?sort=a&page=1") == "one")
        #expect(try await text(router, "users?page=2&_=5") == "two")
        #expect(try await text(router, "users") == "all")
        #expect(try await text(router, "users?id=2&id=1") == "ids")
        let error = await #expect(throws: TeapotError.self) { try await text(router, "users?page=3") }
        #expect(error?.type == .unansweredRequest)
        #expect(error?.description.contains("the query page=2") == true)
        await #expect(throws: TeapotError.self) { try await text(router, "users?id=1&id=2") }
    }

    @Test func `covers URLs below the router's base, or below another one`() async throws {
        let har = HAR([
            try entry("https://live.test/v2/users", "users"), try entry("https://cdn.test/logo", "logo"),
            try entry("https://live.test/status", "status"),
        ])
        let router = Router("https://api.test/v1")
        let none = router.replay(har)
        #expect(none.routes.isEmpty)
        #expect(
            none.skipped.first?.description
                == "HAR: GET https://live.test/v2/users is not below “https://api.test/v1”, so it is not "
                + "replayed; use `from:` to replay it.")
        #expect(none.skipped.count == 3)
        let replay = router.replay(har, from: "https://live.test/v2")
        #expect(replay.routes.map(\.number) == [1])
        #expect(replay.skipped.count == 2)
        #expect(try await text(router, "users") == "users")
    }

    @Test func `uses the answers of the request's own host if it's known`() async throws {
        let har = HAR([try entry("https://a.test/x", "a"), try entry("https://b.test/x", "b")])
        let router = Router()
        router.replay(har)
        func body(_ origin: String?) async -> [String] {
            await answers(router, Request(method: "GET", origin: origin, path: "/x"), 1)
        }
        #expect(await body("https://b.test") == ["b"])
        #expect(await body("https://a.test") == ["a"])
        #expect(await body(nil) == ["a"])
        #expect(await body(nil) == ["b"])
    }

    @Test func `has no answer for a host that wasn't recorded, and reports requests that several hosts share`()
        async throws
    {
        let har = HAR([
            try entry("https://a.test/x", "a"), try entry("https://b.test/x", "b"), try entry("https://b.test/y", "y"),
        ])
        let router = Router()
        let replay = router.replay(har)
        #expect(replay.responseCount == 3)
        #expect(replay.routes.count == 2)
        #expect(
            replay.ambiguities.map(\.description) == [
                "HAR: GET /x was recorded from https://a.test and https://b.test; a request that names no host gets "
                    + "their responses in the order of the recording. Use `from:` to replay one of them."
            ])
        let other = Request(method: "GET", origin: "https://c.test", path: "/x")
        #expect(await router.answer(to: other).isUnanswered)
        #expect(await answers(router, Request(method: "GET", origin: "https://b.test", path: "/y"), 1) == ["y"])
        #expect(await router.answer(to: Request(method: "GET", origin: "https://a.test", path: "/y")).isUnanswered)
        #expect(try await text(router, "y") == "y")
        let one = Router()
        #expect(one.replay(har, from: "https://b.test").ambiguities.isEmpty)
        #expect(await answers(one, other, 1) == ["b"])
    }

    @Test func `names the entries of other hosts if it can't answer`() async throws {
        var har = HAR(try ["a", "b", "c", "d"].map { try entry("https://other.test/\($0)", "") })
        har.name = "shop.har"
        let router = Router("https://a.b")
        router.replay(har)
        let error = await #expect(throws: TeapotError.self) { try await MockTeapot(router: router).get("a") }
        #expect(error?.description.contains("GET https://a.b/a has no recorded response.") == true)
        let advice = """
            4 entries of shop.har are not below “https://a.b”, so they are not replayed: GET https://other.test/a, \
            GET https://other.test/b, GET https://other.test/c and 1 more. To include them, \
            replay from “https://other.test”.
            """
        #expect(error?.description.contains(advice) == true, "\(error?.description ?? "")")
    }

    @Test func `matches redacted parts of a query item`() async throws {
        let url = "https://api.test/a?next=" + "https%3A%2F%2Fh.test%2F%3Ftoken%3Done%26page%3D1"
        let recorded = Redaction().redacted(try entry(url, "").request)
        let router = Router()
        router.replay(HAR([HAR.Entry(recorded, .data(Data("a".utf8)))]))
        let query = { (token: String, page: Int) in
            Request(
                method: "GET", path: "/a",
                query: [.init(name: "next", value: "https://h.test/?token=\(token)&page=\(page)")])
        }
        #expect(await answers(router, query("two", 1), 1) == ["a"])
        #expect(await router.answer(to: query("two", 2)).isUnanswered)
    }

    @Test func `takes paths literally`() async throws {
        let paths = ["/:id", "/*", "/**", "/a%2Fb", "/{x}", "/"]
        let router = Router("https://api.test")
        router.replay(HAR(try paths.map { try entry("https://api.test" + $0, "at " + $0) }))
        for path in paths {
            #expect(await answers(router, Request(method: "GET", path: path), 1) == ["at " + path])
        }
        #expect(await router.answer(to: "/other").isUnanswered)
    }

    @Test func `gives way to later routes`() async throws {
        let router = Router("https://api.test")
        router.replay(HAR([try entry("https://api.test/a", "recorded")]))
        router.get("/a", times: 1, with: .data(Data("own".utf8)))
        #expect(try await text(router, "a") == "own")
        #expect(try await text(router, "a") == "recorded")
    }

    @Test func `gives a session and a client the same answers from a browser's export`() async throws {
        let har = try HAR(contentsOf: Fixtures.harDirectory.appendingPathComponent("chrome.har"))
        let router = Router("https://shop.test/v1")
        #expect(router.replay(har).skipped.isEmpty)
        let url = try #require(URL(string: "https://shop.test/v1/products?sort=name&page=2"))
        let (data, response) = try await URLSession(answeredBy: router).data(from: url)
        #expect((response as? HTTPURLResponse)?.statusCode == 200)
        let other = try await MockTeapot(router: router).get("products?page=2&sort=name")
        #expect(other.body == data)
        #expect(try JSON(parsing: data) == ["page": 2, "products": [["id": 1]]])
        #expect(try await MockTeapot(router: router).get("logo.png").body.count == 8)
    }

    @Test func `stays in order for many concurrent requests`() async throws {
        let router = Router()
        router.replay(HAR(try (0..<100).map { try entry("https://api.test/n", "\($0)") }))
        let texts = await withTaskGroup(of: String.self) { group in
            for _ in 0..<100 {
                group.addTask {
                    String(decoding: await router.answer(to: "/n").body, as: UTF8.self)
                }
            }
            return await group.reduce(into: Set<String>()) { $0.insert($1) }
        }
        #expect(texts.count == 100)
    }
}
