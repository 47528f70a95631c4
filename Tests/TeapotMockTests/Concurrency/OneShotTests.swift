import Teapot
import TeapotTestSupport
import TeapotTestTraits
import Testing

@testable import TeapotMock

@Suite(.inTurn, .timeLimit(.minutes(5))) struct `A one-shot value` {
    /// Returns once a number of tasks are waiting.
    private func awaited<Value>(_ shot: OneShot<Value>, by count: Int = 1) async -> Bool {
        await eventually(within: .seconds(120)) { shot.state.withLock { $0.waiting.count == count } }
    }

    @Test func `a value set before a task waits is available at once, and for later tasks`() async {
        let shot = OneShot<Int>()
        #expect(shot.finish(1))
        #expect(await shot.value() == 1)
        #expect(await shot.value(ifCancelled: 2) == 1)
    }

    @Test func `a one-shot created with a value keeps it`() async {
        let shot = OneShot(finished: 1)
        #expect(!shot.finish(2))
        #expect(await shot.value() == 1)
    }

    @Test func `an already cancelled task sets the substitute`() async {
        let shot = OneShot<Int>()
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await shot.value(ifCancelled: -1)
        }
        #expect(await task.value == -1)
        #expect(!shot.finish(1))
        #expect(await shot.value() == -1)
    }

    @Test func `a waiting task gets the value`() async {
        let shot = OneShot<Int>()
        let task = Task { await shot.value() }
        #expect(await awaited(shot))
        #expect(shot.finish(1))
        #expect(await task.value == 1)
        #expect(shot.state.withLock { $0.waiting.isEmpty })
    }

    @Test func `a task cancelled while it waits gets the substitute`() async {
        let shot = OneShot<Int>()
        let task = Task { await shot.value(ifCancelled: -1) }
        #expect(await awaited(shot))
        task.cancel()
        // The cancellation sets the value even before the task continues.
        #expect(!shot.finish(1))
        #expect(await task.value == -1)
        #expect(shot.state.withLock { $0.waiting.isEmpty })
    }

    @Test func `a task without a substitute keeps waiting even if it's cancelled`() async {
        let shot = OneShot<Int>()
        let (early, late) = (Task { await Self.cancelled { await shot.value() } }, Task { await shot.value() })
        #expect(await awaited(shot, by: 2))
        late.cancel()
        #expect(shot.finish(1))
        #expect(await early.value == 1)
        #expect(await late.value == 1)
    }

    @Test func `all waiting tasks get the value, even if one is cancelled`() async {
        for isCancelled in [false, true] {
            let shot = OneShot<Int>()
            let tasks = (0..<10).map { _ in Task { await shot.value(ifCancelled: -1) } }
            #expect(await awaited(shot, by: 10))
            if isCancelled { tasks[3].cancel() }
            #expect(shot.finish(1) == !isCancelled)
            for task in tasks { #expect(await task.value == (isCancelled ? -1 : 1)) }
        }
    }

    @Test func `only the first value counts`() async {
        let shot = OneShot<Int>()
        #expect(shot.finish(1))
        #expect(!shot.finish(2))
        #expect(!shot.finish(1))
        #expect(await shot.value() == 1)
    }

    @Test func `a cancelled task gets the value that was set first`() async {
        let shot = OneShot<Int>()
        shot.finish(1)
        let task = Task { await Self.cancelled { await shot.value(ifCancelled: -1) } }
        #expect(await task.value == 1)
        let waiting = OneShot<Int>()
        let late = Task { await waiting.value(ifCancelled: -1) }
        #expect(await awaited(waiting))
        waiting.finish(1)
        late.cancel()
        #expect(await late.value == 1)
    }

    @Test func `nil is a value like any other`() async {
        let shot = OneShot<Int?>()
        #expect(shot.finish(nil))
        #expect(!shot.finish(1))
        #expect(await shot.value() == nil)
        let waiting = OneShot<Int?>()
        let task = Task { await waiting.value() }
        #expect(await awaited(waiting))
        #expect(waiting.finish(nil))
        #expect(await task.value == nil)
    }

    @Test func `a task may use the one-shot again as soon as it's resumed`() async {
        let shot = OneShot<Int>()
        let tasks = (0..<10).map { number in
            Task { (await shot.value(), shot.finish(number), await shot.value()) }
        }
        #expect(await awaited(shot, by: 10))
        shot.finish(-1)
        for task in tasks { #expect(await task.value == (-1, false, -1)) }
    }

    @Test func `if many tasks race to set it, the first one wins, and all waiting tasks get its value`() async {
        for round in 0..<200 {
            let shot = OneShot<Int>()
            let waiting = (0..<4).map { _ in Task { await shot.value() } }
            let cancellable = Task { await shot.value(ifCancelled: -1) }
            let setting = (0..<4).map { number in Task { shot.finish(number) } }
            if round.isMultiple(of: 2) { await Task.yield() }
            cancellable.cancel()
            let value = await shot.value()
            for task in waiting { #expect(await task.value == value) }
            #expect(await cancellable.value == value)
            var first: [Int] = []
            for (number, task) in setting.enumerated() where await task.value { first.append(number) }
            #expect(first == (value == -1 ? [] : [value]))
            #expect(shot.state.withLock { $0.waiting.isEmpty })
        }
    }

    /// Cancels the current task, and returns a closure's result.
    private static func cancelled<Value: Sendable>(_ body: () async -> Value) async -> Value {
        withUnsafeCurrentTask { $0?.cancel() }
        return await body()
    }
}
