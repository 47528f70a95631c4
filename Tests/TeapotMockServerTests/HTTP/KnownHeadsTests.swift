import Foundation
import Teapot
import TeapotMock
import TeapotTestTraits
import Testing

@testable import TeapotMockServer

@Suite(.inTurn) struct `Cached heads` {
    private let heads = KnownHeads()

    @Test func `a cached head has the same bytes as a new one`() {
        let fixed = Response(headers: ["Content-Type": "application/json", "X-A": "é"], body: Data("{}".utf8))
        var other = fixed
        other.status = 418
        for response in [fixed, fixed, other, fixed, other, Response(), Response(status: 203)] {
            #expect(sent(response, heads) == sent(response, nil))
            #expect(sent(response, heads, closes: true) == sent(response, nil, closes: true))
        }
        #expect(sent(fixed, heads).hasPrefix("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nX-A: é\r\nDate: "))
        #expect(sent(fixed, heads, closes: true).hasSuffix("\r\nConnection: close\r\n\r\n{}"))
    }

    @Test func `each response has its own date and length`() {
        var response = Response(headers: ["X-A": "b"], body: Data())
        for length in [0, 9, 10, 99, 12_345, 70_000] {
            response.body = Data(repeating: 0x61, count: length)
            let text = sent(response, heads, date: "day \(length)")
            #expect(
                text.hasPrefix("HTTP/1.1 200 OK\r\nX-A: b\r\nDate: day \(length)\r\nContent-Length: \(length)\r\n\r\n"))
            #expect(text.utf8.count { $0 == 0x61 } == length + 2)  // The bytes of `Date: day`.
        }
    }

    @Test func `a changed header is sent with its new value`() {
        var response = Response(headers: ["X-A": "a value that is too long for a small string"])
        for index in 0..<100 {
            response.headers["X-A"]? += "."
            #expect(sent(response, heads).contains("string\(String(repeating: ".", count: index + 1))\r\n"))
        }
    }

    @Test func `canonically equivalent texts are distinguished`() {
        for text in ["Caf\u{E9}", "Cafe\u{301}", "Caf\u{E9}"] {
            let bytes = sent(Response(headers: ["X-A": text]), heads).utf8
            #expect(bytes.elementsEqual(sent(Response(headers: ["X-A": text]), nil).utf8))
        }
    }

    @Test(
        arguments: [
            ["Content-Length": "7"], ["transfer-encoding": "chunked"], ["Connection": "x-option"],
            ["Date": "yesterday"],
            ["X-A": "a\r\nX-B: b"], ["X A": "b"], ["X-Long": String(repeating: "a", count: 3000)],
        ] as [Teapot.HeaderFields])
    func `headers that the server changes, refuses or drops are sent as without the cache`(
        _ fields: Teapot.HeaderFields
    ) {
        for _ in 0..<2 {
            #expect(sent(Response(headers: fields), heads) == sent(Response(headers: fields), nil))
        }
    }

    @Test(arguments: [204, 205, 304, 1000]) func `a status without content has no cached head`(_ status: Int) {
        let response = Response(status: .init(rawValue: status), body: Data("hi".utf8))
        for _ in 0..<2 { #expect(sent(response, heads) == sent(response, nil)) }
    }

    @Test func `an HTTP/1.0 client and a HEAD request get their own forms`() {
        for request in ["HEAD / HTTP/1.1\r\nHost: a", "GET / HTTP/1.0"] {
            let response = Response(body: Data("hi".utf8))
            #expect(sent(response, heads, request: request) == sent(response, nil, request: request))
        }
    }

    /// Returns a connection's output as text.
    private func sent(
        _ response: Response, _ heads: KnownHeads?, closes: Bool = false, date: String = "now",
        request: String = "GET / HTTP/1.1\r\nHost: a"
    ) -> String {
        var state = ConnectionState()
        state.isLast = closes
        var output = Output()
        Array((request + "\r\n\r\n").utf8).withUnsafeBytes { state.received($0) }
        guard case .handle = state.next(date: [], into: &output) else { return "not handled" }
        state.answer(with: response, date: Array(date.utf8), heads: heads, into: &output)
        return output.text
    }
}
