import Foundation
import Teapot
import TeapotMock
import TeapotTestTraits
import Testing

@testable import TeapotMockServer

/// Tests of bodies in pieces, and of interrupted bodies, without a socket.
@Suite(.inTurn) struct `Bodies on the wire` {
    private static let head = "HTTP/1.1 200 OK\r\nContent-Type: a/b\r\nDate: now\r\n"
    private let ten = Data("0123456789".utf8)

    private func driver(_ request: String = "GET / HTTP/1.1\r\nHost: a\r\n\r\n") -> Driver {
        var driver = Driver()
        #expect(driver.receive(request) == "handle /")
        return driver
    }

    @Test func `each piece is sent as a chunk as soon as it's available (RFC 9112 §7.1)`() {
        var driver = driver()
        let isStream = driver.answer(.stream([], contentType: "a/b"))
        #expect(isStream)
        #expect(driver.take() == Self.head + "Transfer-Encoding: chunked\r\n\r\n")
        driver.send("hello, you there")
        #expect(driver.take() == "10\r\nhello, you there\r\n")
        driver.send("")
        #expect(driver.take() == "")
        #expect(driver.next() == "wait")
        driver.endBody()
        #expect(driver.take() == "0\r\n\r\n")
        #expect(driver.next() == "wait")
        #expect(driver.state.wantsInput)
    }

    @Test func `an HTTP/1.0 client gets the pieces unchanged until the connection closes (RFC 9112 §6.3)`() {
        var driver = driver("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
        driver.answer(.stream([], contentType: "a/b"))
        driver.send("hi")
        driver.endBody()
        #expect(driver.take() == Self.head + "Connection: close\r\n\r\nhi")
        #expect(driver.next() == "close")
    }

    @Test(arguments: [("12", "close"), ("123", "wait"), ("1234", "wait")])
    func `pieces don't exceed a declared length, and the connection ends if they fall short`(
        pieces: String, then: String
    ) {
        var driver = driver()
        driver.answer(.stream([], contentType: "a/b", headers: ["Content-Length": "3"]))
        for piece in pieces { driver.send(String(piece)) }
        driver.endBody()
        #expect(driver.take() == Self.head + "Content-Length: 3\r\n\r\n" + pieces.prefix(3))
        #expect(driver.next() == then)
    }

    @Test func `a failing producer ends the connection (RFC 9112 §8)`() {
        var driver = driver()
        driver.answer(.stream([], contentType: "a/b"))
        driver.send("hi")
        driver.state.failBody()
        #expect(driver.take().hasSuffix("2\r\nhi\r\n"))
        #expect(driver.next() == "close")
    }

    @Test func `a HEAD has no body, even if there's a producer for one`() {
        var driver = driver("HEAD / HTTP/1.1\r\nHost: a\r\n\r\n")
        let isStream = driver.answer(.stream([], contentType: "a/b"))
        #expect(!isStream)
        #expect(driver.take() == Self.head + "\r\n")
        #expect(driver.next() == "wait")
    }

    /// Returns the output for a body with a fault, except the first lines, and the connection's next step.
    private func outcome(_ fault: Response.Fault) -> (text: String, step: String) {
        var driver = driver()
        driver.answer(Response(body: ten).failing(fault))
        let step = driver.next()
        return (driver.take().replacingOccurrences(of: "HTTP/1.1 200 OK\r\nDate: now\r\n", with: ""), step)
    }

    private static let closing = "\r\nConnection: close\r\n\r\n"

    @Test(
        arguments: [
            (.refused, "", "reset"), (.reset, "", "reset"), (.timedOut, "", "wait"),
            (.cutShort(after: 4), "Content-Length: 10" + closing + "0123", "close"),
            (.reset(after: 0), "Content-Length: 10" + closing, "reset"),
            (.reset(after: 9), "Content-Length: 10" + closing + "012345678", "reset"),
            (
                .malformedChunk(after: 3), "Transfer-Encoding: chunked" + closing + "3\r\n012\r\nno size\r\n", "close"
            ),
            (.contentLength(12), "Content-Length: 12" + closing + "0123456789", "close"),
            (.contentLength(3), "Content-Length: 3" + closing + "0123456789", "close"),
            // A fault after the end cuts nothing.
            (.cutShort(after: 10), "Content-Length: 10\r\n\r\n0123456789", "wait"),
            (.reset(after: 11), "Content-Length: 10\r\n\r\n0123456789", "wait"),
        ] as [(Response.Fault, String, String)])
    func `each fault has its effect on the connection`(_ fault: Response.Fault, text: String, step: String) {
        #expect(outcome(fault) == (text, step))
    }

    @Test func `garbage isn't a response, and the connection is closed`() {
        #expect(outcome(.garbage).step == "close")
        #expect(!outcome(.garbage).text.contains("HTTP/"))
    }

    @Test(arguments: [Response.Fault.contentLength(12), .malformedChunk(after: 3), .cutShort(after: 3)])
    func `a HEAD has no body, whatever the fault`(_ fault: Response.Fault) {
        var driver = driver("HEAD / HTTP/1.1\r\nHost: a\r\n\r\n")
        driver.answer(Response(body: ten).failing(fault))
        #expect(driver.next() == "close")
        #expect(driver.take().hasSuffix("\r\nConnection: close\r\n\r\n"))
    }

    @Test func `a client that should time out receives nothing, and its input is ignored until it disconnects`() {
        var driver = driver()
        driver.answer(Response().failing(.timedOut))
        #expect(driver.receive("GET / HTTP/1.1\r\nHost: a\r\n\r\n") == "wait")
        driver.state.inputDidEnd()
        #expect(driver.next() == "close")
    }

    @Test func `a stream breaks off at its fault`() {
        var driver = driver()
        driver.answer(.stream([], contentType: "a/b").failing(.cutShort(after: 5)))
        driver.send("0123")
        #expect(driver.next() == "wait")
        driver.send("4567")
        #expect(driver.next() == "close")
        #expect(driver.take().hasSuffix("4\r\n0123\r\n1\r\n4\r\n"))
    }
}
