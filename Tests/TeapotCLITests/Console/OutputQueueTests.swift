import Foundation
import Teapot
import TeapotMock
import TeapotTestSupport
import TeapotTestTraits
import Testing

@testable import TeapotCLI

@Suite(.inTurn) struct `An output queue` {
    /// A stream whose writes wait until a gate opens.
    private final class Stream: Sendable {
        let (begun, gate) = (Gate(), Gate())
        let written = Locked("")

        func write(_ data: Data) {
            begun.open()
            gate.block()
            written.withLock { $0 += String(decoding: data, as: UTF8.self) }
        }
    }

    @Test func `writes in order without waiting`() async throws {
        let stream = Stream()
        let queue = OutputQueue { stream.write($0) }
        for number in 1...1000 { try queue.write(Data("\(number)\n".utf8)) }
        await queue.drain(within: 0)
        #expect(stream.written.withLock { $0 } == "")
        stream.gate.open()
        await queue.drain(within: 60)
        #expect(stream.written.withLock { $0 } == (1...1000).map { "\($0)\n" }.joined())
    }

    @Test func `drops output that doesn't fit, and says so in its place`() async throws {
        let stream = Stream()
        let queue = OutputQueue { stream.write($0) }
        let line = Data((String(repeating: "x", count: 1023) + "\n").utf8)
        try queue.write(line)
        await stream.begun.wait()
        for _ in 0..<1024 + 120 { try queue.write(line) }
        stream.gate.open()
        await queue.drain(within: 60)
        try queue.write(Data("later\n".utf8))
        await queue.drain(within: 60)
        let lines = stream.written.withLock { $0 }.split(separator: "\n")
        #expect(lines.count == 1025 + 2)
        #expect(lines.suffix(2) == ["… 120 lines not shown", "later"])
    }

    @Test func `ends with the first error`() async throws {
        let queue = OutputQueue { _ in throw OutputFailed(code: EPIPE) }
        try queue.write(Data("a\n".utf8))
        let error = await queue.failure.value()
        #expect(error?.isUnread == true)
        #expect(throws: OutputFailed.self) { try queue.write(Data("b\n".utf8)) }
        await queue.drain(within: 60)
    }
}
