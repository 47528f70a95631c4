@testable import Teapot
import Foundation
import TeapotTestTraits
import Testing

/// Tests of a call's state machine in isolation.
@Suite(.inTurn) struct `A call's state machine` {
    private typealias Machine = CallMachine

    private static let request = Box(
        Teapot.Request(method: .get, url: .make("http://h.test/a"), timeout: 10))
    private static let error = TeapotError.make(.noResponse)
    private static let start = DispatchTime.now()

    /// The phases, each with the events that lead to it.
    private static let phases: [(name: String, way: [Machine.Event], steps: [Machine.Step])] = [
        ("ready", [], []),
        ("preparing", [.begin(within: .infinity)], []),
        ("adapting", [.begin(within: .infinity)], [.adapting]),
        ("loading", [.begin(within: .infinity)], [.loading]),
        ("open", [.begin(within: .infinity), .loaded(request, nil), .exchange(1, .began)], []),
        ("ended", [.begin(within: .infinity), .loaded(request, nil), .exchange(1, .finished(nil))], []),
        ("abandoned", [.begin(within: .infinity), .loaded(request, nil), .bodyFailed], []),
        ("saving", [.begin(within: .infinity), .loaded(request, nil), .exchange(1, .finished(nil))], [.saving]),
        ("deciding", [.begin(within: .infinity), .failed(error)], []),
        ("waiting", [.begin(within: .infinity), .failed(error), .retry(after: 1)], []),
        ("reading", [.begin(within: .infinity), .concluded(.failure(error))], []),
        ("delivering", [.begin(within: .infinity), .concluded(.failure(error)), .read(.failure(error))], []),
    ]

    private static let events: [(name: String, event: Machine.Event)] = [
        ("begin", .begin(within: .infinity)), ("prepared", .prepared), ("adapted", .adapted(request)),
        ("loaded", .loaded(request, nil)), ("head", .exchange(1, .response(.make()))),
        ("data", .exchange(1, .data(Data([1])))), ("finished", .exchange(1, .finished(nil))),
        ("late data", .exchange(7, .data(Data([1])))), ("body failed", .bodyFailed),
        ("redirected", .redirected(to: request)), ("failed", .failed(error)), ("retry", .retry(after: 1)),
        ("waited", .waited), ("concluded", .concluded(.failure(error))), ("read", .read(.failure(error))),
        ("idle too long", .timeoutCheck), ("out of time", .outOfTime),
    ]

    private static func machine(_ way: [Machine.Event], _ steps: [Machine.Step]) -> Machine {
        var machine = Machine()
        for event in way { _ = machine.handle(event, at: start) }
        for step in steps {
            let hasEntered = machine.enter(step)
            #expect(hasEntered)
        }
        return machine
    }

    // The consequence of each event in each phase. If a phase has no line for an event, the event has no consequence.
    @Test func `each event has exactly its expected consequence in each phase`() {
        var lines: [String] = []
        for phase in Self.phases {
            for (name, event) in Self.events {
                var machine = Self.machine(phase.way, phase.steps)
                #expect(machine.phase.name == phase.name)
                let outcome = machine.handle(event, at: Self.start + 10)
                let action = outcome.action.map(\.name)
                guard action != nil || outcome.stops || machine.phase.name != phase.name else { continue }
                let stop = outcome.stops ? "stop, " : ""
                lines.append("\(phase.name) + \(name) -> \(machine.phase.name): \(stop)\(action ?? "nothing")")
            }
        }
        #expect(lines.joined(separator: "\n") == Self.table)
    }

    private static let table = """
        ready + begin -> preparing: attempt
        preparing + prepared -> preparing: adapt
        preparing + adapted -> loading: load
        preparing + loaded -> open: send
        preparing + redirected -> loading: load
        preparing + failed -> deciding: decide
        preparing + concluded -> reading: read
        preparing + out of time -> reading: stop, read
        adapting + adapted -> loading: load
        adapting + loaded -> open: send
        adapting + redirected -> loading: load
        adapting + failed -> deciding: decide
        adapting + concluded -> reading: read
        adapting + out of time -> reading: stop, read
        loading + adapted -> loading: load
        loading + loaded -> open: send
        loading + redirected -> loading: load
        loading + failed -> deciding: decide
        loading + concluded -> reading: read
        loading + out of time -> reading: stop, read
        open + head -> open: receive
        open + data -> open: receive
        open + finished -> ended: finish
        open + body failed -> abandoned: stop, finish
        open + idle too long -> abandoned: stop, finish
        open + out of time -> abandoned: stop, finish
        ended + loaded -> open: send
        ended + redirected -> loading: load
        ended + failed -> deciding: decide
        ended + concluded -> reading: read
        abandoned + loaded -> open: send
        abandoned + redirected -> loading: load
        abandoned + failed -> deciding: decide
        abandoned + concluded -> reading: read
        saving + adapted -> loading: load
        saving + loaded -> open: send
        saving + redirected -> loading: load
        saving + failed -> deciding: decide
        saving + concluded -> reading: read
        saving + out of time -> reading: stop, read
        deciding + adapted -> loading: load
        deciding + loaded -> open: send
        deciding + redirected -> loading: load
        deciding + failed -> deciding: decide
        deciding + retry -> waiting: wait
        deciding + concluded -> reading: read
        deciding + out of time -> reading: stop, read
        waiting + adapted -> loading: load
        waiting + loaded -> open: send
        waiting + redirected -> loading: load
        waiting + failed -> deciding: decide
        waiting + waited -> preparing: attempt
        waiting + concluded -> reading: read
        waiting + out of time -> reading: stop, read
        reading + read -> delivering: deliver
        """

