import Teapot
import TeapotTestSupport
import TeapotTestTraits
import Testing

import TeapotMock
@testable import TeapotMockWebSocket

@Suite(.inTurn, .timeLimit(.minutes(5))) struct `A waiting line` {
    @Test func `a cancelled task doesn't enter, even if the line is empty`() async {
        let line = WaitingLine()
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await line.enterUnlessCancelled()
        }
        #expect(await !task.value)
        #expect(await line.enterUnlessCancelled())
    }

    @Test func `a task that waits even if it's cancelled enters in its turn`() async {
        let line = WaitingLine()
        await line.enter()
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            await line.enter()
        }
        line.leave()
        await task.value
        line.leave()
        #expect(await line.enterUnlessCancelled())
    }

    @Test func `one of many tasks is inside at a time, and cancelled ones don't block others`() async {
        let line = WaitingLine()
        let (inside, most) = (Locked(0), Locked(0))
        @Sendable func stay() async {
            let count = inside.withLock { inside in
                inside += 1
                return inside
            }
            most.withLock { $0 = max($0, count) }
            await Task.yield()
            inside.withLock { $0 -= 1 }
            line.leave()
        }
        for _ in 0..<20 {
            await line.enter()
            let tasks = (0..<60).map { number in
                Task {
                    if number.isMultiple(of: 3) {
                        await line.enter()
                    } else if await !line.enterUnlessCancelled() {
                        return false
                    }
                    await stay()
                    return true
                }
            }
            await Task.yield()
            for (number, task) in tasks.enumerated() where number % 3 == 1 { task.cancel() }
            line.leave()
            for (number, task) in tasks.enumerated() {
                let hasEntered = await task.value
                #expect(hasEntered || number % 3 == 1)
            }
        }
        #expect(most.withLock { $0 } == 1)
        // No task is left in the line.
        #expect(await line.enterUnlessCancelled())
    }
}
