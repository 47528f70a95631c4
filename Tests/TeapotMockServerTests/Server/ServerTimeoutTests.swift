import Foundation
import Teapot
import TeapotMock
import TeapotMockServer
import TeapotTestSupport
import Testing

extension SocketSuites {
    /// Tests of clients that are too slow, servers that stop or refuse connections, and more than one loop.
    @Suite struct `A server's timeouts` {
        @Test func `a head that arrives too slowly is refused, however much arrives (RFC 9110 §15.5.9)`() async throws {
            try await withServer(limits: Server.Limits(headSeconds: 0.2)) { _, port in
                let text = try await RawClient.talking(to: port) { client in
                    try client.send("GET / HTTP/1.1\r\nHost: a\r\nX-Slow: ")
                    // Occasional bytes do not extend the time limit.
                    while (try? client.send("a")) != nil, !client.stream.hasInput() { usleep(20_000) }
                    return String(decoding: try client.stream.readToEnd(), as: UTF8.self)
                }
                #expect(text.hasPrefix("HTTP/1.1 408 Request Timeout\r\n"))
                #expect(text.hasSuffix("\r\n\r\nThe request's head was not received within 0.2 s.\n"))
            }
        }

        @Test func `a body that stops arriving is refused`() async throws {
            try await withServer(limits: Server.Limits(bodySeconds: 0.2)) { _, port in
                let text = try await RawClient.talking(to: port) { client in
                    try client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nhalf")
                    return String(decoding: try client.stream.readToEnd(), as: UTF8.self)
                }
                #expect(text.hasPrefix("HTTP/1.1 408 Request Timeout\r\n"))
                #expect(text.hasSuffix("\r\n\r\nNo bytes of the request's body arrived for 0.2 s.\n"))
            }
        }

        @Test func `a connection without a request is closed without a response`() async throws {
            try await withServer(limits: Server.Limits(idleSeconds: 0.1)) { _, port in
                let rest = try await RawClient.talking(to: port) { client in
                    _ = try client.exchange(get())
                    return try client.stream.readToEnd()
                }
                #expect(rest.isEmpty)
            }
        }

        @Test func `a client that reads slowly is served as long as it reads`() async throws {
            let handler: @Sendable (Request) async throws -> Response = { _ in Response(body: Data(count: 40_000_000)) }
            try await withServer(limits: Server.Limits(idleSeconds: 0.3), handler) { _, port in
                let count = try await RawClient.talking(to: port) { client in
                    try client.send(get("/", "Connection: close"))
                    var count = 0
                    while count < 40_000_000 {
                        let piece = try client.stream.read()
                        if piece.isEmpty { break }
                        count += piece.count
                        // Longer in total than the limit for a silent client.
                        if count % 10 == 0 { usleep(3_000) }
                    }
                    return count
                }
                #expect(count >= 40_000_000)
            }
        }

        @Test func `a handler may take longer than any client`() async throws {
            var status: Int?
            // If the machine is so busy that the request itself is late, longer limits show the same.
            for seconds in [0.05, 0.5, 5] where status != 204 {
                let limits = Server.Limits(headSeconds: seconds, bodySeconds: seconds, idleSeconds: seconds)
                let handler: @Sendable (Request) async throws -> Response = { _ in
                    Response(status: 204, delay: seconds * 8)
                }
                try await withServer(limits: limits, handler) { _, port in
                    status = try? await RawClient.talking(to: port) { try $0.exchange(get()).status }
                }
            }
            #expect(status == 204)
        }

        @Test func `connections over the limit wait until one ends`() async throws {
            try await withServer(limits: Server.Limits(connections: 2)) { _, port in
                let statuses = try await onOwnThread {
                    let clients = try (0..<6).map { _ in try RawClient(port: port) }
                    return try clients.map { client in
                        defer { client.stream.close() }
                        return try client.exchange(get()).status
                    }
                }
                #expect(statuses == Array(repeating: 200, count: 6))
            }
        }

