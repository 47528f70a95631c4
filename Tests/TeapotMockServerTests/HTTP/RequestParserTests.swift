import Foundation
import Teapot
import TeapotMock
import TeapotTestTraits
import Testing

@testable import TeapotMockServer

/// Tests of the parser without a socket: every case as a whole, byte by byte, and cut in two at every position.
@Suite(.inTurn) struct `A request parser` {
    @Test(arguments: GoodRequest.all)
    func `a valid request is read, however its bytes are cut`(_ row: GoodRequest) {
        for pieces in Self.cuts(of: row.bytes) {
            let result = Self.parse(pieces, limits: row.limits)
            #expect(result.requests == row.expected, "cut as \(pieces.map(\.count))")
            #expect(result.rejection == nil)
            #expect(result.parser.prematureEnd == nil)
        }
    }

    @Test(arguments: BadRequest.all)
    func `an invalid request is refused with a reason, however its bytes are cut`(_ row: BadRequest) {
        for pieces in Self.cuts(of: row.bytes) {
            let result = Self.parse(pieces, limits: row.limits)
            #expect(result.requests.isEmpty)
            #expect(result.rejection?.status == row.status, "cut as \(pieces.map(\.count))")
            #expect(result.rejection?.reason == row.reason)
        }
    }

    @Test(arguments: BadRequest.all)
    func `a bad request after a good one is refused after the response`(_ row: BadRequest) {
        guard row.limits == Server.Limits() else { return }
        let result = Self.parse([Array("GET /good HTTP/1.1\r\nHost: a\r\n\r\n".utf8) + row.bytes], limits: row.limits)
        #expect(result.requests.map(\.request.path) == ["/good"])
        #expect(result.rejection?.status == row.status)
    }

    @Test(arguments: [16_384, 16_385, 100_000], [0, 1, 9_999])
    func `a large body may be read in place, and is followed by another request`(count: Int, first: Int) {
        let body = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        var parser = RequestParser()
        parser.append(Array("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: \(count)\r\n\r\n".utf8) + body[..<first])
        #expect(parser.next() == .needsMore)
        var read = first
        while let rest = parser.bodyRest, read < count {
            let piece = min(7_777, count - read, rest.count)
            rest.copyBytes(from: body[read..<(read + piece)])
            parser.didReadBody(piece)
            read += piece
            if read < count { #expect(parser.next() == .needsMore) }
        }
        #expect(count <= 16_384 ? read == first : read == count)
        // The part that wasn't read directly can be appended.
        parser.append(body[read...] + Array("GET /next HTTP/1.1\r\nHost: a\r\n\r\n".utf8))
        guard case .request(let whole) = parser.next(), case .request(let next) = parser.next() else {
            Issue.record("no two requests")
            return
        }
        #expect([UInt8](whole.request.body) == body)
        #expect(next.request.path == "/next")
        #expect(next.request.body.isEmpty)
    }

    @Test func `a refusal is final, whatever follows`() {
        var parser = RequestParser()
        parser.append(Array("GET /\r\n".utf8))
        let first = parser.next()
        parser.append(Array(" HTTP/1.1\r\nHost: a\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n".utf8))
        guard case .rejected = first else {
            Issue.record("not refused")
            return
        }
        #expect(parser.next() == first)
        #expect(parser.next() == first)
    }

    @Test func `the client is asked for the body once, and only if none has arrived (RFC 9110 §10.1.1)`() {
        let head = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nExpect: 100-continue\r\n\r\n"
        var parser = RequestParser()
        parser.append(Array(head.utf8))
        #expect(parser.next() == .continueExpected)
        #expect(parser.next() == .needsMore)
        parser.append(Array("bo".utf8))
        #expect(parser.next() == .needsMore)

        var eager = RequestParser()
        eager.append(Array((head + "b").utf8))
        #expect(eager.next() == .needsMore)
    }

    @Test(arguments: [
        "POST / HTTP/1.0\r\nContent-Length: 4\r\nExpect: 100-continue\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\n",
    ])
    func `a client that doesn't or can't wait isn't asked for its body (RFC 9110 §10.1.1)`(_ head: String) {
        var parser = RequestParser()
        parser.append(Array(head.utf8))
        #expect(parser.next() == .needsMore)
    }

    @Test func `an expectation without a body has no effect (RFC 9110 §10.1.1)`() {
        var parser = RequestParser()
        parser.append(Array("GET / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\n\r\n".utf8))
        guard case .request = parser.next() else {
            Issue.record("not read")
            return
        }
    }

    @Test(arguments: [
        ("GET / HT", "The connection ended within the head of a request."),
        ("GET / HTTP/1.1\r\nHost: a\r\n", "The connection ended within the head of a request."),
        (
            "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n1234",
            "The connection ended 5 bytes before the body did."
        ),
        (
            "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n",
            "The connection ended before the last chunk."
        ),
        (
            "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n0\r\n",
            "The connection ended before the last chunk."
        ),
    ])
    func `a stream that ends within a request is an error that says where (RFC 9112 §8)`(
        _ text: String, _ reason: String
    ) {
        let result = Self.parse([Array(text.utf8)], limits: Server.Limits())
        #expect(result.requests.isEmpty)
        #expect(result.rejection == nil)
        #expect(result.parser.prematureEnd == Rejection(reason))
    }

    @Test func `the limit applies to all chunk extensions together (RFC 9112 §7.1.1)`() {
        let chunk = "1;\(String(repeating: "x", count: 9_000))\r\na\r\n"
        let one = Self.parse([Array(GoodRequest.chunked(chunk + "0\r\n\r\n").utf8)], limits: Server.Limits())
        #expect(one.requests.map(\.request.body) == [Data("a".utf8)])
        let two = Self.parse([Array(GoodRequest.chunked(chunk + chunk).utf8)], limits: Server.Limits())
        #expect(two.rejection == Rejection("The chunk extensions have more than 16384 bytes."))
    }

    @Test func `a body of many megabytes is read completely`() {
        // Doubled, because creating each byte takes longer than reading it.
        var body = (0..<46_875).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        for _ in 0..<6 { body += body }
        #expect(body.count == 3_000_000)
        var parser = RequestParser()
        parser.append(Array("PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: \(body.count)\r\n\r\n".utf8))
        var received: Data?
        for start in stride(from: 0, to: body.count, by: 70_001) {
            parser.append(body[start..<min(start + 70_001, body.count)])
            if case .request(let incoming) = parser.next() { received = incoming.request.body }
        }
        #expect(received == Data(body))
    }

    struct Parsed {
        var requests: [IncomingRequest] = []
        var rejection: Rejection?
        var parser: RequestParser
    }

    static func parse(_ pieces: [[UInt8]], limits: Server.Limits) -> Parsed {
        var result = Parsed(parser: RequestParser(limits: limits))
        for piece in pieces {
            result.parser.append(piece)
            steps: while true {
                switch result.parser.next() {
                case .request(let request): result.requests.append(request)
                case .continueExpected: continue
                case .needsMore: break steps
                case .rejected(let rejection):
                    result.rejection = rejection
                    return result
                }
            }
        }
        return result
    }

    static func cuts(of bytes: [UInt8]) -> [[[UInt8]]] {
        [[bytes], bytes.map { [$0] }] + (1..<max(bytes.count, 1)).map { [Array(bytes[..<$0]), Array(bytes[$0...])] }
    }
}
