@testable import Teapot
import TeapotTestSupport
import TeapotTestTraits
import Testing

@Suite(.inTurn) struct `A connection gate` {
    /// A gate in a class, because an expectation can't mutate a value.
    private final class Door {
        private var gate: ConnectionGate<Int>

        init(limit: Int) {
            gate = ConnectionGate(limit: limit)
        }

        func enter(_ id: Int, to origin: String) -> Bool { gate.enter(id, to: origin) }
        func leave(_ origin: String) -> Int? { gate.leave(origin) }
        func withdraw(_ id: Int, from origin: String) -> Bool { gate.withdraw(id, from: origin) }
    }

    @Test func `requests up to the limit begin at once, and the rest wait their turn`() {
        let gate = Door(limit: 2)
        #expect(gate.enter(1, to: "a"))
        #expect(gate.enter(2, to: "a"))
        #expect(!gate.enter(3, to: "a"))
        #expect(!gate.enter(4, to: "a"))
        #expect(gate.enter(5, to: "b"))
        #expect(gate.leave("a") == 3)
        #expect(gate.leave("a") == 4)
        #expect(gate.leave("a") == nil)
        #expect(gate.leave("a") == nil)
        #expect(gate.enter(6, to: "a"))
    }

    @Test func `a task that gives up waiting is skipped`() {
        let gate = Door(limit: 1)
        #expect(gate.enter(1, to: "a"))
        #expect(!gate.enter(2, to: "a"))
        #expect(!gate.enter(3, to: "a"))
        #expect(gate.withdraw(2, from: "a"))
        #expect(!gate.withdraw(2, from: "a"))
        #expect(!gate.withdraw(1, from: "a"))
        #expect(!gate.withdraw(3, from: "b"))
        #expect(gate.leave("a") == 3)
        #expect(!gate.withdraw(3, from: "a"))
    }

    @Test(arguments: [0, -5, 1])
    func `at least one request may always begin`(limit: Int) {
        let gate = Door(limit: limit)
        #expect(gate.enter(1, to: "a"))
        #expect(!gate.enter(2, to: "a"))
    }

    @Test func `leaving an empty line does nothing`() {
        let gate = Door(limit: 1)
        #expect(gate.leave("a") == nil)
        #expect(gate.enter(1, to: "a"))
        #expect(!gate.enter(2, to: "a"))
    }

    /// Compares the gate with a model that has one list for each origin, whose first elements are in progress.
    @Test(arguments: [1, 2, 6]) func `any order of events agrees with the model`(limit: Int) {
        var generator = SeededGenerator(seed: UInt64(limit))
        let gate = Door(limit: limit)
        var model: [String: (running: [Int], waiting: [Int])] = [:]
        for id in 0..<20_000 {
            let origin = ["a", "b", "c"].randomElement(using: &generator) ?? "a"
            var line = model[origin] ?? ([], [])
            switch Int.random(in: 0..<5, using: &generator) {
            case 0, 1:
                let begins = line.running.count < limit
                #expect(gate.enter(id, to: origin) == begins)
                if begins { line.running.append(id) } else { line.waiting.append(id) }
            case 2 where !line.running.isEmpty, 3 where !line.running.isEmpty:
                line.running.removeFirst()
                let next = line.waiting.first
                if let next {
                    line.waiting.removeFirst()
                    line.running.append(next)
                }
                #expect(gate.leave(origin) == next)
            default:
                guard let id = (line.waiting + line.running).randomElement(using: &generator) else { continue }
                #expect(gate.withdraw(id, from: origin) == line.waiting.contains(id))
                line.waiting.removeAll { $0 == id }
            }
            model[origin] = line
        }
    }
}
