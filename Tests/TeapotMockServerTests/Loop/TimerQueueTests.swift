import TeapotTestTraits
import Testing

@testable import TeapotMockServer

@Suite(.inTurn) struct `A timer queue` {
    @Test func `items come out when due, the earliest first, and simultaneous ones in insertion order`() {
        var queue = TimerQueue<Int>()
        var random = SystemRandomNumberGenerator()
        let dues = (0..<500).map { _ in UInt64.random(in: 0..<100, using: &random) }
        for (item, due) in dues.enumerated() { queue.add(item, due: due) }
        #expect(queue.earliest == dues.min())
        var taken: [Int] = []
        for now in 0..<100 as Range<UInt64> {
            while let item = queue.takeDue(at: now) {
                #expect(dues[item] == now)
                taken.append(item)
            }
        }
        #expect(taken == dues.indices.sorted { (dues[$0], $0) < (dues[$1], $1) })
        #expect(queue.earliest == nil)
        #expect(queue.takeDue(at: .max) == nil)
    }

    @Test func `removed items don't come out, and the rest comes out in order`() {
        var queue = TimerQueue<Int>()
        var random = SystemRandomNumberGenerator()
        let dues = (0..<500).map { _ in UInt64.random(in: 0..<100, using: &random) }
        for (item, due) in dues.enumerated() { queue.add(item, due: due) }
        queue.removeAll { $0.isMultiple(of: 3) }
        queue.add(500, due: 50)
        let rest = dues.indices.filter { !$0.isMultiple(of: 3) } + [500]
        #expect(queue.count == rest.count)
        var taken: [Int] = []
        while let item = queue.takeDue(at: 100) { taken.append(item) }
        #expect(taken == rest.sorted { ((dues + [50])[$0], $0) < ((dues + [50])[$1], $1) })
    }
}
