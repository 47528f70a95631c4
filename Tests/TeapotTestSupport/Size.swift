import Foundation

/// The size of the input of a test that shows how its time grows.
///
/// `swift test` alone takes a small one; `TEAPOT_FULL_SIZE`, which `.ci/run` sets, one with which quadratic time would
/// take minutes.
package enum Size {
    private static let isFull = ProcessInfo.processInfo.environment["TEAPOT_FULL_SIZE"] != nil

    /// Returns a size.
    ///
    /// - Parameters:
    ///   - full: The full size.
    ///   - usual: The size for `swift test` alone.
    /// - Returns: One of them.
    package static func of(full: Int, usual: Int) -> Int { isFull ? full : usual }
}
