import Foundation
import Teapot
import TeapotTestTraits
import Testing

import TeapotMock

@Suite(.inTurn) struct `Validating a router` {
    private func problems(_ register: (Router) -> Void) -> [String] {
        let router = Router()
        register(router)
        return router.problems.map(\.description)
    }

    @Test func `a route that a later one hides is named with both places`() {
        let router = Router()
        router.get(
            "/users/:id", when: .query(["a": "1"]), .json(equals: ["x": 1, "y": 2]), with: [:],
            fileID: "ShopTests/CartTests.swift", line: 12)
        router.get(
            "/users/:user", when: .json(equals: ["y": 2, "x": 1.0]), .query(["a": "1"]), with: [:],
            fileID: "ShopTests/CartTests.swift", line: 30)
        let problems = router.problems
        #expect(
            problems.map(\.description) == [
                """
                GET /users/:id, registered at ShopTests/CartTests.swift:12, is never used: every request that \
                it matches goes to GET /users/:user, registered later at ShopTests/CartTests.swift:30. \
                Remove one of them, or limit the later one with another rule or with `times:`.
                """
            ])
        #expect(problems.map(\.kind) == [.hiddenRoute])
        #expect(problems.map(\.route?.number) == [1])
        #expect(problems.map(\.hidingRoute?.number) == [2])
    }

    @Test func `a route hidden by a route for any method is named`() {
        let router = Router()
        router.get("/a", with: [:])
        router.any("/a", with: [:])
        router.put("/a", with: [:])
        router.put("/a", with: [:])
        router.put("/a", times: 1, with: [:])
        #expect(router.problems.map { [$0.route?.number, $0.hidingRoute?.number] } == [[1, 2], [3, 4]])
    }

    @Test(arguments: [
        Rule.method(.get), .path("/a?b=1&c=2"), .query(["a": "1"]),
        .headers(["X-A": "1"]), .body(equals: Data("a".utf8)), .json(contains: ["a": 1]),
    ])
    func `rules are compared`(rule: Rule) {
        func count(_ left: [Rule], _ right: [Rule]) -> Int {
            let router = Router()
            for rules in [left, right] {
                router.add(Route(rules: rules, handler: .responses([]), place: SourcePlace()))
            }
            return router.problems.count
        }
        #expect(count([rule], [rule]) == 1)
        #expect(count([rule, .headers(["b": "1"])], [.headers(["B": "1"]), rule]) == 1)
        #expect(count([rule], [rule, .headers(["b": "1"])]) == 0)
        #expect(count([rule, rule], [rule, .headers(["b": "1"])]) == 0)
        #expect(count([rule, .matching { _ in true }], [rule, .matching { _ in true }]) == 0)
    }

    @Test func `different routes don't hide each other`() {
        let found = problems { router in
            router.get("/a", with: [:])
            router.put("/a", with: [:])
            router.get("/a/b", with: [:])
            router.get("/a/*", when: .json(equals: ["a": 1]), with: [:])
            router.get("/a/*", when: .json(contains: ["a": 1]), with: [:])
            router.get("/a/*", when: .json(contains: ["a": 2]), with: [:])
            router.get("/a/**", with: [:])
            router.get("/**/a", with: [:])
            router.get("/a?x=1", with: [:])
            router.get("/a?x=2", with: [:])
            router.get("/a", times: 3, with: [:])
            router.get("/%C3%A9", with: [:])
            router.get("/e%CC%81", with: [:])
            router.get("/a/b", with: [:]).remove()
        }
        #expect(found == [])
    }

    @Test func `paths with a misleading meaning are reported`() {
        let found = problems { router in
            router.get("/a/**/b", with: [:], fileID: "ShopTests/CartTests.swift", line: 1)
            router.get("/**/a/**", with: [:], fileID: "ShopTests/CartTests.swift", line: 2)
            router.get("/a/:", with: [:], fileID: "ShopTests/CartTests.swift", line: 3)
            router.get("/:id/:a/:id/:b/:a", with: [:], fileID: "ShopTests/CartTests.swift", line: 4)
            router.get("/a/%2A%2A/b/%3A", with: [:], fileID: "ShopTests/CartTests.swift", line: 5)
            router.get("/a", with: [:], fileID: "ShopTests/CartTests.swift", line: 6)
        }
        let catchAll = """
            has a `**` that is matched literally: a catch-all must be at one end of the path; write a `*` for each \
            single segment instead.
            """
        #expect(
            found == [
                "GET /a/**/b, registered at ShopTests/CartTests.swift:1, " + catchAll,
                "GET /**/a/**, registered at ShopTests/CartTests.swift:2, " + catchAll,
                """
                GET /a/:, registered at ShopTests/CartTests.swift:3, has a `:` without a name, which is matched \
                literally. Give it a name, or write `*` for any segment, or `%3A` for a colon.
                """,
                """
                GET /:id/:a/:id/:b/:a, registered at ShopTests/CartTests.swift:4, has two variables named `:a`, and \
                only the value of the last is available. Rename one of them.
                """,
                """
                GET /:id/:a/:id/:b/:a, registered at ShopTests/CartTests.swift:4, has two variables named `:id`, and \
                only the value of the last is available. Rename one of them.
                """,
            ])
    }

    @Test(arguments: [0, -1])
    func `a route that can't match is reported`(times: Int) {
        let found = problems { router in
            router.get("/a", times: times, with: [:], fileID: "ShopTests/CartTests.swift", line: 1)
        }
        #expect(
            found == [
                """
                GET /a, registered at ShopTests/CartTests.swift:1, answers no requests: its `times` is \(times). Give \
                `times:` at least 1, omit it for any number, or remove the route.
                """
            ])
    }

    @Test(arguments: [
        (
            "ftp://api.test",
            "its scheme is “ftp”, and only http and https requests are answered; write it like `https://api.test/v1`"
        ),
        (
            "https:/api.test",
            "its host is “https”; write it like `https://api.test/v1`, with two slashes after the colon"
        ),
        ("https://api test", "“ ” is not allowed in a host; write it like `https://api.test/v1`"),
        ("*.api.test", "“*” is not allowed in a host; write it like `https://api.test/v1`"),
        ("münchen.test", "“ü” is not allowed in a host; write a non-ASCII host in its xn-- form"),
        (
            "api.test:http",
            "“http” is not a port; write it like `https://api.test/v1`, or with a number such as `api.test:8080`"
        ),
        (
            "api.test:70000",
            "“70000” is not a port; write it like `https://api.test/v1`, or with a number such as `api.test:8080`"
        ),
        (
            "/v1/:tenant",
            "a base URL has no variables, so “:tenant” is matched literally; move it to the routes"
        ),
    ])
    func `a base URL that matches nothing is reported`(base: String, fault: String) {
        #expect(
            Router(base).problems.map(\.description) == ["The base URL “\(base)” matches no requests: \(fault)."])
    }

    @Test(arguments: [
        "", "/", "/v1", "api.test", "https://api.test:8080/v1/", "HTTP://API.test", "[::1]:80", "https://", "user@h",
    ])
    func `other base URLs aren't reported`(base: String) {
        #expect(Router(base).problems.isEmpty)
    }

    @Test(arguments: ["https://api.test/x", "/users/{id}", "/user-:id", "/x#top", "/a/<id>/b"])
    func `another library's spelling is a mistake`(path: String) {
        let router = Router()
        router.get(path, with: .status(200))
        #expect(router.problems.map(\.kind) == [.foreignSyntax])
        #expect(
            router.problems.first?.description.contains("is matched literally. A variable is a whole segment") == true
        )
    }

    @Test(arguments: ["/users/:id", "/a%7Bb", "/caf\u{e9}/**", "/v1.0/a-b_c~d", "/%3A/x"])
    func `an intended pattern isn't reported`(path: String) {
        let router = Router()
        router.get(path, with: .status(200))
        #expect(router.problems.isEmpty)
    }
}
