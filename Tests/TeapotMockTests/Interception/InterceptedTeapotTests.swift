import Foundation
import Teapot
import TeapotMock
import TeapotTestTraits
import Testing

/// Tests of the real client over a session that a router responds to.
@Suite(.inTurn) struct `A client whose session is intercepted` {
    private let router = Router()

    private func teapot() throws -> Teapot {
        Teapot(baseURL: try api("/v1"), defaultDeliveryQueue: nil, configuration: .answered(by: router))
    }

    @Test func `get and post`() async throws {
        router.get("/v1/users/:id") { request in ["id": request["id"] ?? "", "name": "Joan"] }
        router.post("/v1/users") { request in Response(status: 201, body: request.body) }
        let teapot = try teapot()

        let response = try await teapot.get("users/1")
        #expect(response.json?.dictionary?["name"] as? String == "Joan")
        #expect(response.headers["Content-Type"] == "application/json")

        let posted = try await teapot.post("users", parameters: ["name": "Hez"])
        #expect(posted.statusCode == 201)
        #expect(posted.json?.dictionary?["name"] as? String == "Hez")
    }

    @Test func `a completion is called, and an unsuccessful status is its failure`() async throws {
        router.get("/v1/tea", with: .json(["error": "short and stout"], status: 418))
        let teapot = try teapot()

        let result = await withCheckedContinuation { continuation in
            teapot.get("tea") { result in continuation.resume(returning: result) }
        }

        guard case .failure(let json, let response, let error) = result else {
            Issue.record("\(result)")
            return
        }
        #expect(response.statusCode == 418)
        #expect(json?.dictionary?["error"] as? String == "short and stout")
        #expect(error.type == .invalidResponseStatus)
    }

    @Test func `an upload from a file and a download to a file work`() async throws {
        let body = Data((0..<200_000).map { UInt8(truncatingIfNeeded: $0 / 251) })
        let directory = FileManager.default.temporaryDirectory.appendingPathComponent("teapot-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        try body.write(to: directory.appendingPathComponent("up"))
        router.post("/v1/file") { request in Response(body: request.body) }
        router.get("/v1/file", with: .data(body))
        let teapot = try teapot()
        let sent = Locked<[Teapot.Progress]>([])

        let file = Teapot.Payload.file(directory.appendingPathComponent("up"))
        let report = { @Sendable (progress: Teapot.Progress) in sent.withLock { $0.append(progress) } }
        let response = try await teapot.request(.post, "file", parameters: file, progress: report)
        let down = directory.appendingPathComponent("down")
        try await teapot.download("file", to: down)

        #expect(response.body == body)
        #expect(sent.withLock { $0.contains(.sent(200_000, of: 200_000)) })
        #expect(try Data(contentsOf: down) == body)
    }

    @Test func `a stream's pieces arrive before the rest`() async throws {
        let next = AsyncStream.makeStream(of: Void.self)
        let stream = Response.Stream { send in
            send(Data("one\n".utf8))
            for await _ in next.stream { break }
            send(Data("two\n".utf8))
        }
        router.get("/v1/log", with: .stream(stream, contentType: "text/plain"))

        var lines: [String] = []
        for try await line in try await teapot().stream("log").lines {
            lines.append(line)
            next.continuation.yield()
        }

        #expect(lines == ["one", "two"])
    }

    @Test func `the client follows redirects`() async throws {
        router.get("/v1/old", with: .status(302, headers: ["Location": "new"]))
        router.get("/v1/new") { _ in ["here": true] }

        let response = try await teapot().get("old")

        #expect(response.url.path == "/v1/new")
        #expect(router.journal.requests.map(\.path) == ["/v1/old", "/v1/new"])

        router.get("/v1/circle", with: .status(302, headers: ["Location": "circle"]))
        let error = await #expect(throws: TeapotError.self) { try await teapot().get("circle") }
        #expect(error?.type == .invalidRedirect)
    }

    @Test func `a timeout and a fault are the same as over a socket`() async throws {
        router.get("/v1/late", delay: 1000, with: .status(200))
        router.get("/v1/refused", with: .error(.cannotConnectToHost))

        let late = await #expect(throws: TeapotError.self) { try await teapot().get("late", timeout: 0.05) }
        let refused = await #expect(throws: TeapotError.self) { try await teapot().get("refused") }

        #expect((late?.underlyingError as? URLError)?.code == .timedOut)
        #expect((refused?.underlyingError as? URLError)?.code == .cannotConnectToHost)
    }

    @Test func `cancelling cancels the handler`() async throws {
        let began = AsyncStream.makeStream(of: Void.self)
        let cancelled = AsyncStream.makeStream(of: Void.self)
        router.get("/v1/wait") { _ async in
            began.continuation.yield()
            await forever()
            cancelled.continuation.yield()
            return Response.status(200)
        }
        let teapot = try teapot()
        let call = Task { try await teapot.get("wait") }
        for await _ in began.stream { break }

        call.cancel()

        for await _ in cancelled.stream { break }
        let error = await #expect(throws: TeapotError.self) { try await call.value }
        #expect(error?.type == .cancelled)
    }

    @Test func `a challenge is delivered as a response`() async throws {
        router.get("/v1/secret", with: .status(401, headers: ["WWW-Authenticate": "Basic realm=\"tea\""]))

        let error = await #expect(throws: TeapotError.self) { try await teapot().get("secret") }

        #expect(error?.responseStatus == 401)
        #expect(error?.response?.headers["WWW-Authenticate"] == "Basic realm=\"tea\"")
    }

    @Test func `an unanswered request fails with the reason`() async throws {
        let error = await #expect(throws: TeapotError.self) { try await teapot().get("nothing") }

        #expect(error?.type == .unansweredRequest)
        #expect(error?.description.contains("GET /v1/nothing") == true)
    }
}
