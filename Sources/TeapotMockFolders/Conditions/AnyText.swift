package import Foundation
import Teapot
import TeapotMock

/// A text in which `REDACTED` stands for any text.
package struct AnyText {
    /// The texts between those that may be anything, at least one.
    private let pieces: [Data]

    package init(_ text: String) {
        pieces = text.components(separatedBy: RequestCondition.anyValue).map { Data($0.utf8) }
    }

    /// A Boolean value that indicates whether a part of the text may be anything.
    package var hasAny: Bool { pieces.count > 1 }

    /// Returns whether another text is one of those that this one stands for.
    package func matches(_ other: String?) -> Bool { other.map { matches(Data($0.utf8)) } ?? false }

    package func matches(_ body: Data) -> Bool {
        guard let first = pieces.first, let last = pieces.last, hasAny else { return body == pieces.first }
        guard body.count >= first.count + last.count, body.starts(with: first), body.suffix(last.count) == last else {
            return false
        }
        var rest = body.dropFirst(first.count).dropLast(last.count)
        for piece in pieces.dropFirst().dropLast() where !piece.isEmpty {
            guard let found = rest.firstRange(of: piece) else { return false }
            rest = rest[found.upperBound...]
        }
        return true
    }
}
