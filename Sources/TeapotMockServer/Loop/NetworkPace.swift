import Teapot
import TeapotMock

/// The pace at which bytes may be written or read, so that they take as long as over a network.
///
/// The caller provides the clock, and calls ``allowance(of:at:)`` again at ``next``. A late call loses nothing: what
/// has become due in the meantime may be written at once.
struct NetworkPace: Sendable {
    /// The time between two parts of the bytes, in seconds.
    private static let interval = 0.02

    private var transfer: NetworkTransfer
    private let most: Int
    /// The time at which the bytes on their way arrive, in nanoseconds of the caller's clock.
    private var due: UInt64 = 0
    /// The number of bytes on their way.
    private var coming = 0
    /// The number of bytes that have arrived and are not used.
    private var arrived = 0
    /// The part of the time until now that may be made up for, in nanoseconds, if there was nothing to write or to
    /// read, or `nil` if there was.
    private var slack: UInt64? = 0

    /// Creates the pace of a way over a network, or returns `nil` if it takes no time.
    ///
    /// - Parameter transfer: The way.
    init?(_ transfer: NetworkTransfer) {
        guard !transfer.isFree else { return nil }
        self.transfer = transfer
        most = transfer.count(in: Self.interval)
    }

    /// Returns the number of bytes that may be used now.
    ///
    /// - Parameters:
    ///   - count: The number of bytes that wait.
    ///   - now: The time, in nanoseconds.
    /// - Returns: The number, which is not greater than that of the bytes that wait.
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

    /// Reports that there is nothing to write or to read for now, or that the client does not take it.
    ///
    /// - Parameter slack: The time that may be made up for nevertheless, in nanoseconds.
    mutating func rest(_ slack: UInt64 = 0) { self.slack = slack }
}
