import Foundation
import Teapot

/// The task-local values of one place in the code, which let any thread run closures with them.
///
/// Only a task created where the values are in effect has them. So this type creates such a task in advance without
/// starting it. A thread that wants to run a closure runs the task, which creates the next task with the same values
/// and then calls the closure. Nothing moves to another thread, so a synchronous closure stays synchronous.
///
/// This needs a system with task executors: macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2 and Linux. On older
/// systems, a closure runs with the values of its own thread.
package final class TaskValues: Sendable {
    private let holder: (any TaskValuesHolder)?
    private let isCurrent: @Sendable (TaskValues) -> Bool

    /// Creates an object without values.
    ///
    /// - Parameter isCurrent: A closure that returns whether a closure should run with the values that are in effect at
    ///   the point of the call.
    package init(unless isCurrent: @escaping @Sendable (TaskValues) -> Bool) {
        if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
            holder = WaitingTask()
        } else {
            holder = nil
        }
        self.isCurrent = isCurrent
    }

    deinit { holder?.end() }

    /// Replaces the values with those in effect where this is called.
    package func capture() { holder?.capture() }

    /// Calls a closure on this thread with the values, unless they're already in effect or have been released.
    ///
    /// - Parameter body: The closure.
    /// - Returns: The result of the closure.
    package func run<Result>(_ body: () -> Result) -> Result {
        guard let holder, !isCurrent(self) else { return body() }
        var result: Result?
        withoutActuallyEscaping({ result = body() }) { holder.run($0) }
        return result ?? body()
    }

    /// Releases the values.
    ///
    /// Closures that are already running keep them.
    package func end() { holder?.end() }
}

/// An object that keeps task-local values.
private protocol TaskValuesHolder: Sendable {
    /// Replaces the values with those in effect where this is called, unless they have been released.
    func capture()
    /// Calls a closure with the values, or does nothing if there are none.
    func run(_ body: @escaping () -> Void)
    /// Releases the values.
    func end()
}

/// A task that waits until a thread runs it.
// `mutex` guards all variables, and `body` of the waiting task.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
private final class WaitingTask: TaskExecutor, TaskValuesHolder, @unchecked Sendable {
    /// A task that hasn't begun, with the closure that it will call.
    private final class Waiting: @unchecked Sendable {
        var job: UnownedJob?
        /// The closure, or `nil` for a task that only releases its values.
        var body: (() -> Void)?
    }

    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private var waiting: Waiting?
    /// The task that is being created.
    private var next: Waiting?
    private var isOver = false

    init() {
        mutex.initialize(to: pthread_mutex_t())
        pthread_mutex_init(mutex, nil)
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    /// Receives a task that is being created, on the creating thread and under its lock.
    func enqueue(_ job: UnownedJob) { next?.job = job }

    func capture() {
        pthread_mutex_lock(mutex)
        let old = waiting
        if !isOver { waiting = makeTask() }
        pthread_mutex_unlock(mutex)
        release(old)
    }

    func run(_ body: @escaping () -> Void) {
        pthread_mutex_lock(mutex)
        guard let now = waiting, let job = now.job else {
            pthread_mutex_unlock(mutex)
            return
        }
        now.body = body
        // The task unlocks the mutex.
        job.runSynchronously(on: asUnownedTaskExecutor())
    }

    func end() {
        pthread_mutex_lock(mutex)
        isOver = true
        let old = waiting.take()
        pthread_mutex_unlock(mutex)
        release(old)
    }

    /// Creates a task with the values in effect here.
    private func makeTask() -> Waiting {
        let task = Waiting()
        next = task
        // A task is enqueued when it's created. It never suspends, so it isn't enqueued again.
        Task(executorPreference: self) { self.begin(task) }
        next = nil
        return task
    }

    /// Does all the work of a task.
    private func begin(_ task: Waiting) {
        guard let body = task.body.take() else { return }
        waiting = makeTask()
        pthread_mutex_unlock(mutex)
        body()
    }

    /// Runs a task that no longer waits, which releases its values.
    ///
    /// This may run code that belongs to the values, so don't call it under the lock.
    private func release(_ task: Waiting?) { task?.job?.runSynchronously(on: asUnownedTaskExecutor()) }
}
