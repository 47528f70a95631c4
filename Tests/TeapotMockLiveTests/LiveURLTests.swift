import Foundation
import Teapot
import TeapotTestSupport
import TeapotTestTraits
import Testing

import TeapotMock
@testable import TeapotMockLive

@Suite(.inTurn) struct `The live URL of a request` {
    private func url(_ base: String, _ request: Request, below depth: Int = 0) throws -> String {
        let base = try #require(URL(string: base))
        return try Passthrough(to: base).liveURL(for: request, below: depth).absoluteString
    }

    @Test(arguments: [
        ("http://live.test", "http://api.test/users/1", 0, "http://live.test/users/1"),
        ("http://live.test/", "http://api.test/users/1", 0, "http://live.test/users/1"),
        ("http://live.test/v2", "http://api.test/users/", 0, "http://live.test/v2/users/"),
        ("http://live.test/v2/", "http://api.test/v1/users", 1, "http://live.test/v2/users"),
        ("http://live.test/v2", "http://api.test/v1", 1, "http://live.test/v2"),
        ("http://live.test/v2", "http://api.test/v1/", 1, "http://live.test/v2/"),
        ("http://live.test/v2", "http://api.test/v1?a=1", 1, "http://live.test/v2?a=1"),
        ("http://live.test", "http://api.test", 0, "http://live.test/"),
        ("http://live.test:81/a?key=k#f", "http://api.test/b?c=d", 0, "http://live.test:81/a/b?key=k&c=d"),
        ("http://live.test", "http://api.test/a%2Fb//c%20d", 0, "http://live.test/a%2Fb//c%20d"),
        ("http://live.test", "http://api.test/a?b=c+d%2B&e&f=&b=%26", 0, "http://live.test/a?b=c+d%2B&e&f=&b=%26"),
        ("http://live.test", "http://api.test/a%2e%2eb/..c", 0, "http://live.test/a%2e%2eb/..c"),
    ])
    func `has the path after the router's base and the query, both as sent`(
        base: String, sent: String, depth: Int, expected: String
    ) throws {
        let request = try Request(Teapot.Request(url: try #require(URL(string: sent))))
        #expect(try url(base, request, below: depth) == expected)
    }

    @Test func `has a query made of items`() throws {
        let request = Request(
            method: "GET", path: "/a", query: [.init(name: "b c", value: "d&+"), .init(name: "e", value: nil)])
        #expect(try url("http://live.test", request) == "http://live.test/a?b%20c=d%26%2B&e")
    }

    @Test(arguments: ["/a/../b", "/..", "/%2e%2E/b", "/a/.", "*", "a"])
    func `is nil for a path that could leave the base`(path: String) {
        let error = #expect(throws: TeapotError.self) {
            try url("http://user:secret@live.test/v1", Request(method: "GET", path: path))
        }
        #expect(error?.type == .invalidRequestPath)
        #expect(error?.description.contains(path) == true)
        #expect(error?.description.contains("secret") == false)
    }

    @Test(arguments: ["ftp://live.test", "file:///tmp", "live", "http:"])
    func `is nil if the live URL isn't an HTTP URL`(base: String) async throws {
        let passthrough = Passthrough(to: try #require(URL(string: base)))
        let response = try await passthrough.respond(to: Request(method: "GET", path: "/a"))
        #expect(response.status == 502)
        #expect((response.fault?.error as? TeapotError)?.type == .invalidRequestPath)
        #expect(String(decoding: response.body, as: UTF8.self).contains("not an http or https URL"))
    }
}
