/// The conditions of a network between a client and a router: how long an exchange takes, and whether it's cut off.
///
/// ```swift
/// router.network = .edge
/// router.get("/film", with: film).network(.offline(afterBytes: 100_000))
/// ```
///
/// An exchange takes as long as the latency plus the transfer of its bodies at the given rates. The request's body is
/// transferred before the handler runs; the response's body arrives piece by piece. Exchanges don't share bandwidth.
/// Connections are assumed to be open already, so name lookups and handshakes take no time.
///
/// In this process, only bodies take time. On a server, response heads and WebSocket frames take time, too, and a
/// compressed body takes less.
public struct NetworkConditions: Sendable, Hashable {
    /// The mean round-trip time, in seconds.
    ///
    /// If it's infinite, the response never arrives. A value that isn't positive, or is NaN, means no latency.
    public var latency: Double
    /// The maximum deviation of a round-trip time from the mean, in seconds.
    ///
    /// Round-trip times are uniformly distributed from `latency - jitter` to `latency + jitter` (the default of
    /// Linux's `netem`), but never below zero. Unlike a long-tailed distribution, such as the log-normal, this one has
    /// a maximum, so a timeout above that maximum never fires by chance. The long delays of a bad network come from its
    /// ``packetLoss``.
    ///
    /// A value that isn't positive or finite means no jitter.
    public var jitter: Double
    /// The rate at which response bodies arrive, in bits per second.
    ///
    /// A value that isn't positive, or is NaN or infinite, means no limit.
    public var bitsPerSecondDown: Double
    /// The rate at which request bodies are sent, in bits per second.
    ///
    /// A value that isn't positive, or is NaN or infinite, means no limit.
    public var bitsPerSecondUp: Double
    /// The probability that a packet of 1,460 bytes is lost, from 0 to 1.
    ///
    /// After a lost packet, nothing arrives for the ``retransmissionTimeout``. The second copy of a packet is never
    /// lost. A value outside the range is clamped to it, and NaN counts as 0.
    public var packetLoss: Double
    /// The time after which a lost packet is sent again, in seconds; by default 1 (RFC 6298 §2.1).
    ///
    /// A value that isn't positive, or is NaN, means no time.
    public var retransmissionTimeout: Double
    /// The number of bytes of a response's body after which the network goes down, or `nil` if it stays up.
    ///
    /// Each exchange counts its own bytes. A client that has received part of a response fails with
    /// `URLError.networkConnectionLost`, and a server resets its connection. A shorter body arrives completely, but the
    /// client doesn't see the end of a stream. A WebSocket stays connected.
    ///
    /// With 0 or less, there is no network at all, and the client fails with `URLError.notConnectedToInternet`. If
    /// these are the conditions of ``Router/network``, no request arrives, so no route counts it.
    public var offlineAfterBytes: Int?

    /// Creates conditions; by default, a network that takes no time.
    ///
    /// - Parameters:
    ///   - latency: The mean round-trip time, in seconds.
    ///   - jitter: The maximum deviation of a round-trip time from the mean, in seconds.
    ///   - bitsPerSecondDown: The rate at which response bodies arrive, in bits per second.
    ///   - bitsPerSecondUp: The rate at which request bodies are sent, in bits per second.
    ///   - packetLoss: The probability that a packet is lost, from 0 to 1.
    ///   - retransmissionTimeout: The time after which a lost packet is sent again, in seconds.
    ///   - offlineAfterBytes: The number of bytes of a response's body after which the network goes down.
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
