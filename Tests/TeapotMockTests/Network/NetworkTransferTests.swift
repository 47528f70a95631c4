import TeapotTestSupport
import TeapotTestTraits
import Testing

@testable import TeapotMock

@Suite(.inTurn) struct `A transfer over a network` {
    /// Returns the steps for a number of bytes, divided at random.
    private func steps(
        of count: Int, over transfer: NetworkTransfer, dividedBy generator: inout SeededGenerator
    ) -> [NetworkTransfer.Step] {
        var (transfer, rest, steps) = (transfer, count, [NetworkTransfer.Step]())
        while rest > 0 {
            var piece = min(rest, Int.random(in: 1...20_000, using: &generator))
            rest -= piece
            while piece > 0 {
                let step = transfer.step(upTo: piece)
                piece -= step.count
                steps.append(step)
            }
        }
        return steps
    }

    @Test(arguments: [8, 999, 240_000, 780_000, 50_000_000, 1e10])
    func `takes the time that the rate requires, however the bytes are divided`(rate: Double) {
        var generator = SeededGenerator(seed: 1)
        for _ in 0..<50 {
            let count = Int.random(in: 1...2_000_000, using: &generator)
            let transfer = NetworkTransfer(bitsPerSecond: rate)
            let steps = steps(of: count, over: transfer, dividedBy: &generator)
            #expect(steps.map(\.count).reduce(0, +) == count)
            #expect(steps.allSatisfy { $0.count > 0 && $0.stall == 0 })
            let expected = Double(count) * 8 / rate * 1e9
            #expect(abs(Double(steps.map(\.flow).reduce(0, +)) - expected) <= 1 + expected * 1e-12)
            #expect(transfer.time(of: count) == steps.map(\.flow).reduce(0, +))
        }
    }

    @Test func `loses the same packets, however the bytes are divided`() {
        var generator = SeededGenerator(seed: 2)
        let transfer = NetworkTransfer(bitsPerSecond: 1_000_000, loss: 0.1, timeout: 1, seed: 3)
        /// The positions of the losses.
        let losses = { (steps: [NetworkTransfer.Step]) in
            var (place, places) = (0, [Int]())
            for step in steps {
                if step.stall > 0 { places.append(place) }
                place += step.count
            }
            return places
        }
        let expected = losses(steps(of: 1_460_000, over: transfer, dividedBy: &generator))
        #expect(80...120 ~= expected.count)
        #expect(expected.allSatisfy { $0 % 1460 == 0 })
        for _ in 0..<20 {
            let steps = steps(of: 1_460_000, over: transfer, dividedBy: &generator)
            #expect(losses(steps) == expected)
            let time = steps.map { $0.stall + $0.flow }.reduce(0, +)
            #expect(time == 11_680_000_000 + UInt64(expected.count) * 1_000_000_000)
            #expect(transfer.time(of: 1_460_000) == time)
        }
        let other = NetworkTransfer(bitsPerSecond: 1_000_000, loss: 0.1, timeout: 1, seed: 4)
        #expect(losses(steps(of: 1_460_000, over: other, dividedBy: &generator)) != expected)
    }

    @Test(arguments: [(1, 1), (1460, 1), (1461, 2), (14_600, 10)])
    func `waits for each packet if all are lost`(count: Int, packets: Int) {
        let transfer = NetworkTransfer(bitsPerSecond: .infinity, loss: 1, timeout: 0.5, seed: 9)
        #expect(transfer.time(of: count) == UInt64(packets) * 500_000_000)
        #expect(!transfer.isFree)
    }

    @Test(arguments: [.infinity, .nan, 0, -1, -.infinity] as [Double])
    func `takes no time without a rate`(rate: Double) {
        let transfer = NetworkTransfer(bitsPerSecond: rate, loss: .nan, timeout: 1)
        #expect(transfer.isFree)
        #expect(transfer.time(of: .max) == 0)
    }

    @Test(
        arguments: [
            (.leastNonzeroMagnitude, 0.5, 1.0), (1e-9, 1, .infinity), (.greatestFiniteMagnitude, 1e-300, 1),
            (8, 7, .nan), (8, -1, -1),
        ] as [(Double, Double, Double)])
    func `is finite for any values`(rate: Double, loss: Double, timeout: Double) {
        var transfer = NetworkTransfer(bitsPerSecond: rate, loss: loss, timeout: timeout, seed: 5)
        #expect(transfer.time(of: 100_000) <= .max)
        #expect(transfer.count(in: 0.02) >= 1)
        #expect(transfer.step(upTo: 0) == .init(count: 0, stall: 0, flow: 0))
        #expect(transfer.step(upTo: -1).count == 0)
        #expect(transfer.step(upTo: 10).count > 0)
        _ = transfer.step(upTo: .max)
        _ = transfer.step(upTo: .max)
    }

    @Test func `arrives in few pieces, at least one per second unless it takes long`() {
        let edge = NetworkTransfer(bitsPerSecond: 240_000)
        #expect(edge.pieceLength(ofBody: 9_000_000) == 30_000)
        #expect(edge.pieceLength == 3000)
        #expect(NetworkTransfer(bitsPerSecond: 8).pieceLength(ofBody: 9_000_000) == 18_000)
        #expect(NetworkTransfer(bitsPerSecond: 8).pieceLength(ofBody: 10) == 1)
        #expect(NetworkTransfer(bitsPerSecond: .infinity).pieceLength(ofBody: 9_000_000) == 65_536)
    }
}
