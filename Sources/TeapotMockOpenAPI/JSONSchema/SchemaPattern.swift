package import TeapotMock

/// Translates schemas' regular expressions from ECMA-262's syntax to Foundation's.
package enum SchemaPattern {
    /// Returns the compiled pattern, or `nil` if it's invalid or its syntax isn't supported.
    package static func expression(_ pattern: String) -> BoundedExpression? {
        try? BoundedExpression(translated(pattern))
    }

    /// Rewrites the parts of a pattern that mean something else in ICU's syntax.
    ///
    /// `\d` and `\w` are ASCII, `\s` and the dot differ in a few characters, `$` matches only at the end of the text,
    /// classes can't be nested, and `\u{…}` becomes `\x{…}`.
    static func translated(_ pattern: String) -> String {
        var result = ""
        var isInClass = false
        var rest = pattern.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            switch scalar {
            case "\\":
                guard let escaped = rest.popFirst() else { return result + "\\" }
                result += translated(escape: escaped, isInClass: isInClass, followedBy: rest)
                // A hyphen between a class and something else is literal.
                let isClass = "dDwWsS".unicodeScalars.contains(escaped)
                if isInClass, isClass, rest.first == "-", rest.dropFirst().first != "]" {
                    rest.removeFirst()
                    result += "\\-"
                }
            case "[" where !isInClass:
                let isNegated = rest.first == "^"
                if isNegated { rest.removeFirst() }
                // A leading bracket closes the class, which then matches no character, or any if it's negated.
                isInClass = rest.first != "]"
                if !isInClass { rest.removeFirst() }
                result += isInClass ? (isNegated ? "[^" : "[") : (isNegated ? "[\\s\\S]" : "(?!)")
            case "[", "&": result += isInClass ? "\\\(scalar)" : String(scalar)
            case "]":
                isInClass = false
                result += "]"
            case ".": result += isInClass ? "." : "[^\\n\\r\\u2028\\u2029]"
            case "$": result += isInClass ? "\\$" : "\\z"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    private static func translated(
        escape: Unicode.Scalar, isInClass: Bool, followedBy rest: Substring.UnicodeScalarView
    ) -> String {
        switch escape {
        case "d": isInClass ? "0-9" : "[0-9]"
        case "w": isInClass ? "A-Za-z0-9_" : "[A-Za-z0-9_]"
        case "s": isInClass ? "\\s\\x0B\\uFEFF" : "[\\s\\x0B\\uFEFF]"
        case "D": "[^0-9]"
        case "W": "[^A-Za-z0-9_]"
        case "S": "[^\\s\\x0B\\uFEFF]"
        case "u" where rest.first == "{": "\\x"
        default: "\\\(escape)"
        }
    }
}