        @Test func `a connection over the limit waits`() async throws {
            try await withServer(limits: Server.Limits(connections: 1)) { _, port in
                let (answers, status) = try await onOwnThread {
                    try waitForRoom(after: RawClient(port: port), on: port)
                }
                #expect(answers == Array(repeating: false, count: 10))
                #expect(status == 200)
            }
        }

        @Test(.enabled(if: Clients.hasIPv6, "this machine has no ::1"))
        func `the limit applies to connections to both addresses together`() async throws {
            try await withServer(limits: Server.Limits(connections: 1)) { _, port in
                let (answers, status) = try await onOwnThread {
                    let first = try RawClient(port: port)
                    _ = try first.exchange(get())
                    var waiting = [try RawClient(port: port), try RawClient(port: port, at: .loopback6)]
                    defer { for client in waiting { client.stream.close() } }
                    for client in waiting { try client.send(get()) }
                    first.stream.close()
                    // Either may come first.
                    while !waiting.contains(where: { $0.stream.hasInput() }) { sched_yield() }
                    let next = waiting.remove(at: waiting[0].stream.hasInput() ? 0 : 1)
                    _ = try next.readResponse()
                    let answers = try (0..<10).map { _ in
                        _ = try next.exchange(get())
                        return waiting[0].stream.hasInput()
                    }
                    next.stream.close()
                    return (answers, try waiting[0].readResponse().status)
                }
                #expect(answers == Array(repeating: false, count: 10))
                #expect(status == 200)
            }
        }

        @Test func `stopping completes requests in progress, and closes idle connections`() async throws {
            let (began, gate) = (Gate(), Gate())
            let server = Server { request in
                began.open()
                await gate.wait()
                return Response(body: Data("done".utf8))
            }
            let port = try server.start()
            async let text = RawClient.talking(to: port) { client in
                try client.send(get())
                return String(decoding: try client.stream.readToEnd(), as: UTF8.self)
            }
            let idle = try RawClient(port: port)
            await began.wait()
            async let stopped: Void = server.stop(within: 60)
            let rest = try await onOwnThread { try idle.stream.readToEnd() }
            #expect(rest.isEmpty)
            idle.stream.close()
            gate.open()
            try await stopped
            #expect(try await text.hasSuffix("Connection: close\r\n\r\ndone"))
        }

        @Test func `the port is free while requests in progress are completed`() async throws {
            let (began, gate) = (Gate(), Gate())
            let server = Server { _ in
                began.open()
                await gate.wait()
                return Response()
            }
            let port = try server.start()
            async let response = RawClient.talking(to: port) { try $0.exchange(get()).status }
            await began.wait()
            async let stopped: Void = server.stop(within: 60)
            let other = Server()
            #expect(await eventually(within: .seconds(60)) { (try? other.start(port: port)) != nil })
            let error = #expect(throws: Server.StartError.self) { try server.start() }
            #expect(error?.reason == .stopping)
            gate.open()
            try await stopped
            #expect(try await response == 200)
            try await other.stop()
        }

        @Test func `connections are refused, and accepted again, on the same port`() async throws {
            try await withServer { server, port in
                for _ in 0..<3 {
                    let open = try RawClient(port: port)
                    try await server.refuseConnections()
                    #expect(throws: (any Error).self) { try RawClient(port: port) }
                    let status = try await onOwnThread { try open.exchange(get()).status }
                    #expect(status == 200)
                    open.stream.close()
                    try await server.acceptConnections()
                    let again = try await RawClient.talking(to: port) { try $0.exchange(get()).status }
                    #expect(again == 200)
                }
            }
            let stopped = Server()
            await #expect(throws: Server.NotRunning.self) { try await stopped.refuseConnections() }
        }

