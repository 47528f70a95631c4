package import Teapot

/// A regular expression whose search in a text is abandoned when it takes too long.
package struct BoundedExpression: Sendable {
    private let expression: NSRegularExpression

    /// Creates an expression.
    ///
    /// - Parameters:
    ///   - pattern: The expression in ICU syntax.
    ///   - options: The options of the expression.
    /// - Throws: An error if the pattern is invalid.
    package init(_ pattern: String, options: NSRegularExpression.Options = []) throws {
        expression = try NSRegularExpression(pattern: pattern, options: options)
    }

    /// The maximum number of progress reports of a search: about a second's work, and the same on every machine.
    ///
    /// The time of a pattern such as `(a+)+$` doubles with each letter; a search with an ordinary pattern reports no
    /// progress.
    private static let maximumReports = 2000

    /// Returns whether the expression matches a part of a text.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - options: The options of the search.
    /// - Returns: Whether it matches; `nil` if the search was abandoned.
    package func isFound(in text: String, options: NSRegularExpression.MatchingOptions = []) -> Bool? {
        var (isFound, reports) = (false, 0)
        let range = NSRange(location: 0, length: text.utf16.count)
        expression.enumerateMatches(in: text, options: options.union(.reportProgress), range: range) { match, _, stop in
            if match != nil { isFound = true } else { reports += 1 }
            if match != nil || reports > Self.maximumReports { stop.pointee = true }
        }
        return isFound ? true : reports > Self.maximumReports ? nil : false
    }
}
