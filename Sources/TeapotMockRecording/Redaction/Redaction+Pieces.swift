import Foundation
import Teapot
import TeapotMock

extension Redaction {
    /// Returns the pieces of a redacted body.
    ///
    /// A border keeps its place in the text around it. One within a replaced value comes behind the replacement, so
    /// that it tells nothing about the value, and a piece of which nothing is left is dropped.
    ///
    /// - Parameters:
    ///   - pieces: The pieces of the body.
    ///   - changes: What was replaced in it, in order.
    ///   - length: The length of the body before that, in bytes.
    /// - Returns: The pieces; none if the given ones do not make up the body.
    static func moved(_ pieces: [Response.Piece], _ changes: [SearchedPart.Change], of length: Int) -> [Response.Piece]
    {
        guard pieces.total == length else { return [] }
        var result: [Response.Piece] = []
        var (offset, start, index) = (0, 0, 0)
        for piece in pieces {
            offset += piece.count
            while index < changes.count, changes[index].old.upperBound < offset { index += 1 }
            var end = offset
            if index < changes.count, changes[index].old.lowerBound < offset {
                end = changes[index].new.upperBound
            } else if index > 0 {
                end += changes[index - 1].new.upperBound - changes[index - 1].old.upperBound
            }
            if end > start { result.append(Response.Piece(at: piece.time, count: end - start)) }
            start = max(start, end)
        }
        return result
    }
}
