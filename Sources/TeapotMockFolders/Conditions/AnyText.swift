package import Foundation
import Teapot
import TeapotMock

/// A text in which `REDACTED` stands for any text.
package struct AnyText {
    private let text: String
    /// The texts between the wildcards, or an empty array if there are no wildcards.
    private let pieces: [Data]

    package init(_ text: String) {
        self.text = text
        let hasAny = text.contains(RequestCondition.anyValue)
        pieces = hasAny ? text.components(separatedBy: RequestCondition.anyValue).map { Data($0.utf8) } : []
    }

    /// Whether the text has wildcards.
    package var hasAny: Bool { !pieces.isEmpty }

    /// Returns whether a path segment stands for any segment, like `{id}`.
    package static func isVariable(_ segment: String) -> Bool { segment.hasPrefix("{") && segment.hasSuffix("}") }

    /// Returns whether the text matches another text.
    package func matches(_ other: String?) -> Bool {
        guard let other else { return false }
        return hasAny ? matches(Data(other.utf8)) : text.isExactly(other)
    }

    package func matches(_ body: Data) -> Bool {
        guard let first = pieces.first, let last = pieces.last else { return body == Data(text.utf8) }
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
