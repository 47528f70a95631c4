import Foundation
import Teapot
import TeapotMock
import TeapotMockServer
import TeapotMockWebSocket
import TeapotTestSupport
import Testing

extension SocketSuites {
    /// Tests of a server with a simulated network, over sockets.
    ///
    /// Its rates are measured by `teapot-benchmarks network`.
    @Suite struct `A server with a simulated network` {
        /// A network that is fast enough for a test, but slow enough that bytes wait.
        private static let fast = NetworkConditions(
            latency: 0.001, jitter: 0.001, bitsPerSecondDown: 400e6, bitsPerSecondUp: 400e6, packetLoss: 0.01,
            retransmissionTimeout: 0.0005)

        private func withServer<Result>(
            _ network: NetworkConditions?, limits: Server.Limits = Server.Limits(),
            _ body: (Router, UInt16) async throws -> Result
        ) async throws -> Result {
            let router = Router()
            router.network = network
            return try await running(Server(router: router, limits: limits)) { try await body(router, $0) }
        }

        private func body(_ count: Int) -> Data { Data((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) }) }

        @Test func `bodies in both directions are complete, one after another on a connection`() async throws {
            try await withServer(Self.fast) { router, port in
                router.post("/echo") { request in Response(body: request.body) }
                router.post("/later") { request async -> Response in Response(body: request.body) }
                router.get("/chunks", with: .stream((0..<40).map { body($0 * 100) }))
                let bodies = try await RawClient.talking(to: port) { client in
                    var bodies: [Data] = []
                    for (path, count) in [("/echo", 3_000_000), ("/later", 200_000), ("/echo", 0), ("/later", 5)] {
                        let head = "POST \(path) HTTP/1.1\r\nHost: a\r\nContent-Length: \(count)\r\n\r\n"
                        try client.stream.send(Data(head.utf8) + body(count))
                        bodies.append(try client.readResponse().body)
                    }
                    bodies.append(try client.exchange(get("/chunks")).body)
                    return bodies
                }
                #expect(bodies.dropLast() == [body(3_000_000), body(200_000), Data(), body(5)])
                #expect(bodies.last == (0..<40).map { body($0 * 100) }.reduce(Data(), +))
                #expect(router.journal.entries.map(\.ending) == Array(repeating: .responded(200), count: 5))
            }
        }

        @Test func `requests in one packet are answered in order`() async throws {
            try await withServer(Self.fast) { router, port in
                router.get("/slow", with: .data(body(50_000), contentType: "a/b"))
                router.get("/free", with: .data(body(10), contentType: "a/b")).network(.unlimited)
                let counts = try await RawClient.talking(to: port) { client in
                    try client.send([get("/free"), get("/slow"), get("/free"), get("/slow")].joined())
                    return try (0..<4).map { _ in try client.readResponse().body.count }
                }
                #expect(counts == [10, 50_000, 10, 50_000])
            }
        }

        @Test func `a short response keeps its pace before a request in the same packet`() async throws {
            try await withServer(nil) { router, port in
                let slow = NetworkConditions(bitsPerSecondDown: 160_000)
                router.get("/slow", with: .data(body(4000), contentType: "a/b")).network(slow)
                router.get("/free", with: .data(body(10), contentType: "a/b"))
                let counts = try await RawClient.talking(to: port) { client in
                    try client.send([get("/slow"), get("/free")].joined())
                    return try (0..<2).map { _ in try client.readResponse().body.count }
                }
                #expect(counts == [4000, 10])
                // 0.2 s at the rate, the minimum.
                #expect((router.journal.entries.first?.duration ?? 0) >= 0.15)
            }
        }

        @Test func `a response takes the time that the rate requires`() async throws {
            try await withServer(NetworkConditions(latency: 0.02, bitsPerSecondDown: 800_000)) { router, port in
                router.get("/x", with: .data(body(4000), contentType: "a/b"))
                let start = DispatchTime.now()
                let count = try await RawClient.talking(to: port) { try $0.exchange(get("/x")).body.count }
                #expect(count == 4000)
                // A busy machine may take longer, but never less.
                #expect(start + 0.06 <= .now())
                #expect((router.journal.entries.first?.duration ?? 0) >= 0.05)
            }
        }

