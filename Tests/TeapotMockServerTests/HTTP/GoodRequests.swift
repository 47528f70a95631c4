import Foundation
import Teapot
import TeapotMock
import Testing

@testable import TeapotMockServer

/// Bytes that are one or more valid requests, and their contents.
struct GoodRequest: Sendable, CustomTestStringConvertible {
    var section: String
    var name: String
    var bytes: [UInt8]
    var expected: [IncomingRequest]
    var limits = Server.Limits()

    var testDescription: String { "\(name) (\(section))" }

    init(
        _ section: String,
        _ name: String,
        _ text: String,
        _ expected: IncomingRequest...,
        limits: Server.Limits = .init()
    ) {
        self.init(section, name, Array(text.utf8), expected)
        self.limits = limits
    }

    init(_ section: String, _ name: String, _ bytes: [UInt8], _ expected: [IncomingRequest]) {
        self.section = section
        self.name = name
        self.bytes = bytes
        self.expected = expected
    }

    static let all = heads + bodies
}

extension IncomingRequest {
    static func make(
        _ method: String = "GET",
        _ path: String = "/",
        query: [URLQueryItem] = [],
        headers: Teapot.HeaderFields = ["Host": "a"],
        body: String = "",
        minorVersion: Int = 1
    ) -> IncomingRequest {
        let options = headers.connectionOptions
        return IncomingRequest(
            request: Request(
                method: method, path: path, query: query, headers: headers, body: Data(body.utf8)),
            minorVersion: minorVersion,
            keepsAlive: !options.contains("close") && (minorVersion > 0 || options.contains("keep-alive")),
            isHead: method == "HEAD",
            asksForUpgrade: minorVersion > 0 && options.contains("upgrade")
        )
    }
}

