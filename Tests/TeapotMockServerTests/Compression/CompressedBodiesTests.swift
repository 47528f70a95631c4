import Foundation
import Teapot
import TeapotTestSupport
import TeapotTestTraits
import Testing

@testable import TeapotMockServer

/// Tests of the memory of compressed bodies.
@Suite(.inTurn) struct `The compressed bodies` {
    @Test func `are found by their bytes, not by their address`() {
        let bodies = CompressedBodies()
        let body = CompressionSamples.json(5_000)
        #expect(bodies.known(body) == nil)
        let compressed = bodies.compressed(body)
        #expect(compressed == Gzip.compressed(body))
        #expect(bodies.known(body) == compressed)
        #expect(bodies.known(Data(Array(body))) == compressed)
        let cost = bodies.cost
        #expect(cost == body.count + compressed.count)
        #expect(bodies.compressed(body) == compressed)
        #expect(bodies.cost == cost)
        var other = body
        other[2_500] ^= 1
        #expect(bodies.known(other) == nil)
        #expect(bodies.known(body.dropLast()) == nil)
    }

    @Test func `need no more than their limit, and those that are in use stay`() {
        let bodies = CompressedBodies(limit: 400_000)
        let used = CompressionSamples.json(20_000)
        _ = bodies.compressed(used)
        for seed in 0..<100 as Range<UInt64> {
            _ = bodies.compressed(CompressionSamples.random(10_000, of: 200, seed: seed))
            #expect(bodies.known(used) != nil)
            #expect(bodies.cost <= 400_000)
        }
        #expect(bodies.cost > 150_000)
        #expect(bodies.known(CompressionSamples.random(10_000, of: 200, seed: 99)) != nil)
        #expect(bodies.known(CompressionSamples.random(10_000, of: 200, seed: 1)) == nil)
    }

    @Test func `are not kept if one needs too much`() {
        let bodies = CompressedBodies(limit: 20_000)
        let body = CompressionSamples.json(20_000)
        #expect(bodies.compressed(body).count < body.count)
        #expect(bodies.cost == 0)
    }

    @Test func `are made on another thread, once`() async {
        let bodies = CompressedBodies()
        let body = CompressionSamples.json(50_000)
        let results = await withTaskGroup(of: Data.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    await withCheckedContinuation { continuation in
                        _ = bodies.compress(body) { continuation.resume(returning: $0) }
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(Set(results) == [Gzip.compressed(body)])
        #expect(bodies.cost == body.count + results[0].count)
    }
}
