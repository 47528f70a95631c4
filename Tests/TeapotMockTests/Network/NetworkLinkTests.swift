import Foundation
import TeapotTestTraits
import Testing

@testable import TeapotMock

@Suite(.inTurn) struct `An exchange's network` {
    @Test func `has a latency that is uniformly distributed around the mean`() {
        let conditions = NetworkConditions(latency: 0.5, jitter: 0.1)
        let latencies = (0..<2000).map { NetworkLink(conditions, seed: $0).latency }
        #expect(latencies.allSatisfy { 0.4...0.6 ~= $0 })
        for step in 0..<4 {
            let low = 0.4 + Double(step) * 0.05
            #expect(420...580 ~= latencies.count { low..<(low + 0.05) ~= $0 }, "from \(low) s")
        }
        #expect(latencies == (0..<2000).map { NetworkLink(conditions, seed: $0).latency })
    }

    @Test(
        arguments: [
            (0, 0, 0...0), (-1, 0, 0...0), (.nan, .nan, 0...0), (1, .nan, 1...1), (1, -5, 1...1), (1, .infinity, 1...1),
            (0.001, 100, 0...100.001), (.infinity, 1, .infinity ... .infinity),
            (0, .greatestFiniteMagnitude, 0 ... .greatestFiniteMagnitude),
        ] as [(Double, Double, ClosedRange<Double>)])
    func `has a latency for any values`(latency: Double, jitter: Double, range: ClosedRange<Double>) {
        for seed in 0..<100 as Range<UInt64> {
            let link = NetworkLink(NetworkConditions(latency: latency, jitter: jitter), seed: seed)
            #expect(range ~= link.latency)
        }
    }

    @Test func `loses different packets in the two directions`() {
        let link = NetworkLink(NetworkConditions(packetLoss: 0.5), seed: 1)
        #expect(link.up.time(of: 1_000_000) != link.down.time(of: 1_000_000))
    }

    @Test func `fails a response at the point where the network is lost`() {
        let response = Response(body: Data("0123456789".utf8))
        let limited = { NetworkLink(.offline(afterBytes: $0), seed: 0).limited($1).fault }
        #expect(limited(3, response) == .reset(after: 3))
        #expect(limited(10, response)?.breaksOff(bodyOf: 10) == false)
        #expect(limited(0, response) == .noNetwork)
        #expect(limited(-5, response) == .noNetwork)
        #expect(limited(3, response.failing(.refused)) == .refused)
        #expect(limited(3, response.failing(.cutShort(after: 2))) == .cutShort(after: 2))
        #expect(limited(3, response.failing(.cutShort(after: 4))) == .reset(after: 3))
        #expect(NetworkLink(.edge, seed: 0).limited(response).fault == nil)
    }

    @Test func `has the values of its profile`() {
        let figures = [NetworkConditions.edge, .threeG, .lte, .wiFi, .lossy].map {
            [$0.bitsPerSecondDown / 1000, $0.bitsPerSecondUp / 1000, ($0.latency * 1000).rounded(), $0.packetLoss]
        }
        #expect(
            figures == [
                [240, 200, 840, 0], [780, 330, 200, 0], [50_000, 10_000, 115, 0], [40_000, 33_000, 2, 0],
                [1000, 1000, 1000, 0.1],
            ])
        #expect(abs(NetworkConditions.edge.jitter - 0.084) < 1e-12)
        #expect(NetworkConditions.offline.isOffline)
        #expect(!NetworkConditions.offline(afterBytes: 1).isOffline)
        #expect(!NetworkConditions.edge.isOffline)
        #expect(NetworkConditions.unlimited == NetworkConditions())
    }
}
