import Foundation
import Teapot
import TeapotMock
import TeapotTestTraits
import Testing

@testable import TeapotMockServer

/// Tests of the steps of a connection, event by event, without a socket.
@Suite(.inTurn) struct `The state of a connection` {
    private static let get = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"

    @Test func `a request is handled and answered, and the connection stays open`() {
        var driver = Driver()
        #expect(driver.state.wantsInput)
        #expect(driver.receive(Self.get) == "handle /")
        #expect(!driver.state.wantsInput)
        #expect(driver.next() == "wait")
        driver.answer(Response(body: Data("hi".utf8)))
        #expect(driver.take() == "HTTP/1.1 200 OK\r\nDate: now\r\nContent-Length: 2\r\n\r\nhi")
        #expect(driver.next() == "wait")
        #expect(driver.state.wantsInput)
        #expect(driver.receive(Self.get) == "handle /")
    }

    @Test(arguments: [
        ("HEAD / HTTP/1.1\r\n\r\n", 400), ("HEAD / HTTP/1.1\r\nHost: a b\r\n\r\n", 400),
        ("HEAD /a b HTTP/1.1\r\n", 400), ("\r\nHEAD / HTTP/3.0\r\n", 505),
        ("HEAD / HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n", 400),
        ("HEAD / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nx\r\n", 400),
        ("HEAD /" + String(repeating: "a", count: 100_000), 414),
        ("HEAD / HTTP/1.1\r\nHost: " + String(repeating: "a", count: 100_000), 431),
        (get + "HEAD / HTTP/1.1\r\n\r\n", 400),
    ])
    func `a refused HEAD gets no body (RFC 9110 §9.3.2)`(_ text: String, _ status: Int) {
        var driver = Driver()
        if driver.receive(text) == "handle /" {
            driver.answer()
            _ = driver.take()
            _ = driver.next()
        }
        let response = driver.take()
        #expect(response.hasPrefix("HTTP/1.1 \(status) "))
        #expect(response.contains("\r\nContent-Length: ") && !response.contains("\r\nContent-Length: 0\r\n"))
        #expect(response.hasSuffix("\r\n\r\n"))
    }

    @Test func `a slow HEAD gets no body either, but a slow GET does`() {
        for (method, hasBody) in [("HEAD", false), ("GET", true)] {
            var driver = Driver()
            _ = driver.receive("\(method) / HTTP/1.1\r\nHost: a")
            driver.reject(Rejection(408, "Too slow."))
            #expect(driver.take().hasSuffix("\r\n\r\n") == !hasBody)
        }
    }

    @Test func `pipelined requests are handled one after the other, in order (RFC 9112 §9.3.2)`() {
        var driver = Driver()
        let two = "GET /1 HTTP/1.1\r\nHost: a\r\n\r\nGET /2 HTTP/1.1\r\nHost: a\r\n\r\n"
        #expect(driver.receive(two) == "handle /1")
        #expect(driver.receive("GET /3 HTTP/1.1\r\nHost: a\r\n\r\n") == "wait")
        driver.answer()
        #expect(driver.next() == "handle /2")
        driver.answer()
        #expect(driver.next() == "handle /3")
        driver.answer()
        #expect(driver.next() == "wait")
    }

    @Test(arguments: [
        "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\nConnection: x, Close\r\n\r\n",
        "GET / HTTP/1.0\r\n\r\n",
    ])
    func `a request that asks to close the connection gets its response first (RFC 9112 §9.3)`(_ text: String) {
        var driver = Driver()
        _ = driver.receive(text)
        driver.answer()
        #expect(driver.take().hasSuffix("\r\nConnection: close\r\n\r\n"))
        #expect(driver.next() == "close")
    }

    @Test func `bytes after the last request are dropped until the connection ends (RFC 9112 §9.6)`() {
        var driver = Driver()
        _ = driver.receive("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n" + Self.get)
        driver.answer()
        #expect(driver.next() == "linger")
        #expect(driver.state.wantsInput)
        #expect(driver.receive(Self.get) == "linger")
        driver.state.inputDidEnd()
        #expect(driver.next() == "close")
    }

    @Test func `an HTTP/1.0 client that asks for it keeps its connection, and the response says so (RFC 9112 §9.3)`() {
        var driver = Driver()
        _ = driver.receive("GET / HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n")
        driver.answer()
        #expect(driver.take().hasSuffix("\r\nConnection: keep-alive\r\n\r\n"))
        #expect(driver.next() == "wait")
    }

