import Teapot
import TeapotMock

/// The pieces in which a body has arrived, and that were not taken.
struct Arrivals: Sendable {
    private var pieces: [(time: UInt64, count: Int)] = []
    /// The number of pieces that were taken from the beginning of the list.
    private var taken = 0
    /// The time at which the head arrived, in nanoseconds of ``Uptime``.
    private var beginning: UInt64 = 0

    /// Begins the body.
    mutating func begin(at time: UInt64) { beginning = time }

    /// Adds a piece.
    mutating func append(_ count: Int, at time: UInt64) { pieces.append((time, count)) }

    /// Takes the pieces that make up a number of bytes; the last of them may be a part of one.
    ///
    /// - Returns: The pieces, with their times from the head on.
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
