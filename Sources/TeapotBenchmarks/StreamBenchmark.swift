import Foundation
import Teapot
import TeapotMock

/// Measurements of recorded streams in skipped time, and of a stream that is cut at each boundary between pieces.
enum StreamBenchmark {
    private static let events = (0..<1_200).map { Data("data: {\"token\":\"tea \($0)\"}\n\n".utf8) }

    static func run(_ measurement: Measurement, isQuick: Bool) async throws {
        let recorded = try replay(atIntervals: 0.05)
        let atOnce = try replay(atIntervals: 0)
        let contenders = [
            Contender("60 s of 1,200 tokens, skipped") { for _ in 0..<$0 { try await read(recorded, lasting: 60) } },
            Contender("1,200 tokens without times") { for _ in 0..<$0 { try await read(atOnce, lasting: 0) } },
        ]
        let costs = try await measurement.run(contenders, count: isQuick ? 5 : 20)
        Table.print("A recorded stream, read piece by piece from MockTeapot", contenders, costs, peer: 1)
        print("  \(milliseconds(costs[0].wall)) ms for 60 s of recorded tokens")

        let pieces = events.prefix(1_000).map { $0 }
        let boundaries = pieces.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.count) }
        let stream = Response.stream(pieces, contentType: "text/event-stream")
        let cuts = boundaries.map { (offset: $0, response: stream.failing(.reset(after: $0))) }
        let router = Router(journalCapacity: 100)
        router.time = .skipped
        var options = Teapot.Options()
        options.logLevel = .none
        let client = MockTeapot(router: router, options: options)
        let cutting = [
            Contender("cut at all 1,001 boundaries, pieces") { count in
                for _ in 0..<count {
                    for cut in cuts {
                        let length = try await length(cut.response, client)
                        precondition(length == cut.offset, "the cut is elsewhere")
                    }
                }
            },
            Contender("cut at all 1,001 boundaries, body") { count in
                for _ in 0..<count {
                    for cut in cuts {
                        let token = client.router.get("/x", with: cut.response)
                        defer { token.remove() }
                        do throws(TeapotError) { _ = try await client.get("x") } catch {
                            precondition(error.response?.body.count == cut.offset, "the cut is elsewhere")
                        }
                    }
                }
            },
        ]
        let cutCosts = try await measurement.run(cutting, count: 1)
        Table.print("A stream of 1,000 pieces, cut at each boundary", cutting, cutCosts, peer: 1)
        print("  \(milliseconds(cutCosts[0].wall)) ms for all 1,001 cuts")
    }

    private static func milliseconds(_ seconds: Double) -> String { String(format: "%.2f", seconds * 1000) }

    /// Returns a router that replays the tokens, with a time between them in seconds.
    private static func replay(atIntervals interval: Double) throws -> Router {
        var response = Response.data(events.reduce(Data(), +), contentType: "text/event-stream")
        response.pieces = events.enumerated().map {
            Response.Piece(at: Double($0.offset + 1) * interval, count: $0.element.count)
        }
        let router = Router("https://api.test", journalCapacity: 100)
        router.time = .skipped
        router.get("/x", with: response.inPieces())
        return router
    }

    private static func read(_ router: Router, lasting seconds: Int) async throws {
        var options = Teapot.Options()
        options.logLevel = .none
        let client = MockTeapot(router: router, options: options)
        let before = router.clock.now
        var number = 0
        for try await piece in try await client.stream("x", timeout: 3600) {
            precondition(piece == events[number], "a piece has other boundaries")
            number += 1
        }
        precondition(number == events.count, "a piece is missing")
        precondition(before.duration(to: router.clock.now) == .seconds(seconds), "the stream took another time")
    }

    /// Returns the number of bytes that a client receives from a response that breaks off.
    private static func length(_ response: Response, _ client: MockTeapot) async throws -> Int {
        let token = client.router.get("/x", with: response)
        defer { token.remove() }
        var count = 0
        do {
            for try await piece in try await client.stream("x") { count += piece.count }
        } catch let error as TeapotError where error.type == .incompleteResponse {
            return count
        }
        preconditionFailure("the stream did not break off")
    }
}
