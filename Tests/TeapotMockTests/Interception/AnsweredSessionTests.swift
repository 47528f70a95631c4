import Foundation
import Teapot
import TeapotMock
import TeapotTestTraits
import Testing

@Suite(.inTurn) struct `A session that a router answers` {

    private func router() -> Router {
        let router = Router("https://api.test")
        router.get("/users/:id") { request in ["id": request["id"] ?? ""] }
        return router
    }

    @Test func `data(from:) gets the router's answer`() async throws {
        let session = URLSession(answeredBy: router())

        let (data, response) = try await session.data(from: api("/users/1"))

        #expect(String(decoding: data, as: UTF8.self) == #"{"id":"1"}"#)
        let http = try #require(response as? HTTPURLResponse)
        #expect(http.statusCode == 200)
        #expect(http.url == (try api("/users/1")))
        #expect(http.value(forHTTPHeaderField: "content-type") == "application/json")
        #expect(http.mimeType == "application/json")
        #expect(http.expectedContentLength == 10)
    }

    @Test func `a completion gets a body of several pieces as a whole`() async throws {
        let router = Router("https://api.test")
        let body = Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0 / 251) })
        router.get("/big", with: .data(body))
        let session = URLSession(answeredBy: router)
        let big = try api("/big")

        let data = await withCheckedContinuation { continuation in
            session.dataTask(with: big) { data, _, _ in continuation.resume(returning: data) }.resume()
        }

        #expect(data == body)
        #expect(try await session.data(from: big).0 == body)
    }

    @Test func `a delegate gets a body piece by piece`() async throws {
        let router = Router("https://api.test")
        router.get("/log", with: .stream([Data("one ".utf8), Data("two".utf8)], contentType: "text/plain"))
        let delegate = RecordingDelegate()
        let session = URLSession(answeredBy: router, delegate: delegate)

        session.dataTask(with: try api("/log")).resume()

        let record = await delegate.end()
        #expect(record.responses.map(\.statusCode) == [200])
        #expect(record.pieces == [Data("one ".utf8), Data("two".utf8)])
        #expect(record.error == nil)
    }

    @Test func `an unanswered request fails with the reason`() async throws {
        let router = router()
        let session = URLSession(answeredBy: router)

        let error = await #expect(throws: TeapotError.self) {
            try await session.data(from: api("/tea"))
        }

        #expect(error?.type == .unansweredRequest)
        #expect(error?.description.contains("GET /tea") == true)
    }

    @Test func `a request to another host fails instead of reaching the network`() async throws {
        let session = URLSession(answeredBy: router())

        let error = await #expect(throws: TeapotError.self) {
            try await session.data(from: #require(URL(string: "http://127.0.0.1:1/users/1")))
        }

        #expect(error?.type == .unansweredRequest)
    }

    @Test func `a URL that isn't HTTP fails instead of reaching the network`() async throws {
        let session = URLSession(answeredBy: router())

        let error = await #expect(throws: TeapotError.self) {
            try await session.data(from: #require(URL(string: "ftp://127.0.0.1:1/users/1")))
        }

        #expect(error?.type == .unansweredRequest)
    }

    @Test(arguments: ["GET", "POST"]) func `an unanswered request goes to the network if that's allowed`(
        method: String
    ) async throws {
        let router = router()
        let session = URLSession(answeredBy: router, unanswered: .goesToNetwork)
        var request = URLRequest(url: try #require(URL(string: "http://127.0.0.1:1/users/1")))
        request.httpMethod = method

        let error = await #expect(throws: URLError.self) { try await session.data(for: request) }

        // No server listens there.
        #expect(error?.code == .cannotConnectToHost)
        #expect(try await session.data(from: api("/users/1")).0.isEmpty == false)
        #expect(router.journal.requests.map(\.path) == ["/users/1"])
    }

    @Test func `an unanswered upload goes to the network if that's allowed`() async throws {
        let router = Router()
        router.post("/tea", when: .body(equals: Data("green".utf8)), with: .status(201))
        let session = URLSession(answeredBy: router, unanswered: .goesToNetwork)
        var request = URLRequest(url: try #require(URL(string: "http://127.0.0.1:1/tea")))
        request.httpMethod = "POST"

        let (_, response) = try await session.upload(for: request, from: Data("green".utf8))
        #expect((response as? HTTPURLResponse)?.statusCode == 201)

        let sent = request
        let error = await #expect(throws: URLError.self) {
            try await session.upload(for: sent, from: Data("black".utf8))
        }
        #expect(error?.code == .cannotConnectToHost)
    }

    @Test func `a configuration's other classes come after the router's`() {
        let configuration = URLSessionConfiguration.ephemeral
        let count = configuration.protocolClasses?.count ?? 0

        let answered = configuration.answered(by: Router())

        #expect(answered.protocolClasses?.count == count + 1)
        #expect(configuration.protocolClasses?.count ?? 0 == count)
    }

    @Test func `HEAD and 204 have no body`() async throws {
        let router = Router()
        router.head("/tea", with: .json(["kind": "green"]))
        router.get("/none", with: .status(204))
        let session = URLSession(answeredBy: router)
        var head = URLRequest(url: try api("/tea"))
        head.httpMethod = "HEAD"

        let (nothing, response) = try await session.data(for: head)
        let (none, _) = try await session.data(from: api("/none"))

        #expect(nothing.isEmpty && none.isEmpty)
        #expect((response as? HTTPURLResponse)?.value(forHTTPHeaderField: "Content-Length") == "16")
    }

    @Test func `a fault is the same URLError as over a socket`() async throws {
        let router = Router()
        router.get("/refused", with: .error(.cannotConnectToHost))
        router.get("/reset") { _ in
            var response = Response()
            response.fault = .reset
            return response
        }
        let session = URLSession(answeredBy: router)

        for (path, code) in [("refused", URLError.Code.cannotConnectToHost), ("reset", .networkConnectionLost)] {
            let error = await #expect(throws: URLError.self) {
                try await session.data(from: api("/\(path)"))
            }
            #expect(error?.code == code)
        }
    }

    #if canImport(FoundationNetworking)
        @Test func `a custom error keeps its type`() async throws {
            struct Spilled: Error, Equatable { var cups: Int }
            let router = Router()
            router.any("/**", with: .error(Spilled(cups: 2)))
            let session = URLSession(answeredBy: router)

            await #expect(throws: Spilled(cups: 2)) { try await session.data(from: api("/users/1")) }
        }
    #endif

    @Test func `a configuration's headers are added if the request lacks them`() async throws {
        let router = Router()
        router.get("/**", with: .status(204))
        let configuration = URLSessionConfiguration.ephemeral.answered(by: router)
        configuration.httpAdditionalHeaders = ["X-Kind": "green", "x-pot": "large"]
        let session = URLSession(configuration: configuration)
        var request = URLRequest(url: try api("/users/1"))
        request.setValue("small", forHTTPHeaderField: "X-Pot")

        _ = try await session.data(for: request)

        let seen = try #require(router.journal.requests.first)
        #expect(seen.headers["X-Kind"] == "green")
        #expect(seen.headers.values(for: "X-Pot") == ["small"])
    }

    @Test func `a repeated header arrives joined`() async throws {
        let router = Router()
        router.get("/**", with: .status(200, headers: ["X-Tea": "green", "x-tea": "black"]))
        let session = URLSession(answeredBy: router)

        let (_, response) = try await session.data(from: api("/users/1"))

        #expect((response as? HTTPURLResponse)?.value(forHTTPHeaderField: "X-Tea") == "green, black")
    }

    @Test func `a response is not cached`() async throws {
        let router = Router()
        router.get("/tea", times: 1, with: .status(200, headers: ["Cache-Control": "max-age=1000"]))
        let session = URLSession(answeredBy: router)
        let tea = try api("/tea")

        _ = try await session.data(from: tea)

        await #expect(throws: TeapotError.self) { try await session.data(from: tea) }
    }
}
