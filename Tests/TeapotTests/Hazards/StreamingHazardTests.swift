import Foundation
import Teapot
import TeapotSequences
import TeapotTestSupport
import TeapotTestTraits
import Testing

/// Tests of delivering bytes as they arrive, for which Foundation on Linux has no API.
@Suite(.inTurn) struct `Streams over a socket` {
    static let chunked = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nTransfer-Encoding: chunked\r\n\r\n"

    @Test func `lines arrive before the body has ended`() async throws {
        let next = Gate()
        let server = try HostileServer { connection in
            _ = try connection.readRequest()
            try connection.send(Self.chunked + "6\r\none\ntw\r\n")
            try connection.wait(for: next)
            try connection.send("7\r\no\r\nthre\r\n1\r\ne\r\n0\r\n\r\n")
        }
        defer { stop(server) }
        let stream = try await Teapot(baseURL: server.url).stream("x")
        #expect(stream.response.statusCode == 200)
        var lines: [String] = []
        for try await line in stream.lines {
            lines.append(line)
            next.open()
        }
        #expect(lines == ["one", "two", "three"])
    }

    @Test func `bytes arrive one after another`() async throws {
        let server = try HostileServer.responding("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabc")
        defer { stop(server) }
        var bytes: [UInt8] = []
        for try await byte in try await Teapot(baseURL: server.url).stream("x").bytes { bytes.append(byte) }
        #expect(bytes == Array("abc".utf8))
    }

    @Test func `a stream that is cut short throws`() async throws {
        let server = try HostileServer { connection in
            _ = try connection.readRequest()
            try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc")
            connection.close()
        }
        defer { stop(server) }
        let stream = try await Teapot(baseURL: server.url).stream("x")
        var data = Data()
        let error = await #expect(throws: TeapotError.self) { for try await piece in stream { data += piece } }
        #expect(data == Data("abc".utf8))
        #expect(error?.type == .incompleteResponse)
    }

    @Test func `a failing status throws with its body`() async throws {
        let server = try HostileServer.responding("HTTP/1.1 500 No\r\nContent-Length: 3\r\n\r\nbad")
        defer { stop(server) }
        let teapot = Teapot(baseURL: server.url)
        let error = await failure { () throws(TeapotError) in try await teapot.stream("x") }
        #expect(error?.responseStatus == 500)
        #expect(error?.response?.body == Data("bad".utf8))
    }

    @Test func `releasing a stream closes its connection`() async throws {
        let closed = Gate()
        let server = try HostileServer { connection in
            _ = try connection.readRequest()
            try connection.send(Self.chunked + "1\r\na\r\n")
            _ = try? connection.readRequest()
            closed.open()
        }
        defer { stop(server) }
        do {
            let stream = try await Teapot(baseURL: server.url).stream("x")
            for try await _ in stream.bytes { break }
        }
        await closed.wait()
    }

    @Test func `server-sent events continue from the last id when the connection ends`() async throws {
        let server = try HostileServer { connection in
            while true {
                let request = try connection.readRequest()
                let head =
                    "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream; charset=utf-8\r\nConnection: close\r\n\r\n"
                switch request.headers["Last-Event-ID"] {
                case nil:
                    try connection.send(
                        head + "retry: 10\nid: 1\nevent: add\ndata: one\ndata: more\n\ndata: unfinished"
                    )
                case "1":
                    try connection.send(head + ": comment\r\nid: 2\r\ndata: two\r\n\r\n")
                default:
                    try connection.send("HTTP/1.1 204 No Content\r\n\r\n")
                }
                return connection.close()
            }
        }
        defer { stop(server) }
        var events: [Teapot.ServerSentEvent] = []
        for try await event in Teapot(baseURL: server.url).events("x") { events.append(event) }
        #expect(events == [.init(event: "add", data: "one\nmore", id: "1"), .init(data: "two", id: "2")])
        #expect(server.requests.map { $0.headers["Last-Event-ID"] } == [nil, "1", "2"])
        #expect(server.requests.first?.headers["Accept"] == "text/event-stream")
    }

    @Test func `a response that isn't an event stream throws`() async throws {
        let server = try HostileServer.responding(
            "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 0\r\n\r\n"
        )
        defer { stop(server) }
        let error = await #expect(throws: TeapotError.self) {
            for try await _ in Teapot(baseURL: server.url).events("x") {}
        }
        #expect(error?.type == .invalidResponseBody)
    }
}
