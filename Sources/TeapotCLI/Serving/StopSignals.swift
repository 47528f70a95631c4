import Teapot

/// The signals that ask a program to end, such as Ctrl-C.
struct StopSignals: Sendable {
    private let asked: AsyncStream<Void>

    /// Creates a handler of the signals for the rest of the program.
    ///
    /// The first signal asks the program to end, the second ends it immediately.
    init() {
        let (asked, feed) = AsyncStream<Void>.makeStream()
        self.asked = asked
        let count = Locked(0)
        for number in [SIGINT, SIGTERM, SIGHUP] {
            // A dispatch source receives ignored signals too.
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler {
                // The handler keeps the source alive, because nothing else does.
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

    /// Waits for the first signal, or until the task is cancelled.
    func first() async {
        for await _ in asked { break }
    }

    /// Runs a closure to its end, or cancels it at the first signal.
    ///
    /// - Parameter body: The closure.
    /// - Returns: The result of the closure.
    /// - Throws: Any error of the closure; `CancellationError` if a signal came first, after the closure has cleaned
    ///   up.
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
