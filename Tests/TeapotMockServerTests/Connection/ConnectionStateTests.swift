import Teapot
import TeapotMock
import Testing

@testable import TeapotMockServer

/// What a connection does next, driven event by event with no socket.
@Suite struct ConnectionStateTests {
    private static let get = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"

    @Test func `a request is handled, answered, and the connection goes on`() {
        var state = ConnectionState()
        #expect(state.wantsInput)
        #expect(state.receive(Self.get).path == "/")
        #expect(!state.wantsInput)
        #expect(
            state.answer(Response(body: Data("hi".utf8)))
                == "HTTP/1.1 200 OK\r\nDate: now\r\nContent-Length: 2\r\n\r\nhi"
        )
        #expect(state.sent(date: "now") == .wait)
        #expect(state.wantsInput)
        #expect(state.receive(Self.get).path == "/")
    }

    @Test func `pipelined requests are handled one after the other, in order (RFC 9112 §9.3.2)`() {
        var state = ConnectionState()
        let first = state.receive("GET /1 HTTP/1.1\r\nHost: a\r\n\r\nGET /2 HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(first.path == "/1")
        #expect(state.receive("GET /3 HTTP/1.1\r\nHost: a\r\n\r\n") == .wait)
        _ = state.answer()
        #expect(state.sent(date: "now").path == "/2")
        _ = state.answer()
        #expect(state.sent(date: "now").path == "/3")
        _ = state.answer()
        #expect(state.sent(date: "now") == .wait)
    }

    @Test(arguments: [
        "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\nConnection: x, Close\r\n\r\n",
        "GET / HTTP/1.0\r\n\r\n",
    ])
    func `a request that wants the end gets it, behind its response (RFC 9112 §9.3)`(_ text: String) {
        var state = ConnectionState()
        _ = state.receive(text + Self.get)
        #expect(state.answer().hasSuffix("\r\nConnection: close\r\n\r\n"))
        #expect(state.sent(date: "now") == .endOutput)
        #expect(state.wantsInput)
        #expect(state.receive(Self.get) == .wait)
        #expect(state.inputDidEnd(date: "now") == .close)
    }

    @Test func `a 1.0 client that asks for it keeps its connection and is told so (RFC 9112 §9.3)`() {
        var state = ConnectionState()
        _ = state.receive("GET / HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n")
        #expect(state.answer().hasSuffix("\r\nConnection: keep-alive\r\n\r\n"))
        #expect(state.sent(date: "now") == .wait)
    }

    @Test func `a handler may end the connection with its response (RFC 9112 §9.6)`() {
        var state = ConnectionState()
        _ = state.receive(Self.get)
        #expect(state.answer(Response(headers: ["connection": "close"])).hasSuffix("\r\nConnection: close\r\n\r\n"))
        #expect(state.sent(date: "now") == .endOutput)
    }

    @Test func `the body is asked for before the request is handled (RFC 9110 §10.1.1)`() {
        var state = ConnectionState()
        let action = state.receive("PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n")
        #expect(action == .send(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)))
        #expect(state.sent(date: "now") == .wait)
        #expect(state.receive("hi").path == "/")
    }

    @Test func `a malformed request is refused with the reason, and then the connection ends`() {
        var state = ConnectionState()
        let text =
            "HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain; charset=utf-8\r\nDate: now\r\n"
            + "Content-Length: 31\r\nConnection: close\r\n\r\nThe request has no Host field.\n"
        #expect(state.receive("GET / HTTP/1.1\r\n\r\n") == .send(Array(text.utf8)))
        #expect(state.sent(date: "now") == .endOutput)
    }

    @Test func `a client that has ended its half is still answered (RFC 9112 §9.6)`() {
        var state = ConnectionState()
        _ = state.receive(Self.get + Self.get)
        #expect(state.inputDidEnd(date: "now") == .wait)
        _ = state.answer()
        #expect(state.sent(date: "now").path == "/")
        _ = state.answer()
        #expect(state.sent(date: "now") == .close)
    }

    @Test func `an end between two requests closes the connection without a word`() {
        var state = ConnectionState()
        #expect(state.inputDidEnd(date: "now") == .close)
        #expect(state.isClosed)
    }

    @Test func `an end within a request is refused (RFC 9112 §8)`() {
        var state = ConnectionState()
        _ = state.receive("GET / HT")
        guard case .send(let bytes) = state.inputDidEnd(date: "now") else {
            Issue.record("not refused")
            return
        }
        #expect(
            String(decoding: bytes, as: UTF8.self).hasSuffix("The connection ended within the head of a request.\n")
        )
        #expect(state.sent(date: "now") == .close)
    }

    @Test func `an answer to a connection that is gone goes nowhere`() {
        var state = ConnectionState()
        _ = state.receive(Self.get)
        #expect(state.close() == .close)
        #expect(state.answered(with: Response(), date: "now") == .wait)
    }

    @Test(arguments: [
        (Response(status: 100), "The status 100 is not from 200 to 999."),
        (Response(status: 1000), "The status 1000 is not from 200 to 999."),
        (.file("users"), "It names the fixture “users”, which only a router can look up."),
        (.error(Unplugged()), "It fails with Unplugged(), which a server can't do to its client yet."),
        (Response(headers: ["A\r\nB": "c"]), "The header name \"A\\x0D\\x0AB\" is not a token."),
        (Response(headers: ["A": "b\r\nC: d"]), "The value \"b\\x0D\\x0AC: d\" of A has control characters."),
    ])
    func `a response that cannot be sent becomes a 500 that says why`(_ response: Response, _ reason: String) {
        var state = ConnectionState()
        _ = state.receive(Self.get)
        let text = state.answer(response)
        #expect(text.hasPrefix("HTTP/1.1 500 Internal Server Error\r\n"))
        #expect(text.hasSuffix("\r\n\r\nThe handler's response cannot be sent. \(reason)\n"))
        #expect(state.sent(date: "now") == .wait)
    }
}

extension ConnectionState {
    fileprivate mutating func receive(_ text: String) -> Action {
        received(Array(text.utf8), date: "now")
    }

    fileprivate mutating func answer(_ response: Response = Response()) -> String {
        guard case .send(let bytes) = answered(with: response, date: "now") else { return "" }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension ConnectionState.Action {
    /// The path of the request that is to be handled.
    fileprivate var path: String? {
        guard case .handle(let request) = self else { return nil }
        return request.path
    }
}

private struct Unplugged: Error {}
