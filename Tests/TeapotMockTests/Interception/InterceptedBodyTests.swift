import Foundation
import Teapot
import TeapotMock
import TeapotTestTraits
import Testing

@Suite(.inTurn) struct `An intercepted body` {
    private let router = Router()
    private let session: URLSession

    init() {
        router.post("/tea") { request in
            Response(
                status: 201, headers: ["X-Type": request.headers["Content-Type"] ?? ""], body: request.body)
        }
        session = URLSession(answeredBy: router)
    }

    private func post() throws -> URLRequest {
        var request = URLRequest(url: try api("/tea"))
        request.httpMethod = "POST"
        return request
    }

    @Test func `httpBody reaches the handler`() async throws {
        var request = try post()
        request.httpBody = Data("green".utf8)

        #expect(try await session.data(for: request).0 == Data("green".utf8))
    }

    @Test(arguments: [0, 1, 65_536, 1_000_000]) func `httpBodyStream reaches the handler, however long it is`(
        count: Int
    ) async throws {
        let body = Data((0..<count).map { UInt8(truncatingIfNeeded: $0 / 7) })
        var request = try post()
        request.httpBodyStream = InputStream(data: body)

        #expect(try await session.data(for: request).0 == body)
    }

    @Test func `the data of an upload reaches the handler, not the request's httpBody`() async throws {
        var request = try post()
        request.httpBody = Data("black".utf8)

        #expect(try await session.upload(for: request, from: Data("green".utf8)).0 == Data("green".utf8))
    }

    @Test func `the file of an upload reaches the handler`() async throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("teapot-\(UUID().uuidString)")
        try Data("green".utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }

        #expect(try await session.upload(for: try post(), fromFile: file).0 == Data("green".utf8))
    }

    @Test func `a missing file and a directory fail as over a socket`() async throws {
        let directory = FileManager.default.temporaryDirectory
        let missing = directory.appendingPathComponent("teapot-\(UUID().uuidString)")
        let request = try post()

        let noFile = await #expect(throws: URLError.self) {
            try await session.upload(for: request, fromFile: missing)
        }
        let noBytes = await #expect(throws: URLError.self) {
            try await session.upload(for: request, fromFile: directory)
        }

        #expect(noFile?.code == .fileDoesNotExist)
        #expect(noBytes?.code == .fileIsDirectory)
        #expect(router.journal.requests.isEmpty)
    }

    @Test func `a delegate provides an upload's stream, and is notified of the progress`() async throws {
        let delegate = RecordingDelegate(stream: { InputStream(data: Data("green".utf8)) })
        let session = URLSession(answeredBy: router, delegate: delegate)

        session.uploadTask(withStreamedRequest: try post()).resume()

        let record = await delegate.end()
        #expect(record.body == Data("green".utf8))
        #expect(record.sent == [5])
    }

    @Test func `a POST without a content type is a form, as over a socket`() async throws {
        var request = try post()
        request.httpBody = Data("kind=green".utf8)

        let (_, response) = try await session.data(for: request)

        let type = (response as? HTTPURLResponse)?.value(forHTTPHeaderField: "X-Type")
        #expect(type == "application/x-www-form-urlencoded")
    }

    @Test func `a stream that waits for its bytes doesn't block others`() async throws {
        var request = try post()
        let stream = WaitingStream(Data("green".utf8))
        request.httpBodyStream = stream
        let waiting = request

        async let late = session.data(for: waiting).0
        var other = try post()
        other.httpBody = Data("black".utf8)
        // With the same session, while the other stream is being read.
        await stream.isBeingRead()
        #expect(try await session.data(for: other).0 == Data("black".utf8))
        stream.letGo()

        #expect(try await late == Data("green".utf8))
    }
}

/// A stream whose first read waits until it is released.
private final class WaitingStream: InputStream {
    private var rest: Data
    private let gate = DispatchSemaphore(value: 0)
    private let reading = AsyncStream.makeStream(of: Void.self)

    override init(data: Data) {
        rest = data
        super.init(data: Data())
    }

    convenience init(_ data: Data) { self.init(data: data) }

    func isBeingRead() async { for await _ in reading.stream { return } }

    func letGo() { gate.signal() }

    override func open() {}
    override func close() {}
    override var hasBytesAvailable: Bool { true }

    override func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength: Int) -> Int {
        if !rest.isEmpty {
            reading.continuation.yield()
            gate.wait()
        }
        let count = min(maxLength, rest.count)
        rest.copyBytes(to: buffer, count: count)
        rest.removeFirst(count)
        return count
    }
}
