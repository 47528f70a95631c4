import Foundation
import Teapot
import TeapotMock
import TeapotTestTraits
import Testing
import TeapotTestSupport

/// Tests of rules with conditions on values, through a router.
@Suite(.inTurn) struct `A rule about a value` {
    private static let request = Request(
        method: "POST", path: "/teas",
        query: [
            URLQueryItem(name: "q", value: "darjeeling"), URLQueryItem(name: "flag", value: nil),
            URLQueryItem(name: "empty", value: ""), URLQueryItem(name: "id", value: "7"),
            URLQueryItem(name: "id", value: "x"),
        ],
        headers: ["X-Shop": "tea-12"], body: Data("code=123456&name=Ada+L&none&e=".utf8))

    private func answers(_ rule: Rule) async -> Bool {
        let router = Router()
        router.register(.status(201), when: rule)
        return await router.answer(to: Self.request).status == 201
    }

    @Test(
        arguments: [
            .query(["q": "darjeeling"]), .query(["q": .prefix("dar")]),
            .query(["q": .prefix("")]), .query(["q": .pattern("d[a-z]+g")]),
            .query(["q": .pattern("x|darjeeling")]), .query(["id": .pattern("[0-9]"), "flag": ""]),
            .query(["flag": .withoutValue]), .query(["flag": ""]), .query(["empty": ""]),
            .query(["empty": .prefix("")]),
            .headers(["x-shop": .prefix("tea-")]),
            .headers(["X-Shop": .pattern(".*[0-9]{2}")]),
            .form(["name": "Ada L"]), .form(["code": .pattern("[0-9]{6}"), "none": .withoutValue]),
            .form(["none": "", "e": ""]), .form([:]),
            .any(of: .method(.put), .query(["id": "7"])),
            .any(of: .path("/cups"), .path("/:things")),
        ] as [Rule])
    func `it matches`(rule: Rule) async {
        #expect(await answers(rule))
    }

    @Test(
        arguments: [
            .query(["q": .prefix("jeeling")]), .query(["q": .pattern("dar")]),
            .query(["q": .pattern("dar|x")]), .query(["q": .pattern("(")]),
            .query(["q": .pattern("x)|(darjeeling")]),
            .query(["empty": .withoutValue]), .query(["flag": .prefix("")]),
            .query(["other": .prefix("")]), .query(["Q": .prefix("")]),
            .headers(["x-shop": .prefix("TEA")]), .headers(["x-shop": .withoutValue]),
            .form(["name": "Ada+L"]), .form(["e": .withoutValue]),
            .any(of: .method(.put), .query(["id": "8"])), .any(),
        ] as [Rule])
    func `it doesn't match`(rule: Rule) async {
        #expect(await !answers(rule))
    }

    @Test func `a diagnosis shows the expected and the actual value`() async {
        let router = Router()
        router.post(
            "/teas",
            when: .query(["q": .prefix("a"), "flag": .pattern("("), "empty": .withoutValue]),
            .form(["code": .pattern("[a-z]")]),
            .any(of: .headers(["X-Shop": "a"]), .method(.put)),
            with: .status(201))
        _ = await router.answer(to: Self.request)
        let text = router.violations.first?.message ?? ""
        for line in [
            "✗ query empty has no value – received “”", "✗ query q begins with “a” – received “darjeeling”",
            "✗ query flag matches “(”, which is not a valid pattern – received no value",
            "✗ form code matches “[a-z]” – received “123456”",
            "✗ header X-Shop: a, or method PUT – received “tea-12”; received POST",
        ] { #expect(text.contains(line), "\(text)") }
    }

    @Test func `equal rules hide each other`() {
        let router = Router()
        for _ in 0..<2 {
            router.get("/a", when: .query(["a": .prefix("b")]), with: .status(200))
            router.get("/b", when: .any(of: .form(["a": "b"]), .method(.get)), with: .status(200))
        }
        router.get("/a", when: .query(["a": .pattern("b")]), with: .status(200))
        #expect(router.problems.map(\.kind) == [.hiddenRoute, .hiddenRoute])
    }
}
