import Foundation
import Teapot
import TeapotMock
import TeapotMockTesting
import TeapotSequences
import TeapotTestSupport
import TeapotTestTraits
import Testing

/// Tests that a client reads the same from a stream wherever it's split, and no more than the sent bytes from a cut
/// stream, with each transport to a router.
@Suite(.inTurn, .timeLimit(.minutes(5))) struct `A stream is whole wherever it is split` {
    /// Characters of one to four bytes in UTF-8, one combined from several scalars, and every kind of line ending.
    private static let text = "a\r\né\r緑茶\n\r\n👩🏽‍🍳 tea\r\n\u{FEFF}end"
    private static let lines = ["a", "é", "緑茶", "", "👩🏽‍🍳 tea", "\u{FEFF}end"]

    /// Reads the response of each variation, one after the other, with one client.
    private func read<Value: Equatable & Sendable>(
        _ variations: Response.Variations, by transport: Transport, expecting expected: Value,
        _ read: (any TeapotClient) async throws -> Value
    ) async throws {
        let router = Router()
        #expect(variations.count > 20)
        try await transport.withClient(of: router) { client async throws in
            for variation in variations {
                let route = router.get("/x", with: variation.response)
                let value = try await read(client)
                #expect(value == expected, "\(variation)")
                route.remove()
            }
        }
    }

    @Test(arguments: Transport.allCases) func `lines`(transport: Transport) async throws {
        try await read(Response.text(Self.text).splittingAtEveryByte, by: transport, expecting: Self.lines) { client in
            var lines: [String] = []
            for try await line in try await client.stream("x").lines { lines.append(line) }
            return lines
        }
    }

    @Test(arguments: Transport.allCases) func `bytes`(transport: Transport) async throws {
        let response = Response.stream([Data(Self.text.utf8)])
        let bytes = Array(Self.text.utf8)
        try await read(response.splittingAtEveryByte, by: transport, expecting: bytes) { client in
            var bytes: [UInt8] = []
            for try await byte in try await client.stream("x").bytes { bytes.append(byte) }
            return bytes
        }
    }

    @Test(arguments: Transport.allCases) func `as server-sent events`(transport: Transport) async throws {
        let body = "\u{FEFF}: hi\r\nid: 緑\rdata: 👩🏽‍🍳\r\ndata:  é\n\r\nevent: done\r\rretry: 1\r\ndata:\n\n"
        let events: [Teapot.ServerSentEvent] = [
            .init(data: "👩🏽‍🍳\n é", id: "緑"), .init(data: "", id: "緑"),
        ]
        let response = Response.text(body, contentType: "text/event-stream")
        try await read(response.splittingAtEveryByte, by: transport, expecting: events) { client in
            var events: [Teapot.ServerSentEvent] = []
            for try await event in client.events("x", reconnects: false) { events.append(event) }
            return events
        }
    }

    @Test(arguments: Transport.allCases) func `as lines of JSON`(transport: Transport) async throws {
        struct Tea: Codable, Equatable { var name: String }
        let names = ["緑茶", "thé", "🫖\u{2028}\\"]
        let text = #"{"name":"緑茶"}"# + "\r\n" + #"{"name":"thé"}"# + "\n" + #"{"name":"🫖\#u{2028}\\"}"# + "\r\n"
        let response = Response.text(text, contentType: "application/x-ndjson")
        try await read(response.splittingAtEveryByte, by: transport, expecting: names) { client in
            var names: [String] = []
            for try await line in try await client.stream("x").lines {
                names.append(try JSONDecoder().decode(Tea.self, from: Data(line.utf8)).name)
            }
            return names
        }
    }

    @Test(arguments: Transport.allCases) func `and as a body that is read at once`(transport: Transport) async throws {
        let response = Response.stream(Self.text.map { Data(String($0).utf8) })
        try await read(response.splittingAtEveryByte, by: transport, expecting: Self.text) { client in
            String(decoding: try await client.get("x").body, as: UTF8.self)
        }
    }

    @Test(arguments: Transport.allCases)
    func `and if it's cut, ends with the bytes before the cut`(transport: Transport) async throws {
        let events = (0..<5).map { Teapot.ServerSentEvent(data: "緑茶 \($0)") }
        let response = Response.events(events)
        let router = Router()
        try await transport.withClient(of: router) { client async throws in
            for cut in Array(response.cuttingAtEveryBoundary) + Array(response.cuttingAtEveryByte) {
                let route = router.get("/x", with: cut.response)
                var read: [Teapot.ServerSentEvent] = []
                let error = await #expect(throws: TeapotError.self, "\(cut)") {
                    for try await event in client.events("x", reconnects: false) { read.append(event) }
                }
                #expect(error?.type == .incompleteResponse, "\(cut)")
                #expect(error?.response?.statusCode == 200, "\(cut)")
                let count = cut.offset / "data: 緑茶 0\n\n".utf8.count
                // A reset may overtake the bytes that a server sent.
                #expect(transport == .socket ? read.count <= count : read.count == count, "\(cut)")
                #expect(read == Array(events.prefix(read.count)), "\(cut)")
                route.remove()
            }
        }
    }
}
