import TeapotMock

extension Redaction {
    /// Returns the pieces of a redacted body.
    ///
    /// A boundary between pieces keeps its place in the surrounding text. A boundary within a replaced value moves
    /// after the replacement, so it reveals nothing about the value. An empty piece is dropped.
    ///
    /// - Parameters:
    ///   - pieces: The pieces of the body.
    ///   - replacements: The replacements in the body, in order.
    ///   - length: The length of the original body, in bytes.
    /// - Returns: The pieces, or an empty array if the given ones don't add up to the body.
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
