import Foundation
import Teapot
import TeapotMock

/// A regular expression that must match a whole text, as with Java's `matches`.
struct WholeTextPattern: Sendable {
    /// The reason an expression is invalid.
    struct ParsingError: Error {
        let reason: String
    }

    /// The error for a search that takes too long to determine whether the expression matches.
    struct Abandoned: Error {}

    let text: String
    private let expression: BoundedExpression
    /// The last text whose search took too long; it's kept because an unanswered request is compared once more for its
    /// explanation.
    private let abandoned = Locked<String?>(nil)

    /// Creates a pattern.
    ///
    /// - Parameters:
    ///   - text: The expression in ICU syntax, which includes nearly all of Java's. A dot also matches line ends.
    ///   - ignoresCase: Whether case is ignored.
    /// - Throws: A ``ParsingError`` if the expression is invalid.
    init(_ text: String, ignoresCase: Bool = false) throws(ParsingError) {
        self.text = text
        let options: NSRegularExpression.Options =
            ignoresCase ? [.dotMatchesLineSeparators, .caseInsensitive] : .dotMatchesLineSeparators
        do {
            // The expression must also be valid on its own: “a)(b” isn't, although it would be inside the group.
            _ = try BoundedExpression(text, options: options)
            expression = try BoundedExpression(#"\A(?:\#(text))\z"#, options: options)
        } catch {
            throw ParsingError(reason: "“\(text.shortened(to: 80))” is not a regular expression")
        }
    }

    /// Returns whether the expression matches a whole text.
    ///
    /// - Parameter text: The text.
    /// - Returns: Whether it matches.
    /// - Throws: ``Abandoned`` if the search takes too long.
    func matches(_ text: String) throws(Abandoned) -> Bool {
        if abandoned.withLock({ $0?.isExactly(text) == true }) { throw Abandoned() }
        guard let isFound = expression.isFound(in: text, options: .anchored) else {
            abandoned.withLock { $0 = text }
            throw Abandoned()
        }
        return isFound
    }
}
