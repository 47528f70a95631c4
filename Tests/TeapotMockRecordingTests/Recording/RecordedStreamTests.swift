import Foundation
import Teapot
import TeapotMockFolders
import TeapotTestSupport
import TeapotTestTraits
import Testing

import TeapotMock
import TeapotMockLive
@testable import TeapotMockRecording

@Suite(.inTurn, .timeLimit(.minutes(2))) struct `A recorded stream` {
    private let files: TemporaryFolder
    private let archives: TemporaryFolder
    private var har: URL { archives.path("a.har") }

    init() throws { (files, archives) = (try TemporaryFolder(), try TemporaryFolder()) }

    private static let two = PlayedStream([
        .init(time: 20, bytes: Data("data: on".utf8)), .init(time: 1520, bytes: Data("e\n\ndata: two\n\n".utf8)),
    ])

    private func record(
        _ stream: PlayedStream = two, type: String = "text/event-stream", into destination: Recorder.Destination,
        existing: Recorder.Existing = .replaced, pieces: Recorder.Pieces = .ofStreams,
        redaction: Redaction = Redaction()
    ) async throws {
        let recorder = Recorder(into: destination, redaction: redaction, existing: existing, pieces: pieces)
        stream.record(with: recorder, at: "/news", type: type)
        try await recorder.finish()
    }

    private func replay(speed: Double = 1) async throws -> PlayedStream {
        let router = Router("https://api.test")
        router.replay(try HAR(contentsOf: har), speed: speed)
        return try await PlayedStream("/news", from: router)
    }

    private func serve(speed: Double = 1) async throws -> PlayedStream {
        let router = Router("https://api.test")
        let switchboard = Switchboard(MockFolder(files.url, speed: speed))
        switchboard.undecided = .firstMock
        router.switchboard = switchboard
        return try await PlayedStream("/news", from: router)
    }

    private var index: String {
        get throws { try String(contentsOf: files.path("news/mocks.index.json"), encoding: .utf8) }
    }

    @Test func `is written without empty pieces, and with numeric times`() throws {
        let times = [-1, .nan, 0.5, -.infinity, .infinity]
        let pieces = times.map { Response.Piece(at: $0, count: 3) } + [Response.Piece(at: 2, count: 0)]
        let text = WrittenPieces.text(pieces)
        #expect(text == "3 3 500:3 3 86400000:3")
        #expect(try WrittenPieces.pieces(text).map(\.count) == [3, 3, 3, 3, 3])
    }

    @Test(arguments: 0..<60) func `is replayed in the same pieces at the same times`(seed: Int) async throws {
        var generator = SeededGenerator(seed: UInt64(seed))
        let isEvents = seed.isMultiple(of: 2)
        let stream = PlayedStream.random(isEvents: isEvents, &generator)
        let type = isEvents ? "text/event-stream" : "application/x-ndjson; charset=utf-8"
        try await record(stream, type: type, into: .har(har, withTimes: true))
        try await record(stream, type: type, into: .folder(files.url))
        #expect(MockFolder(files.url).problems == [])
        // A body in one piece has no times.
        let expected = stream.pieces.count > 1 ? stream : PlayedStream([.init(time: 0, bytes: stream.body)])
        #expect(try await replay() == expected)
        if stream.pieces.count > 1 {
            #expect(try await serve() == expected)
        } else {
            #expect(try await serve().body.starts(with: stream.body))
        }
    }

    @Test func `is written next to its body`() async throws {
        try await record(into: .har(har, withTimes: true))
        try await record(into: .folder(files.url))
        let content = try JSON(parsing: Data(contentsOf: har)).dictionary?["log"] as? [String: any Sendable]
        let entry = (content?["entries"] as? [any Sendable])?.first as? [String: any Sendable]
        let response = entry?["response"] as? [String: any Sendable]
        #expect((response?["content"] as? [String: any Sendable])?["_pieces"] as? String == "20:8 1520:14")
        #expect(try index.contains(#""pieces": "20:8 1520:14""#))
        #expect(
            try HAR(contentsOf: har).entries.first?.response.pieces == [
                .init(at: 0.02, count: 8), .init(at: 1.52, count: 14),
            ])
    }

    @Test func `can be replayed faster, slower, or at once`() async throws {
        try await record(into: .har(har, withTimes: true))
        try await record(into: .folder(files.url))
        for (speed, text) in [
            (4.0, "5:8 380:14"), (0.5, "40:8 3040:14"), (.infinity, "0:8 0:14"), (0, "20:8 1520:14"),
            (-.infinity, "20:8 1520:14"), (.nan, "20:8 1520:14"),
        ] {
            #expect(try await replay(speed: speed).text == text)
            #expect(try await serve(speed: speed).text == text)
        }
    }

    @Test func `has its pieces, but no times, in a reproducible file`() async throws {
        try await record(into: .har(har))
        let text = try String(contentsOf: har, encoding: .utf8)
        #expect(text.contains(#""_pieces": "8 14""#))
        #expect(try await replay().text == "0:8 0:14")
        #expect(try String(contentsOf: har, encoding: .utf8) == text)
    }

    @Test(arguments: ["application/json", "text/plain", "text/html"])
    func `is skipped if its media type is different`(type: String) async throws {
        let stream = PlayedStream(["[1,", " 2]"].map { .init(time: 9, bytes: Data($0.utf8)) })
        try await record(stream, type: type, into: .har(har, withTimes: true))
        try await record(stream, type: type, into: .folder(files.url))
        #expect(try !String(contentsOf: har, encoding: .utf8).contains("_pieces"))
        #expect(try !index.contains("stream"))
        try await record(stream, type: type, into: .har(har, withTimes: true), pieces: .ofEveryBody)
        try await record(stream, type: type, into: .folder(files.url), pieces: .ofEveryBody)
        #expect(try await replay().text == "9:3 9:3")
        #expect(try await serve().text == "9:3 9:3")
        try await record(stream, type: type, into: .folder(files.url), pieces: .none)
        #expect(try !index.contains("stream"))
    }

    @Test func `is an ordinary body if it arrives in one piece`() async throws {
        let stream = PlayedStream([.init(time: 9, bytes: Data("data: one\n\n".utf8))])
        try await record(stream, into: .har(har, withTimes: true))
        try await record(stream, into: .folder(files.url))
        #expect(try !String(contentsOf: har, encoding: .utf8).contains("_pieces"))
        #expect(try !index.contains("stream"))
    }

    @Test func `that is recorded again stays one response, with the latest times`() async throws {
        let again = PlayedStream([
            .init(time: 0, bytes: Data("data: one\n\n".utf8)), .init(time: 7, bytes: Data("data: two\n\n".utf8)),
        ])
        let recorder = Recorder(into: .folder(files.url))
        Self.two.record(with: recorder, at: "/news", type: "text/event-stream")
        // Exchanges are redacted in parallel.
        recorder.unfinished.wait()
        again.record(with: recorder, at: "/news", type: "text/event-stream")
        try await recorder.finish()
        #expect(recorder.files == ["news/mocks.index.json", "news/success_200_GET_news.sse"])
        #expect(recorder.differentResponseCount == 1)
        #expect(try index.contains(#""pieces": "11 7:11""#))
        try await record(into: .folder(files.url))
        #expect(try index.contains(#""pieces": "20:8 1520:14""#))
        // Existing files are kept.
        try await record(again, into: .folder(files.url), existing: .kept)
        #expect(try index.contains(#""pieces": "20:8 1520:14""#))
        // Files that no longer fit are removed.
        try await record(PlayedStream([.init(time: 0, bytes: again.body)]), into: .folder(files.url))
        #expect(try !index.contains("pieces"))
    }

    @Test func `keeps a handwritten stream`() async throws {
        try await record(into: .folder(files.url))
        let written = try index.replacingOccurrences(
            of: #""stream": {"#, with: #""fault": "cutShort 15", "stream": {"every": "3 s"}, "query": {"#)
        let text = written.replacingOccurrences(of: #""pieces": "20:8 1520:14""#, with: "")
        try files.write(text, to: "news/mocks.index.json")
        try await record(into: .folder(files.url))
        #expect(try index.contains(#""every": "3000 ms""#) || index.contains(#""every": "3 s""#))
        #expect(try index.contains("cutShort 15") && !index.contains("pieces"))
    }

    @Test func `becomes a folder from a HAR file`() async throws {
        try await record(into: .har(har, withTimes: true))
        let recorder = Recorder(into: .folder(files.url))
        for entry in try HAR(contentsOf: har).entries { recorder.record(entry.request, entry.response) }
        try await recorder.finish()
        #expect(try await serve() == Self.two)
    }

    @Test func `is replayed without its pieces if it was edited, which is reported`() async throws {
        try await record(into: .har(har, withTimes: true))
        try await record(into: .folder(files.url))
        let text = try String(contentsOf: har, encoding: .utf8)
        try Data(text.replacingOccurrences(of: "one", with: "three").utf8).write(to: har)
        let problems = try HAR(contentsOf: har).problems.map(\.description)
        #expect(
            problems == [
                """
                a.har: /log/entries/0/response/content/_pieces: The pieces have 22 bytes, and the body has 24; it is \
                replayed in one piece. Remove “_pieces” after editing a body.
                """
            ])
        #expect(try await replay().text == "0:24")

        try files.write("data: three\n\ndata: two\n\n", to: "news/success_200_GET_news.sse")
        #expect(
            MockFolder(files.url).problems.map(\.description) == [
                """
                news/success_200_GET_news.sse: it has 24 bytes, and the “pieces” in “mocks.index.json” have 22, so it is \
                sent without them; record it again, or remove “pieces”
                """
            ])
        #expect(try await serve().text == "0:13 0:11")
    }

    @Test(arguments: [
        (#""52""#, "The pieces have 52 bytes, and the body has 22"), (#""0:22 x""#, "expected a number of bytes"),
        ("[[0, 22]]", "It must be a string."), (#""9:20 8:2""#, "“8:2” is earlier than the piece before it"),
        (#""-1 23""#, "expected a number of bytes"), (#""0""#, "expected a number of bytes"),
        (#""9223372036854775807 9223372036854775807""#, "the pieces are too long"),
        (#""99999999999:22""#, "expected a number of bytes"), (#""1:2:3""#, "expected a number of bytes"),
    ])
    func `is replayed in one piece if its pieces are invalid`(pieces: String, reason: String) async throws {
        try await record(into: .har(har, withTimes: true))
        let text = try String(contentsOf: har, encoding: .utf8)
        try Data(text.replacingOccurrences(of: #""20:8 1520:14""#, with: pieces).utf8).write(to: har)
        let problem = try #require(try HAR(contentsOf: har).problems.first)
        #expect(problem.reason.hasPrefix(reason), "\(problem)")
        #expect(problem.pointer == "/log/entries/0/response/content/_pieces")
        #expect(try await replay().text == "0:22")
    }
}
