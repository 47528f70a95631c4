import Teapot
import TeapotMock

extension Inspector {
    /// How long nothing is said at most, in seconds.
    private static let silence = 10.0
    /// How long changes are gathered, in seconds.
    private static let pause = 0.05

    /// Says that something has changed, for as long as the page is there: `journal`, `state`; `hello` at first, and `ping`
    /// for those who wonder whether the server is there.
    func events() -> Response {
        let (router, id) = (router, id)
        return .events(reconnectionTime: 1) { send in
            let (events, continuation) = AsyncStream.makeStream(of: Teapot.ServerSentEvent.self)
            // Both listen already when the page is told to look.
            let (journal, board) = (router.journal.changes, router.switchboard?.changes)
            let teller = Task {
                await withTaskGroup(of: Void.self) { group in
                    group.addTask { await Self.tell("journal", whenever: journal, continuation) }
                    if let board { group.addTask { await Self.tell("state", whenever: board, continuation) } }
                    group.addTask {
                        let ping = Teapot.ServerSentEvent(name: "ping", data: "{}")
                        while await Self.isWaitedOut(Self.silence) { continuation.yield(ping) }
                    }
                }
            }
            defer { teller.cancel() }
            send(Teapot.ServerSentEvent(name: "hello", data: #"{"server":"\#(id)"}"#))
            for await event in events { send(event) }
        }
    }

    private static func tell(
        _ name: String, whenever changes: AsyncStream<Void>,
        _ continuation: AsyncStream<Teapot.ServerSentEvent>.Continuation
    ) async {
        for await _ in changes {
            continuation.yield(Teapot.ServerSentEvent(name: name, data: "{}"))
            // What changes meanwhile is told as one.
            guard await isWaitedOut(pause) else { return }
        }
    }

    /// Waits; false when the task is cancelled meanwhile.
    private static func isWaitedOut(_ seconds: Double) async -> Bool {
        do { try await Task.sleep(nanoseconds: UInt64(seconds * 1e9)) } catch { return false }
        return true
    }
}