    @Test func `a cancelled call drops every action except ending its file`() {
        for phase in Self.phases {
            var machine = Self.machine(phase.way, phase.steps)
            let discards = machine.end() != nil
            #expect(discards == ["open", "ended", "abandoned"].contains(phase.name))
            #expect(machine.isOver)
            for (_, event) in Self.events {
                let outcome = machine.handle(event, at: Self.start + 10)
                #expect(outcome.action == nil && !outcome.stops)
            }
            #expect(machine.claim(.deliver(.failure(Self.error))) == .dropped)
            #expect(machine.claim(.attempt) == .dropped)
            #expect(machine.claim(.discard) == .granted)
            #expect(machine.abandoned == (phase.name == "open" || phase.name == "abandoned" ? 1 : 0))
        }
    }

    @Test func `the idle timeout counts from the last event, but not while the call is suspended`() {
        var machine = Self.machine([.begin(within: .infinity), .loaded(Self.request, nil)], [])
        #expect(machine.due(at: Self.start) == .distantFuture)
        _ = machine.handle(.exchange(1, .began), at: Self.start + 1)
        #expect(machine.due(at: Self.start + 2) == Self.start + 11)
        _ = machine.handle(.exchange(1, .sent(1, of: 2)), at: Self.start + 5)
        #expect(machine.due(at: Self.start + 6) == Self.start + 15)
        machine.suspend(true, at: Self.start + 7)
        #expect(machine.handle(.timeoutCheck, at: Self.start + 99).action == nil)
        #expect(machine.due(at: Self.start + 100) == Self.start + 110)
        machine.suspend(false, at: Self.start + 101)
        #expect(machine.due(at: Self.start + 102) == Self.start + 111)
        #expect(machine.handle(.timeoutCheck, at: Self.start + 110).action == nil)
        #expect(machine.handle(.timeoutCheck, at: Self.start + 111).action?.name == "finish")
        #expect(machine.due(at: Self.start + 112) == .distantFuture)
    }

    @Test func `the head of an event stream ends the total timeout and starts the longer idle timeout`() {
        var request = Self.request.value
        request.idleTimeout = 50
        var machine = Machine()
        for event in [.begin(within: 5), .loaded(Box(request), nil), .exchange(1, .began)] as [Machine.Event] {
            _ = machine.handle(event, at: Self.start + 25)
        }
        #expect(machine.due(at: Self.start + 25) == Self.start + 30)
        var failing = machine
        _ = failing.handle(.exchange(1, .response(.make(500))), at: Self.start + 26)
        #expect(failing.due(at: Self.start + 26) == Self.start + 30)
        _ = machine.handle(.exchange(1, .response(.make(200))), at: Self.start + 26)
        #expect(machine.due(at: Self.start + 26) == Self.start + 76)
    }

    /// A driver without threads, which performs actions at random moments.
    private struct Driver {
        var machine = Machine()
        var mailbox: [Machine.Action] = []
        var deliveries = 0
        var wasCancelled = false
        var sent: [Int] = []
        var ended: Set<Int> = []
        var random: SystemRandomNumberGenerator

        mutating func take(_ outcome: Machine.Outcome) { if let action = outcome.action { mailbox.append(action) } }

        mutating func performOne() {
            guard let action = mailbox.first else { return }
            let claim = machine.claim(action)
            if claim == .held {
                #expect(machine.isSuspended)
                return
            }
            mailbox.removeFirst()
            guard claim == .granted else { return }
            if wasCancelled { #expect(action.name == "discard") }
            if machine.isSuspended {
                #expect(!["attempt", "adapt", "load", "send", "decide", "wait", "deliver"].contains(action.name))
            }
            switch action {
            case .send(_, _, let number):
                sent.append(number)
            case .deliver:
                deliveries += 1
                let discard = machine.end()
                #expect(discard == nil)
            default: break
            }
        }
    }

    @Test func `no sequence of events delivers twice or after a cancel, or leaves an exchange open`() {
        for _ in 0..<4_000 {
            var driver = Driver(random: SystemRandomNumberGenerator())
            driver.take(driver.machine.handle(.begin(within: .infinity), at: Self.start))
            for moment in 1...40 {
                let now = Self.start + Double(moment)
                switch Int.random(in: 0..<24) {
                case 0: driver.machine.suspend(true, at: now)
                case 1, 2: driver.machine.suspend(false, at: now)
                case 3 where Int.random(in: 0..<5) == 0:
                    if let discard = driver.machine.end() { driver.mailbox.append(discard) }
                    driver.wasCancelled = true
                case 4..<14: driver.performOne()
                default:
                    guard let (_, event) = Self.events.randomElement() else { continue }
                    if case .exchange(_, let event) = event, let last = driver.sent.last {
                        let number = Bool.random() ? last : max(1, last - 1)
                        let wasOpen = driver.machine.isOpen(number)
                        driver.take(driver.machine.handle(.exchange(number, event), at: now))
                        if wasOpen, !driver.machine.isOpen(number) { driver.ended.insert(number) }
                    } else {
                        driver.take(driver.machine.handle(event, at: now))
                    }
                }
                if driver.machine.abandoned > 0 { driver.ended.insert(driver.machine.abandoned) }
                let open = driver.sent.filter { driver.machine.isOpen($0) }
                #expect(open.count <= 1)
                #expect(Set(driver.sent).subtracting(open).isSubset(of: driver.ended))
            }
            #expect(driver.deliveries <= 1)
        }
    }
}

extension CallMachine.Phase {
    fileprivate var name: String {
        switch self {
        case .ready: "ready"
        case .working(let step): "\(step)"
        case .exchanging(let exchange): "\(exchange.stage)"
        case .reading: "reading"
        case .delivering: "delivering"
        case .over: "over"
        }
    }
}

extension CallMachine.Action {
    fileprivate var name: String { String("\(self)".prefix { $0.isLetter }) }
}
