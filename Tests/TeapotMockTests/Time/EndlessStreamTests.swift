import Foundation
import Teapot
import TeapotTestSupport
import TeapotTestTraits
import Testing

import TeapotMock

@Suite(.inTurn, .timeLimit(.minutes(3))) struct `An endless stream in skipped time` {
    private let router = Router()
    /// The number of pieces that were produced.
    private let count = Locked(0)

    init() {
        router.time = .skipped
        let count = count
        let stream = Response.Stream(pulling: {
            {
                count.withLock { $0 += 1 }
                return Data(repeating: 1, count: 100)
            }
        })
        router.get("/endless", with: .stream(stream))
        router.get("/cut", with: .stream(stream).failing(.cutShort(after: 250)))
    }

    @Test func `ends with its reader`() async throws {
        var bytes = 0
        for try await _ in try await MockTeapot(router: router).stream("endless") {
            bytes += 1
            if bytes == 3 { break }
        }
        #expect(await eventually { router.journal.entries.first?.ending != nil })
        // The producer notices that it is cancelled at its next piece.
        #expect(
            await eventually {
                let last = count.withLock { $0 }
                for _ in 0..<100 { await Task.yield() }
                return count.withLock { $0 } == last
            })
    }

    @Test func `ends where it's cut short`() async throws {
        let error = await #expect(throws: TeapotError.self) { try await MockTeapot(router: router).get("cut") }
        #expect(error?.type == .incompleteResponse)
        #expect(await eventually { router.journal.entries.first?.ending == .failed })
        #expect(count.withLock { $0 } < 1000)
    }

    @Test func `ends where it's too long`() async throws {
        var options = Teapot.Options()
        options.maximumBodyLength = 1000
        let mock = MockTeapot(router: router, options: options)
        await #expect(throws: TeapotError.self) { try await mock.get("endless") }
        #expect(await eventually { router.journal.entries.first?.ending != nil })
    }
}
