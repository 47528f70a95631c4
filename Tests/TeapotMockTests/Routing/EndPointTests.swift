import Foundation
import Teapot
import TeapotTestTraits
import Testing

@testable import TeapotMock

@Suite(.inTurn) struct `An endpoint` {
    private func matches(
        _ pattern: String,
        _ url: String,
        method: Teapot.Method? = nil,
        basePath: String = "/"
    ) throws -> Bool {
        let request = try Request(Teapot.Request(url: #require(URL(string: "https://mock.test\(url)"))))
        let base = try #require(URL(string: "https://mock.test\(basePath)"))
        let rules = [Rule.endPoint(pattern, below: base)] + (method.map { [.method($0)] } ?? [])
        return rules.allSatisfy { $0.matcher.matches(request, path: Request.segments(of: request.path)[...]) }
    }

    @Test(arguments: [
        // The last component, regardless of the rest.
        ("timestamp", "/timestamp"), ("/timestamp", "/timestamp"), ("timestamp/", "/timestamp"),
        ("timestamp", "/v1/timestamp"), ("timestamp", "/timestamp/"), ("timestamp", "/timestamp?now=1"),
        ("timestamp", "//timestamp"), ("timestamp", "/timestamp?path=/other"),
        // Several segments, and wildcards.
        ("users/:id/avatar", "/users/7/avatar"), ("users/:id/avatar", "/v1/users/ada/avatar"),
        ("users/*", "/users/7"), ("*/avatar", "/users/7/avatar"), (":any", "/users"), ("/users/:id", "/users/7?x"),
        // Percent-encoding, once, on both sides.
        ("a b", "/a%20b"), ("a%20b", "/a%20b"), ("caf\u{e9}", "/caf%C3%A9"), ("a%2Fb", "/a%2Fb"),
        ("100%25", "/100%25"), ("100%", "/100%25"), ("%2520", "/%2520"), ("%3Aid", "/:id"), ("%2A", "/*"),
        // A query in the pattern.
        ("users?page=2", "/users?page=2"), ("users?page=2", "/users?sort=name&page=2"), ("users?", "/users?x"),
    ])
    func `it matches the end of the path`(pattern: String, url: String) throws {
        #expect(try matches(pattern, url))
    }

    @Test(arguments: [
        ("timestamp", "/timestamps"), ("timestamp", "/Timestamp"), ("timestamp", "/timestamp/1"),
        ("timestamp", "/other?timestamp"), ("timestamp", "/other?a=/timestamp"), ("stamp", "/timestamp"),
        ("users/:id/avatar", "/users/avatar"), ("users/*", "/users"), ("users/*", "/users/"),
        ("users/*", "/users/7/avatar"), (":id/avatar", "/avatar"),
        ("a/b", "/a%2Fb"), ("a b", "/a%2520b"), ("a+b", "/a%20b"), ("%3Aid", "/7"), ("%2A", "/x"),
        ("users?page=2", "/users"), ("users?page=2", "/users?page=3"), ("", "/users"), ("/", "/users/"),
    ])
    func `it matches nothing else`(pattern: String, url: String) throws {
        #expect(try !matches(pattern, url))
    }

    @Test func `an empty pattern matches the base URL itself`() throws {
        #expect(try matches("", "/"))
        #expect(try matches("/", ""))
        #expect(try matches("/", "/v1/", basePath: "/v1"))
        #expect(try !matches("/", "/v1/users", basePath: "/v1"))
        #expect(try !matches("/", "/", basePath: "/v1"))
    }

    @Test func `an endpoint with a method matches only that method`() throws {
        #expect(try matches("users", "/users", method: .get))
        #expect(try !matches("users", "/users", method: .post))
    }
}
