package import Foundation
import Teapot

/// A regular expression that abandons a search when it takes too long.
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

    /// The maximum number of progress reports in a search: about a second's work, and the same on every machine.
    ///
    /// The time for a pattern such as `(a+)+$` doubles with each letter. A search with an ordinary pattern reports no
    /// progress.
    private static let maximumReports = 2000
    /// The maximum total of progress reports for several searches.
    private static let maximumTotal = 5 * maximumReports

    /// Returns whether the expression matches part of a text.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - options: The options of the search.
    /// - Returns: Whether it matches, or `nil` if the search was abandoned because it took too much time or memory.
    package func isFound(in text: String, options: NSRegularExpression.MatchingOptions = []) -> Bool? {
        var reports = 0
        return isFound(in: text, options: options, &reports)
    }

    /// Returns whether the expression matches part of a text, in one of several searches.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - options: The options of the search.
    ///   - total: The number of progress reports of earlier searches. This search adds the number of its reports.
    /// - Returns: Whether it matches, or `nil` if the search was abandoned because it took too much time or memory.
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