        // On other systems, a socket that stops listening is closed, and another one has to be bound to the port.
        #if (os(Linux) || os(Android)) && !TEAPOT_KQUEUE
            @Test(arguments: [1, 4]) func `no other socket gets the port of a server that refuses`(
                eventLoops: Int
            ) async throws {
                let server = Server(eventLoops: eventLoops)
                let (port, isOver) = (try server.start(), Gate())
                async let taken = onOwnThread {
                    var count = 0
                    while !isOver.isOpen {
                        guard let descriptor = try? Socket.bound(to: .loopback4, port: port) else { continue }
                        _ = Socket.close(descriptor)
                        count += 1
                    }
                    return count
                }
                // Before `taken` is awaited, even if an error is thrown.
                defer { isOver.open() }
                for _ in 0..<500 {
                    try await server.refuseConnections()
                    try await server.acceptConnections()
                }
                isOver.open()
                #expect(try await taken == 0)
                #expect(try await RawClient.talking(to: port) { try $0.exchange(get()).status } == 404)
                try await server.stop()
            }
        #endif

        @Test func `a request that arrived before the server stopped is answered`() async throws {
            let (entered, goesOn) = (Gate(), DispatchSemaphore(value: 0))
            let server = Server()
            server.router.get("/first") { _ in
                entered.open()
                goesOn.wait()
            }
            server.router.get("/second", with: .text("2"))
            let port = try server.start()
            let first = try RawClient(port: port)
            try first.send(get("/first"))
            await entered.wait()
            let second = try RawClient(port: port)
            // The loop is so busy that it hasn't even accepted the second.
            try second.send(get("/second"))
            async let stop: Void = server.stop(within: 60)
            #expect(await eventually { server.port == nil })
            goesOn.signal()
            let texts = try await onOwnThread { try [first, second].map { try $0.readResponse().text } }
            #expect(texts == ["", "2"])
            try await stop
        }

        @Test func `a connection over the limit still waits after connections are accepted again`() async throws {
            try await withServer(limits: Server.Limits(connections: 1)) { server, port in
                let first = try RawClient(port: port)
                _ = try await onOwnThread { try first.exchange(get()) }
                try await server.refuseConnections()
                try await server.acceptConnections()
                let (answers, status) = try await onOwnThread { try waitForRoom(after: first, on: port) }
                #expect(answers == Array(repeating: false, count: 10))
                #expect(status == 200)
            }
        }

        @Test func `four loops serve one port`() async throws {
            let server = Server(eventLoops: 4)
            server.router.get("/:id") { request in .data(Data((request["id"] ?? "").utf8)) }
            let port = try server.start()
            let bodies = try await onOwnThread {
                let clients = try (0..<40).map { _ in try RawClient(port: port) }
                defer { for client in clients { client.stream.close() } }
                return try clients.enumerated().map { try $1.exchange(get("/\($0)")).text }
            }
            #expect(bodies == (0..<40).map(String.init))
            #expect(try server.router.journal.count() == 40)
            try await server.stop()
            #expect(throws: (any Error).self) { try RawClient(port: port) }
        }

        @Test func `the IPv6 loopback address is served on the same port, if there is one`() async throws {
            try await withServer { server, port in
                let probe = try? Socket.bound(to: .loopback6, port: 0)
                guard let probe else { return }
                _ = Socket.close(probe)
                let error = #expect(throws: SystemError.self) {
                    let second = try Socket.bound(to: .loopback6, port: port)
                    _ = Socket.close(second)
                }
                #expect(error?.code == EADDRINUSE)
            }
        }
    }
}

extension SocketSuites {
    /// Sends a request on a second connection and ten on the first, and then closes the first.
    ///
    /// - Returns: Whether the second had a response after each of the ten, and the status that it finally got.
    fileprivate static func waitForRoom(after first: RawClient, on port: UInt16) throws
        -> (answers: [Bool], status: Int)
    {
        let second = try RawClient(port: port)
        defer { second.stream.close() }
        try second.send(get())
        // Each response to the first shows that the loop has checked the second again.
        let answers = try (0..<10).map { _ in
            _ = try first.exchange(get())
            return second.stream.hasInput()
        }
        first.stream.close()
        return (answers, try second.readResponse().status)
    }
}
