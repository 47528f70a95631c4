import TeapotMock

extension Redaction {
    /// Returns the pieces of a redacted body.
    ///
    /// A border keeps its place in the text around it. One within a replaced value comes behind the replacement, so
    /// that it tells nothing about the value, and a piece of which nothing is left is dropped.
    ///
    /// - Parameters:
    ///   - pieces: The pieces of the body.
    ///   - replacements: What was replaced in it, in order.
    ///   - length: The length of the body before that, in bytes.
    /// - Returns: The pieces; none if the given ones do not make up the body.
    static func moved(
        _ pieces: [Response.Piece], _ replacements: [SearchedPart.Replacement], of length: Int
    ) -> [Response.Piece] {
        guard pieces.total == length else { return [] }
        var result: [Response.Piece] = []
        var (offset, growth, start, rest) = (0, 0, 0, replacements[...])
        for piece in pieces {
            offset += piece.count
            while let first = rest.first, first.range.upperBound < offset {
                growth += first.growth
                rest = rest.dropFirst()
            }
            var end = offset + growth
            if let first = rest.first, first.range.lowerBound < offset {
                end = first.range.upperBound + growth + first.growth
            }
            if end > start { result.append(Response.Piece(at: piece.time, count: end - start)) }
            start = max(start, end)
        }
        return result
    }
}
