@testable import Teapot
import TeapotTestTraits
import Testing

@Suite(.inTurn) struct `A backlog` {
    @Test func `after a wait without a result, none waits again until something is processed`() {
        let backlog = Backlog(limit: 1)
        backlog.add(1)
        backlog.waitForRoom()
        #expect(!backlog.isStuck, "There was room.")
        backlog.add(1)
        backlog.waitForRoom()
        #expect(backlog.isStuck)
        // The loop would take very long if each call waited.
        for _ in 0..<1_000_000 { backlog.waitForRoom() }
        backlog.add(-1)
        #expect(!backlog.isStuck)
        backlog.waitForRoom()
        #expect(!backlog.isStuck, "There was room.")
    }

    @Test func `after a wait without a result, a fixed number pass before another waits`() {
        let clock = ContinuousClock()
        let backlog = Backlog(limit: 0, longestWait: 0.01, allowance: 10)
        backlog.add(1)
        // The first call waits, and then every eleventh one.
        let elapsed = clock.measure { for _ in 0..<34 { backlog.waitForRoom() } }
        #expect(elapsed >= .milliseconds(40))
        #expect(backlog.isStuck)
    }

    @Test(.timeLimit(.minutes(3))) func `processing an event resumes the waiting call`() async {
        // As long as the test may take, so only removing bytes can end the wait.
        let backlog = Backlog(limit: 1, longestWait: 3_600)
        backlog.add(2)
        await withTaskGroup(of: Void.self) { group in
            group.addTask { backlog.waitForRoom() }
            group.addTask { backlog.add(-1) }
        }
        #expect(!backlog.isStuck)
    }
}
