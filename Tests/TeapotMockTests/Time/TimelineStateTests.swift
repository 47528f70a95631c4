import Teapot
import TeapotTestTraits
import Testing

@testable import TeapotMock

@Suite(.inTurn) struct `The time of a call` {
    private let second: UInt64 = 1_000_000_000

    private func make(
        at now: UInt64 = 0, idle: Double = .infinity, afterHead: Double? = nil, total: Double = .infinity
    ) -> TimelineState {
        var state = TimelineState(at: now, total: total)
        state.begin(idle: idle, afterHead: afterHead, accepted: [200, 404])
        return state
    }

    @Test func `advances, and begins at any time`() {
        var state = make(at: 5)
        #expect(state.pass(3 * second) == nil)
        #expect(state.now == 3 * second + 5)
    }

    @Test(
        arguments: [
            (2_999_999_999, nil), (3_000_000_000, .idle(3)), (3_000_000_001, .idle(3)), (.max, .idle(3)),
        ] as [(UInt64, TimelineState.Expiry?)])
    func `stops at a reached timeout`(duration: UInt64, expiry: TimelineState.Expiry?) {
        var state = make(idle: 3)
        #expect(state.pass(duration) == expiry)
        #expect(state.now == min(duration, 3 * second))
        #expect(!state.isOutOfTime)
    }

    @Test func `doesn't advance after a timeout until another exchange begins`() {
        var state = make(idle: 3, total: 10)
        #expect(state.pass(4 * second) == .idle(3))
        #expect(state.pass(second) == .idle(3))
        #expect(state.now == 3 * second)
        state.begin(idle: 20, afterHead: nil, accepted: [])
        #expect(state.pass(second) == nil)
        #expect(state.pass(9 * second) == .total)
        #expect(state.now == 10 * second)
        state.begin(idle: 20, afterHead: nil, accepted: [])
        #expect(state.isOutOfTime)
        #expect(state.pass(0) == .total)
    }

    @Test func `reaches the total timeout first if both expire at once`() {
        var state = make(idle: 3, total: 3)
        #expect(state.pass(5 * second) == .total)
        state = make(idle: 3, total: 4)
        #expect(state.pass(5 * second) == .idle(3))
    }

    @Test func `restarts its idle timeout with each event, but not the total one`() {
        var state = make(idle: 3, total: 6)
        #expect(state.pass(2 * second) == nil)
        state.touch()
        #expect(state.pass(2 * second) == nil)
        state.touch(404)
        #expect(state.pass(3 * second) == .total)
        #expect(state.now == 6 * second)
    }

    @Test(arguments: [(200, nil), (404, .idle(3)), (201, .idle(3))] as [(Int, TimelineState.Expiry?)])
    func `has other timeouts after an accepted head`(status: Int, expiry: TimelineState.Expiry?) {
        var state = make(idle: 3, afterHead: .infinity, total: 100)
        state.touch(status)
        #expect(state.pass(200 * second) == expiry)
    }

    @Test func `expires no idle timeout while it's held`() {
        var state = make(idle: 3, total: 20)
        state.hold(true)
        #expect(state.pass(10 * second) == nil)
        state.hold(false)
        #expect(state.pass(2 * second) == nil)
        #expect(state.pass(second) == .idle(3))
        state = make(idle: 3, total: 20)
        state.hold(true)
        #expect(state.pass(30 * second) == .total)
    }

    @Test func `counts only the total timeout between two exchanges`() {
        var state = make(idle: 3, total: 20)
        #expect(state.pass(10 * second, isPause: true) == nil)
        #expect(state.pass(10 * second, isPause: true) == .total)
        #expect(state.now == 20 * second)
    }

    @Test(arguments: [0, -1, -.infinity, .nan, 1e-10, .infinity, 1e300, 3e9] as [Double])
    func `accepts any number of seconds as a timeout`(seconds: Double) {
        for isTotal in [false, true] {
            var state = isTotal ? make(total: seconds) : make(idle: seconds)
            let isLimited = seconds < 1
            #expect((state.pass(second) != nil) == isLimited)
        }
    }

    @Test func `doesn't overflow`() {
        var state = make()
        for _ in 1...3 { #expect(state.pass(.max) == nil) }
        #expect(state.now == UInt64(Int64.max))
    }

    @Test(
        arguments: [
            (0.1, 100_000_000), (0.29, 290_000_000), (1.001, 1_001_000_000), (1e-9, 1), (4e-10, 0), (-1, 0), (.nan, 0),
            (.infinity, 1_000_000_000_000_000_000),
        ] as [(Double, UInt64)])
    func `is rounded to nanoseconds`(seconds: Double, nanoseconds: UInt64) {
        #expect(Uptime.nanoseconds(seconds) == nanoseconds)
    }

    @Test func `keeps the number of seconds as written`() {
        for milliseconds in 1...10_000 {
            let seconds = Double(milliseconds) / 1000
            #expect(Double(Uptime.nanoseconds(seconds)) / 1e9 == seconds)
        }
    }
}

@Suite(.inTurn) struct `The time of a router` {
    @Test func `moves forward only`() {
        let time = SharedTime()
        time.skip(true, isUsed: false)
        #expect(time.now == 0)
        time.advance(to: 5)
        time.advance(to: 3)
        #expect(time.now == 5)
        #expect(time.origin == 5)
    }

    @Test func `runs in real time, and stops when it's skipped again`() {
        let time = SharedTime()
        #expect(time.origin == nil)
        time.skip(true, isUsed: false)
        time.advance(to: 1_000_000_000_000_000_000)
        time.skip(false, isUsed: true)
        let real = time.now
        #expect(real >= 1_000_000_000_000_000_000)
        time.skip(true, isUsed: false)
        #expect(time.now >= real)
        #expect(time.now == time.now)
    }

    @Test func `begins at zero only if it hasn't been read`() {
        let (time, used, read) = (SharedTime(), SharedTime(), SharedTime())
        let before = read.now
        while Uptime.now == UInt64(used.zero) {}
        time.skip(true, isUsed: false)
        used.skip(true, isUsed: true)
        read.skip(true, isUsed: false)
        #expect(time.now == 0)
        #expect(used.now > 0)
        #expect(read.now >= before)
    }
}
