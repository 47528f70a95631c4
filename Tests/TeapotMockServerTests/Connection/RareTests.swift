import TeapotTestTraits
import Testing

@testable import TeapotMockServer

@Suite(.inTurn) struct `State that few connections have` {
    /// Checks the value outside the macro, which can't capture noncopyable values.
    private func expect(_ rare: borrowing Rare<[Int]>, _ expected: [Int]?) {
        let (value, isPresent) = (rare.value, rare.isPresent)
        #expect(value == expected)
        #expect(isPresent == (expected != nil))
    }

    @Test func `a value is set, replaced, changed in place, and removed`() {
        var rare = Rare<[Int]>()
        expect(rare, nil)
        let none = rare.change { $0.count }
        rare.value = [1]
        rare.value = [2]
        let count = rare.change { values in
            values.append(3)
            return values.count
        }
        #expect(none == nil && count == 2)
        expect(rare, [2, 3])
        let taken = rare.value.take()
        #expect(taken == [2, 3])
        expect(rare, nil)
    }

    @Test func `it takes one word without a value, whatever the value's size`() {
        #expect(MemoryLayout<Rare<(Int, Int, Int, Int)>>.size == MemoryLayout<Int>.size)
    }

    @Test func `a value is released when it's removed`() {
        final class Object: Sendable {}
        weak var object: Object?
        var rare = Rare<Object>()
        do {
            let new = Object()
            (object, rare.value) = (new, new)
        }
        #expect(object != nil)
        rare.value = nil
        #expect(object == nil)
    }
}
