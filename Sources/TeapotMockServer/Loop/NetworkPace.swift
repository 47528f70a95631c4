import Teapot
import TeapotMock

/// The pace at which bytes are written or read, so that they take as long as they would over a network.
///
/// The caller provides the clock, and calls ``allowance(of:at:)`` again at ``next``. A late call loses nothing: bytes
/// that have become due in the meantime may be written immediately.
struct NetworkPace: Sendable {
    /// The time between two groups of bytes, in seconds.
    private static let interval = 0.02

    private var transfer: NetworkTransfer
    private let most: Int
    /// The arrival time of the bytes in transit, in nanoseconds of the caller's clock.
    private var due: UInt64 = 0
    /// The number of bytes in transit.
    private var coming = 0
    /// The number of bytes that have arrived but haven't been used yet.
    private var arrived = 0
    /// The part of the elapsed time that may be caught up, in nanoseconds, if there was nothing to write or read, or
    /// `nil` if there was.
    private var slack: UInt64? = 0

    /// Creates the pace of a transfer, or returns `nil` if the transfer takes no time.
    ///
    /// - Parameter transfer: The transfer over the network.
    init?(_ transfer: NetworkTransfer) {
        guard !transfer.isFree else { return nil }
        self.transfer = transfer
        most = transfer.count(in: Self.interval)
    }

    /// Returns the number of bytes that may be used now.
    ///
    /// - Parameters:
    ///   - count: The number of waiting bytes.
    ///   - now: The time, in nanoseconds.
    /// - Returns: The number, at most `count`.
    mutating func allowance(of count: Int, at now: UInt64) -> Int {
        while coming > 0 || arrived < count {
            if coming == 0 {
                if let slack { due = max(due, now - min(slack, now)) }
                slack = nil
                let step = transfer.step(upTo: min(count - arrived, most))
                coming = step.count
                due = NetworkTransfer.sum(due, NetworkTransfer.sum(step.stall, step.flow))
            }
            guard due <= now else { break }
            arrived = NetworkTransfer.sum(arrived, coming)
            coming = 0
        }
        return min(arrived, count)
    }

    /// The time at which more bytes may be used.
    var next: UInt64 { due }

    /// Reports that bytes were used.
    mutating func use(_ count: Int) { arrived -= min(count, arrived) }

    /// Reports that there's nothing to write or read for now, or that the client isn't taking it.
    ///
    /// - Parameter slack: The time that may still be caught up, in nanoseconds.
    mutating func rest(_ slack: UInt64 = 0) { self.slack = slack }
}