extension GoodRequest {
    static let heads: [GoodRequest] = [
        GoodRequest("RFC 9112 §2.1", "the smallest request", "GET / HTTP/1.1\r\nHost: a\r\n\r\n", .make()),
        GoodRequest(
            "RFC 9112 §2.2",
            "empty lines before a request line",
            "\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n",
            .make()
        ),
        GoodRequest(
            "RFC 9112 §2.2",
            "a stray CRLF behind a body",
            "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\nx\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n",
            .make("POST", headers: ["Host": "a", "Content-Length": "1"], body: "x"),
            .make()
        ),
        GoodRequest(
            "RFC 9112 §2.3",
            "HTTP/1.0 without Host",
            "GET / HTTP/1.0\r\n\r\n",
            .make(headers: [:], minorVersion: 0)
        ),
        GoodRequest("RFC 9110 §2.5", "a minor version to come", "GET / HTTP/1.7\r\nHost: a\r\n\r\n", .make()),
        GoodRequest("RFC 9110 §9.1", "a method that nobody knows", "BREW / HTTP/1.1\r\nHost: a\r\n\r\n", .make("BREW")),
        GoodRequest("RFC 9110 §9.1", "a method is case-sensitive", "get / HTTP/1.1\r\nHost: a\r\n\r\n", .make("get")),
        GoodRequest(
            "RFC 9110 §5.6.2",
            "every mark that a token may have",
            "!#$%&'*+-.^_`|~ / HTTP/1.1\r\nHost: a\r\n!#$%&'*+-.^_`|~09azAZ: 1\r\n\r\n",
            .make("!#$%&'*+-.^_`|~", headers: ["Host": "a", "!#$%&'*+-.^_`|~09azAZ": "1"])
        ),
        GoodRequest(
            "RFC 9112 §3.2.1",
            "a path stays percent-encoded and a query is decoded",
            "GET /a%2Fb/c%20d?x=1%202&y=%C3%A9&x=3 HTTP/1.1\r\nHost: a\r\n\r\n",
            .make(
                "GET",
                "/a%2Fb/c%20d",
                query: [
                    URLQueryItem(name: "x", value: "1 2"), .init(name: "y", value: "é"), .init(name: "x", value: "3"),
                ]
            )
        ),
        GoodRequest(
            "RFC 3986 §3.4",
            "odd queries",
            "GET /?flag&empty=&a=b=c&&bad=%zz&q=?/ HTTP/1.1\r\nHost: a\r\n\r\n",
            .make(query: [
                URLQueryItem(name: "flag", value: nil), .init(name: "empty", value: ""), .init(name: "a", value: "b=c"),
                .init(name: "bad", value: "%zz"), .init(name: "q", value: "?/"),
            ])
        ),
        GoodRequest("RFC 3986 §3.4", "an empty query", "GET /? HTTP/1.1\r\nHost: a\r\n\r\n", .make()),
        GoodRequest(
            "RFC 3986 §3.3",
            "a path that begins with two slashes",
            "GET //b/c HTTP/1.1\r\nHost: a\r\n\r\n",
            .make("GET", "//b/c")
        ),
        GoodRequest(
            "RFC 9112 §3.2.2",
            "an absolute target, whose host counts",
            "GET http://b:81/c?d=e HTTP/1.1\r\nHost: a\r\n\r\n",
            .make("GET", "/c", query: [URLQueryItem(name: "d", value: "e")], headers: ["Host": "b:81"])
        ),
        GoodRequest(
            "RFC 9112 §3.2.2",
            "an absolute target without a path",
            "GET HTTP://b HTTP/1.1\r\nHost: a\r\n\r\n",
            .make(headers: ["Host": "b"])
        ),
        GoodRequest(
            "RFC 9112 §3.2.2",
            "an absolute target with a query and no path",
            "GET http://b?c HTTP/1.1\r\nHost: a\r\n\r\n",
            .make(query: [URLQueryItem(name: "c", value: nil)], headers: ["Host": "b"])
        ),
        GoodRequest("RFC 9112 §3.2.4", "OPTIONS *", "OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n", .make("OPTIONS", "*")),
        GoodRequest(
            "RFC 9112 §3.2.4",
            "OPTIONS of a whole server in absolute form",
            "OPTIONS http://b HTTP/1.1\r\nHost: a\r\n\r\n",
            .make("OPTIONS", "*", headers: ["Host": "b"])
        ),
        GoodRequest(
            "RFC 9112 §5.1",
            "white space around a value is none of it",
            "GET / HTTP/1.1\r\nHost: \t a \t\r\nX:\r\nY:b c\r\n\r\n",
            .make(headers: ["Host": "a", "X": "", "Y": "b c"])
        ),
        GoodRequest(
            "RFC 9110 §5.5",
            "bytes above ASCII in a value: UTF-8, else Latin-1",
            Array("GET / HTTP/1.1\r\nHost: a\r\nX: é\r\nY: ".utf8) + [0xE9] + Array("\r\n\r\n".utf8),
            [.make(headers: ["Host": "a", "X": "é", "Y": "é"])]
        ),
        GoodRequest(
            "RFC 9110 §5.3",
            "a name that repeats",
            "GET / HTTP/1.1\r\nHost: a\r\nX: 1\r\nx: 2\r\n\r\n",
            .make(
                headers: Teapot.HeaderFields([
                    .init(name: "Host", value: "a"), .init(name: "X", value: "1"), .init(name: "x", value: "2"),
                ])
            )
        ),
        GoodRequest(
            "RFC 9112 §3.2", "an empty Host", "GET / HTTP/1.1\r\nHost:\r\n\r\n", .make(headers: ["Host": ""])),
        GoodRequest(
            "RFC 3986 §3.2.2",
            "a Host with IPv6 and a port",
            "GET / HTTP/1.1\r\nHost: [::1]:80\r\n\r\n",
            .make(headers: ["Host": "[::1]:80"])
        ),
        GoodRequest(
            "RFC 9112 §9.3.2",
            "three requests at once",
            "GET /1 HTTP/1.1\r\nHost: a\r\n\r\nGET /2 HTTP/1.1\r\nHost: a\r\n\r\nGET /3 HTTP/1.1\r\nHost: a\r\n\r\n",
            .make("GET", "/1"),
            .make("GET", "/2"),
            .make("GET", "/3")
        ),
        GoodRequest(
            "RFC 6585 §5",
            "a head that is exactly as long as it may be",
            "GET / HTTP/1.1\r\nHost: a\r\n\r\n",
            .make(),
            limits: Server.Limits(headBytes: 25)
        ),
        GoodRequest(
            "RFC 9110 §7.8",
            "an upgrade that is not taken",
            "GET / HTTP/1.1\r\nHost: a\r\nUpgrade: h2c\r\n\r\n",
            .make(headers: ["Host": "a", "Upgrade": "h2c"])
        ),
    ]

