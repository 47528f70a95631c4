import Foundation
import Teapot
import TeapotTestSupport
import TeapotTestTraits
import Testing

import TeapotMock
import TeapotMockTesting
import TeapotMockWebSocket

@Suite(.inTurn) struct `The variations of a response` {
    private static let pieces = ["abc", "", "de", "f"].map { Data($0.utf8) }
    private let stream = Response.stream(pieces, contentType: "text/plain", every: 2)

    @Test func `are cut at each boundary and after the last one`() {
        let cuts = stream.cuttingAtEveryBoundary
        #expect(
            cuts.map(\.description) == [
                "cut after 0 of 6 bytes, before piece 1 of 3", "cut after 3 of 6 bytes, after piece 1 of 3",
                "cut after 5 of 6 bytes, after piece 2 of 3", "cut after 6 of 6 bytes, after piece 3 of 3",
            ])
        #expect(cuts.map(\.offset) == [0, 3, 5, 6])
        #expect(cuts.map(\.response.fault) == [0, 3, 5, 6].map { .reset(after: $0) })
        #expect(cuts.allSatisfy { $0.response.headers == stream.headers })
    }

    @Test func `are cut at each byte`() {
        #expect(
            stream.cuttingAtEveryByte.map(\.description).prefix(4) == [
                "cut after 0 of 6 bytes, before piece 1 of 3", "cut after 1 of 6 bytes, within piece 1 of 3",
                "cut after 2 of 6 bytes, within piece 1 of 3", "cut after 3 of 6 bytes, after piece 1 of 3",
            ])
        #expect(stream.cuttingAtEveryByte.count == 7)
        #expect(stream.cuttingAtEveryByte.map(\.offset) == Array(0...6))
    }

    @Test func `aren't cut after a body with a declared length`() {
        let json = Response.json([1, 2])
        #expect(json.cuttingAtEveryByte.map(\.offset) == Array(0..<5))
        #expect(json.cuttingAtEveryBoundary.map(\.description) == ["cut after 0 of 5 bytes"])
        let told = Response.stream(Self.pieces, headers: ["Content-Length": "6"])
        #expect(told.cuttingAtEveryBoundary.map(\.offset) == [0, 3, 5])
        #expect(Response.status(204).cuttingAtEveryByte.isEmpty)
        #expect(Response.status(204).splittingAtEveryByte.isEmpty)
    }

    @Test func `of a recorded response are cut between its pieces`() {
        var response = Response.text("abcdef")
        response.pieces = [.init(at: 1, count: 4), .init(at: 2, count: 2)]
        #expect(response.cuttingAtEveryBoundary.map(\.offset) == [0, 4, 6])
        // Pieces that don't fit are ignored.
        response.pieces[0].count = 3
        #expect(response.cuttingAtEveryBoundary.map(\.offset) == [0])
    }

    @Test func `are split at each byte, and lose nothing`() async throws {
        for (index, split) in stream.splittingAtEveryByte.enumerated() {
            #expect(split.description == "split after \(index + 1) of 6 bytes")
            let router = Router()
            router.time = .skipped
            router.get("/x", with: split.response)
            var pieces: [String] = []
            let mock = MockTeapot(router: router)
            for try await piece in try await mock.stream("x") { pieces.append(String(decoding: piece, as: UTF8.self)) }
            #expect(pieces.joined() == "abcdef")
            #expect(pieces.count == ([3, 5].contains(index + 1) ? 3 : 4))
            #expect(pieces.reduce(into: [0]) { $0.append(($0.last ?? 0) + $1.count) }.contains(index + 1))
            // The pauses are the pieces' own.
            #expect(router.journal.entries.map(\.duration) == [6])
        }
        let split = try #require(Response.json(["id": 1]).splittingAtEveryByte.dropFirst(2).first).response
        #expect(split.headers["Content-Length"] == "8")
        #expect(split.headers["Content-Type"] == "application/json")
    }

    @Test func `of a body of any length cost nothing until they are used`() {
        let response = Response.data(Data(count: 5_000_000))
        #expect(response.cuttingAtEveryByte.count == 5_000_000)
        #expect(response.cuttingAtEveryByte.last?.offset == 4_999_999)
        #expect(response.splittingAtEveryByte.last?.offset == 4_999_999)
    }

    @Test(arguments: [
        (
            Response.stream(.init { $0(Data()) }),
            "the stream is generated as it's sent; collect its pieces first with `collectingPieces()`"
        ),
        (.file("users"), "the fixture “users” is read by a router; create the response from its bytes with `.data(…)`"),
        (.webSocket { _ in }, "a WebSocket has no body"),
    ])
    func `report unknown pieces`(response: Response, reason: String) async throws {
        let text = "The pieces of the response aren't known: " + reason
        for variations in [response.cuttingAtEveryByte, response.cuttingAtEveryBoundary, response.splittingAtEveryByte]
        {
            #expect(variations.map(\.description) == [text])
            let router = Router()
            router.get("/x", with: try #require(variations.first).response)
            let error = await #expect(throws: TeapotError.self) { try await MockTeapot(router: router).get("x") }
            #expect(error?.description.hasSuffix(text) == true)
        }
    }

    @Test func `of a generated stream are those of its collected pieces`() async throws {
        let events = Response.events { send in
            for number in 0..<3 {
                try await CallTime.sleep(forSeconds: 30)
                send(Teapot.ServerSentEvent(data: "\(number)"))
            }
        }
        let collected = try await events.collectingPieces()
        #expect(collected.cuttingAtEveryBoundary.map(\.offset) == [0, 9, 18, 27])
        #expect(collected.headers == events.headers)
        let router = Router()
        router.time = .skipped
        router.get("/x", with: collected)
        #expect(try await MockTeapot(router: router).get("x").body == Data("data: 0\n\ndata: 1\n\ndata: 2\n\n".utf8))
        #expect(router.journal.entries.map(\.duration) == [90])
        #expect(try await Response.json([1]).collectingPieces() == .json([1]))
    }

    @Test func `of an endless or failing stream can't be collected`() async {
        struct Broken: Error {}
        let endless = Response.stream(.init(pulling: { { Data([1]) } }))
        let error = await #expect(throws: TeapotError.self) { try await endless.collectingPieces(upTo: 100) }
        #expect(error?.description.contains("more than 100 pieces") == true)
        let broken = Response.stream(.init { _ in throw Broken() })
        await #expect(throws: Broken.self) { try await broken.collectingPieces() }
    }
}
