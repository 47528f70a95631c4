import Foundation
import Teapot
import TeapotMock
import TeapotMockServer
import TeapotMockWebSocket
import TeapotTestSupport
import Testing

extension SocketSuites {
    /// Tests of WebSockets over raw sockets; the protocol itself is tested without sockets.
    @Suite struct `A server's WebSockets` {
        private func opening(_ path: String, _ lines: String...) -> String {
            "GET \(path) HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: keep-alive, Upgrade\r\n"
                + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
                + lines.map { $0 + "\r\n" }.joined() + "\r\n"
        }

        /// Returns a client's frame, masked with zeros.
        private func frame(_ opcode: UInt8, _ payload: Data) -> Data {
            Data([0x80 | opcode, 0x80 | UInt8(payload.count), 0, 0, 0, 0]) + payload
        }

        private func echo() -> Router {
            let router = Router()
            let service = WebSocket.Service(protocols: ["chat"]) { socket in
                for try await message in socket.messages {
                    guard case .text(let text) = message else { continue }
                    try await socket.send("\(socket.request["room"] ?? "") \(text)")
                }
            }
            var response = Response(status: 101)
            response.content = .webSocket(service)
            router.get("/chat/:room", with: response)
            return router
        }

        @Test func `a connection becomes a WebSocket, echoes, and closes (RFC 6455 §1.2)`() async throws {
            let server = Server(router: echo())
            let port = try server.start()
            let (head, text, end) = try await RawClient.talking(to: port) { client in
                // The first frame may arrive with the handshake.
                try client.stream.send(
                    Data(opening("/chat/tea", "Sec-WebSocket-Protocol: x, chat").utf8) + frame(1, Data("hi".utf8)))
                let head = try client.stream.readHead()
                let text = try client.stream.read(exactly: 8)
                try client.stream.send(frame(8, Data([0x03, 0xE8])))
                return (head, text, try client.stream.readToEnd())
            }
            try await server.stop()
            #expect(head.status == 101)
            #expect(head.headers["Sec-WebSocket-Accept"] == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
            #expect(head.headers["Sec-WebSocket-Protocol"] == "chat")
            #expect(head.headers["Content-Length"] == nil)
            #expect(text == Data([0x81, 6]) + Data("tea hi".utf8))
            #expect(end == Data([0x88, 2, 0x03, 0xE8]))
            #expect(server.router.journal.entries.first?.ending == .responded(101))
        }

        @Test func `a request without an upgrade is refused with instructions, and the connection stays open`()
            async throws
        {
            let server = Server(router: echo())
            let port = try server.start()
            let (refusal, again) = try await RawClient.talking(to: port) { client in
                let plain = "GET /chat/tea HTTP/1.1\r\nHost: a\r\n\r\n"
                return (try client.exchange(plain), try client.exchange(plain))
            }
            try await server.stop()
            #expect(refusal.status == 426)
            #expect(refusal.headers["Upgrade"] == "websocket")
            #expect(again.status == 426)
        }

        @Test func `a refused handshake doesn't affect the next request`() async throws {
            let server = Server(router: echo())
            let port = try server.start()
            let texts = try await RawClient.talking(to: port) { client in
                let keyless = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
                return try [keyless, ""].map { fields in
                    let refusal = try client.exchange("GET /chat/tea HTTP/1.1\r\nHost: a\r\n\(fields)\r\n")
                    return "\(refusal.status): \(refusal.text)"
                }
            }
            try await server.stop()
            #expect(texts[0].hasPrefix("400: ") && texts[0].contains("Sec-WebSocket-Key"), "\(texts)")
            #expect(texts[1].hasPrefix("426: "), "\(texts)")
        }

        @Test func `a server that stops closes its sockets with 1001 (RFC 6455 §7.4.1)`() async throws {
            let server = Server(router: echo())
            let port = try server.start()
            let joined = Gate()
            async let end = RawClient.talking(to: port) { client in
                try client.send(opening("/chat/tea"))
                _ = try client.stream.readHead()
                joined.open()
                let close = try client.stream.read(exactly: 4)
                try client.stream.send(frame(8, Data([0x03, 0xE9])))
                return close + (try client.stream.readToEnd())
            }
            await joined.wait()
            try await server.stop(within: 60)
            let bytes = try await end
            #expect(Array(bytes) == [0x88, 2, 0x03, 0xE9])
        }

        @Test func `invalid headers are an error before a socket is opened`() async throws {
            let (router, ran) = (Router(), Locked(false))
            var response = Response.webSocket { _ in ran.withLock { $0 = true } }
            response.headers["X-Bad"] = "a\u{1}"
            router.get("/bad", with: response)
            try await running(Server(router: router)) { port in
                let message = try await RawClient.talking(to: port) { try $0.exchange(opening("/bad")) }
                #expect(message.status == 500)
                #expect(message.text.contains("X-Bad"))
                #expect(router.journal.entries.map(\.ending) == [.responded(500)])
                #expect(!ran.withLock { $0 })
            }
        }

        @Test func `a client that doesn't read suspends the sender, and disconnecting ends the socket`()
            async throws
        {
            let (router, ended, sent) = (Router(), Gate(), Locked(0))
            router.get(
                "/flood",
                with: .webSocket { socket in
                    defer { ended.open() }
                    while true {
                        try await socket.send(Data(count: 64 * 1024))
                        sent.withLock { $0 += 1 }
                    }
                })
            let server = Server(router: router)
            let port = try server.start()
            try await RawClient.talking(to: port) { client in
                try client.send(opening("/flood"))
                _ = try client.stream.readHead()
                for _ in 0..<20 { _ = try client.stream.read(exactly: 64 * 1024) }
                #expect(sent.withLock { $0 } < 1_000)
            }
            await ended.wait()
            try await server.stop()
        }
    }
}
