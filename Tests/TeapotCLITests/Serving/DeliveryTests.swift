import Foundation
import Teapot
import TeapotTestSupport
import TeapotSequences
import Testing

extension ServingSuites {
    /// Tests of mocks that are events, streams, faults and WebSockets.
    @Suite struct `Files that say how a mock is sent` {
        private static let files = [
            "Mocks/news/success_launch.sse": "data: one\n\n: wait 10 ms\ndata: two\n\n",
            "Mocks/log/success_today.ndjson": "{\"n\": 1}\n{\"n\": 2}\n",
            "Mocks/log/mocks.index.json": #"{"success_today.ndjson": {"stream": {"every": "1 ms"}}}"#,
            "Mocks/cart/success_cut.json": "[1, 2, 3]",
            "Mocks/cart/mocks.index.json": #"{"success_cut.json": {"fault": "cutShort 4"}}"#,
            "Mocks/cart/error_offline.fault": "refused\n",
            "Mocks/chat/success_hello.ws.json": #"[{"send": "hi"}, {"close": 4000}]"#,
        ]

        @Test func `are served`() async throws {
            let folder = try TemporaryFolder(Self.files)
            let teapot = try await RunningTeapot(["serve", folder.place])
            let url = try #require(URL(string: teapot.url))
            let client = Teapot(baseURL: url, defaultDeliveryQueue: nil)
            var events: [String] = []
            for try await event in client.events("news", reconnects: false) { events.append(event.data) }
            #expect(events == ["one", "two"])
            let log = try await client.get("log")
            #expect(log.body == Data("{\"n\": 1}\n{\"n\": 2}\n".utf8))
            let error = await #expect(throws: TeapotError.self) { try await client.get("cart") }
            #expect(error?.type == .incompleteResponse)
            let port = try #require(url.port.flatMap { UInt16(exactly: $0) })
            let frames = try await RawClient.talking(to: port) { client in
                try client.send(
                    "GET /chat HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                        + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n")
                let head = try client.stream.readHead()
                #expect(head.status == 101)
                let frames = try client.stream.read(exactly: 8)
                try client.stream.send(Data([0x88, 0x80, 0, 0, 0, 0]))
                return frames + (try client.stream.readToEnd())
            }
            #expect(frames == Data([0x81, 2] + "hi".utf8 + [0x88, 2, 0x0F, 0xA0]))
            let end = try await teapot.end()
            #expect(end.status == 0)
        }

        @Test func `are listed and checked`() async throws {
            let folder = try TemporaryFolder(Self.files)
            let routes = try await Built.run(["routes", "."], in: folder.url)
            let rows = routes.output.split(separator: "\n").dropFirst().map { line in
                line.split(separator: " ").map(String.init).joined(separator: " ")
            }
            #expect(
                rows == [
                    "GET /cart fault – cart/error_offline.fault",
                    "GET /cart 200 cutShort, default – cart/success_cut.json",
                    "GET /chat WebSocket – chat/success_hello.ws.json",
                    "GET /log 200 stream – log/success_today.ndjson",
                    "GET /news 200 events – news/success_launch.sse",
                ])
            let check = try await Built.run(["check", "."], in: folder.url)
            #expect(check.output == "No problems in 5 mocks.\n")
            try folder.write("[{\"sent\": \"hi\"}]", to: "Mocks/chat/success_hello.ws.json")
            try folder.write("refuse", to: "Mocks/cart/error_offline.fault")
            try folder.write("data: 1\n\n: wait a bit\n", to: "Mocks/news/success_launch.sse")
            let failed = try await Built.run(["check", "."], in: folder.url)
            let lines = failed.output.split(separator: "\n").map(String.init)
            #expect(lines.count == 4)
            #expect(lines.first?.hasPrefix("Mocks/cart/error_offline.fault:1:1: expected a fault: ") == true)
            #expect(lines.first?.hasSuffix("but found “refuse”; did you mean “refused”?") == true)
            let place = "Mocks/chat/success_hello.ws.json:1:11: "
            #expect(lines.contains { $0.hasPrefix(place) && $0.hasSuffix("found “sent”; did you mean “send”?") })
            #expect(lines.last == "3 problems; 5 mocks checked.")
            let event = "Mocks/news/success_launch.sse:3:7: expected a time of at most"
            #expect(lines.dropLast().last?.hasPrefix(event) == true)
            #expect(failed.status == 1)
        }
    }
}
