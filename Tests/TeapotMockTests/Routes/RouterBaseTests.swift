import Foundation
import Teapot
import TeapotTestTraits
import Testing
import TeapotTestSupport

@testable import TeapotMock

@Suite(.inTurn) struct `A router's base URL` {
    private func accepts(_ base: String, _ url: String) throws -> Bool {
        Router(base).accepts(try Request(Teapot.Request(url: #require(URL(string: url)))))
    }

    @Test(arguments: [
        ("", "http://a.test/x"), ("http://a.test", "http://a.test"), ("http://a.test", "http://a.test/users"),
        ("http://a.test/", "http://A.test:80/users"), ("HTTPS://A.test:443", "https://a.test/"),
        ("http://a.test:8080", "http://a.test:8080/x"), ("a.test", "http://a.test/x"), ("a.test", "https://a.test/x"),
        ("a.test/v1", "https://a.test/v1/users"), ("/v1", "http://a.test/v1"), ("/v1/", "http://b.test/v1/users?x"),
        ("http://a.test/a b", "http://a.test/a%20b/c"), ("http://[::1]:8080/x", "http://[::1]:8080/x/y"),
        ("http://[::1]", "http://[::1]/x"), ("http://a.test", "http://user:pw@a.test/x"),
        ("//a.test", "http://a.test/"), ("a.test:443", "https://a.test/"),
        ("a.test:80", "https://a.test:80/"), ("a.test:80", "http://a.test/"),
    ])
    func `it accepts URLs below it`(base: String, url: String) throws {
        #expect(try accepts(base, url))
    }

    @Test(arguments: [
        ("http://a.test", "https://a.test/"), ("http://a.test", "http://b.test/"),
        ("http://a.test", "http://a.test:81/"),
        ("http://a.test", "http://x.a.test/"), ("http://a.test", "http://a.test.evil/"),
        ("a.test", "http://a.test:8080/"),
        ("a.test/v1", "https://a.test/v10/users"), ("/v1", "http://a.test/"), ("/v1", "http://a.test/V1"),
        ("http://a.test:8080", "http://a.test/"), ("http://a.test", "http://a.test@evil.test/"),
        ("a.test:80", "https://a.test/"), ("a.test:443", "http://a.test/"),
    ])
    func `it accepts no other URLs`(base: String, url: String) throws {
        #expect(try !accepts(base, url))
    }

    @Test func `routes' paths are relative to it`() async throws {
        let router = Router("http://a.test/v1")
        router.get("/users/:id") { _ in .status(200) }
        router.get("/", with: .status(201))
        #expect(await router.answer(to: "/v1/users/7").status == 200)
        #expect(await router.answer(to: "/v1").status == 201)
        #expect(await router.answer(to: "/users/7").isUnanswered)
        let other = Request(method: "GET", origin: "http://b.test", path: "/v1/users/7")
        #expect(await router.answer(to: other).isUnanswered)
    }

    @Test func `a mock client adopts it`() async throws {
        let router = Router("http://a.test/v1")
        router.get("/users/:id") { request in .status(request.origin == "http://a.test" ? 200 : 500) }
        let teapot = MockTeapot(router: router)
        #expect(teapot.baseURL.absoluteString == "http://a.test/v1")
        #expect(try await teapot.get("users/7").statusCode == 200)
        #expect(MockTeapot(router: Router()).baseURL == MockTeapot.defaultBaseURL)
    }

    @Test(arguments: [
        ("/v1", "https://mock.test/v1"), ("api.test", "https://api.test"),
        ("api.test:81/a b", "https://api.test:81/a%20b"),
    ])
    func `a mock client completes an incomplete base URL`(base: String, url: String) async throws {
        let router = Router(base)
        router.get("/x", with: .status(200))
        let teapot = MockTeapot(router: router)
        #expect(teapot.baseURL.absoluteString == url)
        #expect(try await teapot.get("x").statusCode == 200)
    }
}
