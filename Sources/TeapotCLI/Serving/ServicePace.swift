import TeapotMock

/// The timing of a server's responses: its latency and simulated network.
struct ServicePace {
    /// The names of networks.
    enum Network: String, CaseIterable {
        case edge
        case threeG = "3g"
        case lte
        case wiFi = "wifi"
        case lossy
        case offline

        var conditions: NetworkConditions {
            switch self {
            case .edge: .edge
            case .threeG: .threeG
            case .lte: .lte
            case .wiFi: .wiFi
            case .lossy: .lossy
            case .offline: .offline
            }
        }
    }

    private let latency: Double
    private let network: Network?

    init(_ arguments: Arguments) throws(UsageError) {
        latency = try arguments.seconds("latency", orNone: true) ?? 0
        network = try arguments.choice("network", Network.self)
    }

    func apply(to router: Router) {
        router.latency = latency
        router.network = network?.conditions
    }

    /// The line of the greeting about the network, if there's one.
    var greeting: [String] { network.map { ["  network: \($0.rawValue)"] } ?? [] }
}
