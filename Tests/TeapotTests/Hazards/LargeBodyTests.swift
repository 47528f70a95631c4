import Foundation
import Teapot
import TeapotTestSupport
import TeapotTestTraits
import Testing

/// Tests of endless large bodies together with small requests of the same client.
@Suite(.inTurn, .serialized, .timeLimit(.minutes(3))) struct `Large bodies alongside small requests and cancels` {
    /// Sends a part of an endless body: 16 MB as fast as they are read, and then nothing.
    ///
    /// More would only fill the memory of this process, which keeps the received bytes.
    private static func sendEndless(over connection: HostileServer.Connection) throws {
        try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 1000000000000\r\n\r\n")
        let piece = Data(count: 65_536)
        for _ in 0..<256 { try connection.send(bytes: piece) }
        return try connection.waitForEnd()
    }

    /// Returns a server whose `/endless` never ends, and which responds to all other requests with two bytes.
    private static func start() throws -> HostileServer {
        try HostileServer { connection in
            while true {
                let request = try connection.readRequest()
                if request.target.hasPrefix("/endless") { return try sendEndless(over: connection) }
                try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}")
            }
        }
    }

    @Test func `small requests are answered while a large body arrives`() async throws {
        let server = try Self.start()
        defer { stop(server) }
        let teapot = Teapot(baseURL: server.url)
        let stream = try await teapot.stream("endless")
        let reader = Task { for try await _ in stream {} }
        for _ in 0..<20 { #expect(try await teapot.get("small").body.count == 2) }
        reader.cancel()
        _ = await reader.result
    }

    @Test func `cancelled large bodies end, and the client keeps working`() async throws {
        let server = try Self.start()
        defer { stop(server) }
        let teapot = Teapot(baseURL: server.url)
        let tasks = (0..<5).map { index in
            Task { () -> TeapotError.ErrorType? in
                await failure { () throws(TeapotError) in try await teapot.get("endless/\(index)") }?.type
            }
        }
        await server.requests(atLeast: 5)
        // All five are in progress during this request.
        #expect(try await teapot.get("small").body.count == 2)
        for task in tasks { task.cancel() }
        for task in tasks { #expect(await task.value == .cancelled) }
        #expect(try await teapot.get("small").body.count == 2)
    }

    @Test func `a call times out while large bodies arrive`() async throws {
        let server = try HostileServer { connection in
            let request = try connection.readRequest()
            if request.target.hasPrefix("/silent") { return try connection.waitForEnd() }
            try Self.sendEndless(over: connection)
        }
        defer { stop(server) }
        let teapot = Teapot(baseURL: server.url)
        let streams = [try await teapot.stream("endless"), try await teapot.stream("endless")]
        let readers = streams.map { stream in Task { for try await _ in stream {} } }
        let error = await failure { () throws(TeapotError) in try await teapot.get("silent", timeout: 0.2) }
        #expect((error?.underlyingError as? URLError)?.code == .timedOut)
        for reader in readers { reader.cancel() }
    }

    @Test func `a client released while requests wait for a connection lets them continue`() async throws {
        let server = try HostileServer.responding("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        defer { stop(server) }
        let ended = Gate()
        let left = Locked(20)
        // Sent without a call, which would retain the client.
        var teapot: Teapot? = Teapot(baseURL: server.url)
        for _ in 0..<20 {
            let request = try #require(try teapot?.makeRequest(.get, "x"))
            _ = teapot?.transport.send(request) { event in
                guard case .finished = event else { return }
                let isLast = left.withLock { left in
                    left -= 1
                    return left == 0
                }
                if isLast { ended.open() }
            }
        }
        teapot = nil
        await ended.wait()
        #expect(server.requests.count == 20)
    }
}
