import TeapotMock

/// The timing of a server's responses: its latency and simulated network.
struct ServicePace {
    private static let networks: KeyValuePairs<String, NetworkConditions> = [
        "edge": .edge, "3g": .threeG, "lte": .lte, "wifi": .wiFi, "lossy": .lossy, "offline": .offline,
    ]

    private let latency: Double
    private let network: String?

    init(_ arguments: Arguments) throws(UsageError) {
        latency = try arguments.seconds("latency", orNone: true) ?? 0
        network = try arguments.choice("network", of: Self.networks.map(\.key), meant: ["4g": "lte"])
    }

    func apply(to router: Router) {
        router.latency = latency
        router.network = Self.networks.first { $0.key == network }?.value
    }

    /// The lines of the greeting about the latency and the network, if there are any.
    var greeting: [String] {
        (latency > 0 ? ["  latency: \(latency) s"] : []) + (network.map { ["  network: \($0)"] } ?? [])
    }
}
