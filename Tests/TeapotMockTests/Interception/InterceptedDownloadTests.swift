import Foundation
import Teapot
import TeapotMock
import TeapotMockCorelibs
import TeapotTestTraits
import Testing

@Suite(.inTurn) struct `An intercepted download` {
    private let router = Router()
    private let body = Data((0..<200_000).map { UInt8(truncatingIfNeeded: $0 / 251) })

    init() {
        CorelibsPatches.install()
        router.get("/tea", with: .data(body))
    }

    @Test func `download(from:) gives a file`() async throws {
        let (file, response) = try await URLSession(answeredBy: router).download(from: api("/tea"))
        defer { try? FileManager.default.removeItem(at: file) }

        #expect((response as? HTTPURLResponse)?.statusCode == 200)
        #expect(try Data(contentsOf: file) == body)
    }

    @Test func `a download task with a completion gives a file`() async throws {
        let session = URLSession(answeredBy: router)
        let url = try api("/tea")

        let data = await withCheckedContinuation { continuation in
            session.downloadTask(with: url) { file, _, _ in
                continuation.resume(returning: file.flatMap { try? Data(contentsOf: $0) })
            }.resume()
        }

        #expect(data == body)
    }

    @Test func `a download's delegate gets a file, and its progress`() async throws {
        let delegate = RecordingDelegate()
        let session = URLSession(answeredBy: router, delegate: delegate)

        session.downloadTask(with: try api("/tea")).resume()

        let record = await delegate.end()
        #expect(record.error == nil)
        #expect(record.downloaded == body)
        #expect(record.written == [65_536, 131_072, 196_608, 200_000])
    }

    @Test func `an empty download gives an empty file`() async throws {
        router.get("/none", with: .status(204))

        let none = try api("/none")
        let (file, _) = try await URLSession(answeredBy: router).download(from: none)
        defer { try? FileManager.default.removeItem(at: file) }

        #expect(try Data(contentsOf: file).isEmpty)
    }

    @Test func `a download that fails gives its error`() async throws {
        router.get("/cut") { _ in
            var response = Response(body: Data("green".utf8))
            response.fault = .cutShort(after: 2)
            return response
        }
        let delegate = RecordingDelegate()
        let session = URLSession(answeredBy: router, delegate: delegate)

        session.downloadTask(with: try api("/cut")).resume()

        let record = await delegate.end()
        #expect(record.error is URLError)
        #expect(record.downloaded == nil)
    }
}
