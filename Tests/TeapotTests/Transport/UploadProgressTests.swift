@testable import Teapot
import TeapotTestTraits
import Testing

@Suite(.inTurn) struct `The progress of an upload` {
    private func counts(_ events: [(bytes: Int64, total: Int64)]) -> [Int64] {
        var state = SessionTransport.Flight.State()
        return events.map { state.sent($0.bytes, total: $0.total) }
    }

    @Test func `late events have their own count, and only the last has the total`() {
        let late = (1...4).map { ($0 < 4 ? 65_536 : 3_392, 200_000) } as [(Int64, Int64)]
        #expect(counts(late) == [65_536, 131_072, 196_608, 200_000])
    }

    @Test func `a resent body is counted from zero`() {
        #expect(counts([(60, 60), (40, 100), (60, 60), (40, 100)]) == [60, 100, 60, 100])
    }
}
