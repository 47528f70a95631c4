import Teapot
import TeapotTestTraits
import Testing

import TeapotMock
@testable import TeapotMockLive

@Suite(.inTurn) struct `The arrivals of a body's pieces` {
    @Test func `are recorded with the bytes, and their times start at the head`() {
        var arrivals = Arrivals()
        arrivals.begin(at: 1_000_000_000)
        for (count, time) in [(3, 1_000_000_000), (4, 1_250_000_000), (5, 3_000_000_000), (1, 0)] {
            arrivals.append(count, at: UInt64(time))
        }
        #expect(arrivals.take(3) == [.init(at: 0, count: 3)])
        // A file delivers several at once, or a part of one.
        #expect(arrivals.take(6) == [.init(at: 0.25, count: 4), .init(at: 2, count: 2)])
        #expect(arrivals.take(3) == [.init(at: 2, count: 3)])
        // A clock never runs backward, but nothing may trap if it does.
        #expect(arrivals.take(9) == [.init(at: 0, count: 1)])
        #expect(arrivals.take(1) == [])
    }
}
