import Teapot
import TeapotMock

/// A regular expression of a schema, translated from ECMA-262 syntax to that of Foundation.
struct SchemaPattern {
    private let expression: BoundedExpression

    /// Creates a pattern; `nil` if it is invalid.
    ///
    /// - Parameter pattern: The pattern.
    init?(_ pattern: String) {
        guard let expression = try? BoundedExpression(Self.translated(pattern)) else { return nil }
        self.expression = expression
    }

    /// Returns whether the pattern matches anywhere in a text.
    ///
    /// - Parameter text: The text.
    /// - Returns: Whether it matches; `nil` if the search was abandoned.
    func isFound(in text: String) -> Bool? { expression.isFound(in: text) }

    /// Returns a pattern with the parts that have another meaning in ICU's syntax rewritten.
    ///
    /// `\d` and `\w` are ASCII, `$` matches only at the end of the text, classes can't be nested, and `\u{…}` becomes
    /// `\x{…}`.
    static func translated(_ pattern: String) -> String {
        var result = ""
        var isInClass = false
        var rest = Substring(pattern)
        while let character = rest.popFirst() {
            switch character {
            case "\\":
                guard let escaped = rest.popFirst() else { return result + "\\" }
                result += translated(escape: escaped, isInClass: isInClass, followedBy: rest)
            case "[" where !isInClass:
                let isNegated = rest.first == "^"
                if isNegated { rest.removeFirst() }
                // A leading bracket closes the class, which then matches no character, or any if it is negated.
                isInClass = rest.first != "]"
                if !isInClass { rest.removeFirst() }
                result += isInClass ? (isNegated ? "[^" : "[") : (isNegated ? "[\\s\\S]" : "(?!)")
            case "[", "&": result += isInClass ? "\\\(character)" : String(character)
            case "]":
                isInClass = false
                result += "]"
            case "$": result += isInClass ? "\\$" : "\\z"
            default: result.append(character)
            }
        }
        return result
    }

    private static func translated(escape: Character, isInClass: Bool, followedBy rest: Substring) -> String {
        switch escape {
        case "d": isInClass ? "0-9" : "[0-9]"
        case "w": isInClass ? "A-Za-z0-9_" : "[A-Za-z0-9_]"
        case "D": "[^0-9]"
        case "W": "[^A-Za-z0-9_]"
        case "u" where rest.first == "{": "\\x"
        default: "\\\(escape)"
        }
    }
}
