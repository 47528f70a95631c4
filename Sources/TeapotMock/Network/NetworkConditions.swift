/// The conditions of a network between a client and a router: how long an exchange takes, and whether it is cut off.
///
/// ```swift
/// router.network = .edge
/// router.get("/film", with: film).over(.offline(afterBytes: 100_000))
/// ```
///
/// An exchange takes the latency once, and then as long as its bodies take at the rates: that of the request before its
/// handler runs, and that of the response piece by piece. Each exchange has the network for itself. The connections of
/// clients are not made anew, so name look-ups and handshakes take no time.
///
/// In this process, only bodies take time. On a server, the heads of responses and the frames of a WebSocket do, too,
/// and a body that is compressed takes less.
public struct NetworkConditions: Sendable, Hashable {
    /// The mean of the round-trip times, in seconds.
    ///
    /// Infinity is a response that never arrives. A number that is not positive, or is NaN, is no latency.
    public var latency: Double
    /// The greatest difference of a round-trip time from their mean, in seconds.
    ///
    /// Each exchange has a round-trip time from `latency - jitter` to `latency + jitter`, all of which are as likely
    /// (the distribution that `netem` of Linux has by default), but none below zero. In contrast to a distribution with
    /// a long tail, such as the log-normal one, there is a longest time, so that a timeout above it never passes by
    /// chance. The long delays of a bad network come from its ``packetLoss``.
    ///
    /// A number that is not positive or not finite is no jitter.
    public var jitter: Double
    /// The rate at which bodies of responses arrive, in bits per second.
    ///
    /// A number that is not positive, or is NaN or infinite, is no limit.
    public var bitsPerSecondDown: Double
    /// The rate at which bodies of requests are sent, in bits per second.
    ///
    /// A number that is not positive, or is NaN or infinite, is no limit.
    public var bitsPerSecondUp: Double
    /// The probability that a packet of 1,460 bytes is lost, from 0 to 1.
    ///
    /// Nothing arrives for the ``retransmissionTimeout`` from a lost packet on, whose second copy is never lost. A
    /// number outside of the range is the nearest one in it, and NaN is 0.
    public var packetLoss: Double
    /// The time after which a lost packet is sent again, in seconds; by default 1 (RFC 6298 §2.1).
    ///
    /// A number that is not positive, or is NaN, is no time.
    public var retransmissionTimeout: Double
    /// The number of bytes of a response's body after which the network is lost, or `nil` if it is not.
    ///
    /// Each exchange counts for itself. A client that has received part of a response fails with
    /// `URLError.networkConnectionLost`, and a server resets its connection. A body that is not longer arrives,
    /// unless it is a stream, whose end the client then does not see. A WebSocket is not lost.
    ///
    /// With 0 or less there is no network at all: no request arrives, no route of ``Router/network`` counts it, and the
    /// client fails with `URLError.notConnectedToInternet`.
    public var offlineAfterBytes: Int?

    /// Creates conditions; by default those of a network that takes no time.
    ///
    /// - Parameters:
    ///   - latency: The mean of the round-trip times, in seconds.
    ///   - jitter: The greatest difference of a round-trip time from their mean, in seconds.
    ///   - bitsPerSecondDown: The rate at which bodies of responses arrive, in bits per second.
    ///   - bitsPerSecondUp: The rate at which bodies of requests are sent, in bits per second.
    ///   - packetLoss: The probability that a packet is lost, from 0 to 1.
    ///   - retransmissionTimeout: The time after which a lost packet is sent again, in seconds.
    ///   - offlineAfterBytes: The number of bytes of a response's body after which the network is lost.
    public init(
        latency: Double = 0,
        jitter: Double = 0,
        bitsPerSecondDown: Double = .infinity,
        bitsPerSecondUp: Double = .infinity,
        packetLoss: Double = 0,
        retransmissionTimeout: Double = 1,
        offlineAfterBytes: Int? = nil
    ) {
        self.latency = latency
        self.jitter = jitter
        self.bitsPerSecondDown = bitsPerSecondDown
        self.bitsPerSecondUp = bitsPerSecondUp
        self.packetLoss = packetLoss
        self.retransmissionTimeout = retransmissionTimeout
        self.offlineAfterBytes = offlineAfterBytes
    }

    /// Whether there is no network at all.
    package var isOffline: Bool { offlineAfterBytes.map { $0 <= 0 } ?? false }
}
