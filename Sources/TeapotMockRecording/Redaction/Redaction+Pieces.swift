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
    ///   - body: The body before the redaction.
    ///   - redacted: The body after it.
    /// - Returns: The pieces; none if the given ones do not make up the body.
    static func moved(_ pieces: [Response.Piece], from body: Data, to redacted: Data) -> [Response.Piece] {
        guard !pieces.isEmpty, body != redacted else { return pieces }
        guard pieces.total == body.count else { return [] }
        let (old, new) = (Array(body), Array(redacted))
        let changes = Self.changes(from: old[...], to: new[...])
        let replacement = Array(Self.replacement.utf8)
        var result: [Response.Piece] = []
        var (offset, start, change) = (0, 0, 0)
        for piece in pieces {
            offset += piece.count
            while change < changes.count, changes[change].old.upperBound < offset { change += 1 }
            var end: Int
            if change < changes.count, changes[change].old.lowerBound < offset {
                end = changes[change].new.upperBound
            } else {
                let (before, after) = change > 0 ? (changes[change - 1].old, changes[change - 1].new) : (0..<0, 0..<0)
                end = offset - before.upperBound + after.upperBound
            }
            // The value may begin or end like its replacement.
            for lead in 1..<replacement.count where end >= lead && end < new.count {
                if new[(end - lead)...].starts(with: replacement) { end += replacement.count - lead }
            }
            guard end > start else { continue }
            result.append(Response.Piece(at: piece.time, count: end - start))
            start = end
        }
        return result
    }

    /// A part of a body that was replaced, before and after.
    private struct Change {
        var old: Range<Int>
        var new: Range<Int>
    }

    /// Returns the parts of a body that were replaced: one for each line, if the lines correspond.
    private static func changes(from old: ArraySlice<UInt8>, to new: ArraySlice<UInt8>) -> [Change] {
        let (oldLines, newLines) = (lines(of: old), lines(of: new))
        guard oldLines.count == newLines.count else { return change(old, new).map { [$0] } ?? [] }
        return zip(oldLines, newLines).compactMap { change(old[$0], new[$1]) }
    }

    /// Returns the ranges of the lines of a text, with their line breaks.
    private static func lines(of text: ArraySlice<UInt8>) -> [Range<Int>] {
        var (lines, start) = ([Range<Int>](), text.startIndex)
        while let end = text[start...].firstIndex(of: 0x0A) {
            lines.append(start..<end + 1)
            start = end + 1
        }
        return start < text.endIndex ? lines + [start..<text.endIndex] : lines
    }

    /// Returns the part in which two texts differ, from the first to the last difference; `nil` if they are equal.
    private static func change(_ old: ArraySlice<UInt8>, _ new: ArraySlice<UInt8>) -> Change? {
        if old == new { return nil }
        let common = min(old.count, new.count)
        let head = zip(old, new).prefix { $0 == $1 }.count
        let tail = min(zip(old.reversed(), new.reversed()).prefix { $0 == $1 }.count, common - head)
        return Change(
            old: old.startIndex + head..<old.endIndex - tail, new: new.startIndex + head..<new.endIndex - tail)
    }
}
