import Foundation
import Teapot
import TeapotMock
import TeapotMockTesting
import TeapotMockFolders
import TeapotMockRecording
import TeapotSequences
import TeapotTestSupport
import TeapotTestTraits
import Testing

/// The samples about the pieces of streams, in comments and in the articles AnsweringFromARouter and
/// RecordingAndReplaying.
@Suite(.inTurn, .timeLimit(.minutes(2))) struct `The samples about the pieces of streams` {
    private let router = Router("https://api.test")
    private let client: MockTeapot

    init() {
        router.time = .skipped
        client = MockTeapot(router: router)
    }

    @Test func `the samples about cutting`() async throws {
        do {
            let tokens = ["data: a\n\n", "data: b\n\n"].map { Data($0.utf8) }
            for cut in Response.stream(tokens, contentType: "text/event-stream").cuttingAtEveryBoundary {
                router.get("/chat", with: cut.response)
                await #expect(throws: TeapotError.self, "\(cut)") { try await client.get("chat") }
            }
            #expect(router.journal.entries.count == 3)
        }
        let tokens = ["緑", "茶"].map { Teapot.ServerSentEvent(data: $0) }
        for cut in Response.events(tokens).cuttingAtEveryByte {
            router.get("/chat", with: cut.response)
            var read: [Teapot.ServerSentEvent] = []
            await #expect(throws: TeapotError.self, "\(cut)") {
                for try await event in client.events("chat", reconnects: false) { read.append(event) }
            }
            #expect(read == Array(tokens.prefix(cut.offset / 11)), "\(cut)")
        }
        #expect(
            Response.events(tokens).cuttingAtEveryByte.dropFirst(17).first?.description
                == "cut after 17 of 22 bytes, within piece 2 of 2")
    }

    @Test func `the samples about splitting`() async throws {
        for split in Response.text("{\"tea\": \"緑茶\"}\r\n", contentType: "application/x-ndjson").splittingAtEveryByte {
            router.get("/log", with: split.response)
            let stream = try await client.stream("log")
            for try await line in stream.lines { #expect(line == "{\"tea\": \"緑茶\"}", "\(split)") }
        }
        #expect(router.journal.entries.count == 18)
    }

    @Test func `the samples about collecting`() async throws {
        let clock = Response.events { send in
            for second in 1...3 { send(Teapot.ServerSentEvent(event: "tick", data: "\(second)")) }
        }
        for cut in try await clock.collectingPieces().cuttingAtEveryBoundary { print(cut) }
        #expect(try await clock.collectingPieces().cuttingAtEveryBoundary.count == 4)
    }

    @Test func `the samples about recorded pieces`() async throws {
        var response = Response.text("data: one\n\ndata: two\n\n", contentType: "text/event-stream")
        response.pieces = [.init(at: 0.2, count: 11), .init(at: 1.5, count: 11)]
        router.get("/news", with: response.inPieces(speed: 4))
        var events: [String] = []
        for try await event in client.events("news", reconnects: false) { events.append(event.data) }
        #expect(events == ["one", "two"])
        #expect(router.journal.entries.map(\.duration) == [0.375])

        let har = HAR([HAR.Entry(Request(method: "GET", origin: "https://api.test", path: "/chat"), response)])
        let files = try TemporaryFolder()
        let mocks = files.url
        router.replay(har, speed: 4)
        router.switchboard = Switchboard(MockFolder(mocks, speed: .infinity))
        let before = router.clock.now
        #expect(try await client.get("chat").body == response.body)
        #expect(before.duration(to: router.clock.now) == .milliseconds(375))
    }
}
