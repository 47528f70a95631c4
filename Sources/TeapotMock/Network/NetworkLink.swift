import Foundation
import Teapot

/// The network of one exchange.
package struct NetworkLink: Sendable {
    /// The round-trip time, in seconds.
    package let latency: Double
    /// The transfer of the request's body.
    package let up: NetworkTransfer
    /// The transfer of the response.
    package let down: NetworkTransfer
    private let bodyLimit: Int?
    /// Whether no request arrives.
    let isOffline: Bool

    /// Creates the network of an exchange.
    ///
    /// - Parameters:
    ///   - conditions: The conditions.
    ///   - seed: The seed of all random choices.
    init(_ conditions: NetworkConditions, seed: UInt64) {
        var numbers = SeededNumbers(seed: seed)
        let jitter = 0 < conditions.jitter && conditions.jitter < .infinity ? conditions.jitter : 0
        // Twice the largest finite number would be infinite.
        let deviation = jitter * Double.random(in: -1...1, using: &numbers)
        latency = max(0, max(0, conditions.latency) + deviation)
        let (loss, timeout) = (conditions.packetLoss, conditions.retransmissionTimeout)
        up = NetworkTransfer(
            bitsPerSecond: conditions.bitsPerSecondUp, loss: loss, timeout: timeout, seed: numbers.next())
        down = NetworkTransfer(
            bitsPerSecond: conditions.bitsPerSecondDown, loss: loss, timeout: timeout, seed: numbers.next())
        (bodyLimit, isOffline) = (conditions.offlineAfterBytes, conditions.isOffline)
    }

    /// Returns the response with a fault at the byte where the network is lost, unless it fails earlier.
    func limited(_ response: Response) -> Response {
        guard let bodyLimit else { return response }
        if isOffline { return .unreachable }
        // A WebSocket has no body.
        if case .upgrade = response.content { return response }
        switch response.fault?.kind {
        case .instead: return response
        case .after(let count, _) where count <= bodyLimit: return response
        case .after, nil: return response.failing(.reset(after: bodyLimit))
        }
    }
}

/// The response to a request that never arrives.
extension Response { static let unreachable = Response(status: 503).failing(.noNetwork) }
