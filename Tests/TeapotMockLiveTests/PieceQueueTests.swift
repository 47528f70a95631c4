import Foundation
import Teapot
import TeapotTestSupport
import TeapotTestTraits
import Testing

import TeapotMock
@testable import TeapotMockLive

@Suite(.inTurn) struct `A queue of body pieces` {
    @Test func `returns the bytes in order, however they arrive and are read, in limited memory`() throws {
        var generator = SeededGenerator(seed: 12)
        var queue = PieceQueue()
        var (sent, received) = (Data(), Data())
        while sent.count < 40_000_000 {
            let piece = Data(repeating: UInt8.random(in: 0...255, using: &generator), count: .random(in: 1...200_000))
            try queue.append(piece)
            sent += piece
            #expect(queue.memoryBytes <= PieceQueue.memoryLimit)
            if sent.count.isMultiple(of: 7) {
                for _ in 0..<Int.random(in: 0...12, using: &generator) { received += try queue.take() ?? Data() }
            }
            #expect(queue.isEmpty == (received.count == sent.count))
        }
        while let piece = try queue.take() { received += piece }
        #expect(received == sent)
        #expect(queue.isEmpty)
        try queue.append(Data([1]))
        #expect(try queue.take() == Data([1]))
        #expect(try queue.take() == nil)
    }

    @Test func `keeps one piece of any size in memory`() throws {
        var queue = PieceQueue()
        try queue.append(Data(count: 10_000_000))
        try queue.append(Data(count: 10_000_000))
        #expect(queue.memoryBytes == 10_000_000)
        #expect(try queue.take()?.count == 10_000_000)
        #expect(queue.memoryBytes == 0 && !queue.isEmpty)
    }
}
