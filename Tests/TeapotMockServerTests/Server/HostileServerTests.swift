import Foundation
import Teapot
import TeapotMock
import TeapotMockServer
import TeapotTestSupport
import Testing

extension SocketSuites {
    /// Tests of the tests' own misbehaving server.
    @Suite struct `The hostile server of the tests` {
        @Test func `a script answers with any bytes, and its input is recorded`() async throws {
            let server = try HostileServer { connection in
                let request = try connection.readRequest()
                try connection.dribble("HTTP/1.1 299 \(request.method)\r\n\r\n", size: 3)
                try connection.send(bytes: request.body)
            }
            let response = try await RawClient.talking(to: server.port) {
                try $0.exchange("PUT /a?b HTTP/1.1\r\nX: y\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\n\r\n")
            }
            #expect(response.startLine == "HTTP/1.1 299 PUT")
            #expect(response.text == "hi")
            let requests = await server.requests(atLeast: 1)
            #expect(requests.map(\.target) == ["/a?b"])
            #expect(requests.first?.headers["x"] == "y")
            #expect(requests.first?.text == "hi")
            #expect(server.acceptedConnections == 1)
            #expect(await eventually { server.openConnections == 0 })
            server.stop()
        }

        @Test func `2,000 requests on one connection are answered`() async throws {
            let server = try HostileServer.responding(HostileServer.response(body: "hi"))
            let texts = try await RawClient.talking(to: server.port) { client in
                try Set((0..<2000).map { _ in try client.exchange(get()).text })
            }
            #expect(texts == ["hi"])
            #expect(server.requests.count == 2000)
            #expect(server.acceptedConnections == 1)
            server.stop()
        }

        @Test func `a reset reaches the client as a reset`() async throws {
            let server = try HostileServer { connection in
                _ = try connection.readRequest()
                try connection.send("HTTP/1.1 200 OK\r\n")
                connection.reset()
            }
            let error = await #expect(throws: WireError.self) {
                try await RawClient.talking(to: server.port) { try $0.exchange(get()) }
            }
            #expect(error == .broken("recv: Connection reset by peer"))
            server.stop()
        }

        @Test func `a client that disconnects does no harm`() async throws {
            let server = try HostileServer { connection in
                _ = try connection.readRequest()
                while true { try connection.send(String(repeating: "x", count: 100_000)) }
            }
            for _ in 0..<5 {
                try await RawClient.talking(to: server.port) { client in
                    try client.send(get())
                    _ = try client.stream.read()
                }
            }
            #expect(await eventually { server.openConnections == 0 })
            #expect(server.scriptErrors.isEmpty)
            server.stop()
        }

        @Test func `an error thrown by a script is kept`() async throws {
            struct Odd: Error {}
            let server = try HostileServer { _ in throw Odd() }
            _ = try await RawClient.talking(to: server.port) { try $0.stream.readToEnd() }
            #expect(await eventually { server.scriptErrors.count == 1 })
            server.stop()
        }

        @Test(arguments: ["read", "write", "pause", "wait", "nothing"])
        func `stopping ends a script wherever it's blocked, and releases everything`(_ way: String) async throws {
            let (descriptors, threads) = (openDescriptorCount(), threadCount())
            let reached = Gate()
            let server = try HostileServer { connection in
                reached.open()
                switch way {
                case "read": _ = try connection.readRequest()
                case "write": while true { try connection.send(bytes: Data(count: 1_000_000)) }
                case "pause": try connection.pause(3600)
                case "wait": try connection.wait(for: Gate())
                default: break
                }
            }
            let client = try RawClient(port: server.port)
            await reached.wait()
            server.stop()
            server.stop()
            client.stream.close()
            #expect(server.openConnections == 0)
            // Other suites open and close servers in the meantime.
            #expect(await eventually(within: .seconds(60)) { openDescriptorCount() <= descriptors + 100 })
            #expect(await eventually(within: .seconds(60)) { threadCount() <= threads + 100 })
        }

        @Test func `a gate lets tasks and threads through, and a cancelled task`() async throws {
            let gate = Gate()
            async let thread = onOwnThread { gate.block(atMost: 20) }
            async let task = gate.wait()
            let cancelled = Task { await Gate().wait() }
            cancelled.cancel()
            #expect(await cancelled.value == false)
            #expect(!gate.isOpen)
            #expect(!gate.block(atMost: 0))
            gate.open()
            gate.open()
            #expect(try await thread)
            #expect(await task)
        }

        @Test func `the process counts its descriptors, threads and memory`() {
            // Many descriptors are opened, because others may be opened and closed meanwhile by the sessions of other
            // tests.
            let descriptors = openDescriptorCount()
            let open = (0..<200).compactMap { _ in FileHandle(forReadingAtPath: "/dev/null") }
            #expect(openDescriptorCount() > descriptors + 100)
            open.forEach { try? $0.close() }
            #expect(openDescriptorCount() < descriptors + 100)
            #expect(threadCount() > 0)
            #expect(residentMemory() > 1_000_000)
            #expect(peakResidentMemory() > residentMemory() / 2)
        }
    }
}
