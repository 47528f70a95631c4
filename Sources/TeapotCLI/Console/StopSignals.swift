import Foundation
import TeapotMock

/// The signals that ask a program to end, such as Ctrl-C.
///
/// A handler passes them on through a pipe. A Dispatch source would require ignoring the signals before it exists, and
/// would miss those that arrive in between.
struct StopSignals: Sendable {
    private let asked = OneShot<Void>()

    /// Creates a handler of the signals for the rest of the program.
    ///
    /// The first signal asks the program to end, and the last one ends it immediately. If hang-ups are already ignored,
    /// as with `nohup`, they remain ignored.
    ///
    /// - Parameter last: The number of the signal that ends the program immediately: 2, or 3 for a program that has
    ///   files to complete.
    init(last: Int = 2) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return }  // Without a pipe, each signal ends the program.
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        writingEnd = ends[1]
        let (asked, readingEnd) = (asked, ends[0])
        Thread.detachNewThread {
            var (count, former) = (0, (number: Int32(0), time: UInt64(0)))
            while let number = Self.next(from: readingEnd) {
                // `timeout` signals its program and, right after that, the program's process group.
                if number == SIGTERM, number == former.number, Uptime.now - former.time < 100_000_000 { continue }
                former = (number, Uptime.now)
                count += 1
                if count >= last { exit(128 + number) }
                asked.finish(())
            }
        }
        for number in [SIGINT, SIGTERM] { _ = signal(number, passOn) }
        // The former handler is 1 if the signal was ignored (`SIG_IGN`).
        if unsafeBitCast(signal(SIGHUP, passOn), to: Int.self) == 1 { signal(SIGHUP, SIG_IGN) }
    }

    /// Waits for the next signal.
    private static func next(from descriptor: Int32) -> Int32? {
        var number: UInt8 = 0
        while true {
            let count = read(descriptor, &number, 1)
            if count == 1 { return Int32(number) }
            guard count < 0, errno == EINTR else { return nil }
        }
    }

    /// Waits for the first signal, or until the task is cancelled.
    func first() async { await asked.value(ifCancelled: ()) }

    /// Runs a closure to completion, or cancels it at the first signal.
    ///
    /// - Parameter body: The closure.
    /// - Returns: The result of the closure.
    /// - Throws: Any error of the closure, or `CancellationError` if a signal came first, after the closure has cleaned
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

/// The writing end of the pipe, set before the handler is installed.
private nonisolated(unsafe) var writingEnd: Int32 = -1

/// The handler, which may call only async-signal-safe functions (POSIX.1-2017 §2.4.3).
private func passOn(_ number: Int32) {
    let code = errno
    var byte = UInt8(truncatingIfNeeded: number)
    _ = write(writingEnd, &byte, 1)
    errno = code
}
