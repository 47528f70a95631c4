import Foundation
import Teapot
import TeapotMock
import TeapotTestTraits
import Testing

@testable import TeapotMockServer

@Suite(.inTurn) struct `A response serializer` {
    private static let body = Response(
        headers: ["X-A": "é", "Content-Length": "99", "Transfer-Encoding": "chunked"],
        body: Data("hi".utf8)
    )

    @Test func `a response has its own headers, but the server's framing (RFC 9112 §6)`() throws {
        #expect(text(Self.body) == "HTTP/1.1 200 OK\r\nX-A: é\r\nDate: now\r\nContent-Length: 2\r\n\r\nhi")
    }

    @Test func `the response to a HEAD has the length of the body for a GET (RFC 9110 §9.3.2)`() throws {
        let head = ResponseSerializer.Context(isHead: true)
        #expect(text(Self.body, head).hasSuffix("Content-Length: 2\r\n\r\n"))
        #expect(
            text(Response(headers: ["Content-Length": "99"]), head).hasSuffix("Content-Length: 99\r\n\r\n"))
        #expect(text(Response(), head).hasSuffix("Content-Length: 0\r\n\r\n"))
    }

    @Test(arguments: [
        (204, "HTTP/1.1 204 No Content\r\nDate: now\r\n\r\n"),
        (205, "HTTP/1.1 205 Reset Content\r\nDate: now\r\nContent-Length: 0\r\n\r\n"),
        (304, "HTTP/1.1 304 Not Modified\r\nDate: now\r\nContent-Length: 2\r\n\r\n"),
    ])
    func `a status without content has no body, whatever the handler says (RFC 9110 §6.4.1)`(
        _ status: Int,
        _ expected: String
    ) throws {
        #expect(text(Response(status: .init(rawValue: status), body: Data("hi".utf8))) == expected)
    }

    @Test func `a 304 without a body declares no length unless the handler does (RFC 9110 §8.6)`() throws {
        #expect(text(Response(status: 304)) == "HTTP/1.1 304 Not Modified\r\nDate: now\r\n\r\n")
        #expect(
            text(Response(status: 304, headers: ["Content-Length": "7"])).contains("\r\nContent-Length: 7\r\n")
        )
    }

    @Test func `a handler's own date replaces the server's (RFC 9110 §6.6.1)`() throws {
        #expect(
            text(Response(headers: ["date": "then"]))
                == "HTTP/1.1 200 OK\r\ndate: then\r\nContent-Length: 0\r\n\r\n"
        )
    }

    @Test func `repeated headers stay separate (RFC 9110 §5.3)`() throws {
        let response = Response(
            headers: Teapot.HeaderFields([
                .init(name: "Set-Cookie", value: "a=1"), .init(name: "Set-Cookie", value: "b=2"),
            ])
        )
        #expect(text(response).contains("Set-Cookie: a=1\r\nSet-Cookie: b=2\r\n"))
    }

    @Test func `connection options join the server's in one header (RFC 9110 §7.6.1)`() throws {
        let response = Response(status: 426, headers: ["Connection": "Upgrade, keep-alive", "Upgrade": "h2c"])
        let closing = ResponseSerializer.Context(keepsAlive: false)
        #expect(text(response).contains("\r\nConnection: upgrade\r\n"))
        #expect(text(response, closing).contains("\r\nConnection: upgrade, close\r\n"))
    }

    @Test func `an unknown status has a reason phrase, too`() throws {
        #expect(text(Response(status: 299)).hasPrefix("HTTP/1.1 299 Status 299\r\n"))
    }

    @Test func `the date has the format of RFC 9110 §5.6.7`() {
        var field = DateField()
        #expect(field.value(at: 784_111_777) == Array("Sun, 06 Nov 1994 08:49:37 GMT".utf8))
        #expect(field.value(at: 784_111_777) == Array("Sun, 06 Nov 1994 08:49:37 GMT".utf8))
        #expect(field.value(at: 951_782_400) == Array("Tue, 29 Feb 2000 00:00:00 GMT".utf8))
    }

    @Test func `a body in pieces is sent in chunks, or until the end for HTTP/1.0 (RFC 9112 §7.1)`() throws {
        let stream = Response.stream([], contentType: "a/b")
        #expect(framing(stream, .init()) == .chunked)
        #expect(framing(stream, .init(minorVersion: 0)) == .close)
        #expect(framing(stream, .init(isHead: true)) == .none(told: nil))
        let told = Response.stream([], contentType: "a/b", headers: ["Content-Length": "7"])
        #expect(framing(told, .init()) == .length(7))
    }

    @Test func `trailers follow the last chunk (RFC 9112 §7.1.2)`() throws {
        var response = Response(body: Data(repeating: 0x61, count: 20))
        response.trailers = ["X-Sum": "1"]
        #expect(
            text(response)
                == """
                HTTP/1.1 200 OK\r\nDate: now\r\nTransfer-Encoding: chunked\r\n\r\n\
                14\r\n\(String(repeating: "a", count: 20))\r\n0\r\nX-Sum: 1\r\n\r\n
                """
        )
        #expect(!(text(response, .init(minorVersion: 0)).contains("X-Sum")))
    }

    @Test(arguments: [0, 1, 16_384, 16_385, 70_000])
    func `a body of any size follows its head, and the next bytes follow the body`(_ count: Int) throws {
        var output = Output()
        let body = Data(repeating: 0x61, count: count)
        output.append("head")
        output.append(body)
        output.append("tail")
        let total = output.count
        #expect(total == count + 8)
        var rest = Data()
        while !output.isEmpty {
            let part = output.withParts { Data($0) + Data($1) }.prefix(1000)
            rest += part
            output.didWrite(part.count)
        }
        #expect(rest == Data("head".utf8) + body + Data("tail".utf8))
    }

    @Test func `unwritten output is sent in order, after earlier output`() throws {
        var pending = Output()
        var output = Output()
        output.append("one ")
        output.append(Data(repeating: 0x62, count: 20_000))
        output.didWrite(2)
        output.move(to: &pending)
        let isEmpty = output.isEmpty
        #expect(isEmpty)
        output.append("two")
        output.move(to: &pending)
        var all = Data()
        while !pending.isEmpty {
            let parts = pending.withParts { Data($0) + Data($1) }
            all += parts
            pending.didWrite(parts.count)
        }
        #expect(all == Data("e ".utf8) + Data(repeating: 0x62, count: 20_000) + Data("two".utf8))
    }

    private func framing(
        _ response: Response, _ exchange: ResponseSerializer.Context
    ) -> ResponseSerializer.Framing {
        let plan = ResponsePlan(response, isHead: exchange.isHead, isInProcess: false)
        return ResponseSerializer.framing(of: plan, for: exchange)
    }

    private func text(_ response: Response, _ exchange: ResponseSerializer.Context = .init()) -> String {
        let framing = framing(response, exchange)
        var output = Output()
        var exchange = exchange
        ResponseSerializer.writeHead(
            of: response, framing: framing, for: &exchange, date: Array("now".utf8), to: &output)
        ResponseSerializer.writePiece(response.body, framing: framing, to: &output)
        ResponseSerializer.writeEnd(response.trailers, framing: framing, to: &output)
        return output.text
    }
}

extension Output {
    /// The pending output as text.
    var text: String { withParts { String(decoding: Data($0) + Data($1), as: UTF8.self) } }
}
