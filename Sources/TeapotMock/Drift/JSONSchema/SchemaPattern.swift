import Teapot

/// A regular expression of a schema: ECMA-262's, in the spelling of the one that Foundation has.
struct SchemaPattern {
    private let expression: NSRegularExpression

    /// - Parameter pattern: The pattern; `nil` is returned for what is none.
    init?(_ pattern: String) {
        guard let expression = try? NSRegularExpression(pattern: Self.translated(pattern)) else { return nil }
        self.expression = expression
    }

    /// How many reports of progress a search may make: a second's work or so, and the same on each machine.
    ///
    /// A pattern such as `(a+)+$` takes twice as long with each letter more; no search of an honest one makes any.
    private static let maximumReports = 2000

    /// Whether the pattern stands anywhere in a text.
    ///
    /// - Parameter text: The text.
    /// - Returns: Whether it does; `nil` when the search was given up.
    func isFound(in text: String) -> Bool? {
        var (isFound, reports) = (false, 0)
        let range = NSRange(text.startIndex..., in: text)
        expression.enumerateMatches(in: text, options: .reportProgress, range: range) { match, _, stop in
            if match != nil { isFound = true } else { reports += 1 }
            if match != nil || reports > Self.maximumReports { stop.pointee = true }
        }
        return isFound ? true : reports > Self.maximumReports ? nil : false
    }

    /// A pattern with what means something else in ICU's spelling written so that it means the same.
    ///
    /// `\d` and `\w` are ASCII, `$` is the very end, a class has no classes in it, and `\u{…}` is `\x{…}`.
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
                // A bracket that comes first closes the class: of no characters, or of all.
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
