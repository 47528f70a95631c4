import TeapotTestSupport
import TeapotTestTraits
import Testing

import TeapotMock

@Suite(.inTurn) struct `The decoder and its slow model` {
    private static let texts = ["", "a", "é", "日本", "🫖", "plain ASCII text"]

    private func frame(_ isInMessage: inout Bool, using generator: inout SeededGenerator) -> [UInt8] {
        let isControl = Int.random(in: 0..<4, using: &generator) == 0
        let isFinal = isControl || Bool.random(using: &generator)
        let opcode: UInt8 =
            isControl
            ? [8, 9, 9, 10, 10, 10].randomElement(using: &generator) ?? 9
            : isInMessage ? 0 : UInt8.random(in: 1...2, using: &generator)
        var payload: [UInt8] = []
        for _ in 0..<Int.random(in: 0..<6, using: &generator) {
            payload += (Self.texts.randomElement(using: &generator) ?? "").utf8
        }
        if opcode == 8, Bool.random(using: &generator) {
            payload = [3, UInt8.random(in: 0xE6...0xF5, using: &generator)] + payload
        }
        if Int.random(in: 0..<8, using: &generator) == 0 {
            payload += [UInt8](repeating: 0x61, count: Int.random(in: 0...400, using: &generator))
        }
        // An incomplete character, which the next fragment may or may not complete.
        if Int.random(in: 0..<8, using: &generator) == 0, !payload.isEmpty { payload.removeLast() }
        if !isControl { isInMessage = !isFinal }
        return ClientFrame(
            first: (isFinal ? 0x80 : 0) | opcode, payload: payload,
            key: (0..<4).map { _ in UInt8.random(in: 0...255, using: &generator) }
        ).bytes
    }

    @Test(arguments: 0..<40)
    func `they agree on random conversations, some of them broken, cut at random`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<25 {
            var isInMessage = false
            var bytes: [UInt8] = []
            for _ in 0..<Int.random(in: 1...8, using: &generator) {
                bytes += frame(&isInMessage, using: &generator)
            }
            if Bool.random(using: &generator), let index = bytes.indices.randomElement(using: &generator) {
                bytes[index] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
            }
            if Bool.random(using: &generator) { bytes.removeLast(Int.random(in: 0..<bytes.count, using: &generator)) }
            let cuts = (0..<Int.random(in: 0..<6, using: &generator))
                .map { _ in Int.random(in: 0...bytes.count, using: &generator) }.sorted()
            let expected = SlowDecoder(bytes: bytes, limit: 300).events()
            #expect(decoded(bytes, limit: 300, cutAt: cuts) == expected, "seed \(seed), \(bytes) cut at \(cuts)")
        }
    }

    @Test func `they agree on every first byte with every kind of length`() {
        let lengths: [UInt8] = [0, 1, 2, 125, 126, 127]
        for first in UInt8.min...UInt8.max {
            for second in lengths + lengths.map({ $0 | 0x80 }) {
                for tail in [[0, 0, 0, 0, 0, 1, 0, 0, 1, 2, 3, 4], [0, 126, 1, 2, 3, 4, 5], [255]] as [[UInt8]] {
                    let bytes = [first, second] + tail
                    let expected = SlowDecoder(bytes: bytes, limit: 100_000).events()
                    #expect(decoded(bytes, limit: 100_000) == expected, "\(bytes)")
                }
            }
        }
    }
}
