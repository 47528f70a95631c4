/// The time of an exchange in a call in skipped time, or of code between two exchanges.
///
/// The exchange's handler and stream advance it, or the adapter or retrier between two exchanges. Only the task that
/// runs them does so. Its child tasks run at the same time, so their waits must not be added up.
package struct ExchangeTime: Sendable {
    let call: CallTime
    /// The number of the exchange in its call.
    let number: Int
    /// Whether only the total timeout counts, as it does between two exchanges and while bytes arrive.
    let isPause: Bool
    /// A number for the task that advances the time, or `nil` for code outside a task.
    var task: Int?

    /// Runs code that advances the time.
    func run<Result>(_ body: () throws -> Result) rethrows -> Result {
        try CallTime.$current.withValue(ofThisTask) { try body() }
    }

    /// Runs code that advances the time.
    package func run<Result>(_ body: () async throws -> Result) async rethrows -> Result {
        call.shared.withWaits { waits in waits.note(self, runs: true) }
        defer { call.shared.withWaits { waits in waits.note(self, runs: false) } }
        return try await CallTime.$current.withValue(ofThisTask) { try await body() }
    }

    private var ofThisTask: ExchangeTime {
        var time = self
        time.task = Self.currentTask
        return time
    }

    private static var currentTask: Int? { withUnsafeCurrentTask { $0?.hashValue } }

    /// The time that the current task advances.
    private static var current: ExchangeTime? { CallTime.current.flatMap { $0.task == currentTask ? $0 : nil } }

    /// The time that the current task advances, unless the exchange is over.
    static var open: ExchangeTime? { current.flatMap { $0.call.isOpen($0) ? $0 : nil } }

    /// Returns a router's time in the code of one of its calls, or in another task that the code started.
    static func now(in shared: SharedTime) -> UInt64? {
        guard let current = CallTime.current, current.call.shared === shared, current.call.isOpen(current)
        else { return nil }
        return current.task == currentTask ? current.call.now : max(current.call.now, shared.now)
    }

    /// Returns the time that the current task advances, if it belongs to a call of a router and isn't over.
    static func open(in shared: SharedTime) -> ExchangeTime? { open.flatMap { $0.call.shared === shared ? $0 : nil } }

    /// Advances the time while the client waits for an event.
    ///
    /// If a timeout passes, this ends the exchange.
    ///
    /// - Parameter duration: The duration in nanoseconds.
    /// - Returns: `true` if the client is still waiting; otherwise, `false`.
    package func pass(_ duration: UInt64) -> Bool { call.pass(duration, in: self) }

    /// Advances the time while the client receives or sends bytes, so no idle timeout passes.
    ///
    /// If the total timeout passes, this ends the exchange.
    ///
    /// - Parameter duration: The duration in nanoseconds.
    /// - Returns: `true` if the client is still waiting; otherwise, `false`.
    func flow(_ duration: UInt64) -> Bool {
        guard call.pass(duration, in: ExchangeTime(call: call, number: number, isPause: true)) else { return false }
        call.touch()
        return true
    }

    /// Stops the exchange, so code that is still running for it no longer advances the time.
    ///
    /// This has an effect until the code is cancelled and the exchange is closed.
    func stop() { call.stop(self) }

    /// Closes the exchange.
    package func close() { call.close(self) }

    /// Waits until the current task is cancelled, if its exchange is being closed.
    ///
    /// - Throws: `CancellationError` if the task is cancelled.
    static func checkCancellation() async throws {
        try Task.checkCancellation()
        while let current, current.call.isStopped(current) {
            await Task.yield()
            try Task.checkCancellation()
        }
    }

    /// Advances the time in a task.
    ///
    /// - Parameter duration: The duration in nanoseconds.
    /// - Throws: `CancellationError` if the task is cancelled, or if the exchange is over.
    func sleep(_ duration: UInt64) async throws {
        try Task.checkCancellation()
        guard pass(duration) else {
            try await Self.checkCancellation()
            throw CancellationError()
        }
        // Without this, an endless handler or stream would occupy its thread, or send forever.
        await call.hasHead ? call.arrive(in: self) : Task.yield()
        try Task.checkCancellation()
    }
}