        @Test func `a request takes the time that the rate requires before its handler runs`() async throws {
            try await withServer(NetworkConditions(bitsPerSecondUp: 8_000_000)) { router, port in
                let ran = Locked<DispatchTime?>(nil)
                router.post("/x") { request in
                    ran.withLock { $0 = .now() }
                    return Response(body: Data("\(request.body.count)".utf8))
                }
                for (path, count) in [("/x", 50_000), ("/x", 1000)] {
                    let start = DispatchTime.now()
                    let head = "POST \(path) HTTP/1.1\r\nHost: a\r\nContent-Length: \(count)\r\n\r\n"
                    let text = try await RawClient.talking(to: port) { client in
                        try client.stream.send(Data(head.utf8) + body(count))
                        return try client.readResponse().text
                    }
                    #expect(text == "\(count)")
                    let seconds = Double(count) / 1e6
                    // The handler ran after the body's transfer time.
                    #expect(ran.withLock { $0.map { start + seconds <= $0 } } == true)
                }
            }
        }

        @Test(arguments: [
            // A lost packet takes longer than the idle limit of a connection, and a byte longer than that of a body.
            NetworkConditions(bitsPerSecondDown: 8e6, packetLoss: 1, retransmissionTimeout: 0.15),
            NetworkConditions(bitsPerSecondUp: 80),
        ])
        func `a body that the network slows down isn't too slow for the limits`(network: NetworkConditions) async throws
        {
            let limits = Server.Limits(bodySeconds: 0.03, idleSeconds: 0.03)
            try await withServer(network, limits: limits) { router, port in
                router.post("/x") { request in Response(body: request.body) }
                let (status, echoed) = try await RawClient.talking(to: port) { client in
                    let head = "POST /x HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\n"
                    try client.send(head)
                    let status = try client.stream.readHead().status
                    try client.stream.send(body(3))
                    return (status, try client.readResponse().body)
                }
                #expect(status == 100)
                #expect(echoed == body(3))
            }
        }

        @Test func `a connection without a network is reset`() async throws {
            try await withServer(.offline) { router, port in
                let route = router.get("/x", with: .status(204))
                let error = await #expect(throws: (any Error).self) {
                    try await RawClient.talking(to: port) { try $0.exchange(get("/x")) }
                }
                #expect(error.map { "\($0)".contains("reset") } == true)
                #expect(route.answerCount == 0)
                #expect(router.journal.entries.map(\.ending) == [.failed])
                router.network = nil
                let status = try await RawClient.talking(to: port) { try $0.exchange(get("/x")).status }
                #expect(status == 204)
            }
        }

        @Test(arguments: [.infinity, 400e6])
        func `a connection is reset where the network is lost`(rate: Double) async throws {
            let network = NetworkConditions(bitsPerSecondDown: rate, offlineAfterBytes: 3000)
            try await withServer(network) { router, port in
                router.get("/x", with: .data(body(9000), contentType: "a/b"))
                router.get("/short", with: .data(body(3000), contentType: "a/b"))
                let error = await #expect(throws: (any Error).self) {
                    try await RawClient.talking(to: port) { try $0.exchange(get("/x")) }
                }
                #expect(error.map { "\($0)".contains("reset") } == true)
                let changes = router.journal.changes
                if router.journal.entries.first?.ending == nil {
                    for await _ in changes where router.journal.entries.first?.ending != nil { break }
                }
                #expect(router.journal.entries.map(\.ending) == [.failed])
                let short = try await RawClient.talking(to: port) { try $0.exchange(get("/short")).body }
                #expect(short == body(3000))
            }
        }

        @Test func `a client that leaves in the middle of a slow response ends it`() async throws {
            try await withServer(NetworkConditions(bitsPerSecondDown: 80_000)) { router, port in
                router.get("/x", with: .data(body(1_000_000), contentType: "a/b"))
                let changes = router.journal.changes
                let client = try RawClient(port: port)
                try client.send(get("/x"))
                _ = try client.stream.readHead()
                client.stream.reset()
                for await _ in changes where router.journal.entries.first?.ending != nil { break }
                #expect(router.journal.entries.map(\.ending) == [.abandoned])
            }
        }

        @Test func `a WebSocket echoes over a network`() async throws {
            try await withServer(Self.fast) { router, port in
                router.get(
                    "/chat",
                    with: .webSocket { socket in
                        for try await message in socket.messages { try await socket.send(message) }
                    })
                let opening =
                    "GET /chat HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                    + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
                let echoes = try await RawClient.talking(to: port) { client in
                    try client.send(opening)
                    _ = try client.stream.readHead()
                    return try (0..<20).map { number in
                        let text = Data(repeating: 0x61 + UInt8(number), count: 100)
                        try client.stream.send(Data([0x81, 0x80 | 100, 0, 0, 0, 0]) + text)
                        return try client.stream.read(exactly: 102) == Data([0x81, 100]) + text
                    }
                }
                #expect(echoes == Array(repeating: true, count: 20))
            }
        }
    }
}
