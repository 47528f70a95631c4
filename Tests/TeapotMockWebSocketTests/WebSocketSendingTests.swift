import Foundation
import Teapot
import TeapotTestSupport
import TeapotTestTraits
import Testing

import TeapotMock
import TeapotMockWebSocket

@Suite(.inTurn) struct `Sending over a WebSocket` {
    @Test func `sending after a close throws a clear error`() async throws {
        let connection = FakeConnection(echo)
        try await connection.socket.close(code: 1001)
        let error = await #expect(throws: WebSocketError.self) { try await connection.socket.send("late") }
        #expect(
            error?.description
                == "This side closed the WebSocket with the code 1001; nothing more can be sent. Send before close()."
        )
        #expect(error?.reason == .closed && error?.code == .goingAway)
        #expect(await #expect(throws: WebSocketError.self) { try await connection.socket.ping() } == error)
        let other = FakeConnection(echo)
        other.receive(.close(nil))
        let closed = await #expect(throws: WebSocketError.self) { try await other.socket.send("late") }
        #expect(closed?.description == "The client closed the WebSocket without a code; nothing more can be sent.")
        try await other.socket.close()
        #expect(other.frames == ["close 0 "])
    }

    @Test(arguments: [0, -1, 999, 1004, 1005, 1006, 1012, 1015, 2999, 5000, .max])
    func `a code that must not be sent is refused`(code: Int) async throws {
        let connection = FakeConnection(echo)
        let error = await #expect(throws: WebSocketError.self) {
            try await connection.socket.close(code: .init(rawValue: code))
        }
        #expect(error?.reason == .unsendable && error?.code == nil)
        try await connection.socket.send("still open")
    }

    @Test func `data that doesn't fit a control frame is refused`() async throws {
        let connection = FakeConnection(echo)
        let long = await #expect(throws: WebSocketError.self) { try await connection.socket.ping(Data(count: 126)) }
        #expect(long?.description == "A ping carries at most 125 bytes, not 126.")
        let reason = await #expect(throws: WebSocketError.self) {
            try await connection.socket.close(reason: String(repeating: "é", count: 62))
        }
        #expect(reason?.description == "The reason for closing has at most 123 bytes of UTF-8, not 124.")
        try await connection.socket.ping(Data(repeating: 0x61, count: 125))
        try await connection.socket.close(reason: String(repeating: "a", count: 123))
        #expect(connection.frames.count == 2)
    }

    @Test func `many tasks may send at once, and their messages stay whole`() async throws {
        let connection = FakeConnection { socket in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<50 {
                    group.addTask { for part in 0..<4 { try await socket.send("\(number) \(part)") } }
                }
                try await group.waitForAll()
            }
        }
        connection.run()
        await connection.finished()
        let frames = connection.frames
        #expect(connection.mostWriters == 1)
        #expect(frames.count == 201 && frames.last == "close 1000 ")
        for number in 0..<50 {
            #expect(frames.filter { $0.hasPrefix("text \(number) ") } == (0..<4).map { "text \(number) \($0)" })
        }
    }

    @Test func `sending waits while the client doesn't read, and a close waits its turn`() async throws {
        let connection = FakeConnection(echo)
        let gate = connection.stall()
        let done = Locked<[Int]>([])
        let tasks = (0..<3).map { number in
            Task {
                try await connection.socket.send("\(number)")
                done.withLock { $0.append(number) }
            }
        }
        #expect(await eventually(within: .seconds(120)) { connection.frames.count == 1 })
        let close = Task { try await connection.socket.close() }
        // Its messages end immediately.
        #expect(try await connection.socket.messages.makeAsyncIterator().next() == nil)
        #expect(done.withLock { $0 } == [])
        #expect(connection.frames.count == 1)
        gate.open()
        try await close.value
        for task in tasks { _ = await task.result }
        #expect(connection.frames.last == "close 1000 ")
        #expect(connection.frames.count == 1 + done.withLock { $0.count })
    }

    @Test func `a cancelled task's message isn't sent, but others are`() async throws {
        let connection = FakeConnection(echo)
        let gate = connection.stall()
        let first = Task { try await connection.socket.send("first") }
        #expect(await eventually(within: .seconds(120)) { connection.frames == ["text first"] })
        let second = Task { try await connection.socket.send("second") }
        second.cancel()
        await #expect(throws: CancellationError.self) { try await second.value }
        gate.open()
        try await first.value
        try await connection.socket.send("third")
        #expect(connection.frames == ["text first", "text third"])
    }

    @Test func `a service that waits to send ends if the client disconnects`() async {
        let connection = FakeConnection { socket in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<3 { group.addTask { try await socket.send("x") } }
                try await group.waitForAll()
            }
        }
        _ = connection.stall()
        connection.run()
        #expect(await eventually(within: .seconds(120)) { connection.frames == ["text x"] })
        connection.disconnect()
        await connection.finished()
        #expect(connection.frames == ["text x"])
        let error = await #expect(throws: WebSocketError.self) { try await connection.socket.send("y") }
        #expect(error?.reason == .connectionLost)
    }

    @Test func `a failed write ends the connection`() async {
        let connection = FakeConnection(echo)
        let socket = WebSocket(request: connection.socket.request, subprotocol: nil, service: .init(echo)) { _ in
            throw FakeConnection.Gone()
        }
        let error = await #expect(throws: WebSocketError.self) { try await socket.send("x") }
        #expect(error?.reason == .connectionLost)
        #expect(socket.closeCode == .abnormalClosure)
        #expect(
            await #expect(throws: WebSocketError.self) { try await socket.messages.makeAsyncIterator().next() } == error
        )
    }
}
