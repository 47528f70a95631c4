import Teapot
package import TeapotMock

/// The pieces of a recorded body as written in files: their lengths, each preceded by its time if it arrived later than
/// the previous piece.
///
/// An example is `24 52:26 31`: 24 bytes with the head, 26 bytes after 52 ms, and 31 bytes in the same millisecond.
package enum WrittenPieces {
    /// An error in the text of pieces.
    package struct ParsingError: Error, Equatable {
        /// The description of the error.
        package let reason: String
    }

    /// The longest time, in milliseconds.
    private static let longest = 86_400_000

    /// Returns pieces as text, with their times in whole milliseconds.
    package static func text(_ pieces: [Response.Piece]) -> String {
        var last = 0
        // Clients don't see a piece without bytes, and a time that is NaN isn't a time.
        return pieces.filter { $0.count > 0 }.map { piece in
            let seconds = piece.time > 0 ? min(piece.time, 1e6) : 0
            let time = min(Int((seconds * 1000).rounded()), longest)
            guard time > last else { return "\(piece.count)" }
            last = time
            return "\(time):\(piece.count)"
        }.joined(separator: " ")
    }

    /// Parses the pieces in a text.
    ///
    /// - Parameter text: The text, in which white space separates the pieces.
    /// - Returns: The pieces, with their times in seconds.
    /// - Throws: A ``ParsingError`` that names the first piece that isn't one.
    package static func pieces(_ text: String) throws(ParsingError) -> [Response.Piece] {
        var pieces: [Response.Piece] = []
        var last = 0
        for word in text.split(whereSeparator: \.isWhitespace) {
            let parts = word.split(separator: ":", omittingEmptySubsequences: false)
            guard parts.count < 3, let count = parts.last.flatMap({ number($0) }), count > 0,
                let time = parts.count == 1 ? last : number(parts[0]), time <= longest
            else {
                throw ParsingError(
                    reason: "expected a number of bytes, or one after a time in milliseconds as in “52:26”, but found "
                        + "“\(String(word).shortened(to: 40))”")
            }
            guard time >= last else {
                throw ParsingError(
                    reason: "“\(String(word).shortened(to: 40))” is earlier than the piece before it, at "
                        + "which came after \(last) ms")
            }
            last = time
            pieces.append(Response.Piece(at: Double(time) / 1000, count: count))
        }
        guard pieces.total != nil else { throw ParsingError(reason: "the pieces are too long") }
        return pieces
    }

    private static func number(_ text: Substring) -> Int? {
        text.utf8.allSatisfy { 0x30...0x39 ~= $0 } ? Int(text) : nil
    }
}
