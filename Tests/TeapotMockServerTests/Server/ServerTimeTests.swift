import Foundation
import Teapot
import TeapotMock
import TeapotMockServer
import TeapotTestSupport
import Testing

extension SocketSuites {
    /// Tests of the times in a server's journal.
    @Suite struct `A server's exchange times` {
        /// Returns a server whose rule takes 30 ms for `/slow`.
        private func slowServer() -> Server {
            let server = Server()
            server.router.register(
                .status(200),
                when: .matching { request in
                    if request.path == "/slow" { usleep(30_000) }
                    return true
                })
            return server
        }

        @Test func `begin with the first byte, even while rules are evaluated`() async throws {
            let server = slowServer()
            let port = try server.start()
            let date = try await onOwnThread {
                let (client, other) = (try RawClient(port: port), try RawClient(port: port))
                defer { for client in [client, other] { client.stream.close() } }
                try client.send("GET /slow HTTP/1.1\r\n")
                // The loop has read the first line once it has answered another client twice.
                for _ in 0..<2 { _ = try other.exchange(get("/other")) }
                let date = Date()
                _ = try client.exchange("Host: a\r\n\r\n")
                return date
            }
            let entry = try #require(server.router.journal.entries.last)
            #expect(entry.request.path == "/slow")
            #expect(entry.date <= date)
            // At least the time that the rule takes.
            #expect(try #require(entry.duration) >= 0.03)
            try await server.stop()
        }

        @Test func `begin, after an earlier request, when that one is answered`() async throws {
            let server = slowServer()
            let port = try server.start()
            try await RawClient.talking(to: port) { client in
                try client.send(get("/slow") + get("/next"))
                for _ in 0..<2 { _ = try client.readResponse() }
            }
            let dates = server.router.journal.entries.map(\.date.timeIntervalSince1970)
            // The time that the rule takes.
            #expect(dates.count == 2 && dates[1] - dates[0] > 0.029)
            try await server.stop()
        }

        @Test func `end when the last byte is sent, not when the response is created`() async throws {
            let server = Server()
            server.router.get("/", with: .data(Data(count: 40_000_000), contentType: "application/octet-stream"))
            let journal = server.router.journal
            let port = try server.start()
            try await RawClient.talking(to: port) { client in
                try client.send(get())
                _ = try client.stream.readHead()
                #expect(journal.entries.map(\.ending) == [nil])
                // The socket's buffers are full.
                _ = try client.stream.read(exactly: 1_000_000)
                #expect(journal.entries.map(\.ending) == [nil])
                _ = try client.stream.read(exactly: 39_000_000)
                #expect(journal.entries.map(\.ending) == [.responded(200)])
                // A small one, and one after a large one.
                try client.send(get("/none") + get() + get("/none"))
                _ = try client.readResponse()
                #expect(journal.entries.map(\.ending).prefix(2) == [.responded(200), .responded(404)])
                _ = try client.stream.readHead()
                #expect(journal.entries.dropFirst(2).map(\.ending) == [nil])
            }
            // The client has closed the connection.
            #expect(
                await eventually {
                    journal.entries.map(\.ending) == [.responded(200), .responded(404), .abandoned]
                })
            try await server.stop()
        }
    }
}
