import Foundation
import TeapotMock

extension StreamScript {
    /// Returns the script with a piece split in two.
    ///
    /// - Parameter offset: The number of bytes before the split. If a piece already begins there, nothing changes.
    /// - Returns: The script.
    func splitting(after offset: Int) -> StreamScript {
        var (index, rest) = (0, offset)
        while index < pieces.count, rest >= pieces[index].count {
            rest -= pieces[index].count
            index += 1
        }
        guard index < pieces.count, rest > 0 else { return self }
        var (pieces, pauses) = (pieces, pauses)
        let piece = pieces[index]
        pieces.replaceSubrange(index...index, with: [piece.prefix(rest), piece.dropFirst(rest)])
        if !pauses.isEmpty { pauses.insert(0, at: index + 1) }
        return StreamScript(pieces, pauses: pauses, isTimed: isTimed)
    }
}
