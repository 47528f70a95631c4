@testable import Teapot
import Foundation
import TeapotTestTraits
import Testing

@Suite(.inTurn) struct `A redirect` {
    private let options = Teapot.Options()

    private func follow(
        _ request: Teapot.Request,
        _ status: Int = 302,
        _ location: String?,
        secret: Set<String> = [],
        forwarded: Set<String> = []
    ) throws -> Teapot.Request? {
        var options = Teapot.Options()
        options.secrets = secret
        options.forwardedHeaders = forwarded
        let fields: Teapot.HeaderFields = location.map { ["Location": $0] } ?? [:]
        return try request.following(.make(status, fields), isForwarded: options.isForwarded)
    }

    // MARK: Status and method

    @Test(arguments: [
        // POST becomes GET where all browsers do so, HEAD stays HEAD, and 307 and 308 change nothing.
        (301, "GET", "GET"), (301, "HEAD", "HEAD"), (301, "POST", "GET"), (301, "PUT", "PUT"), (301, "PATCH", "PATCH"),
        (301, "DELETE", "DELETE"), (301, "QUERY", "QUERY"),
        (302, "GET", "GET"), (302, "HEAD", "HEAD"), (302, "POST", "GET"), (302, "PUT", "PUT"), (302, "PATCH", "PATCH"),
        (302, "DELETE", "DELETE"), (302, "QUERY", "QUERY"),
        (303, "GET", "GET"), (303, "HEAD", "HEAD"), (303, "POST", "GET"), (303, "PUT", "GET"), (303, "PATCH", "GET"),
        (303, "DELETE", "GET"), (303, "QUERY", "GET"),
        (307, "GET", "GET"), (307, "HEAD", "HEAD"), (307, "POST", "POST"), (307, "PUT", "PUT"), (307, "PATCH", "PATCH"),
        (307, "DELETE", "DELETE"), (307, "QUERY", "QUERY"),
        (308, "GET", "GET"), (308, "HEAD", "HEAD"), (308, "POST", "POST"), (308, "PUT", "PUT"), (308, "PATCH", "PATCH"),
        (308, "DELETE", "DELETE"), (308, "QUERY", "QUERY"),
    ])
    func `each status keeps or changes each method as in RFC 9110`(status: Int, from: String, to: String) throws {
        let hasBody = from != "GET" && from != "HEAD"
        let request = Teapot.Request.make(
            Teapot.Method(from),
            "http://h.test/a",
            hasBody ? ["Content-Type": "a/b", "content-language": "de", "X-A": "b"] : ["X-A": "b"],
            body: hasBody ? .data(Data("x".utf8)) : .none
        )
        let next = try #require(try follow(request, status, "/b"))
        #expect(next.url.absoluteString == "http://h.test/b")
        #expect(next.method.rawValue == to)
        #expect(next.bodyText == (hasBody && to == from ? "x" : nil))
        #expect(next.headers == (hasBody && to == from ? request.headers : ["X-A": "b"]))
    }

    @Test(arguments: [200, 201, 204, 206, 300, 304, 305, 306, 309, 399, 400, 404, 500])
    func `no other status is a redirect, whatever its Location`(status: Int) throws {
        #expect(try follow(.make(), status, "/b") == nil)
    }

    @Test(arguments: [301, 302, 303, 307, 308])
    func `a redirect without a Location isn't followed`(status: Int) throws {
        #expect(try follow(.make(), status, nil) == nil)
    }

    @Test func `all other parts of a request stay unchanged`() throws {
        var request = Teapot.Request.make()
        request.timeout = 7
        request.allowsCellularAccess = false
        let next = try #require(try follow(request, 302, "http://other.test/"))
        #expect(next.timeout == 7)
        #expect(!next.allowsCellularAccess)
    }

    @Test func `a file stays the body if the method stays`() throws {
        let file = Teapot.BodyFile(URL(fileURLWithPath: "/tmp/a"))
        let next = try #require(try follow(.make(.put, body: .file(file)), 308, "/b"))
        guard case .file(let kept) = next.body else { throw TeapotError(type: .fileFailed, description: "no file") }
        #expect(kept === file)
    }

    // MARK: Origins

