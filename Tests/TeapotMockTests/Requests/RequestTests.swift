import Foundation
import Teapot
import TeapotTestTraits
import Testing

import TeapotMock

@Suite(.inTurn) struct `A request received by a mock` {
    @Test func `it's recorded as sent`() throws {
        let url = try #require(URL(string: "https://api.test/v1?key=1"))
        let mock = MockTeapot.make(baseURL: url)
        mock.put(
            "/users/caf\u{e9}%2F1",
            query: [URLQueryItem(name: "q", value: "a&b c+d"), URLQueryItem(name: "flag", value: nil)],
            parameters: ["name": "Ada"],
            headerFields: ["X-One": "1"]
        ) { _ in }
        let request = try #require(mock.requests.first)
        #expect(request.method == "PUT")
        #expect(request.path == "/v1/users/caf%C3%A9%2F1")
        #expect(
            request.query == [
                URLQueryItem(name: "key", value: "1"), URLQueryItem(name: "q", value: "a&b c+d"),
                URLQueryItem(name: "flag", value: nil),
            ]
        )
        #expect(
            request.headers == [
                "X-One": "1", "Accept": "application/json, */*;q=0.5", "Content-Type": "application/json",
            ]
        )
        #expect(request.body == Data(#"{"name":"Ada"}"#.utf8))
    }

    @Test func `its URL has its origin and query, unless its target isn't a path`() throws {
        let mock = MockTeapot.make(baseURL: try #require(URL(string: "https://api.test:8443/v1?key=1")))
        mock.get("/caf\u{e9}", query: ["q": "a&b"]) { _ in }
        let sent = try #require(mock.requests.first)
        #expect(sent.url?.absoluteString == "https://api.test:8443/v1/caf%C3%A9?key=1&q=a%26b")
        #expect(Request(method: "GET", path: "/teas").url?.absoluteString == "/teas")
        #expect(Request(method: "GET", path: "//evil.test/x").url == nil)
        #expect(Request(method: "OPTIONS", origin: "https://api.test", path: "*").url == nil)
    }

    @Test func `requests are in order of arrival until they are cleared`() {
        let mock = MockTeapot.make()
        mock.get("/1") { _ in }
        mock.delete("/2", parameters: .data(Data("x".utf8))) { _ in }
        mock.request(Teapot.Method("OPTIONS"), "/3") { _ in }
        #expect(mock.requests.map { "\($0.method) \($0.path)" } == ["GET /1", "DELETE /2", "OPTIONS /3"])
        #expect(mock.requests.map(\.body.count) == [0, 1, 0])
        mock.clearRequests()
        #expect(mock.requests == [])
    }

    @Test func `a request that was never sent isn't recorded`() throws {
        struct Refusal: Error {}
        var options = Teapot.Options()
        options.adapters = [Teapot.Adapter { _ in throw Refusal() }]
        let mock = MockTeapot.make(options: options)
        #expect(try mock.got().error?.type == .adapterFailed)
        #expect(try mock.got("..").error?.type == .invalidRequestPath)
        #expect(mock.requests.isEmpty)
    }

    @Test(arguments: [
        ("https://h", "/", []), ("https://h/", "/", []), ("https://h?a=1", "/", ["a=1"]),
        ("https://h:80/a/b?x=1&y=2&x=3#z", "/a/b", ["x=1", "y=2", "x=3"]),
        ("https://u:p@h/a?", "/a", []), ("https://h/a?&&b", "/a", ["b"]), ("https://h/a?=1&b=", "/a", ["=1", "b="]),
        ("https://h/a?b=c=d", "/a", ["b=c=d"]), ("https://h/a?u=http://x/?y", "/a", ["u=http://x/?y"]),
        ("https://h/a%20b?c%20d=%26", "/a%20b", ["c d=&"]), ("https://[::1]:8080/a", "/a", []),
        ("https://h/a?x=%FF", "/a", ["x=%FF"]), ("https://h//a", "//a", []),
    ])
    func `its path and its query are separated`(url: String, path: String, query: [String]) throws {
        let request = try Request(Teapot.Request(url: #require(URL(string: url))))
        #expect(request.path == path)
        #expect(request.query.map { item in item.value.map { "\(item.name)=\($0)" } ?? item.name } == query)
    }

    @Test(arguments: [
        ("http://a.test/b", "http://a.test"), ("https://A.test:443/b", "https://a.test"),
        ("http://a.test:80?q", "http://a.test"), ("http://a.test:443", "http://a.test:443"),
        ("https://a.test:80", "https://a.test:80"), ("http://a.test:8080", "http://a.test:8080"),
        ("http://h80/", "http://h80"), ("HTTP://u:p@a.test:80/", "http://a.test"),
        ("http://u@a.test/@b", "http://a.test"),
        ("http://[::1]:80/", "http://[::1]"), ("http://a.test:3", "http://a.test:3"),
    ])
    func `its origin is lowercase, without a user and the default port`(url: String, origin: String) throws {
        #expect(Request.split(try #require(URL(string: url))).origin == origin)
    }
}
