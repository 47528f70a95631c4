import Foundation
import Teapot
import TeapotMock
import TeapotMockServer
import TeapotTestSupport
import Testing

extension SocketSuites {
    /// Tests of clients that leave while their responses are delayed.
    @Suite struct `A delayed response` {
        /// A way in which a client leaves.
        enum Leaving: CaseIterable {
            case closing, ending, resetting
        }

        @Test(arguments: Leaving.allCases)
        func `before a handler ends when its client leaves, and the handler doesn't run`(leaving: Leaving) async throws
        {
            let server = Server()
            let ran = Locked(false)
            server.router.get("/1", delay: 1e9) { _ async in ran.withLock { $0 = true } }
            let port = try server.start()
            let client = try RawClient(port: port)
            try client.send(get("/1"))
            _ = try await server.router.journal.waitForRequest()
            switch leaving {
            case .closing: client.stream.close()
            case .ending: client.stream.endOutput()
            case .resetting: client.stream.reset()
            }
            let journal = server.router.journal
            #expect(await eventually { journal.entries.map(\.ending) == [.abandoned] })
            try await server.stop(within: 1_000)
            #expect(!ran.withLock { $0 })
        }

        @Test(arguments: Leaving.allCases, ["", "GET /2 HTTP/1.1\r\nHost: a\r\n\r\n"])
        func `ends when its client disconnects, even if another request follows`(leaving: Leaving, behind: String)
            async throws
        {
            let server = Server()
            server.router.get("/1", with: .status(200, delay: 1e9))
            let port = try server.start()
            let clients = try (0..<20).map { _ in try RawClient(port: port) }
            for client in clients { try client.send(get("/1") + behind) }
            _ = try await server.router.journal.waitForRequest(count: 20)
            for client in clients {
                switch leaving {
                case .closing: client.stream.close()
                case .ending: client.stream.endOutput()
                case .resetting: client.stream.reset()
                }
            }
            let journal = server.router.journal
            #expect(await eventually { journal.entries.allSatisfy { $0.ending == .abandoned } })
            if leaving == .ending {
                let rests = try await onOwnThread { try clients.map { try $0.stream.readToEnd() } }
                #expect(rests == Array(repeating: Data(), count: 20))
            }
            // Nothing is left waiting.
            try await server.stop(within: 1_000)
        }

        @Test func `releases its body when its client leaves`() async throws {
            let released = Gate()
            let server = Server()
            server.router.get("/") { _ in
                let memory = UnsafeMutableRawPointer.allocate(byteCount: 1 << 20, alignment: 16)
                let body = Data(
                    bytesNoCopy: memory, count: 1 << 20,
                    deallocator: .custom { memory, _ in
                        memory.deallocate()
                        released.open()
                    })
                return Response(body: body, delay: .infinity)
            }
            let port = try server.start()
            let client = try RawClient(port: port)
            try client.send(get())
            _ = try await server.router.journal.waitForRequest()
            client.stream.reset()
            #expect(try await onOwnThread { released.block(atMost: 60) })
            try await server.stop(within: 0)
        }

        @Test func `is sent to a client that stays, and so are the responses after it`() async throws {
            let server = Server()
            server.router.get("/1", with: .data(Data("late".utf8), contentType: "text/plain", delay: 0.05))
            server.router.get("/2", with: .data(Data("behind".utf8), contentType: "text/plain"))
            let port = try server.start()
            let bodies = try await RawClient.talking(to: port) { client in
                try client.send(get("/1") + get("/2"))
                let first = try client.readResponse()
                try client.send(get("/1"))
                try client.send(get("/2"))
                return try [first] + (0..<3).map { _ in try client.readResponse() }
            }
            #expect(bodies.map(\.text) == ["late", "behind", "late", "behind"])
            try await server.stop()
        }
    }
}
