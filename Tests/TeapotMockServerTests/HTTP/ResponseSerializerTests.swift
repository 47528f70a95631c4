import Teapot
import TeapotMock
import Testing

@testable import TeapotMockServer

@Suite struct ResponseSerializerTests {
    private static let body = Response(
        headers: ["X-A": "é", "Content-Length": "99", "Transfer-Encoding": "chunked"],
        body: Data("hi".utf8)
    )

    @Test func `a response has its own fields, but the framing is the server's (RFC 9112 §6)`() throws {
        #expect(try text(Self.body) == "HTTP/1.1 200 OK\r\nX-A: é\r\nDate: now\r\nContent-Length: 2\r\n\r\nhi")
    }

    @Test func `the response to a HEAD has the length of what a GET would bring (RFC 9110 §9.3.2)`() throws {
        let head = ResponseSerializer.Exchange(isHead: true)
        #expect(try text(Self.body, head).hasSuffix("Content-Length: 2\r\n\r\n"))
        #expect(try text(Response(headers: ["Content-Length": "99"]), head).hasSuffix("Content-Length: 99\r\n\r\n"))
        #expect(try text(Response(), head).hasSuffix("Content-Length: 0\r\n\r\n"))
    }

    @Test(arguments: [
        (204, "HTTP/1.1 204 No Content\r\nDate: now\r\n\r\n"),
        (205, "HTTP/1.1 205 Reset Content\r\nDate: now\r\nContent-Length: 0\r\n\r\n"),
        (304, "HTTP/1.1 304 Not Modified\r\nDate: now\r\nContent-Length: 2\r\n\r\n"),
    ])
    func `a status without content has none, whatever the handler says (RFC 9110 §6.4.1)`(
        _ status: Int,
        _ expected: String
    ) throws {
        #expect(try text(Response(status: .init(rawValue: status), body: Data("hi".utf8))) == expected)
    }

    @Test func `a 304 without a body announces no length unless the handler does (RFC 9110 §8.6)`() throws {
        #expect(try text(Response(status: 304)) == "HTTP/1.1 304 Not Modified\r\nDate: now\r\n\r\n")
        #expect(try text(Response(status: 304, headers: ["Content-Length": "7"])).contains("\r\nContent-Length: 7\r\n"))
    }

    @Test func `a handler's own date stays alone (RFC 9110 §6.6.1)`() throws {
        #expect(
            try text(Response(headers: ["date": "then"]))
                == "HTTP/1.1 200 OK\r\ndate: then\r\nContent-Length: 0\r\n\r\n"
        )
    }

    @Test func `fields that repeat stay apart (RFC 9110 §5.3)`() throws {
        let response = Response(
            headers: Teapot.HeaderFields([
                .init(name: "Set-Cookie", value: "a=1"), .init(name: "Set-Cookie", value: "b=2"),
            ])
        )
        #expect(try text(response).contains("Set-Cookie: a=1\r\nSet-Cookie: b=2\r\n"))
    }

    @Test func `options of the connection join the server's in one field (RFC 9110 §7.6.1)`() throws {
        let response = Response(status: 426, headers: ["Connection": "Upgrade, keep-alive", "Upgrade": "h2c"])
        let closing = ResponseSerializer.Exchange(keepsAlive: false)
        #expect(try text(response).contains("\r\nConnection: upgrade\r\n"))
        #expect(try text(response, closing).contains("\r\nConnection: upgrade, close\r\n"))
    }

    @Test func `a status that nobody has heard of still has words behind it`() throws {
        #expect(try text(Response(status: 299)).hasPrefix("HTTP/1.1 299 Status 299\r\n"))
    }

    @Test func `the date is written as RFC 9110 §5.6.7 has it`() {
        var field = DateField()
        #expect(field.value(at: 784_111_777) == "Sun, 06 Nov 1994 08:49:37 GMT")
        #expect(field.value(at: 784_111_777) == "Sun, 06 Nov 1994 08:49:37 GMT")
        #expect(field.value(at: 951_782_400) == "Tue, 29 Feb 2000 00:00:00 GMT")
    }

    private func text(_ response: Response, _ exchange: ResponseSerializer.Exchange = .init()) throws -> String {
        String(decoding: try ResponseSerializer.bytes(of: response, for: exchange, date: "now"), as: UTF8.self)
    }
}
