import Foundation
import Teapot
import TeapotTestSupport
import TeapotTestTraits
import Testing

import TeapotMock
@testable import TeapotMockWebSocket

/// A service that returns each message.
@Sendable func echo(_ socket: WebSocket) async throws {
    for try await message in socket.messages { try await socket.send(message) }
}

@Suite(.inTurn) struct `A WebSocket` {
    @Test func `it echoes, and closes when its client does`() async {
        let connection = FakeConnection(subprotocol: "chat", echo)
        #expect(connection.socket.request.path == "/chat")
        #expect(connection.socket.subprotocol == "chat")
        connection.run()
        let reception = connection.receive(.text("Hello"), .data([1, 2]))
        #expect(reception == WebSocket.Reception())
        #expect(await eventually(within: .seconds(120)) { connection.frames.count == 2 })
        #expect(connection.socket.closeCode == nil && connection.socket.closeReason == nil)
        #expect(connection.receive(.close(1001, "bye")) == .init(reply: WebSocketFrame.close(1001), ends: true))
        await connection.finished()
        #expect(connection.frames == ["text Hello", "data [1, 2]", "close 1001 "])
        #expect(connection.socket.closeCode == .goingAway && connection.socket.closeReason == "bye")
        #expect(connection.receive(.text("more")) == .init(ends: true))
    }

    @Test func `pings are answered, but pongs aren't`() {
        let connection = FakeConnection(echo)
        connection.receive(.ping("a"), .ping(""), ClientFrame(first: 0x8A, payload: [0x62]))
        #expect(connection.frames == ["pong a", "pong "])
    }

    @Test func `it pings, and sends text and bytes`() async throws {
        let connection = FakeConnection { socket in
            try await socket.send("a")
            try await socket.send(Data([7]))
            try await socket.ping(Data("b".utf8))
            try await socket.ping()
        }
        connection.run()
        await connection.finished()
        #expect(connection.frames == ["text a", "data [7]", "ping b", "ping ", "close 1000 "])
        #expect(connection.receive(.close(1000)) == .init(ends: true))
        #expect(connection.socket.closeCode == .normalClosure)
    }

    @Test func `closing it ends its messages at once, and is answered by the client`() async throws {
        let seen = Locked<[WebSocket.Message]>([])
        let connection = FakeConnection { socket in
            for try await message in socket.messages {
                seen.withLock { $0.append(message) }
                try await socket.close(code: 4001, reason: "enough")
                try await socket.close()
            }
        }
        connection.receive(.text("a"), .text("b"))
        connection.run()
        await connection.finished()
        #expect(seen.withLock { $0 } == [.text("a")])
        #expect(connection.receive(.text("c"), .ping("d")) == .init(reply: WebSocketFrame.bytes(.pong, [0x64])))
        #expect(connection.receive(.close(4001)) == .init(ends: true))
        #expect(connection.frames == ["close 4001 enough", "pong d"])
        #expect(connection.socket.closeCode == 4001)
    }

    @Test func `a service that throws closes it with 1011 and the error`() async {
        struct Sad: Error, CustomStringConvertible { var description: String { "So sad" } }
        let connection = FakeConnection { _ in throw Sad() }
        connection.run()
        await connection.finished()
        #expect(connection.frames == ["close 1011 So sad"])
    }

    @Test(arguments: [nil, 1000, 1001])
    func `its messages end after the received ones if the client closes normally`(code: Int?) async throws {
        let connection = FakeConnection(echo)
        connection.receive(.text("a"), .close(code))
        var messages: [WebSocket.Message] = []
        for try await message in connection.socket.messages { messages.append(message) }
        #expect(messages == [.text("a")])
        #expect(connection.frames == ["close \(code ?? 0) "])
        #expect(connection.socket.closeCode?.rawValue == code ?? 1005)
    }

    @Test func `its messages throw if the client closes with an error`() async throws {
        let connection = FakeConnection(echo)
        connection.receive(.text("a"), .close(4002, "why"))
        let messages = connection.socket.messages.makeAsyncIterator()
        #expect(try await messages.next() == .text("a"))
        let error = await #expect(throws: WebSocketError.self) { try await messages.next() }
        #expect(error?.reason == .closed && error?.code == 4002)
        #expect(
            error?.description
                == "The client closed the WebSocket with the code 4002, “why”; nothing more can be sent.")
    }

    @Test func `its messages throw if the client breaks the protocol`() async throws {
        let connection = FakeConnection(limit: 10, echo)
        let reception = connection.receive(.text("a"), .data([UInt8](repeating: 0, count: 11)), .text("b"))
        #expect(reception.ends)
        #expect(connection.frames == ["close 1009 A message may have at most 10 bytes."])
        let messages = connection.socket.messages.makeAsyncIterator()
        #expect(try await messages.next() == .text("a"))
        let error = await #expect(throws: WebSocketError.self) { try await messages.next() }
        #expect(error?.reason == .violation && error?.code == .messageTooBig)
        connection.socket.connectionDidEnd()
        #expect(await #expect(throws: WebSocketError.self) { try await messages.next() } == error)
    }

    @Test func `its messages throw if the connection is lost, and its service is cancelled`() async throws {
        let ended = Locked<(any Error)?>(nil)
        let connection = FakeConnection { socket in
            do { try await echo(socket) } catch {
                ended.withLock { $0 = error }
                throw error
            }
        }
        connection.run()
        connection.receive(.text("a"))
        #expect(await eventually(within: .seconds(120)) { connection.frames == ["text a"] })
        connection.disconnect()
        await connection.finished()
        let error = try #require(ended.withLock { $0 } as? WebSocketError)
        #expect(error.reason == .connectionLost && error.code == .abnormalClosure)
        #expect(connection.socket.closeCode == .abnormalClosure && connection.socket.closeReason == "")
        #expect(connection.frames == ["text a"])
        #expect(await #expect(throws: WebSocketError.self) { try await connection.socket.send("b") } == error)
    }
}
