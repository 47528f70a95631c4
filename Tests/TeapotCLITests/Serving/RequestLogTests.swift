import Teapot
import TeapotMock
import TeapotTestSupport
import TeapotTestTraits
import Testing

@testable import TeapotCLI

@Suite(.inTurn) struct `A request log` {
    @Test func `reports the number of missed requests`() async throws {
        let router = Router(journalCapacity: 3)
        router.register(.status(204))
        let text = Locked("")
        let stream = Console.Stream(isTerminal: false, isColored: false) { data in
            text.withLock { $0 += String(decoding: data, as: UTF8.self) }
        }
        let (changes, feed) = AsyncStream<Void>.makeStream()
        let log = RequestLog(console: Console(output: stream, errors: stream))
        for number in 1...10 { _ = await router.answer(to: "/\(number)") }
        feed.yield()
        feed.finish()
        try await log.follow(router.journal, changes)
        let lines = text.withLock { $0 }.split(separator: "\n").map { $0.split(separator: " ").prefix(3) }
        #expect(
            lines == [
                ["GET", "/8", "204"], ["GET", "/9", "204"], ["GET", "/10", "204"], ["…", "7", "requests"],
            ])
    }
}
