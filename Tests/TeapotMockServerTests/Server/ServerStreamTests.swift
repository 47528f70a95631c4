import Foundation
import Teapot
import TeapotMock
import TeapotMockServer
import TeapotSequences
import TeapotTestSupport
import Testing

extension SocketSuites {
    /// Tests of bodies that are produced while they are sent.
    @Suite struct `A server's streams` {
        private func withServer<Result>(
            _ router: Router,
            _ body: (Server, UInt16) async throws -> Result
        ) async throws -> Result {
            let server = Server(router: router)
            return try await running(server) { try await body(server, $0) }
        }

        @Test func `each piece is sent before the next is produced`() async throws {
            let (router, gate) = (Router(), Gate())
            router.get(
                "/log",
                with: .stream(
                    .init { send in
                        send(Data("one\n".utf8))
                        await gate.wait()
                        send(Data("two\n".utf8))
                    }))
            let (first, rest) = try await withServer(router) { _, port in
                try await RawClient.talking(to: port) { client in
                    try client.send(get("/log", "Connection: close"))
                    let head = try client.stream.readHead()
                    #expect(head.headers["Transfer-Encoding"] == "chunked")
                    let first = try client.stream.read(exactly: 9)
                    gate.open()
                    return (first, try client.stream.readToEnd())
                }
            }
            #expect(String(decoding: first, as: UTF8.self) == "4\r\none\n\r\n")
            #expect(String(decoding: rest, as: UTF8.self) == "4\r\ntwo\n\r\n0\r\n\r\n")
        }

        @Test func `a connection is reused after a stream`() async throws {
            let router = Router()
            router.get("/a", with: .stream((0..<50).map { Data("\($0) ".utf8) }))
            let texts = try await withServer(router) { _, port in
                try await RawClient.talking(to: port) { client in
                    try (0..<20).map { _ in try client.exchange(get("/a")).text }
                }
            }
            #expect(texts == Array(repeating: (0..<50).map { "\($0) " }.joined(), count: 20))
        }

        @Test func `a client that reads slowly suspends the body's producer, not the server`() async throws {
            let router = Router()
            let made = Locked(0)
            router.get("/much", with: .stream(.init(pulling: { pieces(2_000) { made.withLock { $0 += 1 } } })))
            router.get("/other", with: .status(204))
            try await withServer(router) { _, port in
                try await RawClient.talking(to: port) { client in
                    try client.send(get("/much"))
                    _ = try client.stream.readHead()
                    for _ in 0..<50 {
                        #expect(try RawClient(port: port).exchange(get("/other")).status == 204)
                    }
                    // The buffers of sockets and the server are much smaller than the 128 MB of the whole body.
                    #expect(made.withLock { $0 } < 1_000)
                }
            }
        }

        @Test func `a client that disconnects ends the production of its body`() async throws {
            let (router, gone) = (Router(), Gate())
            router.get(
                "/endless",
                with: .stream(
                    .init { send in
                        defer { gone.open() }
                        while !Task.isCancelled {
                            send(Data("more".utf8))
                            try await Task.sleep(nanoseconds: 1_000_000)
                        }
                    }))
            try await withServer(router) { _, port in
                try await RawClient.talking(to: port) { client in
                    try client.send(get("/endless"))
                    _ = try client.stream.readHead()
                }
                await gone.wait()
            }
            let entry = try #require(router.journal.entries.first)
            #expect(await eventually(within: .seconds(60)) { router.journal.entries.first?.ending == .abandoned })
            #expect(entry.request.path == "/endless")
        }

        @Test(arguments: [0, 4, 5])
        func `a client that disconnects after the declared body has its response`(length: Int) async throws {
            let (router, gone) = (Router(), Gate())
            let stream = Response.Stream { send in
                send(Data("more".utf8))
                await gone.wait()
            }
            router.get("/part", with: .stream(stream, headers: ["Content-Length": String(length)]))
            try await withServer(router) { _, port in
                let count = min(length, 4)
                let body = try await RawClient.talking(to: port) { client in
                    try client.send(get("/part"))
                    _ = try client.stream.readHead()
                    let body = try client.stream.read(exactly: count)
                    client.stream.reset()
                    return body
                }
                #expect(body == Data("more".utf8.prefix(count)))
                let journal = router.journal
                let expected: Journal.Ending = length > 4 ? .abandoned : .responded(200)
                #expect(await eventually(within: .seconds(60)) { journal.entries.first?.ending == expected })
                gone.open()
            }
        }

        @Test func `events are sent one by one, in the format of the standard`() async throws {
            let router = Router()
            let events = [
                Teapot.ServerSentEvent(data: "one\ntwo"), Teapot.ServerSentEvent(event: "tick", data: "", id: "7"),
            ]
            router.get("/events", with: .events(events, every: 0.01, reconnectionTime: 1.5))
            let (raw, read) = try await withServer(router) { server, port in
                let raw = try await RawClient.talking(to: port) { try $0.exchange(get("/events")) }
                let teapot = Teapot(baseURL: try #require(server.baseURL))
                var read: [Teapot.ServerSentEvent] = []
                for try await event in teapot.events("events") {
                    read.append(event)
                    if read.count == 2 { break }
                }
                return (raw, read)
            }
            #expect(raw.headers["Content-Type"] == "text/event-stream")
            #expect(raw.text == "retry: 1500\n\ndata: one\ndata: two\n\nevent: tick\nid: 7\ndata: \n\n")
            #expect(read == events)
        }

        @Test func `a dribbled body is complete, and has a Content-Length`() async throws {
            let router = Router()
            router.get("/slow", with: .json(["id": 1]).dribbling(bytes: 3, every: 0.001))
            let response = try await withServer(router) { _, port in
                try await RawClient.talking(to: port) { try $0.exchange(get("/slow")) }
            }
            #expect(response.headers["Content-Length"] == "8")
            #expect(response.headers["Content-Type"] == "application/json")
            #expect(response.text == #"{"id":1}"#)
        }

        /// Returns a stream with a number of 64 KB pieces, each produced on demand.
        private func pieces(
            _ count: Int,
            _ didMake: @escaping @Sendable () -> Void
        ) -> @Sendable () async throws -> Data? {
            let left = Locked(count)
            return {
                didMake()
                let isMore = left.withLock { left in
                    left -= 1
                    return left >= 0
                }
                return isMore ? Data(count: 64 * 1024) : nil
            }
        }

        private func get(_ path: String, _ lines: String...) -> String {
            "GET \(path) HTTP/1.1\r\nHost: a\r\n" + lines.map { $0 + "\r\n" }.joined() + "\r\n"
        }
    }
}
