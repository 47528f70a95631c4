import Teapot
import TeapotMock
import TeapotMockFolders

extension Inspector {
    /// The maximum time without an event, in seconds.
    private static let silence = 10.0
    /// The time during which changes are combined, in seconds.
    private static let pause = 0.05

    /// Returns a stream of events that lasts as long as the page is open.
    ///
    /// It begins with `hello`. `journal` and `state` report changes, and `ping` shows that the server is still running.
    func events() -> Response {
        let router = router
        return .events(reconnectionTime: 1) { send in
            let (events, continuation) = AsyncStream.makeStream(of: Teapot.ServerSentEvent.self)
            // Subscribe to both streams before asking the page to fetch the data.
            let (journal, board) = (router.journal.changes, router.switchboard?.changes)
            let teller = Task {
                await withTaskGroup(of: Void.self) { group in
                    group.addTask { await Self.tell("journal", whenever: journal, continuation) }
                    if let board { group.addTask { await Self.tell("state", whenever: board, continuation) } }
                    group.addTask {
                        let ping = Teapot.ServerSentEvent(event: "ping", data: "{}")
                        while await Self.isWaitedOut(Self.silence) { continuation.yield(ping) }
                    }
                }
            }
            defer { teller.cancel() }
            send(Teapot.ServerSentEvent(event: "hello", data: "{}"))
            for await event in events { send(event) }
        }
    }

    private static func tell(
        _ name: String, whenever changes: AsyncStream<Void>,
        _ continuation: AsyncStream<Teapot.ServerSentEvent>.Continuation
    ) async {
        for await _ in changes {
            continuation.yield(Teapot.ServerSentEvent(event: name, data: "{}"))
            // Report the changes of this interval together.
            guard await isWaitedOut(pause) else { return }
        }
    }

    /// Waits, and returns `false` if the task is cancelled in the meantime.
    private static func isWaitedOut(_ seconds: Double) async -> Bool {
        do { try await Task.sleep(nanoseconds: UInt64(seconds * 1e9)) } catch { return false }
        return true
    }
}
