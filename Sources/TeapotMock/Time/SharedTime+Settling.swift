import Foundation
import Teapot

extension SharedTime {
    /// The real time in which handlers must end that keep a sleep waiting, in nanoseconds.
    private static let longest: UInt64 = 10_000_000_000
    /// The number of looks during which nothing may happen before a wait ends.
    ///
    /// After each of them, tasks that ran before have ended or wait, and tasks that were to run have begun.
    private static let quietLooks = 4

    /// Ends the waits, the earliest first, each as soon as nothing runs that could come before it.
    func settle() {
        var (begin, quiet, changes) = (Uptime.now, 0, -1)
        while withWaits({ waits in waits.settles() }) {
            var busy = handlers()
            // Other tests may keep the threads busy for longer.
            let limit = busy.isEmpty ? 3 * Self.longest : Self.longest
            // A handler may wait for long, so there is no need to look at the threads all the time.
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
            let names = busy.isEmpty ? ["tasks that sleep or call again and again"] : busy
            for wait in ended { wait.finish(isLate && wait.call == nil ? .unsettled(names) : .due) }
            (begin, quiet) = (Uptime.now, 0)
        }
    }

    /// The names of the handlers and the like that run, and may end before the next sleep.
    ///
    /// One that waits for a sleep or a call in another task goes on only after that.
    private func handlers() -> [String] {
        let waits = withWaits { waits in waits }
        guard !waits.running.isEmpty, !waits.sleeps.isEmpty else { return [] }
        let waiting = waits.waits.compactMap(\.exchange).flatMap { sequence(first: $0, next: \.call.outer) }
        let calls = Set(waiting.map { ObjectIdentifier($0.call) })
        let running = waits.running.filter { !$0.call.hasHead && $0.call.isOpen($0) }.map(\.call)
        return running.filter { !calls.contains(ObjectIdentifier($0)) }.map(\.name)
    }
}

/// A look at the threads that run tasks.
///
/// A few tasks yield until as many threads as there are processors have run one of them. Then each has ended what it
/// ran before. Linux may start more threads while some are blocked, and this may miss one of those.
final class ThreadProbe: Sendable {
    /// The seconds of real time after which a thread that runs one task is taken for one that another test blocks.
    private static let patience: Double = 5
    private static let threadCount = ProcessInfo.processInfo.activeProcessorCount

    private let done = DispatchSemaphore(value: 0)
    /// The threads that have run one of the tasks, and the number that must.
    private let state = Locked((threads: Set<ObjectIdentifier>(), least: threadCount))

    /// Waits for the threads of some priorities and the main thread, and returns what keeps them busy for long.
    static func run(_ priorities: Set<TaskPriority.RawValue>) -> [String] {
        let main = DispatchSemaphore(value: 0)
        let haveMet = priorities.allSatisfy { ThreadProbe().haveMet(TaskPriority(rawValue: $0)) }
        guard haveMet else { return ["a task that computes"] }
        Task { @MainActor in main.signal() }
        return main.wait(timeout: .now() + patience) == .success ? [] : ["the main actor"]
    }

    private func haveMet(_ priority: TaskPriority) -> Bool {
        for _ in 1...Self.threadCount { Task.detached(priority: priority) { await self.meet() } }
        if done.wait(timeout: .now() + Self.patience) == .success { return true }
        state.withLock { $0.least = max(1, Self.threadCount - 1) }
        defer { state.withLock { $0.least = 0 } }
        return done.wait(timeout: .now() + Self.patience) == .success
    }

    private func meet() async {
        var passes = 0
        while !hasMet() {
            passes += 1
            // The rest of the time belongs to what runs on the others.
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
