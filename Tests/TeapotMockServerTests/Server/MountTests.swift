import Foundation
import Teapot
import TeapotMock
import TeapotMockServer
import TeapotMockWebSocket
import TeapotTestSupport
import Testing

extension SocketSuites {
    /// Tests of an application that is mounted next to a server's router.
    @Suite struct `A mount` {
        /// A mount at `/app` that responds with a handler, and records the router's responses.
        private final class App: Mount {
            /// An event that the mount was notified of.
            enum Event: Equatable {
                case request(String, isLocal: Bool, port: UInt16)
                case response(Teapot.StatusCode, entry: Int)
                case piece(String, entry: Int)
            }

            let path: StaticString = "/app"
            private let handler: @Sendable (Request) async -> Response
            private let isObserving = Locked(false)
            private let told = Locked<[Event]>([])

            init(_ handler: @escaping @Sendable (Request) async -> Response = { _ in ["of": "the mount"] }) {
                self.handler = handler
            }

            var events: [Event] { told.withLock { $0 } }
            var observesResponses: Bool { isObserving.withLock { $0 } }

            func observe() { isObserving.withLock { $0 = true } }

            func response(to request: Request, from peer: Server.Peer) async -> Response {
                let event = Event.request(request.path, isLocal: peer.isLocal, port: peer.port)
                told.withLock { $0.append(event) }
                return await handler(request)
            }

            func willSend(_ response: Response, entry: Int) {
                told.withLock { $0.append(.response(response.status, entry: entry)) }
            }

            func willSend(_ piece: Data, entry: Int) {
                told.withLock { $0.append(.piece(String(decoding: piece, as: UTF8.self), entry: entry)) }
            }
        }

        /// Runs `body` with a server whose router has a plain and a streamed response, and stops the server afterwards.
        private func withServer<Result>(
            _ app: App, _ body: (Server, UInt16) async throws -> Result
        ) async throws -> Result {
            let router = Router()
            router.get("/plain", with: .status(202))
            router.get("/stream", with: .stream([Data("one".utf8), Data("two".utf8)]))
            let server = Server(router: router, limits: Server.Limits(), eventLoops: 1, mount: app)
            let port = try server.start()
            do {
                let result = try await body(server, port)
                try? await server.stop(within: 0)
                return result
            } catch {
                try? await server.stop(within: 0)
                throw error
            }
        }

        @Test func `responds at its path and below, without the router`() async throws {
            let app = App()
            try await withServer(app) { server, port in
                let statuses = try await RawClient.talking(to: port) { client in
                    try ["/app", "/app/", "/app/a?b", "/apps", "/", "/plain", "/a/app", "/%61pp"].map {
                        try client.exchange(get($0)).status
                    }
                }
                #expect(statuses == [200, 200, 200, 404, 404, 202, 404, 404])
                let requests = ["/app", "/app/", "/app/a"].map { App.Event.request($0, isLocal: true, port: port) }
                #expect(app.events == requests)
                let paths = server.router.journal.entries.map(\.request.path)
                #expect(paths == ["/apps", "/", "/plain", "/a/app", "/%61pp"])
            }
        }

        @Test func `observes the router's responses on request, but not its own`() async throws {
            let app = App { _ in .stream([Data("of the mount".utf8)]) }
            try await withServer(app) { server, port in
                let requests = try await RawClient.talking(to: port) { client in
                    _ = try client.exchange(get("/plain"))
                    app.observe()
                    for path in ["/plain", "/app", "/stream", "/none"] { _ = try client.exchange(get(path)) }
                    return server.router.journal.lastNumber
                }
                #expect(requests == 4)
                #expect(
                    app.events == [
                        .response(202, entry: 2), .request("/app", isLocal: true, port: port),
                        .response(200, entry: 3), .piece("one", entry: 3), .piece("two", entry: 3),
                        .response(404, entry: 4),
                    ])
            }
        }

        @Test func `can delay its response`() async throws {
            try await withServer(App { _ in Response(delay: 0.05) }) { server, port in
                let status = try await RawClient.talking(to: port) { try $0.exchange(get("/app")).status }
                #expect(status == 200)
                #expect(server.router.journal.lastNumber == 0)
            }
        }

        @Test func `is cancelled if its client disconnects`() async throws {
            let (started, cancelled) = (Gate(), Gate())
            let app = App { _ in
                started.open()
                if await !Gate().wait() { cancelled.open() }
                return Response()
            }
            let wasCancelled = try await withServer(app) { _, port in
                try await RawClient.talking(to: port) { client in
                    try client.send(get("/app"))
                    started.block()
                    client.stream.reset()
                    return cancelled.block(atMost: 20)
                }
            }
            #expect(wasCancelled)
        }

        @Test func `streams until its client closes its sending half, or the server stops`() async throws {
            let ended = [Gate(), Gate()]
            let app = App { request in
                let gate = ended[request.path == "/app/1" ? 1 : 0]
                return .stream(
                    .init { send in
                        send(Data("on".utf8))
                        await Gate().wait()
                        gate.open()
                    })
            }
            try await withServer(app) { server, port in
                let clients = try await onOwnThread {
                    try (0..<2).map { number in
                        let client = try RawClient(port: port)
                        try client.send(get("/app/\(number)"))
                        _ = try client.stream.readHead()
                        return client
                    }
                }
                clients[0].stream.endOutput()
                #expect(await ended[0].wait())
                #expect(!ended[1].isOpen)
                // This would take as long if it waited for the stream.
                try await server.stop(within: 1_000)
                #expect(await ended[1].wait())
                for client in clients { client.stream.close() }
            }
        }

        @Test func `can open a WebSocket`() async throws {
            let app = App { _ in .webSocket { socket in try await socket.send("at \(socket.request.path)") } }
            try await withServer(app) { server, port in
                let (head, text) = try await RawClient.talking(to: port) { client in
                    try client.send(
                        get(
                            "/app/chat", "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13",
                            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="))
                    return (try client.stream.readHead(), try client.stream.read(exactly: 14))
                }
                #expect(head.status == 101)
                #expect(text == Data([0x81, 12]) + Data("at /app/chat".utf8))
                #expect(server.router.journal.lastNumber == 0)
            }
        }
    }
}
