import Foundation
import Teapot

extension Response {
    /// A recorded piece of a body: its time of arrival and its length.
    public struct Piece: Sendable, Hashable {
        /// The time from the response's head to the piece, in seconds.
        public var time: Double
        /// The number of bytes.
        public var count: Int

        /// Creates a piece.
        ///
        /// - Parameters:
        ///   - time: The time from the response's head to the piece, in seconds.
        ///   - count: The number of bytes.
        public init(at time: Double = 0, count: Int) {
            self.time = time
            self.count = count
        }
    }

    /// Returns the response with its body as a stream of its ``pieces``, each sent at its recorded time.
    ///
    /// ```swift
    /// var response = Response.text("data: one\n\ndata: two\n\n", contentType: "text/event-stream")
    /// response.pieces = [.init(at: 0.2, count: 11), .init(at: 1.5, count: 11)]
    /// router.get("/news", with: response.inPieces(speed: 4))
    /// ```
    ///
    /// - Parameter speed: The playback speed, in recorded seconds per second. With `.infinity`, the pieces arrive
    /// without pauses, but still one by one. A value that isn't positive counts as 1.
    /// - Returns: The response. It's unchanged if its body isn't bytes, or if the pieces don't add up to it.
    public func inPieces(speed: Double = 1) -> Response {
        guard let script = script(speed: speed) else { return self }
        var response = self
        response.content = .stream(Stream(script))
        response.validators = nil
        return response
    }

    /// Whether there are ``pieces`` that make up the body.
    package var hasPieces: Bool {
        guard case .data(let body) = content, !pieces.isEmpty else { return false }
        return pieces.total == body.count
    }

    /// Returns the pieces of the body with their pauses, or `nil` if there are none or they don't make up the body.
    private func script(speed: Double) -> StreamScript? {
        guard case .data(let body) = content, hasPieces else { return nil }
        let factor = speed > 0 ? speed : 1
        var (bytes, pauses) = ([Data](), [Double]())
        var (offset, time) = (body.startIndex, 0.0)
        for piece in pieces where piece.count > 0 {
            bytes.append(body[offset..<offset + piece.count])
            offset += piece.count
            pauses.append(max(0, piece.time - time) / factor)
            time = max(time, piece.time)
        }
        return StreamScript(bytes, pauses: pauses.contains { $0 > 0 } ? pauses : [], isTimed: true)
    }

    /// The pieces of the body with their pauses, if they are known.
    ///
    /// A body of bytes is one piece, unless it was recorded in several. The value is `nil` for a stream that is
    /// produced while it's sent, a fixture, and a WebSocket.
    package var script: StreamScript? {
        switch content {
        case .data(let body): script(speed: 1) ?? StreamScript(body.isEmpty ? [] : [body])
        case .stream(let stream): stream.script
        case .file, .upgrade: nil
        }
    }
}

extension [Response.Piece] {
    /// The number of bytes in all pieces, or `nil` if it overflows or a number is negative.
    package var total: Int? {
        var sum = 0
        for piece in self {
            let (next, isOverflow) = sum.addingReportingOverflow(piece.count)
            guard !isOverflow, piece.count >= 0 else { return nil }
            sum = next
        }
        return sum
    }
}
