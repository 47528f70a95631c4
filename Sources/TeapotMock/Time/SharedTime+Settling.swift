import Foundation
import Teapot

extension SharedTime {
    /// The real time for which handlers may delay a sleep, in nanoseconds.
    private static let longest: UInt64 = 10_000_000_000
    /// The number of checks without any activity that are required before a wait ends.
    ///
    /// After each check, tasks that were running have ended or are waiting, and tasks that were ready have begun.
    private static let quietLooks = 4

    /// Ends the waits in order of time, each as soon as nothing that could come before it is running.
    func settle() {
        var (begin, quiet, changes) = (Uptime.now, 0, -1)
        while withWaits({ waits in waits.settles() }) {
            var busy = handlers()
            // Other tests may keep the threads busy for longer.
            let limit = busy.isEmpty ? 3 * Self.longest : Self.longest
            // A handler may wait for a long time, so there's no need to keep checking the threads.
            if busy.isEmpty { busy = ThreadProbe.run(withWaits { waits in waits.priorities }) } else { usleep(200) }
            let isLate = Uptime.now - begin > limit
            let ended = withWaits { waits, _, now -> [AppWaits.Wait] in
                let isStill = waits.changes == changes && !waits.isReturning && waits.isStirredUntil < Uptime.now
                quiet = busy.isEmpty && isStill ? quiet + 1 : 0
                defer { changes = waits.changes }
                if isLate, !waits.sleeps.isEmpty { return waits.take { $0.call == nil } }
                guard isLate || quiet >= Self.quietLooks, let next = waits.takeNext() else { return [] }
                now = max(now, next.due)
                return [next]
            }
            guard !ended.isEmpty else { continue }
            let names = busy.isEmpty ? ["tasks that keep sleeping or making calls"] : busy
            for wait in ended { wait.finish(isLate && wait.call == nil ? .unsettled(names) : .due) }
            (begin, quiet) = (Uptime.now, 0)
        }
    }

    /// Returns the names of the running handlers and other code that may end before the next sleep.
    ///
    /// A handler that waits for a sleep or a call in another task continues only after that.
    private func handlers() -> [String] {
        let waits = withWaits { waits in waits }
        guard !waits.running.isEmpty, !waits.sleeps.isEmpty else { return [] }
        let waiting = waits.waits.compactMap(\.exchange).flatMap { sequence(first: $0, next: \.call.outer) }
        let calls = Set(waiting.map { ObjectIdentifier($0.call) })
        let running = waits.running.filter { !$0.call.hasHead && $0.call.isOpen($0) }.map(\.call)
        return running.filter { !calls.contains(ObjectIdentifier($0)) }.map(\.name)
    }
}

/// A check of the threads that run tasks.
///
/// A few tasks yield until as many threads as there are processors have run one of them. At that point, each thread has
/// finished its earlier work. Linux may start more threads while some are blocked, and this check may miss those.
final class ThreadProbe: Sendable {
    /// The real time after which a thread that keeps running one task counts as blocked by another test, in seconds.
    private static let longestWait: Double = 5
    private static let threadCount = ProcessInfo.processInfo.activeProcessorCount

    private let done = DispatchSemaphore(value: 0)
    /// The threads that have run one of the tasks, and the required number of threads.
    private let state = Locked((threads: Set<ObjectIdentifier>(), least: threadCount))

    /// Waits for the main thread and those of some priorities, and returns the work that keeps them busy too long.
    static func run(_ priorities: Set<TaskPriority.RawValue>) -> [String] {
        let main = DispatchSemaphore(value: 0)
        let haveMet = priorities.allSatisfy { ThreadProbe().haveMet(TaskPriority(rawValue: $0)) }
        guard haveMet else { return ["a task that is busy computing"] }
        Task { @MainActor in main.signal() }
        return main.wait(timeout: .now() + longestWait) == .success ? [] : ["the main actor"]
    }

    private func haveMet(_ priority: TaskPriority) -> Bool {
        for _ in 1...Self.threadCount { Task.detached(priority: priority) { await self.meet() } }
        if done.wait(timeout: .now() + Self.longestWait) == .success { return true }
        state.withLock { $0.least = max(1, Self.threadCount - 1) }
        defer { state.withLock { $0.least = 0 } }
        return done.wait(timeout: .now() + Self.longestWait) == .success
    }

    private func meet() async {
        var passes = 0
        while !hasMet() {
            passes += 1
            // Leave the remaining time to the other threads.
            if passes < 1000 { await Task.yield() } else { try? await Task.sleep(nanoseconds: 200_000) }
        }
        done.signal()
    }

    private func hasMet() -> Bool {
        state.withLock { state in
            state.threads.insert(ObjectIdentifier(Thread.current))
            return state.threads.count >= state.least
        }
    }
}
