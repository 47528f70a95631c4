extension Task where Success == Never, Failure == Never {
    /// Sleeps for so many seconds; none for less than none, and some thirty years for more than that.
    static func sleep(forSeconds seconds: TimeInterval) async throws {
        try await sleep(nanoseconds: UInt64(max(0, min(seconds, 1e9)) * 1e9))
    }
}
