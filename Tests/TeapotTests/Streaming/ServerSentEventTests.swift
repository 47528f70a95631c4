@testable import Teapot
import Foundation
@testable import TeapotSequences
import TeapotTestSupport
import TeapotTestTraits
import Testing

@Suite(.inTurn) struct `A ServerSentEvent` {
    typealias Event = Teapot.ServerSentEvent

    /// Returns the events of a stream that arrives in several pieces, and the parser.
    private func parse(_ pieces: [[UInt8]]) -> (events: [Event], parser: Teapot.ServerSentEventParser) {
        var parser = Teapot.ServerSentEventParser()
        let events = pieces.flatMap { parser.parse(Data($0)) }
        return (events, parser)
    }

    private func events(_ text: String) -> [Event] { parse([Array(text.utf8)]).events }

    static let cases: [(String, [Event])] = [
        // The examples of the HTML Standard §9.2.6.
        ("data: YHOO\ndata: +2\ndata: 10\n\n", [Event(data: "YHOO\n+2\n10")]),
        (
            ": test stream\n\ndata: first event\nid: 1\n\ndata:second event\nid\n\ndata:  third event\n",
            [Event(data: "first event", id: "1"), Event(data: "second event")]
        ),
        ("data\n\ndata\ndata\n\ndata:", [Event(data: ""), Event(data: "\n")]),
        ("data:test\n\ndata: test\n\n", [Event(data: "test"), Event(data: "test")]),
        // Names.
        ("event: add\ndata: 1\n\ndata: 2\n\n", [Event(event: "add", data: "1"), Event(data: "2")]),
        ("event: a\nevent: b\ndata: x\n\n", [Event(event: "b", data: "x")]),
        ("event:\ndata: x\n\n", [Event(data: "x")]),
        ("event: a\n\ndata: x\n\n", [Event(data: "x")]),
        // An id remains until another one arrives, even without data; one with a NUL is ignored.
        ("id: 1\n\ndata: x\n\n", [Event(data: "x", id: "1")]),
        ("id: 1\ndata: x\n\ndata: y\n\n", [Event(data: "x", id: "1"), Event(data: "y", id: "1")]),
        ("id: 1\nid: 2\0\ndata: x\n\n", [Event(data: "x", id: "1")]),
        // So is one that isn't a valid header value.
        ("id: 1\nid: 2\u{1}\ndata: x\n\n", [Event(data: "x", id: "1")]),
        ("id: 1\nid: \u{7F}\ndata: x\n\n", [Event(data: "x", id: "1")]),
        ("id: a\tb\ndata: x\n\n", [Event(data: "x", id: "a\tb")]),
        ("id: 1\ndata: x\n\nid:\ndata: y\n\n", [Event(data: "x", id: "1"), Event(data: "y")]),
        // Space, colons, comments, other fields, and case.
        ("data:  x \n\n", [Event(data: " x ")]), ("data:\u{301}x\n\n", [Event(data: "\u{301}x")]),
        ("data: \u{301}x\n\n", [Event(data: "\u{301}x")]), ("data: a:b: c\n\n", [Event(data: "a:b: c")]),
        (":data: x\n\n", []), ("Data: x\n\n", []), (" data: x\n\n", []), ("dataset: x\n\n", []), ("data : x\n\n", []),
        ("data:\tx\n\n", [Event(data: "\tx")]), ("\n\n\n", []), ("event: a\nid: 1\nretry: 5\n\n", []),
        // A byte order mark is only recognized at the start.
        ("\u{FEFF}data: x\n\n", [Event(data: "x")]), ("\u{FEFF}\u{FEFF}data: x\n\n", []),
        ("data: x\n\n\u{FEFF}data: y\n\n", [Event(data: "x")]), ("\u{FEFF}\ndata: x\n\n", [Event(data: "x")]),
        // Ends of lines.
        ("data: x\r\ndata: y\r\n\r\n", [Event(data: "x\ny")]), ("data: x\rdata: y\r\r", [Event(data: "x\ny")]),
        ("data: x\r\n\rdata: y\n\r\n", [Event(data: "x"), Event(data: "y")]), ("data: é🫖\n\n", [Event(data: "é🫖")]),
    ]

    @Test(arguments: cases)
    func `a stream gives the same events wherever it is cut`(text: String, expected: [Event]) {
        let bytes = Array(text.utf8)
        #expect(parse([bytes]).events == expected)
        #expect(parse(bytes.map { [$0] }).events == expected)
        for cut in 0...bytes.count {
            #expect(parse([Array(bytes[..<cut]), Array(bytes[cut...])]).events == expected)
        }
    }

    @Test(
        arguments: [
            ("retry: 2500\n", 2.5), ("retry:0\n", 0.0), ("retry: 1\nretry: 2\n", 0.002), ("retry: \n", nil),
            ("retry\n", nil),
            ("retry: -1\n", nil), ("retry: 1.5\n", nil), ("retry: 1 \n", nil), ("retry: ٣\n", nil), ("retry: 10", nil),
            ("retry: 007\n", 0.007), ("retry: \(String(repeating: "9", count: 400))\n", .infinity),
        ] as [(String, TimeInterval?)]
    )
    func `the time to wait is ASCII digits, in milliseconds`(text: String, seconds: TimeInterval?) {
        #expect(parse([Array(text.utf8)]).parser.reconnectionTime == seconds)
    }

    @Test func `the id to continue from is that of the last complete event`() {
        #expect(parse([Array("id: 1\n\nid: 2\ndata: x\n".utf8)]).parser.lastEventID == "1")
        #expect(parse([Array("id: 1\n\nid\n\n".utf8)]).parser.lastEventID.isEmpty)
    }

    @Test func `a new connection drops unfinished parts and keeps the id and the time`() {
        var parser = Teapot.ServerSentEventParser(lastEventID: "0")
        _ = ["retry: 5", "id: 7", "", "id: 8", "event: left", "data: left"].compactMap { parser.feed($0) }
        parser.reconnect()
        #expect(parser.lastEventID == "7")
        #expect(parser.reconnectionTime == 0.005)
        #expect(["\u{FEFF}data: x", ""].compactMap { parser.feed($0) } == [Event(data: "x", id: "7")])
    }

    @Test func `no bytes make it crash`() {
        var generator = SeededGenerator(seed: 92)
        let pieces = ["data", "event", "id", "retry", ":", " ", "\n", "\r", "\u{FEFF}", "1", "x", "é", "\0"].map {
            Array($0.utf8)
        }
        for _ in 0..<3_000 {
            let bytes = (0..<12).flatMap { _ in pieces.randomElement(using: &generator) ?? [] }
            let whole = parse([bytes]).events
            let cut = Int.random(in: 0...bytes.count, using: &generator)
            #expect(parse([Array(bytes[..<cut]), Array(bytes[cut...])]).events == whole)
        }
    }
}
