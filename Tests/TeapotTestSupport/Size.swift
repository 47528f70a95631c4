import Foundation

/// The size of the input of a test that shows how its time grows, or that tries very many cases.
///
/// `swift test` alone takes a small one; `TEAPOT_FULL_SIZE`, which `.ci/run` sets for the tests that it names, one with
/// which quadratic time would take minutes, or all the cases.
package enum Size {
    private static let isFull = ProcessInfo.processInfo.environment["TEAPOT_FULL_SIZE"] != nil

    /// Returns a size.
    ///
    /// - Parameters:
    ///   - full: The full size.
    ///   - usual: The size for `swift test` alone.
    /// - Returns: One of them.
    package static func of(full: Int, usual: Int) -> Int { isFull ? full : usual }

    /// Returns all cases, or as few of them as usual, spread over the whole list.
    ///
    /// - Parameters:
    ///   - cases: All cases.
    ///   - usual: The number of cases for `swift test` alone.
    /// - Returns: The cases in their order; the first one is always among them.
    package static func spread<Cases: Collection>(_ cases: Cases, usual: Int) -> [Cases.Element] {
        let (all, count) = (Array(cases), Self.of(full: cases.count, usual: min(usual, cases.count)))
        return (0..<count).map { all[$0 * all.count / count] }
    }
}
