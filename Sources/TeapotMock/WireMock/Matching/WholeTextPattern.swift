import Teapot

/// A regular expression for the whole of a text, as Java's `matches` has it.
struct WholeTextPattern: Sendable {
    /// Why an expression is none.
    struct Flaw: Error {
        let reason: String
    }

    let text: String
    private let expression: NSRegularExpression

    /// - Parameters:
    ///   - text: The expression, in the syntax of ICU, which has nearly all that Java's has; a dot is for line ends too.
    ///   - ignoresCase: Whether case makes no difference.
    /// - Throws: That it is none.
    init(_ text: String, ignoresCase: Bool = false) throws(Flaw) {
        self.text = text
        let options: NSRegularExpression.Options =
            ignoresCase ? [.dotMatchesLineSeparators, .caseInsensitive] : .dotMatchesLineSeparators
        do {
            // By itself, too: “a)(b” is no expression, although it would become one.
            _ = try NSRegularExpression(pattern: text, options: options)
            expression = try NSRegularExpression(pattern: #"\A(?:\#(text))\z"#, options: options)
        } catch {
            throw Flaw(reason: "“\(text.shortened(to: 80))” is no regular expression")
        }
    }

    /// Whether the whole of a text is of this form.
    func matches(_ text: String) -> Bool {
        let range = NSRange(location: 0, length: text.utf16.count)
        return expression.firstMatch(in: text, options: .anchored, range: range) != nil
    }
}
