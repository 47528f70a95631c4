import Foundation
import Teapot
import TeapotMock
import TeapotMockServer
import TeapotMockWebSocket
import TeapotTestSupport
import Testing

extension SocketSuites {
    /// Tests with websockets, a third-party client that checks every frame strictly (RFC 6455).
    @Suite(.enabled(if: Clients.equippedPython != nil, "TEAPOT_PYTHON names no Python with websockets"))
    struct `Python's WebSocket client` {
        private struct Broken: Error, CustomStringConvertible { var description: String { "the lid is off" } }

        /// The ways in which clients closed their sockets, as the server noticed them, in that order.
        private let closings = Locked<[String]>([])

        private func router() -> Router {
            let router = Router()
            let closings = closings
            router.get(
                "/echo",
                with: .webSocket { socket in
                    defer {
                        let code = socket.closeCode?.description ?? "none"
                        closings.withLock { $0.append("\(code) \(socket.closeReason ?? "none")") }
                    }
                    for try await message in socket.messages { try await socket.send(message) }
                })
            router.get("/chat", with: .webSocket(protocols: ["chat"]) { _ in })
            router.get("/returning", with: .webSocket { _ in })
            router.get("/throwing", with: .webSocket { _ in throw Broken() })
            router.get("/closing", with: .webSocket { try await $0.close(code: 4002, reason: "no more tea") })
            router.get(
                "/pinging",
                with: .webSocket { socket in
                    try await socket.ping(Data("lid".utf8))
                    try await socket.send("pinged")
                    for try await _ in socket.messages { break }
                    try await socket.ping()
                    try await socket.close(code: 1001)
                })
            router.get("/plain", with: .data(Data("plain".utf8)))
            return router
        }

        private func run(_ part: String) async throws -> [String] {
            try await Clients.serving(router()) { port in
                try await Clients.python("websocket_client.py", part, String(port))
            }
        }

        @Test func `receives every message unchanged`() async throws {
            let lines = try await run("echo")
            #expect(
                lines == [
                    #"extensions None"#,
                    #"'tea' True"#,
                    #"'' True"#,
                    #"'Grüße, 世界 🫖' True"#,
                    #"b'\x00\xff' True"#,
                    #"b'' True"#,
                    #"str of 125 True"#,
                    #"str of 126 True"#,
                    #"bytes of 65535 True"#,
                    #"str of 65536 True"#,
                ])
            #expect(await eventually(within: .seconds(60)) { closings.withLock { $0 == ["1000 "] } })
        }

        @Test func `may send a message in fragments, with a ping between them (RFC 6455 §5.4)`() async throws {
            let lines = try await run("fragments")
            #expect(lines == ["'one two three'", #"b'\x01\x02'"#, "'Earl Grey'"])
        }

        @Test func `pings, and is pinged (RFC 6455 §5.5.2)`() async throws {
            let lines = try await run("pings")
            #expect(
                lines == [
                    #"'pinged'"#,
                    #"1001 ''"#,
                    #"< PING 'lid' [text, 3 bytes]"#,
                    #"> PONG 'lid' [text, 3 bytes]"#,
                    #"> PING 'still there?' [text, 12 bytes]"#,
                    #"< PONG 'still there?' [text, 12 bytes]"#,
                    #"< PING '' [0 bytes]"#,
                    #"> PONG '' [0 bytes]"#,
                ])
        }

        @Test func `closes with the same reason as the server (RFC 6455 §7.4)`() async throws {
            let lines = try await run("codes")
            #expect(
                lines == [
                    #"/returning 1000 ''"#,
                    #"/throwing 1011 'the lid is off'"#,
                    #"/closing 4002 'no more tea'"#,
                    #"1000 1000 ''"#,
                    #"1001 1001 ''"#,
                    #"4001 4001 ''"#,
                ])
            let expected = ["1000 ", "1001 leaving", "4001 tea is cold"]
            // The server runs its handlers at the same time, and each notices its client's close at its own pace.
            _ = await eventually(within: .seconds(60)) { closings.withLock { $0.count == expected.count } }
            #expect(closings.withLock { $0 }.sorted() == expected)
        }

        @Test func `receives a large message, and the reason why a larger one is refused (RFC 6455 §7.4.1)`()
            async throws
        {
            let lines = try await run("large")
            #expect(
                lines == [
                    #"True"#,
                    #"1009 'A message may have at most 16777216 bytes.'"#,
                ])
        }

        @Test func `receives the subprotocol that both support (RFC 6455 §1.9)`() async throws {
            let lines = try await run("protocols")
            #expect(
                lines == [
                    #"['mail', 'chat'] chat 1000 ''"#,
                    #"['mail'] None 1000 ''"#,
                    #"None None 1000 ''"#,
                ])
        }

        @Test func `can have fifty connections at once`() async throws {
            let lines = try await run("many")
            #expect(lines == ["1225", "{1000}"])
            #expect(await eventually(within: .seconds(60)) { closings.withLock { $0.count == 50 } })
        }

        @Test func `receives the response of a path without a WebSocket`() async throws {
            let lines = try await run("nowhere")
            #expect(lines == ["200 plain"])
        }
    }
}
