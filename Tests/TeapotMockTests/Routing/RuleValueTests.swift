import Foundation
import Teapot
import TeapotMock
import TeapotTestTraits
import Testing
import TeapotTestSupport

/// Rules with conditions on values, asked through a router.
@Suite(.inTurn) struct `A rule about a value` {
    private static let request = Request(
        method: "POST", path: "/teas",
        query: [
            URLQueryItem(name: "q", value: "darjeeling"), URLQueryItem(name: "flag", value: nil),
            URLQueryItem(name: "empty", value: ""), URLQueryItem(name: "id", value: "7"),
            URLQueryItem(name: "id", value: "x"),
        ],
        headerFields: ["X-Shop": "tea-12"], body: Data("code=123456&name=Ada+L&none&e=".utf8))

    private func answers(_ rule: Rule) async -> Bool {
        let router = Router()
        router.register(.status(201), when: rule)
        return await router.answer(to: Self.request).status == 201
    }

    @Test(
        arguments: [
            .query(contains: ["q": "darjeeling"]), .query(contains: ["q": .prefix("dar")]),
            .query(contains: ["q": .prefix("")]), .query(contains: ["q": .pattern("d[a-z]+g")]),
            .query(contains: ["q": .pattern("x|darjeeling")]), .query(contains: ["id": .pattern("[0-9]"), "flag": ""]),
            .query(contains: ["flag": .withoutValue]), .query(contains: ["flag": ""]), .query(contains: ["empty": ""]),
            .query(contains: ["empty": .prefix("")]),
            .headerFields(contain: ["x-shop": .prefix("tea-")]),
            .headerFields(contain: ["X-Shop": .pattern(".*[0-9]{2}")]),
            .form(contains: ["name": "Ada L"]), .form(contains: ["code": .pattern("[0-9]{6}"), "none": .withoutValue]),
            .form(contains: ["none": "", "e": ""]), .form(contains: [:]),
            .any(of: .method(matches: .put), .query(contains: ["id": "7"])),
            .any(of: .path(matches: "/cups"), .path(matches: "/:things")),
        ] as [Rule])
    func `it is met`(rule: Rule) async {
        #expect(await answers(rule))
    }

    @Test(
        arguments: [
            .query(contains: ["q": .prefix("jeeling")]), .query(contains: ["q": .pattern("dar")]),
            .query(contains: ["q": .pattern("dar|x")]), .query(contains: ["q": .pattern("(")]),
            .query(contains: ["q": .pattern("x)|(darjeeling")]),
            .query(contains: ["empty": .withoutValue]), .query(contains: ["flag": .prefix("")]),
            .query(contains: ["other": .prefix("")]), .query(contains: ["Q": .prefix("")]),
            .headerFields(contain: ["x-shop": .prefix("TEA")]), .headerFields(contain: ["x-shop": .withoutValue]),
            .form(contains: ["name": "Ada+L"]), .form(contains: ["e": .withoutValue]),
            .any(of: .method(matches: .put), .query(contains: ["id": "8"])), .any(),
        ] as [Rule])
    func `it is not met`(rule: Rule) async {
        #expect(await !answers(rule))
    }

    @Test func `a diagnosis says what it expects and what came`() async {
        let router = Router()
        router.post(
            "/teas",
            when: .query(contains: ["q": .prefix("a"), "flag": .pattern("("), "empty": .withoutValue]),
            .form(contains: ["code": .pattern("[a-z]")]),
            .any(of: .headerFields(contain: ["X-Shop": "a"]), .method(matches: .put)),
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
            router.get("/a", when: .query(contains: ["a": .prefix("b")]), with: .status(200))
            router.get("/b", when: .any(of: .form(contains: ["a": "b"]), .method(matches: .get)), with: .status(200))
        }
        router.get("/a", when: .query(contains: ["a": .pattern("b")]), with: .status(200))
        #expect(router.problems.map(\.kind) == [.hiddenRoute, .hiddenRoute])
    }
}
