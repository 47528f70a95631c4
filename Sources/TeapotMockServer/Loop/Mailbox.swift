import Teapot
import TeapotMock

/// Messages from other threads to the event loop, with a pipe whose reading end wakes the loop up.
final class Mailbox: Sendable {
    enum Message: Sendable {
        /// A handler has answered the request that a connection handed it.
        case answered(EventLoop.ConnectionID, Router.Answer, entry: Int)
        /// A piece of a body is there; tell its maker whether to make another, once the client has read enough.
        case piece(EventLoop.ConnectionID, Data, goOn: @Sendable (Bool) -> Void)
        /// A body is whole, or its maker failed.
        case bodyEnded(EventLoop.ConnectionID, hasFailed: Bool)
        /// A WebSocket has frames for its client; tell it whether they went, once the client has read enough.
        case frames(EventLoop.ConnectionID, [UInt8], goOn: @Sendable (Bool) -> Void)
        /// A WebSocket can take more of its client's messages.
        case resume(EventLoop.ConnectionID)
        /// A WebSocket's closure has returned, and its side is closed.
        case socketClosed(EventLoop.ConnectionID)
        /// Listen on these from now on, which the loop owns, and on nothing else.
        case listen([Int32], done: @Sendable () -> Void)
        /// The server is to stop: what is under way may go on for so many seconds.
        case stop(within: Double)
    }

    private struct State {
        var messages: [Message] = []
        /// The pipe's writing end; -1 once the mailbox is closed.
        var output: Int32
    }

    /// The pipe's reading end, readable whenever messages wait.
    let descriptor: Int32
    private let state: Locked<State>

    init() throws(SystemError) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw SystemError("pipe") }
        descriptor = ends[0]
        state = Locked(State(output: ends[1]))
        do throws(SystemError) {
            for end in ends {
                Socket.setCloseOnExec(end)
                try Socket.setNonBlocking(end)
            }
        } catch {
            close()
            throw error
        }
    }

    /// Leaves a message; behind ``close()`` it is dropped, and who waits for a reply gets one.
    func post(_ message: Message) {
        let isDelivered = state.withLock { state in
            guard state.output >= 0 else { return false }
            state.messages.append(message)
            // One byte wakes the loop up however many messages wait.
            guard state.messages.count == 1 else { return true }
            var byte: UInt8 = 0
            _ = write(state.output, &byte, 1)
            return true
        }
        if !isDelivered { Self.drop(message) }
    }

    /// Takes all messages in order.
    func takeAll() -> [Message] {
        state.withLock { state in
            var bytes: (UInt64, UInt64) = (0, 0)
            _ = read(descriptor, &bytes, MemoryLayout.size(ofValue: bytes))
            defer { state.messages = [] }
            return state.messages
        }
    }

    /// Closes the pipe; late messages go nowhere.
    func close() {
        let late = state.withLock { state in
            guard state.output >= 0 else { return [Message]() }
            _ = Socket.close(state.output)
            _ = Socket.close(descriptor)
            state.output = -1
            defer { state.messages = [] }
            return state.messages
        }
        late.forEach(Self.drop)
    }

    private static func drop(_ message: Message) {
        switch message {
        case .piece(_, _, let goOn), .frames(_, _, let goOn): goOn(false)
        case .listen(let listeners, let done):
            for listener in listeners { _ = Socket.close(listener) }
            done()
        case .answered, .bodyEnded, .resume, .socketClosed, .stop: break
        }
    }
}
