import Foundation
import Teapot
import TeapotTestSupport
import TeapotTestTraits
import Testing

import TeapotMock
@testable import TeapotMockLive

@Suite(.inTurn) struct `The headers that a gateway forwards` {
    @Test(arguments: [
        "Connection", "Keep-Alive", "TE", "Trailer", "Transfer-Encoding", "Upgrade", "Proxy-Authorization",
        "Proxy-Connection", "proxy-authenticate", "upGRADE",
    ])
    func `exclude those about a single connection`(name: String) {
        let fields: Teapot.HeaderFields = ["X-A": "1", name: "x", "X-B": "2"]
        #expect(Array(fields.forwarded()) == Array(["X-A": "1", "X-B": "2"] as Teapot.HeaderFields))
    }

    @Test func `exclude those that Connection names`() {
        let fields: Teapot.HeaderFields = [
            "X-Hop": "1", "Connection": "close, x-hop", "X-Other": "2", "connection": "X-Third", "X-THIRD": "3",
            "X-A": "1", "X-A": "2",
        ]
        let rest: Teapot.HeaderFields = ["X-A": "1", "X-A": "2"]
        #expect(Array(fields.forwarded(without: ["x-other"])) == Array(rest))
    }

    @Test(arguments: [
        ("a=1", ["a=1"]),
        ("a=1, b=2", ["a=1", "b=2"]),
        ("a=1; Expires=Wed, 09 Jun 2027 10:18:14 GMT", ["a=1; Expires=Wed, 09 Jun 2027 10:18:14 GMT"]),
        (
            "a=1; Expires=Wed, 09 Jun 2027 10:18:14 GMT; Path=/, b=2; HttpOnly,c=\"x, y\"; Path=/",
            ["a=1; Expires=Wed, 09 Jun 2027 10:18:14 GMT; Path=/", "b=2; HttpOnly", "c=\"x, y\"; Path=/"]
        ),
        ("a=x,y z=1", ["a=x,y z=1"]),
        ("a=1,", ["a=1,"]),
        (",,=", [",,="]),
        ("", [""]),
    ])
    func `keep cookies separate`(joined: String, cookies: [String]) {
        #expect(Teapot.HeaderFields.separateCookies(joined) == cookies)
        let fields: Teapot.HeaderFields = ["A": "1, b=2", "Set-cookie": joined, "B": "3"]
        let separate = fields.withSeparateCookies
        #expect(separate.values(for: "Set-Cookie") == cookies)
        #expect(separate["A"] == "1, b=2")
        #expect(separate.count == cookies.count + 2)
    }

    @Test(arguments: [("gzip", false), ("Identity", true), ("identity, br", false), ("aes128gcm", true)])
    func `omit a decoded content coding`(coding: String, isKept: Bool) throws {
        let url = try #require(URL(string: "http://live.test"))
        let head = Teapot.Response(
            url: url, statusCode: 200, headers: ["Content-Encoding": coding, "Content-Length": "7", "ETag": "e"])
        let response = Response(live: head, to: "GET")
        #expect(response.headers["Content-Encoding"] == (isKept ? coding : nil))
        #expect(response.headers["Content-Length"] == (isKept ? "7" : nil))
        #expect(response.headers["ETag"] == "e")
    }

    @Test func `tell which gateways a request has passed`() {
        func request(_ via: String...) -> Request {
            Request(
                method: "GET", path: "/", headers: Teapot.HeaderFields(via.map { .init(name: "Via", value: $0) }))
        }
        #expect(request("1.1 other, HTTP/1.1 me (comment)").hasPassed("me"))
        #expect(request("1.0 a", "1.1 me").hasPassed("me"))
        #expect(!request("1.1 meme", "1.1 m").hasPassed("me"))
        #expect(!request().hasPassed("me"))
    }
}
