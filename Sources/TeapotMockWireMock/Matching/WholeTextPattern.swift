import Teapot
import TeapotMock

/// A regular expression that has to match a whole text, as with Java's `matches`.
struct WholeTextPattern: Sendable {
    /// The reason why an expression is invalid.
    struct Flaw: Error {
        let reason: String
    }

    let text: String
    private let expression: NSRegularExpression

    /// Creates a pattern.
    ///
    /// - Parameters:
    ///   - text: The expression in ICU syntax, which has nearly everything that Java's has; a dot also matches line
    ///     ends.
    ///   - ignoresCase: A Boolean value that indicates whether case is ignored.
    /// - Throws: A ``Flaw`` if the expression is invalid.
    init(_ text: String, ignoresCase: Bool = false) throws(Flaw) {
        self.text = text
        let options: NSRegularExpression.Options =
            ignoresCase ? [.dotMatchesLineSeparators, .caseInsensitive] : .dotMatchesLineSeparators
        do {
            // The expression must also be valid by itself: “a)(b” is not, although it would be inside the group.
            _ = try NSRegularExpression(pattern: text, options: options)
            expression = try NSRegularExpression(pattern: #"\A(?:\#(text))\z"#, options: options)
        } catch {
            throw Flaw(reason: "“\(text.shortened(to: 80))” is not a regular expression")
        }
    }

    /// Returns whether the expression matches a whole text.
    func matches(_ text: String) -> Bool {
        let range = NSRange(location: 0, length: text.utf16.count)
        return expression.firstMatch(in: text, options: .anchored, range: range) != nil
    }
}