    @Test func `a handler can end the connection with its response (RFC 9112 §9.6)`() {
        var driver = Driver()
        _ = driver.receive(Self.get)
        driver.answer(Response(headers: ["connection": "close"]))
        #expect(driver.take().hasSuffix("\r\nConnection: close\r\n\r\n"))
        #expect(driver.next() == "close")
    }

    @Test func `a server that stops ends each connection after its response`() {
        var driver = Driver()
        _ = driver.receive(Self.get)
        driver.state.isLast = true
        driver.answer()
        #expect(driver.take().hasSuffix("\r\nConnection: close\r\n\r\n"))
        #expect(driver.next() == "close")
    }

    @Test func `the client is asked for the body before the request is handled (RFC 9110 §10.1.1)`() {
        var driver = Driver()
        let head = "PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n"
        #expect(driver.receive(head) == "wait")
        #expect(driver.take() == "HTTP/1.1 100 Continue\r\n\r\n")
        #expect(driver.receive("hi") == "handle /")
    }

    @Test func `a malformed request is refused with the reason, and then the connection ends`() {
        var driver = Driver()
        #expect(driver.receive("GET / HTTP/1.1\r\n\r\n") == "linger")
        let text =
            "HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain; charset=utf-8\r\nDate: now\r\n"
            + "Content-Length: 32\r\nConnection: close\r\n\r\nThe request has no Host header.\n"
        #expect(driver.take() == text)
    }

    @Test func `a client that closed its sending half is still answered (RFC 9112 §9.6)`() {
        var driver = Driver()
        _ = driver.receive(Self.get + Self.get)
        driver.state.inputDidEnd()
        #expect(driver.next() == "wait")
        driver.answer()
        #expect(driver.next() == "handle /")
        driver.answer()
        #expect(driver.next() == "close")
    }

    @Test func `an end of input between two requests closes the connection without a response`() {
        var driver = Driver()
        driver.state.inputDidEnd()
        #expect(driver.next() == "close")
        #expect(driver.take() == "")
    }

    @Test func `an end of input within a request is refused (RFC 9112 §8)`() {
        var driver = Driver()
        _ = driver.receive("GET / HT")
        driver.state.inputDidEnd()
        #expect(driver.next() == "close")
        #expect(driver.take().hasSuffix("The connection ended within the head of a request.\n"))
    }

    @Test func `a response to a closed connection is dropped`() {
        var driver = Driver()
        _ = driver.receive(Self.get)
        _ = driver.state.end(.close)
        driver.answer()
        #expect(driver.take() == "")
        #expect(driver.next() == "close")
    }

    @Test(arguments: [
        (Response(status: 100), "Status 100 is not between 200 and 999."),
        (Response(status: 1000), "Status 1000 is not between 200 and 999."),
        (.file("users"), "It names the fixture “users”, which only a router can look up."),
        (.error(Unplugged()), "It fails with Unplugged(), which a server can't trigger in a client."),
        (Response(headers: ["A\r\nB": "c"]), "The header name \"A\\x0D\\x0AB\" has a forbidden character."),
        (Response(headers: ["A": "b\r\nC: d"]), "The value \"b\\x0D\\x0AC: d\" of A has control characters."),
    ])
    func `a response that can't be sent becomes a 500 that says why`(_ response: Response, _ reason: String) {
        var driver = Driver()
        _ = driver.receive(Self.get)
        driver.answer(response)
        let text = driver.take()
        #expect(driver.state.status == 500)
        #expect(text.hasPrefix("HTTP/1.1 500 Internal Server Error\r\n"))
        #expect(text.hasSuffix("\r\n\r\nThe handler's response can't be sent. \(reason)\n"))
        #expect(driver.next() == "wait")
    }

    @Test func `the state describes its next event`() {
        var driver = Driver()
        #expect(driver.state.timeout == .request)
        _ = driver.receive("POST / HTTP/1.1\r\n")
        #expect(driver.state.timeout == .head)
        _ = driver.receive("Host: a\r\nContent-Length: 2\r\n\r\n")
        #expect(driver.state.timeout == .body)
        _ = driver.receive("hi")
        #expect(driver.state.timeout == .none)
    }

    @Test func `another protocol receives the bytes that have already arrived`() {
        var driver = Driver()
        _ = driver.receive(Self.get + "\u{1}\u{2}")
        let rest = driver.state.upgrade()
        #expect(rest == [1, 2])
        #expect(driver.state.wantsInput)
        #expect(driver.next() == "wait")
    }
}

private struct Unplugged: Error {}