    static let bodies: [GoodRequest] = [
        GoodRequest(
            "RFC 9112 §6.2",
            "a body by length, and what follows is the next request",
            "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nGET GET / HTTP/1.1\r\nHost: a\r\n\r\n",
            .make("POST", headers: ["Host": "a", "Content-Length": "4"], body: "GET "),
            .make()
        ),
        GoodRequest(
            "RFC 9112 §6.2",
            "a body of no bytes",
            "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n",
            .make("POST", headers: ["Host": "a", "Content-Length": "0"])
        ),
        GoodRequest("RFC 9112 §6.3", "no length, no body", "POST / HTTP/1.1\r\nHost: a\r\n\r\n", .make("POST")),
        GoodRequest(
            "RFC 9110 §9.3.1",
            "a GET with a body",
            "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nhi",
            .make(headers: ["Host": "a", "Content-Length": "2"], body: "hi")
        ),
        GoodRequest(
            "RFC 9112 §7.1",
            "chunks, in either case of hexadecimal and with zeros before",
            chunked("5\r\nhello\r\n00b\r\n, wide and \r\n0B\r\nfar world..\r\n000\r\n\r\n"),
            chunkedBody("hello, wide and far world..")
        ),
        GoodRequest("RFC 9112 §7.1", "no chunk but the last", chunked("0\r\n\r\n"), chunkedBody("")),
        GoodRequest(
            "RFC 9112 §7.1.1",
            "chunk extensions are ignored",
            chunked("2;a=b\r\nhi\r\n1 ; c=\"d;\\\"e\u{E4}\"\t;\td = e;f\r\n!\r\n0;x\r\n\r\n"),
            chunkedBody("hi!")
        ),
        GoodRequest(
            "RFC 9112 §7.1.2",
            "trailers are dropped",
            chunked("2\r\nhi\r\n0\r\nX-Sum: 1\r\nY: 2\r\n\r\n"),
            chunkedBody("hi")
        ),
        GoodRequest(
            "RFC 9112 §7.1",
            "chunk data that looks like chunks",
            chunked("A\r\n0\r\n\r\n5\r\n\r\n\r\n0\r\n\r\n"),
            chunkedBody("0\r\n\r\n5\r\n\r\n")
        ),
        GoodRequest(
            "RFC 9112 §7",
            "a coding's name has no case",
            "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: , Chunked ,\r\n\r\n1\r\nx\r\n0\r\n\r\n",
            .make("POST", headers: ["Host": "a", "Transfer-Encoding": ", Chunked ,"], body: "x")
        ),
        GoodRequest(
            "RFC 9110 §15.5.14",
            "bodies that are exactly as long as they may be",
            "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc" + chunked("1\r\na\r\n2\r\nbc\r\n0\r\n\r\n"),
            .make("POST", headers: ["Host": "a", "Content-Length": "3"], body: "abc"),
            chunkedBody("abc"),
            limits: Server.Limits(bodyBytes: 3)
        ),
    ]

    static func chunked(_ body: String) -> String {
        "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n" + body
    }

    private static func chunkedBody(_ body: String) -> IncomingRequest {
        .make("POST", headers: ["Host": "a", "Transfer-Encoding": "chunked"], body: body)
    }
}
