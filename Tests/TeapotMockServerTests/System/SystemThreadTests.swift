import Teapot
import TeapotTestSupport
import TeapotTestTraits
import Testing

import TeapotMockServer

@Suite(.inTurn) struct `A system thread` {
    @Test func `joining waits until the thread is done`() async throws {
        let done = Locked(0)
        let gate = Gate()
        let threads = try (0..<8).map { _ in
            try #require(
                SystemThread {
                    gate.block()
                    done.withLock { $0 += 1 }
                })
        }
        gate.open()
        try await onOwnThread { for thread in threads { thread.join() } }
        #expect(done.withLock { $0 } == 8)
    }

    @Test func `a thread that joins itself continues, and is released`() async throws {
        let (ready, passed) = (Gate(), Gate())
        let thread = Locked<SystemThread?>(nil)
        let made = try #require(
            SystemThread {
                ready.block()
                thread.withLock { $0 }?.join()
                passed.open()
            })
        thread.withLock { $0 = made }
        ready.open()
        #expect(await passed.wait())
    }
}
