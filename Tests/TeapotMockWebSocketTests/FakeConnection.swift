import Teapot
import TeapotTestSupport

import TeapotMock
import TeapotMockWebSocket

/// A connection without a socket, whose client a test simulates.
final class FakeConnection: Sendable {
    struct Gone: Error {}

    /// The output to the client.
    private final class Wire: Sendable {
        struct State {
            var bytes: [UInt8] = []
            var isGone = false
            var writers = 0
            var mostWriters = 0
            /// A gate that is closed while the client doesn't read.
            var gate: Gate?
        }
        let state = Locked(State())

        func write(_ bytes: [UInt8]) async throws {
            let gate = try state.withLock { state in
                guard !state.isGone else { throw Gone() }
                state.bytes += bytes
                state.writers += 1
                state.mostWriters = max(state.mostWriters, state.writers)
                return state.gate
            }
            await Task.yield()
            let isRead = await gate?.wait() ?? true
            let isGone = state.withLock { state in
                state.writers -= 1
                return state.isGone
            }
            if isGone { throw Gone() }
            if !isRead { throw CancellationError() }
        }
    }

    let socket: WebSocket
    private let wire = Wire()
    /// A gate that opens when reading may continue.
    let resumed = Gate()
    private let task = Locked<Task<Void, Never>?>(nil)

    init(
        subprotocol: String? = nil,
        limit: Int = 1 << 20,
        _ handler: @escaping @Sendable (WebSocket) async throws -> Void
    ) {
        let (wire, resumed) = (wire, resumed)
        socket = WebSocket(
            request: Request(method: "GET", path: "/chat"), subprotocol: subprotocol,
            service: .init(maximumMessageBytes: limit, handler),
            resume: { resumed.open() }, write: { try await wire.write($0) })
    }

    /// Starts serving.
    func run() {
        let socket = socket
        task.withLock { $0 = Task { await socket.run() } }
    }

    /// Waits until the service has ended and everything is written.
    func finished() async { await task.withLock { $0 }?.value }

    func cancel() { task.withLock { $0 }?.cancel() }

    /// Receives frames from the client.
    @discardableResult
    func receive(_ frames: ClientFrame...) -> WebSocket.Reception {
        let reception = frames.flatMap(\.bytes).withUnsafeBytes { socket.received($0) }
        wire.state.withLock { state in
            state.bytes += reception.reply
            if reception.ends { state.isGone = true }
        }
        return reception
    }

    /// Disconnects the client.
    func disconnect() {
        wire.state.withLock { state in
            state.isGone = true
            state.gate?.open()
        }
        socket.connectionDidEnd()
        cancel()
    }

    /// Makes the client stop reading until the gate opens.
    func stall() -> Gate {
        let gate = Gate()
        wire.state.withLock { $0.gate = gate }
        return gate
    }

    /// The maximum number of concurrent writes.
    var mostWriters: Int { wire.state.withLock { $0.mostWriters } }

    /// The frames that the client received, such as `text Hello` and `close 1000 bye`, decoded independently.
    var frames: [String] {
        var rest = wire.state.withLock { $0.bytes }[...]
        var frames: [String] = []
        while let first = rest.popFirst(), let second = rest.popFirst() {
            let size = second == 126 ? 2 : second == 127 ? 8 : 0
            let count = size == 0 ? Int(second) : rest.prefix(size).reduce(0) { $0 << 8 | Int($1) }
            let payload = rest.dropFirst(size).prefix(count)
            rest = rest.dropFirst(size + count)
            let text = String(decoding: payload, as: UTF8.self)
            switch first {
            case 0x81: frames.append("text \(text)")
            case 0x82: frames.append("data \(Array(payload))")
            case 0x89: frames.append("ping \(text)")
            case 0x8A: frames.append("pong \(text)")
            case 0x88:
                let code = payload.prefix(2).reduce(0) { $0 << 8 | Int($1) }
                frames.append("close \(code) \(String(decoding: payload.dropFirst(2), as: UTF8.self))")
            default: frames.append("unknown \(first)")
            }
        }
        return frames
    }
}
