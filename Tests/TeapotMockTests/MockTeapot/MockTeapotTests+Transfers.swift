import Foundation
import Teapot
import TeapotMock
import TeapotTestResources
import TeapotTestSupport
import TeapotTestTraits
import TeapotSequences
import Testing

@Suite(.inTurn) struct `Transfers on a mock` {
    @Test func `an image comes from a fixture, not from the network`() throws {
        let mock = MockTeapot.make("logo.png")
        let file = try Data(contentsOf: Fixtures.directory.appendingPathComponent("logo.png"))
        let isShown: Bool? = delivered { report in
            mock.downloadImage("/logo") { result in
                guard case .success(let image, let response) = result else { return }
                #expect(response.headers["Content-Type"] == "image/png")
                report(shows(image, file, width: 3, height: 2))
            }
        }
        #expect(isShown == true)
        #expect(mock.requests.map(\.path) == ["/logo"])
    }

    @Test func `a download is written to a file in pieces`() async throws {
        let folder = try TemporaryFolder([:])
        let bytes = Data((0..<150_000).map { UInt8(truncatingIfNeeded: $0 * 7) })
        let mock = MockTeapot(fixture: .data(bytes))
        let reached = Locked<[Teapot.Progress]>([])
        let file = folder.url.appendingPathComponent("download")
        let response = try await mock.download("/file", to: file) { step in reached.withLock { $0.append(step) } }
        #expect(response.body.isEmpty)
        #expect(try Data(contentsOf: file) == bytes)
        #expect(
            reached.withLock { $0 } == [
                .received(65_536, of: 150_000), .received(131_072, of: 150_000), .received(150_000, of: 150_000),
            ]
        )
    }

    @Test func `an upload reports its progress, and its bytes are recorded`() async throws {
        let folder = try TemporaryFolder(["note.txt": "hello"])
        let mock = MockTeapot(fixture: .data(Data()), statusCode: .created)
        let reached = Locked<[Teapot.Progress]>([])
        let file = folder.url.appendingPathComponent("note.txt")
        let report = { @Sendable (step: Teapot.Progress) in reached.withLock { $0.append(step) } }
        try await mock.request(.post, "/notes", parameters: .file(file), progress: report)
        #expect(reached.withLock { $0 } == [.sent(5, of: 5)])
        #expect(mock.requests.map(\.body) == [Data("hello".utf8)])
        #expect(mock.requests.map(\.method) == ["POST"])
    }

    @Test func `a multipart upload is recorded whole`() async throws {
        let folder = try TemporaryFolder(["note.txt": "hello"])
        let mock = MockTeapot(fixture: .data(Data()))
        let parts: [Teapot.Part] = [.field("a", "1"), .file("f", folder.url.appendingPathComponent("note.txt"))]
        _ = try await mock.post("/notes", parameters: .multipart(parts, boundary: "b"))
        let body = try #require(mock.requests.first?.body)
        #expect(String(decoding: body, as: UTF8.self).contains("hello\r\n--b--\r\n"))
    }

    @Test func `an upload of a deleted file fails`() throws {
        let folder = try TemporaryFolder(["note.txt": "hello"])
        let file = folder.url.appendingPathComponent("note.txt")
        var options = Teapot.Options()
        options.adapters = [Teapot.Adapter { _ in try FileManager.default.removeItem(at: file) }]
        let mock = MockTeapot.make(options: options)
        let result: NetworkResult? = delivered { mock.post("/notes", parameters: .file(file), completion: $0) }
        #expect(result?.error?.type == .fileFailed)
        #expect(mock.requests.isEmpty)
    }

    @Test func `a stream is read line by line`() async throws {
        let mock = MockTeapot(fixture: .data(Data("one\ntwo\n".utf8), contentType: "text/plain"))
        var lines: [String] = []
        for try await line in try await mock.stream("/log").lines { lines.append(line) }
        #expect(lines == ["one", "two"])
    }

    @Test(.timeLimit(.minutes(3)))
    func `events continue where they ended until the mock has no more`() async throws {
        let mock = MockTeapot.make()
        mock.overrideEndpoint("updates", with: .file("updates.sse"), .error(.networkConnectionLost), .status(204))
        var events: [String] = []
        for try await event in mock.events("/updates") { events.append(event.data) }
        #expect(events == ["first", "second"])
        #expect(mock.requests.map { $0.headers["Last-Event-ID"] } == [nil, "2", "2"])
    }
}
