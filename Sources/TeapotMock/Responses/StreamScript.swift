package import Foundation
import Teapot

/// The pieces of a stream that are known before it runs, and the pauses between them.
package struct StreamScript: Sendable {
    package let pieces: [Data]
    /// The time before each piece, in seconds, or an empty array for no pauses.
    package let pauses: [Double]
    /// Whether each piece has its own time, so in real time, a late piece doesn't delay the ones after it.
    package let isTimed: Bool

    /// Creates a script.
    ///
    /// - Parameters:
    ///   - pieces: The pieces.
    ///   - pauses: The time before each piece, in seconds, or an empty array for no pauses.
    ///   - isTimed: Whether each piece has its own time.
    package init(_ pieces: [Data], pauses: [Double] = [], isTimed: Bool = false) {
        self.pieces = pieces
        self.pauses = pauses
        self.isTimed = isTimed
    }

    /// Creates a script with the same time before each piece, except the first ones.
    ///
    /// - Parameters:
    ///   - pieces: The pieces.
    ///   - interval: The time, in seconds.
    ///   - count: The number of pieces that are sent at once.
    init(_ pieces: [Data], every interval: Double, after count: Int = 1) {
        let pauses = interval > 0 ? pieces.indices.map { $0 < count ? 0 : interval } : []
        self.init(pieces, pauses: pauses)
    }

    /// The number of bytes before the first piece and after each nonempty piece.
    package var boundaries: [Int] {
        pieces.reduce(into: [0]) { boundaries, piece in
            if !piece.isEmpty { boundaries.append((boundaries.last ?? 0) + piece.count) }
        }
    }

    /// The pieces, if they are all sent at once.
    var immediatePieces: LazyMapSequence<Range<Int>, Data>? {
        pauses.isEmpty ? pieces.indices.lazy.map { piece($0) } : nil
    }

    /// Sends the pieces in this task, each one after its pause.
    func run(_ send: (Data) -> Void) async throws {
        for index in pieces.indices {
            if !pauses.isEmpty, pauses[index] > 0 { try await CallTime.sleep(forSeconds: pauses[index]) }
            // A client that has disconnected needs no more pieces.
            try Task.checkCancellation()
            send(piece(index))
        }
    }

    /// Returns a function that returns the next piece when it's due.
    func start() -> @Sendable () async throws -> Data? {
        let (next, began) = (Locked((index: 0, time: 0.0)), Uptime.now)
        return {
            let (index, time) = next.withLock { next in
                defer { next.index += 1 }
                if pauses.indices.contains(next.index) { next.time += pauses[next.index] }
                return next
            }
            guard pieces.indices.contains(index) else { return nil }
            if !pauses.isEmpty, pauses[index] > 0 {
                let rest = time - Double(Uptime.now &- began) / 1e9
                if rest > 0 { try await CallTime.sleep(forSeconds: rest) }
            }
            return piece(index)
        }
    }

    /// Returns a piece whose indices start at zero, even if it's a slice of a body.
    private func piece(_ index: Int) -> Data {
        let piece = pieces[index]
        return piece.startIndex == 0 ? piece : Data(piece)
    }
}
