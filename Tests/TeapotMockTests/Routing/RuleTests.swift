import Foundation
import Teapot
import TeapotTestTraits
import Testing
import TeapotTestSupport

import TeapotMock

@Suite(.inTurn) struct `A rule` {
    private static let request = Request(
        method: "POST",
        path: "/users/7",
        query: [
            URLQueryItem(name: "a", value: "1"), URLQueryItem(name: "a", value: "2"),
            URLQueryItem(name: "b", value: nil),
        ],
        headers: ["X-Key": "k", "Accept": "text/html", "Accept": "text/plain"],
        body: Data(#"{"id": 7, "tags": ["a", "b", "c"], "owner": {"name": "Joan", "age": 3.0}, "gone": null}"#.utf8)
    )

    private func isMet(_ rule: Rule, by request: Request = request) -> Bool {
        rule.matcher.matches(request, path: Request.segments(of: request.path)[...])
    }

    @Test(
        arguments: [
            .method(.post), .method("post"), .path("/users/:id"),
            .path("/users/7?a=2"), .path("**"),
            .query(["a": "1"]), .query(["a": "2"]), .query([:]),
            .query(["b": ""]), .path("/users/7?b="), .path("/users/7?b"),
            .headers(["x-key": "k"]), .headers(["ACCEPT": "text/html, text/plain"]),
            .body(equals: request.body),
            .json(equals: [
                "gone": NSNull(), "owner": ["age": 3, "name": "Joan"] as [String: any Sendable],
                "tags": ["a", "b", "c"], "id": 7.0,
            ]),
            .json(contains: ["id": 7]), .json(contains: ["owner": ["name": "Joan"]]),
            .json(contains: ["tags": ["a", "c"]]),
            .json(contains: ["tags": [] as [any Sendable]]), .json(contains: ["gone": NSNull()]), .json(contains: [:]),
            .matching { $0.queryValues("a") == ["1", "2"] },
        ] as [Rule])
    func `it matches`(rule: Rule) {
        #expect(isMet(rule))
    }

    @Test(
        arguments: [
            .method(.get), .method("posts"), .path("/users"), .path("/users/:id/x"),
            .path("/users/7?a=3"), .query(["a": "3"]), .query(["a": ""]),
            .query(["a": "1", "c": "1"]), .headers(["x-key": "K"]),
            .headers(["other": ""]),
            .headers(["accept": "text/html"]), .body(equals: Data()),
            .json(equals: ["id": 7]), .json(contains: ["id": "7"]), .json(contains: ["id": true]),
            .json(contains: ["tags": ["c", "a"]]), .json(contains: ["tags": ["a", "a"]]),
            .json(contains: ["missing": NSNull()]),
            .json(contains: ["owner": NSNull()]), .json(contains: [7]), .matching { _ in false },
        ] as [Rule])
    func `it doesn't match`(rule: Rule) {
        #expect(!isMet(rule))
    }

    @Test func `a body that isn't JSON matches no JSON rule`() {
        var request = Self.request
        request.body = Data("{".utf8)
        #expect(!isMet(.json(contains: [:]), by: request))
        request.body = Data("[1, 2]".utf8)
        #expect(isMet(.json(equals: [1, 2]), by: request))
        #expect(isMet(.json(contains: [2]), by: request))
        #expect(!isMet(.json(equals: [2, 1]), by: request))
    }

    @Test func `several rules can be combined on any route`() async {
        let router = Router()
        router.post(
            "/users/:id", when: .json(contains: ["id": 7]), .headers(["X-Key": "k"]), with: .status(201))
        router.register(
            { .status($0["id"] == "7" ? 202 : 500) }, when: .path("/users/:id"), .body(equals: Data()))
        #expect(await router.answer(to: Self.request).status == 201)
        var other = Self.request
        other.headers["X-Key"] = nil
        #expect(await router.answer(to: other).isUnanswered)
        other.body = Data()
        #expect(await router.answer(to: other).status == 202)
    }

    @Test func `the variables of a second path are bound, too`() async {
        let router = Router()
        router.register(
            { .status($0["a"] == "users" && $0["id"] == "7" ? 200 : 500) },
            when: .path("/:a/*"), .path("/*/:id"))
        #expect(await router.answer(to: Self.request).status == 200)
    }
}
