import Foundation
import Teapot

/// The transfer of one exchange's bytes over a network, in one direction.
///
/// It computes how long bytes take. The total doesn't depend on how they are divided: each time is the difference
/// between the total times before and after the bytes, and a packet is lost by its position among all bytes.
package struct NetworkTransfer: Sendable {
    /// A part of the bytes, and its time in nanoseconds.
    package struct Step: Sendable, Equatable {
        /// The number of bytes.
        package let count: Int
        /// The time before them during which nothing arrives.
        package let stall: UInt64
        /// The time during which they arrive.
        package let flow: UInt64
    }

    /// The number of bytes in a packet: an Ethernet frame without the IPv4 and TCP headers (RFC 9293 §3.7.1).
    private static let packet = 1460
    /// The maximum number of bytes in a step, which is what a client in this process receives at once.
    private static let greatestStep = 65_536

    /// The number of bytes per second.
    private let rate: Double
    private let loss: Double
    /// The time that a lost packet costs, in nanoseconds.
    private let timeout: UInt64
    private var generator: SeededNumbers
    /// The number of bytes so far, and the time they took to arrive.
    private var count = 0
    private var flowed: UInt64 = 0
    /// The position of the next lost packet, or `nil` if none is lost.
    private var lost: Int?

    /// Creates the transfer of a new exchange.
    ///
    /// - Parameters:
    ///   - bitsPerSecond: The rate. A value that isn't positive, or is NaN or infinite, means no limit.
    ///   - loss: The probability that a packet is lost.
    ///   - timeout: The time that a lost packet costs, in seconds.
    ///   - seed: The seed for the positions of lost packets.
    package init(bitsPerSecond: Double, loss: Double = 0, timeout: Double = 0, seed: UInt64 = 0) {
        rate = bitsPerSecond > 0 ? bitsPerSecond / 8 : .infinity
        self.timeout = Uptime.nanoseconds(timeout)
        self.loss = loss > 0 && self.timeout > 0 ? min(loss, 1) : 0
        generator = SeededNumbers(seed: seed)
        lost = nextLoss(after: 0)
    }

    /// Whether all bytes arrive without taking time.
    package var isFree: Bool { rate == .infinity && loss == 0 }

    /// Transfers bytes, up to the next lost packet.
    ///
    /// - Parameter limit: The maximum number of bytes.
    /// - Returns: A step of at least one byte, unless the limit isn't positive.
    package mutating func step(upTo limit: Int) -> Step {
        guard limit > 0 else { return Step(count: 0, stall: 0, flow: 0) }
        var stall: UInt64 = 0
        if count == lost {
            stall = timeout
            lost = nextLoss(after: Self.sum(count, Self.packet))
        }
        let step = lost.map { min(limit, max(1, $0 - count)) } ?? limit
        count = Self.sum(count, step)
        let before = flowed
        flowed = Uptime.nanoseconds(Double(count) / rate)
        return Step(count: step, stall: stall, flow: flowed - before)
    }

    /// Returns the time that the next bytes take, in nanoseconds.
    package func time(of count: Int) -> UInt64 {
        var (transfer, rest, time) = (self, count, UInt64(0))
        while rest > 0 {
            let step = transfer.step(upTo: rest)
            rest -= step.count
            time = Self.sum(time, Self.sum(step.stall, step.flow))
        }
        return time
    }

    /// Returns the number of bytes that arrive in a number of seconds, at least one.
    package func count(in seconds: Double) -> Int { Int(max(1, min(rate * seconds, 1e15))) }

    /// Returns the length of a body's pieces in skipped time.
    ///
    /// A piece arrives each second, but a long body at a low rate has no more than about 500 pieces.
    func pieceLength(ofBody length: Int) -> Int { min(Self.greatestStep, max(count(in: 1), length / 500)) }

    /// The length of a body's pieces in real time, with one piece every tenth of a second.
    var pieceLength: Int { min(Self.greatestStep, count(in: 0.1)) }

    /// Returns the position of the next lost packet, at or after a given position.
    private mutating func nextLoss(after place: Int) -> Int? {
        guard loss > 0 else { return nil }
        // The number of successes before a failure has a geometric distribution.
        let packets = log(1 - Double.random(in: 0..<1, using: &generator)) / log1p(-loss)
        return packets < 1e12 ? Self.sum(place, Int(packets) * Self.packet) : nil
    }

    package static func sum<Number: FixedWidthInteger>(_ left: Number, _ right: Number) -> Number {
        let (sum, isOverflow) = left.addingReportingOverflow(right)
        return isOverflow ? .max : sum
    }
}