    @Test(arguments: [
        ("http://h.test/a", "/b"), ("http://h.test/a", "http://h.test/b"), ("http://h.test/a", "http://h.test:80/b"),
        ("http://h.test:80/a", "http://h.test/b"), ("https://h.test/a", "https://h.test:443/b"),
        ("http://h.test/a", "HTTP://H.TEST/b"), ("http://H.test/a", "http://h.Test/b"), ("https://h.test:8443/a", "b"),
        ("http://h.test/a", "//h.test/b"), ("http://h.test/a", "?b"),
    ])
    func `all headers are sent within an origin`(from: String, location: String) throws {
        let fields: Teapot.HeaderFields = [
            "Authorization": "Bearer t", "Cookie": "a=b", "X-Key": "k", "Host": "v.test",
        ]
        let next = try #require(try follow(.make(.get, from, fields), 302, location, secret: ["X-Key"]))
        #expect(next.headers == fields)
    }

    @Test(arguments: [
        ("http://h.test/a", "https://h.test/a"), ("https://h.test/a", "http://h.test/a"),
        ("http://h.test/a", "http://h.test:8080/a"), ("http://h.test:8080/a", "http://h.test/a"),
        ("http://h.test/a", "http://other.test/a"), ("http://h.test/a", "//other.test/a"),
        ("http://h.test/a", "http://sub.h.test/a"), ("http://h.test/a", "http://h.test.:80/a"),
        ("http://h.test/a", "http://h.test:443/a"), ("https://h.test/a", "https://h.test:80/a"),
        ("http://h.test/a", "http://h.test@other.test/"), ("http://h.test/a", "http://[::1]/a"),
    ])
    func `only harmless headers are sent to another origin`(from: String, location: String) throws {
        let fields: Teapot.HeaderFields = [
            "authorization": "Bearer t", "Cookie": "a=b", "cookie": "c=d", "Proxy-Authorization": "p", "X-KEY": "k",
            "Set-Cookie": "x", "Host": "v.test", "X-A": "b", "X-Api-Key": "k", "X-Auth-Token": "t",
            "Idempotency-Key": "i", "Referer": "http://h.test/secret", "Rangefinder": "r", "If": "i",
        ]
        let next = try #require(try follow(.make(.get, from, fields), 302, location, secret: ["x-key"]))
        #expect(next.headers.isEmpty)
    }

    @Test(arguments: [
        "Accept", "accept-language", "Accept-Encoding", "Content-Type", "content-md5", "User-Agent", "RANGE",
        "If-Match",
        "If-None-Match", "if-range", "If-Modified-Since",
    ])
    func `a header that describes the request is sent to another origin`(name: String) throws {
        let fields: Teapot.HeaderFields = [name: "kept"]
        let next = try #require(try follow(.make(.get, "http://h.test/a", fields), 302, "http://other.test/"))
        #expect(next.headers == fields)
    }

    @Test func `a named header is sent to another origin, but never Host`() throws {
        let fields: Teapot.HeaderFields = ["X-Api-Key": "k", "Authorization": "t", "host": "h.test", "X-B": "b"]
        let forwarded: Set = ["x-api-key", "authorization", "Host"]
        let request = Teapot.Request.make(.get, "http://h.test/a", fields)
        let next = try #require(try follow(request, 302, "http://other.test/", forwarded: forwarded))
        #expect(next.headers == ["X-Api-Key": "k", "Authorization": "t"])
    }

    @Test func `a secret is removed whatever its name's prefix`() throws {
        let fields: Teapot.HeaderFields = ["Accept-Key": "k", "Accept": "kept"]
        let request = Teapot.Request.make(.get, "http://h.test/a", fields)
        let next = try #require(try follow(request, 302, "http://other.test/", secret: ["accept-key"]))
        #expect(next.headers == ["Accept": "kept"])
    }

    @Test func `credentials that were dropped on the way don't come back`() throws {
        let request = Teapot.Request.make(.get, "http://h.test/a", ["Authorization": "t"])
        let away = try #require(try follow(request, 302, "http://other.test/"))
        let back = try #require(
            try away.following(.make(302, ["Location": "http://h.test/b"]), isForwarded: options.isForwarded)
        )
        #expect(back.headers.isEmpty)
    }
}
