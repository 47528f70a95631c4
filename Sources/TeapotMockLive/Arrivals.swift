import Teapot
import TeapotMock

/// The pieces of a body that have arrived but haven't been taken.
struct Arrivals: Sendable {
    private var pieces: [(time: UInt64, count: Int)] = []
    /// The number of pieces taken from the beginning of the list.
    private var taken = 0
    /// The arrival time of the head, in nanoseconds of ``Uptime``.
    private var beginning: UInt64 = 0

    /// Begins the body.
    mutating func begin(at time: UInt64) { beginning = time }

    /// Adds a piece.
    mutating func append(_ count: Int, at time: UInt64) { pieces.append((time, count)) }

    /// Takes pieces with a total number of bytes; the last one may be part of a piece.
    ///
    /// - Returns: The pieces, with their times since the head.
    mutating func take(_ count: Int) -> [Response.Piece] {
        var (result, rest) = ([Response.Piece](), count)
        while rest > 0, taken < pieces.count {
            let part = min(rest, pieces[taken].count)
            let time = pieces[taken].time
            result.append(Response.Piece(at: Double(time - min(beginning, time)) / 1e9, count: part))
            rest -= part
            pieces[taken].count -= part
            if pieces[taken].count == 0 { taken += 1 }
        }
        if taken == pieces.count { (pieces, taken) = ([], 0) }
        return result
    }
}
