@testable import Teapot
import TeapotTestTraits
import Testing

/// Tests of the cost of a long queue, counted in comparisons.
@Suite(.inTurn) struct `The cost of a connection gate` {
    private final class Counter: Sendable {
        let comparisons = Locked(0)
    }

    /// A request that counts its comparisons.
    private struct Counted: Hashable {
        let id: Int
        let counter: Counter

        static func == (left: Self, right: Self) -> Bool {
            left.counter.comparisons.withLock { $0 += 1 }
            return left.id == right.id
        }

        func hash(into hasher: inout Hasher) { hasher.combine(id) }
    }

    @Test(arguments: ["oldest first", "newest first", "every other"])
    func `giving up waiting costs the same however many wait`(order: String) {
        let (counter, count) = (Counter(), 5_000)
        var gate = ConnectionGate<Counted>(limit: 1)
        let all = (0...count).map { Counted(id: $0, counter: counter) }
        let enters = all.map { gate.enter($0, to: "a") }
        #expect(enters.filter { $0 }.count == 1)
        let waiting = all.dropFirst()
        let leaving: [Counted] =
            switch order {
            case "oldest first": waiting + []
            case "newest first": waiting.reversed() + []
            default: waiting.filter { $0.id.isMultiple(of: 2) }
            }
        var withdrawn = 0
        for id in leaving where gate.withdraw(id, from: "a") { withdrawn += 1 }
        #expect(withdrawn == leaving.count)
        var left: [Int] = []
        while let next = gate.leave("a") { left.append(next.id) }
        #expect(left == (order == "every other" ? waiting.map(\.id).filter { !$0.isMultiple(of: 2) } : []))
        #expect(counter.comparisons.withLock { $0 } < 20 * count)
    }
}
