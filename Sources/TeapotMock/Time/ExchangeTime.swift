/// The time of one exchange of a call in skipped time, which its handler and its stream pass.
package struct ExchangeTime: Sendable {
    let call: CallTime
    /// The number of the exchange in its call.
    let number: Int

    /// Passes time while the client waits for an event.
    ///
    /// If a time-out passes, this ends the exchange.
    ///
    /// - Parameter duration: The duration in nanoseconds.
    /// - Returns: `true` if the client still waits; otherwise, `false`.
    package func pass(_ duration: UInt64) -> Bool { call.pass(duration, in: number) }

    /// Closes the exchange, so that what is still running for it passes no more time.
    func close() { call.close(self) }

    /// Passes time in a task, which lets other tasks run.
    func sleep(_ duration: UInt64) async throws {
        try Task.checkCancellation()
        guard pass(duration) else { throw CancellationError() }
        // A handler or a stream without an end would otherwise keep its thread to itself.
        await Task.yield()
        try Task.checkCancellation()
    }
}
