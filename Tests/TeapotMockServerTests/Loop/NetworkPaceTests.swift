import TeapotTestSupport
import TeapotTestTraits
import Testing

import TeapotMock
@testable import TeapotMockServer

/// Tests of the pace of a connection, whose clock is a number.
@Suite(.inTurn) struct `The pace of a connection` {
    private let second: UInt64 = 1_000_000_000

    @Test(arguments: [8.0, 200_000, 240_000, 780_000, 50_000_000])
    func `keeps to the rate, even if each call is late`(rate: Double) throws {
        var generator = SeededGenerator(seed: 1)
        let count = Int(rate / 8 * 10)
        var pace = try #require(NetworkPace(NetworkTransfer(bitsPerSecond: rate)))
        var (sent, start) = (0, 7 * second)
        var now = start
        start = now
        while sent < count {
            let allowance = pace.allowance(of: count - sent, at: now)
            // Never more than the network accepts, and never less than was due at the previous call.
            #expect(Double(sent + allowance) <= rate / 8 * Double(now - start) / 1e9 + 0.001)
            pace.use(allowance)
            sent += allowance
            guard sent < count else { break }
            #expect(pace.next > now)
            now = pace.next + UInt64.random(in: 0...3_000_000, using: &generator)
        }
        #expect(sent == count)
        // Only the last call makes the end late.
        #expect(10 * second...(10 * second + 3_000_000) ~= now - start)
    }

    @Test func `doesn't make up for a time without bytes`() throws {
        var pace = try #require(NetworkPace(NetworkTransfer(bitsPerSecond: 8000)))
        #expect(pace.allowance(of: 10, at: 0) == 0)
        #expect(pace.next == 10_000_000)
        #expect(pace.allowance(of: 10, at: pace.next) == 10)
        pace.use(10)
        pace.rest()
        #expect(pace.allowance(of: 1000, at: 100 * second) == 0)
        #expect(pace.next == 100 * second + 20_000_000)
        #expect(pace.allowance(of: 1000, at: 100 * second + 40_000_000) == 40)
    }

    @Test func `makes up for some of a time without bytes if allowed`() throws {
        var pace = try #require(NetworkPace(NetworkTransfer(bitsPerSecond: 8000)))
        pace.rest(50_000_000)
        #expect(pace.allowance(of: 1000, at: 10 * second) == 40)
        #expect(pace.next == 10 * second + 10_000_000)
    }

    @Test func `keeps to the rate even if the client sometimes runs out of bytes`() throws {
        var pace = try #require(NetworkPace(NetworkTransfer(bitsPerSecond: 8_000_000)))
        var (now, read) = (UInt64(0), 0)
        while read < 10_000_000 {
            let allowance = pace.allowance(of: 1 << 20, at: now)
            let count = min(allowance, 15_000)
            pace.use(count)
            read += count
            if count < allowance { pace.rest(50_000_000) }
            #expect(Double(read) <= 1e6 * (Double(now) / 1e9 + 0.05) + 1)
            // Each call is a millisecond late.
            if allowance == count { now = max(now, pace.next) + 1_000_000 }
        }
        #expect(now < 10 * second + 60_000_000)
    }

    @Test func `makes up for late calls while there are bytes`() throws {
        var pace = try #require(NetworkPace(NetworkTransfer(bitsPerSecond: 8000)))
        #expect(pace.allowance(of: 5000, at: 0) == 0)
        #expect(pace.allowance(of: 5000, at: 3 * second) == 3000)
        pace.use(1000)
        #expect(pace.allowance(of: 4000, at: 3 * second) == 2000)
    }

    @Test func `waits for lost packets`() throws {
        let transfer = NetworkTransfer(bitsPerSecond: .infinity, loss: 1, timeout: 1)
        var pace = try #require(NetworkPace(transfer))
        #expect(pace.allowance(of: 3000, at: 0) == 0)
        #expect(pace.next == second)
        #expect(pace.allowance(of: 3000, at: second) == 1460)
        #expect(pace.allowance(of: 3000, at: 3 * second) == 3000)
    }

    @Test func `is nil for a network that takes no time`() {
        #expect(NetworkPace(NetworkTransfer(bitsPerSecond: .infinity)) == nil)
    }

    @Test func `doesn't overflow`() throws {
        let transfer = NetworkTransfer(bitsPerSecond: .leastNonzeroMagnitude, loss: 1, timeout: .infinity)
        var pace = try #require(NetworkPace(transfer))
        #expect(pace.allowance(of: .max, at: .max - 5) == 0)
        #expect(pace.next == .max)
        #expect(pace.allowance(of: 5, at: .max) == 5)
    }
}
