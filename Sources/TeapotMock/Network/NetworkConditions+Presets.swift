/// The rates, latencies and losses come from the profiles of Apple's Network Link Conditioner. The latency is the sum
/// of the delays in both directions.
///
/// Apple's delays don't vary; these vary by a tenth.
extension NetworkConditions {
    /// EDGE: 240 kbit/s down and 200 kbit/s up, 840 ms (“Edge” in the Network Link Conditioner).
    public static let edge = profile(down: 240_000, up: 200_000, latency: 0.84)
    /// 3G: 780 kbit/s down and 330 kbit/s up, 200 ms (“3G” in the Network Link Conditioner).
    public static let threeG = profile(down: 780_000, up: 330_000, latency: 0.2)
    /// LTE: 50 Mbit/s down and 10 Mbit/s up, 115 ms (“LTE” in the Network Link Conditioner).
    public static let lte = profile(down: 50_000_000, up: 10_000_000, latency: 0.115)
    /// Wi-Fi: 40 Mbit/s down and 33 Mbit/s up, 2 ms (“WiFi” in the Network Link Conditioner).
    public static let wiFi = profile(down: 40_000_000, up: 33_000_000, latency: 0.002)
    /// A bad network that loses a tenth of the packets: 1 Mbit/s down and up, 1 s (“Very Bad Network” in the Network
    /// Link Conditioner).
    public static let lossy = profile(down: 1_000_000, up: 1_000_000, latency: 1, loss: 0.1)
    /// No network: each request fails with `URLError.notConnectedToInternet`.
    ///
    /// A server resets the connection instead.
    public static let offline = offline(afterBytes: 0)
    /// A network that takes no time, for a single route of a router whose ``Router/network`` is slow.
    public static let unlimited = NetworkConditions()

    /// Creates a network that takes no time, but goes down in the middle of a body.
    ///
    /// - Parameter count: The number of bytes of a response's body that arrive. With 0 or less, there is no network.
    /// - Returns: The conditions.
    public static func offline(afterBytes count: Int) -> NetworkConditions {
        NetworkConditions(offlineAfterBytes: count)
    }

    private static func profile(down: Double, up: Double, latency: Double, loss: Double = 0) -> NetworkConditions {
        NetworkConditions(
            latency: latency, jitter: latency / 10, bitsPerSecondDown: down, bitsPerSecondUp: up, packetLoss: loss)
    }
}
