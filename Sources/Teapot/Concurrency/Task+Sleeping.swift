import Foundation

extension Task where Success == Never, Failure == Never {
    /// Sleeps for a number of seconds, limited to between zero and about thirty years.
    static func sleep(forSeconds seconds: TimeInterval) async throws {
        try await sleep(nanoseconds: UInt64(max(0, min(seconds, 1e9)) * 1e9))
    }
}
