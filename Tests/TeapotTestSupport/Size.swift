import Foundation

/// The input size of a test that shows how its time grows, or that tries a very large number of cases.
///
/// By default, `swift test` uses a small size. With `TEAPOT_FULL_SIZE`, which `.ci/run` sets for some tests, it's
/// so large that quadratic time would take minutes, or includes all cases.
package enum Size {
    private static let isFull = ProcessInfo.processInfo.environment["TEAPOT_FULL_SIZE"] != nil

    /// Returns a size.
    ///
    /// - Parameters:
    ///   - full: The full size.
    ///   - usual: The default size for `swift test`.
    /// - Returns: The size to use.
    package static func of(full: Int, usual: Int) -> Int { isFull ? full : usual }

    /// Returns all cases, or the usual number of them, spread over the whole list.
    ///
    /// - Parameters:
    ///   - cases: All cases.
    ///   - usual: The default number of cases for `swift test`.
    /// - Returns: The cases in their order; the first one is always among them.
    package static func spread<Cases: Collection>(_ cases: Cases, usual: Int) -> [Cases.Element] {
        let (all, count) = (Array(cases), Self.of(full: cases.count, usual: min(usual, cases.count)))
        return (0..<count).map { all[$0 * all.count / count] }
    }
}
