import Foundation
import Teapot
import TeapotMock

/// A queue of messages from other threads to the event loop, with a pipe whose reading end wakes the loop.
final class Mailbox: Sendable {
    enum Message: Sendable {
        /// The delay before a handler is over.
        case handlerBegins(EventLoop.ConnectionID)
        /// A handler has responded to a connection's request; the mount's responses have no entry.
        case answered(EventLoop.ConnectionID, Response, entry: Int?)
        /// A piece of a body is available.
        ///
        /// Once the client has read enough, the closure tells the producer whether to create another piece.
        case piece(EventLoop.ConnectionID, Data, goOn: @Sendable (Bool) -> Void)
        /// A body is complete, or its producer failed.
        case bodyEnded(EventLoop.ConnectionID, hasFailed: Bool)
        /// A WebSocket has frames for its client; once the client has read enough, the closure tells the WebSocket
        /// whether they were sent.
        case frames(EventLoop.ConnectionID, [UInt8], goOn: @Sendable (Bool) -> Void)
        /// A WebSocket can accept more messages from its client.
        case resume(EventLoop.ConnectionID)
        /// A WebSocket's closure has returned, and its side is closed.
        case socketClosed(EventLoop.ConnectionID)
        /// The loop must listen only on these sockets from now on, and owns them.
        case listen([Int32], done: @Sendable () -> Void)
        /// The server must stop; current requests may continue for this time, in seconds.
        case stop(within: Double)
    }

    private struct State {
        var messages: [Message] = []
        /// The pipe's writing end, or -1 after the mailbox is closed.
        var output: Int32
    }

    /// The pipe's reading end, readable while there are messages.
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

    /// Adds a message; after ``close()``, the message is dropped, and code that waits for a reply gets one.
    func post(_ message: Message) {
        let isDelivered = state.withLock { state in
            guard state.output >= 0 else { return false }
            state.messages.append(message)
            // A single byte wakes the loop, regardless of the number of messages.
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

    /// Closes the pipe; later messages are dropped.
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
        case .handlerBegins, .answered, .bodyEnded, .resume, .socketClosed, .stop: break
        }
    }
}
