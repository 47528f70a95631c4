import Teapot

/// Ctrl-C, and the other ways to ask a program to end, as they come.
struct StopSignals: Sendable {
    private let asked: AsyncStream<Void>

    /// Takes the signals over for the rest of the program: the first asks, the second ends the program at once.
    init() {
        let (asked, feed) = AsyncStream<Void>.makeStream()
        self.asked = asked
        let count = Locked(0)
        for number in [SIGINT, SIGTERM, SIGHUP] {
            // What is ignored reaches a source all the same.
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler {
                // It holds on to the source, which nobody else does.
                withExtendedLifetime(source) {
                    let isFirst = count.withLock { count in
                        count += 1
                        return count == 1
                    }
                    if isFirst { feed.yield() } else { exit(128 + number) }
                }
            }
            source.resume()
        }
    }

    /// Waits for the first, or until the task is cancelled.
    func first() async {
        for await _ in asked { break }
    }

    /// Runs something until its end, or cancels it at the first signal.
    ///
    /// - Parameter body: What to run.
    /// - Returns: What it returned.
    /// - Throws: What it threw; `CancellationError` when a signal came first, once it has cleaned up.
    static func cancelling<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) async throws -> Value
    {
        let signals = StopSignals()
        return try await withThrowingTaskGroup(of: Value?.self) { group in
            group.addTask { try await body() }
            group.addTask {
                await signals.first()
                return nil
            }
            defer { group.cancelAll() }
            guard let value = try await group.next() ?? nil else { throw CancellationError() }
            return value
        }
    }
}
