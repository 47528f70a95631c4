import Foundation
import Teapot
import TeapotMock
import TeapotMockFolders
import TeapotMockServer
import TeapotMockWebSocket
import TeapotSequences
import TeapotTestSupport
import TeapotTestTraits
import Testing

/// Tests of files with server-sent events, streams, faults and WebSockets, with each transport to a router.
@Suite(.inTurn, .timeLimit(.minutes(2))) struct `A folder's file is sent the same way over every transport` {
    private static let files = [
        "news/success_x.sse": "data: one\n\n: wait 10 ms\nid: 2\ndata: two\n\n",
        "log/success_x.ndjson": "{\"n\": 1}\n{\"n\": 2}\n",
        "log/mocks.index.json": #"{"success_x.ndjson": {"stream": {"every": "1 ms"}}}"#,
        "slow/success_x.json": #"["slow"]"#,
        "slow/mocks.index.json": #"{"success_x.json": {"stream": {"bytes": 3, "every": "1 ms"}}}"#,
        "cut/success_x.json": "[1, 2, 3]",
        "cut/mocks.index.json": #"{"success_x.json": {"fault": "cutShort 4"}}"#,
        "gone/error_x.fault": "reset\n",
        "chat/success_x.ws.json": """
        {"protocols": ["chat"], "steps": [
          {"send": "welcome"}, {"expect": {"jsonContains": {"type": "hello"}}}, {"wait": "1 ms"},
          {"send": {"json": {"b": [1], "a": "é"}}}, {"expect": {}}, {"send": {"base64": "AQID"}},
          {"close": {"code": 4001, "reason": "done"}}
        ]}
        """,
    ]

    /// Runs `body` with a client of a router that answers with the files.
    private func client<Result>(
        by transport: Transport, _ body: (any TeapotClient) async throws -> Result
    ) async throws -> Result {
        let files = try TemporaryFolder(Self.files)
        let router = Router(transport == .socket ? "" : "http://api.test")
        let switchboard = Switchboard(MockFolder(files.url))
        switchboard.undecided = .firstMock
        router.switchboard = switchboard
        switch transport {
        case .mock: return try await body(MockTeapot(router: router))
        case .interception:
            let url = try #require(URL(string: "http://api.test"))
            return try await body(Teapot(baseURL: url, configuration: .teapot.answered(by: router)))
        case .socket:
            let server = Server(router: router)
            try server.start()
            let result: Swift.Result<Result, any Error>
            do { result = .success(try await body(Teapot(baseURL: try #require(server.baseURL)))) } catch {
                result = .failure(error)
            }
            try await server.stop(within: 0)
            return try result.get()
        }
    }

    @Test(arguments: Transport.allCases) func `events`(transport: Transport) async throws {
        let events = try await client(by: transport) { client in
            var events: [Teapot.ServerSentEvent] = []
            for try await event in client.events("news", reconnects: false) { events.append(event) }
            return events
        }
        #expect(events == [.init(data: "one"), .init(data: "two", id: "2")])
    }

    @Test(arguments: Transport.allCases) func `lines and slow bodies arrive`(transport: Transport) async throws {
        let (log, slow) = try await client(by: transport) { client async throws in
            (try await client.get("log"), try await client.get("slow"))
        }
        #expect(log.body == Data("{\"n\": 1}\n{\"n\": 2}\n".utf8))
        #expect(log.headers["Content-Type"] == "application/x-ndjson")
        #expect(slow.json?.array as? [String] == ["slow"])
        #expect(slow.headers["Content-Length"] == "8")
    }

    @Test(arguments: Transport.allCases) func `faults`(transport: Transport) async throws {
        try await client(by: transport) { client in
            let cut = await #expect(throws: TeapotError.self) { try await client.get("cut") }
            #expect(cut?.type == .incompleteResponse)
            #expect(cut?.response?.body == Data("[1, ".utf8))
            let gone = await #expect(throws: TeapotError.self) { try await client.get("gone") }
            #expect((gone?.underlyingError as? URLError)?.code == .networkConnectionLost)
        }
    }

    @Test(arguments: [Transport.mock, .interception])
    func `pauses from files advance the call's virtual clock`(transport: Transport) async throws {
        let files = try TemporaryFolder([
            "news/success_x.sse": "data: one\n\n: wait 1 h\nid: 2\ndata: two\n\n: wait 30 min\n",
            "log/success_30000ms_x.ndjson": "{\"n\": 1}\n{\"n\": 2}\n",
            "log/mocks.index.json": #"{"success_30000ms_x.ndjson": {"stream": {"every": "59 s"}}}"#,
            "slow/success_x.json": #"["slow"]"#,
            "slow/mocks.index.json": #"{"success_x.json": {"stream": {"bytes": 3, "every": "60 s"}}}"#,
        ])
        let router = Router("http://api.test")
        router.time = .skipped
        let switchboard = Switchboard(MockFolder(files.url))
        switchboard.undecided = .firstMock
        router.switchboard = switchboard
        let url = try #require(URL(string: "http://api.test"))
        let client: any TeapotClient =
            transport == .mock
            ? MockTeapot(router: router) : Teapot(baseURL: url, configuration: .teapot.answered(by: router))

        var events: [String] = []
        for try await event in client.events("news", reconnects: false) { events.append(event.data) }
        #expect(events == ["one", "two"])
        #expect(try await client.get("log").body == Data("{\"n\": 1}\n{\"n\": 2}\n".utf8))
        let error = await #expect(throws: TeapotError.self) { try await client.get("slow") }
        #expect((error?.underlyingError as? URLError)?.code == .timedOut)
        #expect(error?.response?.body == Data(#"["s"#.utf8))
        #expect(router.journal.entries.map(\.start) == [0, 5400, 5489])
        #expect(router.journal.entries.map(\.duration) == [5400, 89, 60])
    }

    private func opening(_ path: String) -> String {
        "GET \(path) HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            + "Sec-WebSocket-Protocol: chat\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    }

    /// Returns a client's frame with text, masked with zeros.
    private func frame(_ text: String) -> Data { Data([0x81, 0x80 | UInt8(text.utf8.count), 0, 0, 0, 0] + text.utf8) }

    /// Connects to the script, sends messages, and returns what the server sends, of which `count` bytes are expected.
    private func talk(_ messages: [String], _ count: Int) async throws -> (head: WireMessage, rest: Data) {
        let files = try TemporaryFolder(Self.files)
        let router = Router()
        let switchboard = Switchboard(MockFolder(files.url))
        switchboard.undecided = .firstMock
        router.switchboard = switchboard
        let server = Server(router: router)
        let port = try server.start()
        let bytes = messages.map(frame).reduce(Data(), +)
        let opening = opening("/chat")
        let answer = try await RawClient.talking(to: port) { client in
            try client.send(opening)
            let head = try client.stream.readHead()
            try client.stream.send(bytes)
            let frames = try client.stream.read(exactly: count)
            // The answer to the server's close frame.
            try client.stream.send(Data([0x88, 0x80, 0, 0, 0, 0]))
            return (head, frames + (try client.stream.readToEnd()))
        }
        try await server.stop(within: 0)
        return answer
    }

    @Test func `a WebSocket, by a server`() async throws {
        let json = #"{"a":"é","b":[1]}"#
        let expected =
            Data([0x81, 7] + "welcome".utf8) + Data([0x81, UInt8(json.utf8.count)] + json.utf8)
            + Data([0x82, 3, 1, 2, 3]) + Data([0x88, 6, 0x0F, 0xA1] + "done".utf8)
        let (head, rest) = try await talk([#"{"type":"hello","n":1}"#, "anything"], expected.count)
        #expect(head.status == 101)
        #expect(head.headers["Sec-WebSocket-Protocol"] == "chat")
        #expect(rest == expected)
    }

    @Test func `a WebSocket with an unexpected message is closed with a reason`() async throws {
        let reason = #"step 2: /type: expected "hello", received "bye""#
        let close = Data([0x88, UInt8(reason.utf8.count + 2), 3, 0xF0] + reason.utf8)
        let expected = Data([0x81, 7] + "welcome".utf8) + close
        let (_, rest) = try await talk([#"{"type":"bye"}"#], expected.count)
        #expect(rest == expected)
    }
}
