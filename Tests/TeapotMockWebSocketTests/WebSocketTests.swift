import Foundation
import Teapot
import TeapotTestSupport
import TeapotTestTraits
import Testing

import TeapotMock
@testable import TeapotMockWebSocket

/// Returns what it receives, as a service.
@Sendable func echo(_ socket: WebSocket) async throws {
    for try await message in socket.messages { try await socket.send(message) }
}

@Suite(.inTurn) struct `A WebSocket` {
    @Test func `it echoes, and closes when its client does`() async {
        let carrier = FakeCarrier(subprotocol: "chat", echo)
        #expect(carrier.socket.request.path == "/chat")
        #expect(carrier.socket.subprotocol == "chat")
        carrier.run()
        let reception = carrier.receive(.text("Hello"), .data([1, 2]))
        #expect(reception == WebSocket.Reception())
        #expect(await eventually(within: .seconds(120)) { carrier.frames.count == 2 })
        #expect(carrier.socket.closeCode == nil && carrier.socket.closeReason == nil)
        #expect(carrier.receive(.close(1001, "bye")) == .init(reply: WebSocketFrame.close(1001), ends: true))
        await carrier.finished()
        #expect(carrier.frames == ["text Hello", "data [1, 2]", "close 1001 "])
        #expect(carrier.socket.closeCode == .goingAway && carrier.socket.closeReason == "bye")
        #expect(carrier.receive(.text("more")) == .init(ends: true))
    }

    @Test func `pings are answered, and pongs are not`() {
        let carrier = FakeCarrier(echo)
        carrier.receive(.ping("a"), .ping(""), ClientFrame(first: 0x8A, payload: [0x62]))
        #expect(carrier.frames == ["pong a", "pong "])
    }

    @Test func `it pings, and sends text and bytes`() async throws {
        let carrier = FakeCarrier { socket in
            try await socket.send("a")
            try await socket.send(Data([7]))
            try await socket.ping(Data("b".utf8))
            try await socket.ping()
        }
        carrier.run()
        await carrier.finished()
        #expect(carrier.frames == ["text a", "data [7]", "ping b", "ping ", "close 1000 "])
        #expect(carrier.receive(.close(1000)) == .init(ends: true))
        #expect(carrier.socket.closeCode == .normalClosure)
    }

    @Test func `closing it ends its messages at once, and is answered by the client`() async throws {
        let seen = Locked<[WebSocket.Message]>([])
        let carrier = FakeCarrier { socket in
            for try await message in socket.messages {
                seen.withLock { $0.append(message) }
                try await socket.close(code: 4001, reason: "enough")
                try await socket.close()
            }
        }
        carrier.receive(.text("a"), .text("b"))
        carrier.run()
        await carrier.finished()
        #expect(seen.withLock { $0 } == [.text("a")])
        #expect(carrier.receive(.text("c"), .ping("d")) == .init(reply: WebSocketFrame.bytes(.pong, [0x64])))
        #expect(carrier.receive(.close(4001)) == .init(ends: true))
        #expect(carrier.frames == ["close 4001 enough", "pong d"])
        #expect(carrier.socket.closeCode == 4001)
    }

    @Test func `a service that throws closes it with 1011 and the error`() async {
        struct Sad: Error, CustomStringConvertible { var description: String { "So sad" } }
        let carrier = FakeCarrier { _ in throw Sad() }
        carrier.run()
        await carrier.finished()
        #expect(carrier.frames == ["close 1011 So sad"])
    }

    @Test(arguments: [nil, 1000, 1001])
    func `its messages end when the client closes in order, behind those that came`(code: Int?) async throws {
        let carrier = FakeCarrier(echo)
        carrier.receive(.text("a"), .close(code))
        var messages: [WebSocket.Message] = []
        for try await message in carrier.socket.messages { messages.append(message) }
        #expect(messages == [.text("a")])
        #expect(carrier.frames == ["close \(code ?? 0) "])
        #expect(carrier.socket.closeCode?.rawValue == code ?? 1005)
    }

    @Test func `its messages throw when the client closes with an error`() async throws {
        let carrier = FakeCarrier(echo)
        carrier.receive(.text("a"), .close(4002, "why"))
        let messages = carrier.socket.messages.makeAsyncIterator()
        #expect(try await messages.next() == .text("a"))
        let error = await #expect(throws: WebSocketError.self) { try await messages.next() }
        #expect(error?.reason == .closed && error?.code == 4002)
        #expect(
            error?.description
                == "The client closed the WebSocket with the code 4002, “why”; nothing more can be sent.")
    }

    @Test func `its messages throw when the client breaks the protocol`() async throws {
        let carrier = FakeCarrier(limit: 10, echo)
        let reception = carrier.receive(.text("a"), .data([UInt8](repeating: 0, count: 11)), .text("b"))
        #expect(reception.ends)
        #expect(carrier.frames == ["close 1009 A message may have at most 10 bytes."])
        let messages = carrier.socket.messages.makeAsyncIterator()
        #expect(try await messages.next() == .text("a"))
        let error = await #expect(throws: WebSocketError.self) { try await messages.next() }
        #expect(error?.reason == .violation && error?.code == .messageTooBig)
        carrier.socket.connectionDidEnd()
        #expect(await #expect(throws: WebSocketError.self) { try await messages.next() } == error)
    }

    @Test func `its messages throw when the connection is lost, and its service is cancelled`() async throws {
        let ended = Locked<(any Error)?>(nil)
        let carrier = FakeCarrier { socket in
            do { try await echo(socket) } catch {
                ended.withLock { $0 = error }
                throw error
            }
        }
        carrier.run()
        carrier.receive(.text("a"))
        #expect(await eventually(within: .seconds(120)) { carrier.frames == ["text a"] })
        carrier.disconnect()
        await carrier.finished()
        let error = try #require(ended.withLock { $0 } as? WebSocketError)
        #expect(error.reason == .connectionLost && error.code == .abnormalClosure)
        #expect(carrier.socket.closeCode == .abnormalClosure && carrier.socket.closeReason == "")
        #expect(carrier.frames == ["text a"])
        #expect(await #expect(throws: WebSocketError.self) { try await carrier.socket.send("b") } == error)
    }
}
