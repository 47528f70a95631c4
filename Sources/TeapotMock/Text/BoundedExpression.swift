package import Foundation
import Teapot

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
    /// The maximum number of progress reports of several searches together.
    private static let maximumTotal = 5 * maximumReports

    /// Returns whether the expression matches a part of a text.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - options: The options of the search.
    /// - Returns: Whether it matches; `nil` if the search was abandoned, because of its time or the memory it needs.
    package func isFound(in text: String, options: NSRegularExpression.MatchingOptions = []) -> Bool? {
        var reports = 0
        return isFound(in: text, options: options, &reports)
    }

    /// Returns whether the expression matches a part of a text, in one of several searches.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - options: The options of the search.
    ///   - total: The number of progress reports of earlier searches, to which those of this one are added.
    /// - Returns: Whether it matches; `nil` if the search was abandoned, because of its time or the memory it needs.
    package func isFound(
        in text: String, options: NSRegularExpression.MatchingOptions = [], _ total: inout Int
    ) -> Bool? {
        var (isFound, isAbandoned, reports) = (false, false, 0)
        let most = min(Self.maximumReports, max(0, Self.maximumTotal - total))
        let range = NSRange(location: 0, length: text.utf16.count)
        let options = options.union([.reportProgress, .reportCompletion])
        expression.enumerateMatches(in: text, options: options, range: range) { match, flags, stop in
            if flags.contains(.progress) { reports += 1 }
            isFound = isFound || match != nil
            isAbandoned = isAbandoned || flags.contains(.internalError) || reports > most
            if isFound || isAbandoned { stop.pointee = true }
        }
        total += reports
        return isFound ? true : isAbandoned ? nil : false
    }
}
