import Foundation
import Teapot
import TeapotMock
import TeapotMockFolders
import TeapotMockLive
import TeapotMockRecording
import TeapotMockServer
import TeapotTestSupport
import TeapotTestTraits
import Testing

/// Tests of a live server's streams that are recorded and replayed, with each transport to a router.
@Suite(.inTurn, .serialized, .timeLimit(.minutes(2))) struct `A live stream is replayed as it arrived` {
    /// Pieces that begin and end within characters, line endings and events.
    private static let pieces: [Data] = {
        let text = Data("data: 緑茶\r\n\r\nid: 1\ndata: {\"token\":\"s3cr3t\"}\n\n".utf8)
        let ends = [3, 8, 11, 13, 14, 27, 37, 41, text.count]
        return zip([0] + ends, ends).map { Data(text[$0..<$1]) }
    }()

    /// Records a stream whose pieces are each sent after the client has read the previous one.
    private func record(_ recorders: [Recorder], by transport: Transport) async throws -> [Data] {
        let (turns, turn) = AsyncStream<Void>.makeStream()
        let stream = Response.Stream { send in
            var next = turns.makeAsyncIterator()
            for piece in Self.pieces {
                send(piece)
                await next.next()
            }
        }
        let live = Server { _ in .stream(stream, contentType: "text/event-stream") }
        try live.start()
        var read: [Data] = []
        for recorder in recorders {
            let router = Router()
            router.passthrough = Passthrough(to: try #require(live.baseURL), recorder: recorder)
            read = try await transport.withClient(of: router) { client async throws in
                var read: [Data] = []
                for try await piece in try await client.stream("news") {
                    read.append(piece)
                    turn.yield()
                }
                return read
            }
            try await recorder.finish()
        }
        turn.finish()
        try await live.stop(within: 0)
        return read
    }

    private func pieces(of router: Router, by transport: Transport) async throws -> [Data] {
        try await transport.withClient(of: router) { client async throws in
            var read: [Data] = []
            for try await piece in try await client.stream("news") { read.append(piece) }
            return read
        }
    }

    @Test(arguments: Transport.allCases) func `from a file and from a folder`(transport: Transport) async throws {
        let files = try TemporaryFolder()
        let har = files.path("a.har")
        let folder = Recorder(into: .folder(files.path("mocks")))
        let read = try await record([Recorder(into: .har(har, withTimes: true)), folder], by: transport)
        #expect(read == Self.pieces)
        let entry = try #require(try HAR(contentsOf: har).entries.first)
        #expect(!String(decoding: entry.response.body, as: UTF8.self).contains("s3cr3t"))
        // Three bytes of the secret arrived with the eighth piece, so the boundary is after its replacement.
        #expect(entry.response.pieces.map(\.count) == [3, 5, 3, 2, 1, 13, 10, 9, 4])
        #expect(entry.response.pieces.map(\.time) == entry.response.pieces.map(\.time).sorted())

        for speed in [1, .infinity] {
            let (replayed, served) = (Router(), Router())
            replayed.replay(try HAR(contentsOf: har), from: entry.request.origin, speed: speed)
            let switchboard = Switchboard(MockFolder(files.path("mocks"), speed: speed))
            switchboard.undecided = .firstMock
            served.switchboard = switchboard
            for router in [replayed, served] {
                router.time = .skipped
                let pieces = try await pieces(of: router, by: transport)
                #expect(pieces.map(\.count) == entry.response.pieces.map(\.count))
                #expect(pieces.reduce(Data(), +) == entry.response.body)
            }
        }
        #expect(folder.problems.isEmpty && MockFolder(files.path("mocks")).problems.isEmpty)
    }
}
