import Foundation
import Teapot
import TeapotMock
import TeapotMockServer
import TeapotTestSupport
import Testing

extension SocketSuites {
    /// Tests of starting and stopping, and that no resources are leaked.
    @Suite struct `A server's lifetime` {
        @Test func `a server has an address only while it runs`() async throws {
            let server = Server(handler: SocketSuites.echo)
            #expect(server.baseURL == nil)
            let port = try server.start()
            #expect(server.port == port)
            #expect(server.baseURL?.absoluteString == "http://127.0.0.1:\(port)")
            try await server.stop()
            #expect(server.port == nil)
            #expect(server.baseURL == nil)
        }

        @Test func `starting a server twice throws an error that says so`() async throws {
            try await withServer { server, port in
                let error = #expect(throws: Server.StartError.self) { try server.start() }
                #expect(error?.reason == .alreadyRunning)
                #expect(
                    error?.localizedDescription
                        == "The server is already running, on port \(port). Stop it before starting it again."
                )
                #expect(server.port == port)
            }
        }

        @Test func `starting on a port in use is an error and leaves nothing open`() async throws {
            try await withServer { _, port in
                let descriptors = openDescriptorCount()
                let other = Server(handler: SocketSuites.echo)
                let error = #expect(throws: Server.StartError.self) { try other.start(port: port) }
                #expect(error?.reason == .portTaken)
                #expect(
                    error?.description == """
                        Port \(port) is in use (bind: Address already in use). Stop the process that listens there, \
                        or pass port 0 for any free port.
                        """
                )
                #expect(other.port == nil)
                #expect(await eventually(within: .seconds(60)) { openDescriptorCount() <= descriptors + 100 })
            }
        }

        @Test func `stopping twice or before starting is reported`() async throws {
            let server = Server(handler: SocketSuites.echo)
            await #expect(throws: Server.NotRunning.self) { try await server.stop() }
            try server.start()
            try await server.stop()
            let error = await #expect(throws: Server.NotRunning.self) { try await server.stop() }
            #expect(error?.description == "The server is not running: it was not started, or was already stopped.")
        }

        @Test func `a stopped server frees its port at once, and can be started again`() async throws {
            let server = Server(handler: SocketSuites.echo)
            let port = try server.start()
            try await server.stop()
            for _ in 0..<20 {
                // A concurrent test may get the free port for a while. TIME_WAIT would last longer than this.
                try #require(await eventually(within: .seconds(20)) { (try? server.start(port: port)) != nil })
                #expect(server.port == port)
                let text = try await RawClient.talking(to: port) { client in
                    // The server closes the connection first, which leaves its port in TIME_WAIT.
                    try client.send(get("/", "Connection: close"))
                    return String(decoding: try client.stream.readToEnd(), as: UTF8.self)
                }
                #expect(text.hasSuffix("GET / "))
                try await server.stop()
            }
            await #expect(throws: (any Error).self) { try await RawClient.talking(to: port) { try $0.exchange(get()) } }
        }

        @Test func `concurrent starts and stops are safe`() async throws {
            let server = Server(handler: SocketSuites.echo)
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<50 {
                    group.addTask { _ = try? server.start() }
                    group.addTask { try? await server.stop() }
                }
            }
            try? await server.stop()
            #expect(server.port == nil)
        }

        @Test func `stopping cancels handlers and closes connections`() async throws {
            let started = Gate()
            let ended = Gate()
            let server = Server { _ in
                started.open()
                if await !Gate().wait() { ended.open() }
                return Response()
            }
            let port = try server.start()
            async let rest = RawClient.talking(to: port) { client in
                try client.send(get())
                return (try? client.stream.readToEnd()) ?? Data()
            }
            await started.wait()
            try await server.stop()
            #expect(try await rest.isEmpty)
            await ended.wait()
        }

        @Test func `stopping in a defer statement drops requests, and the server can start again`() async throws {
            let (started, ended) = (Gate(), Gate())
            let server = Server { _ in
                started.open()
                if await !Gate().wait() { ended.open() }
                return Response()
            }
            func stopWithoutWaiting() async throws -> UInt16 {
                let port = try server.start()
                defer { server.stop() }
                Task.detached { try await RawClient.talking(to: port) { try $0.send(get()) } }
                await started.wait()
                return port
            }
            let port = try await stopWithoutWaiting()
            #expect(server.port == nil)
            await #expect(throws: (any Error).self) { try await RawClient.talking(to: port) { try $0.exchange(get()) } }
            await ended.wait()
            func stopTwice() { for _ in 0..<2 { server.stop() } }
            stopTwice()
            #expect(try server.start() > 0)
            stopTwice()
            await #expect(throws: Server.NotRunning.self) { try await server.stop() }
        }

        @Test func `stopping at once drops the requests that a stop with a time limit waits for`() async throws {
            let started = Gate()
            let server = Server { _ in
                started.open()
                _ = await Gate().wait()
                return Response()
            }
            let port = try server.start()
            Task.detached { try await RawClient.talking(to: port) { try $0.send(get()) } }
            await started.wait()
            let stopping = Task { try await server.stop(within: 600) }
            #expect(await eventually(within: .seconds(60)) { server.port == nil })
            func stopAtOnce() { server.stop() }
            stopAtOnce()
            try await stopping.value
            #expect(try server.start() > 0)
            stopAtOnce()
        }

        @Test func `a handler may stop its server`() async throws {
            let server = Server()
            let stopped = Gate()
            server.router.get("/") { [weak server] _ in
                server?.stop()
                stopped.open()
                return Response()
            }
            let port = try server.start()
            _ = try? await RawClient.talking(to: port) { try $0.exchange(get()) }
            await stopped.wait()
            #expect(server.port == nil)
        }

        @Test func `a released server stops`() async throws {
            var server: Server? = Server(handler: SocketSuites.echo)
            let port = try #require(try server?.start())
            server = nil
            await #expect(throws: (any Error).self) { try await RawClient.talking(to: port) { try $0.exchange(get()) } }
        }

        @Test func `fifty concurrent servers each answer their own requests`() async throws {
            let servers = (0..<50).map { number in Server { _ in Response(body: Data("\(number)".utf8)) } }
            for server in servers { try server.start() }
            #expect(Set(servers.compactMap(\.port)).count == 50)
            for (number, server) in servers.enumerated() {
                let port = try #require(server.port)
                #expect(try await RawClient.talking(to: port) { try $0.exchange(get()).text } == "\(number)")
            }
            for server in servers { try await server.stop() }
        }

        @Test func `closing a connection that is still open elsewhere, as in a child process, ends no later one`()
            async throws
        {
            let handler: @Sendable (Request) async throws -> Response = { request in
                // Tasks that wait for no event of their socket.
                if request.path == "/long" { for _ in 0..<100 { await Task.detached {}.value } }
                return Response()
            }
            try await withServer(handler) { _, port in
                // Another test may get the descriptor.
                let (wasUsed, statuses) = try await onOwnThread {
                    var (wasUsed, statuses) = (false, [200])
                    for _ in 0..<100 where !wasUsed && !statuses.contains(where: { $0 != 200 }) {
                        (wasUsed, statuses) = try answers(port)
                    }
                    return (wasUsed, statuses)
                }
                #expect(statuses == Array(repeating: 200, count: 10))
                #expect(wasUsed)
            }
        }

        /// Makes a server close a connection that is still open elsewhere, and answer others.
        ///
        /// - Returns: Whether one of the others had the same descriptor, and the statuses of the responses.
        private func answers(_ port: UInt16) throws -> (wasUsed: Bool, statuses: [Int]) {
            let client = try RawClient(port: port)
            _ = try client.exchange(get())
            let own = try #require(client.stream.localPort)
            let near = try #require((0..<20_000).first { peerPort(of: $0) == own })
            // A child process has a copy until it executes its program.
            let copy = fcntl(near, F_DUPFD_CLOEXEC, near + 1)
            defer { _ = Socket.close(copy) }
            try client.send(get("/", "Connection: close"))
            _ = try client.stream.readToEnd()
            client.stream.close()
            // Each is accepted before the next client has its own descriptor.
            let others = try (0..<10).map { _ in
                let other = try RawClient(port: port, timeout: 120)
                _ = try other.exchange(get())
                return other
            }
            for other in others { try other.send(get("/long")) }
            let statuses = others.map { (try? $0.readResponse().status) ?? 0 }
            return (others.contains { $0.stream.localPort == peerPort(of: near) }, statuses)
        }

        @Test func `300 concurrent connections are served, and nothing remains of them`() async throws {
            // The first round creates the resources that the process keeps, such as the threads that tasks share.
            for round in 0..<2 {
                let (descriptors, threads) = (openDescriptorCount(), threadCount())
                try await withServer { _, port in
                    let statuses = try await onOwnThread {
                        let clients = try (0..<300).map { _ in try RawClient(port: port) }
                        return try (0..<10).flatMap { _ in
                            try clients.forEach { try $0.send(get()) }
                            return try clients.map { try $0.readResponse().status }
                        }
                    }
                    #expect(statuses == Array(repeating: 200, count: 3000))
                }
                guard round > 0 else { continue }
                #expect(await eventually(within: .seconds(60)) { openDescriptorCount() <= descriptors + 100 })
                #expect(await eventually(within: .seconds(60)) { threadCount() <= threads + 100 })
            }
        }

        /// The port of the other end of a socket; `nil` for none.
        private func peerPort(of descriptor: Int32) -> UInt16? {
            var address = sockaddr_in()
            var length = socklen_t(MemoryLayout<sockaddr_in>.size)
            let result = withUnsafeMutablePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getpeername(descriptor, $0, &length) }
            }
            return result == 0 ? UInt16(bigEndian: address.sin_port) : nil
        }
    }
}
