import Foundation
import Teapot
import TeapotMock
import TeapotMockTesting
import TeapotTestSupport
import TeapotTestTraits
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The samples of the article ComingFromMocker.
@Suite(.inTurn, .serialized, .timeLimit(.minutes(3))) struct `The samples of Coming from Mocker and OHHTTPStubs` {
    private let url = URL(string: "https://api.test/teas/7") ?? MockTeapot.defaultBaseURL

    @Test func `a session is answered`() async throws {
        let router = Router("https://api.test")
        router.get("/teas/:id", with: .json(["id": 7, "name": "Assam"]))
        let session = URLSession(configuration: .ephemeral.answered(by: router))
        let (data, _) = try await session.data(from: url)
        #expect(try JSON(parsing: data) == ["id": 7, "name": "Assam"])
    }

    @Test func `requests are matched and answered`() async throws {
        let folder = try TemporaryFolder(["teas.json": #"["Assam"]"#])
        let (fixtures, png) = (folder.url, Data([0x89]))

        let router = Router("https://api.test", fixtures: fixtures)
        router.get("/teas", when: .query(["kind": "black"]), with: .file("teas.json"))
        router.get("/**", when: .matching("an image") { $0.path.hasSuffix(".png") }, with: .data(png))
        router.post("/teas", when: .json(contains: ["name": "Uji"]), .headers(["X-Shop": "7"]), with: .status(201))
        router.get("/busy", with: .json(["error": "busy"], status: 503), .json([]))
        router.get("/slow", with: .json([]).delayed(by: 2))
        router.get("/offline", with: .error(.notConnectedToInternet))
        router.get("/old", with: .redirect(to: "/teas?kind=black"))
        router.get("/echo/:text") { request in ["text": request["text"]] }

        router.time = .skipped
        let session = URLSession(configuration: .ephemeral.answered(by: router))
        func get(_ path: String) async throws -> (text: String, status: Int?) {
            let (data, response) = try await session.data(from: #require(URL(string: "https://api.test" + path)))
            return (String(decoding: data, as: UTF8.self), (response as? HTTPURLResponse)?.statusCode)
        }
        #expect(try await get("/teas?kind=black") == (#"["Assam"]"#, 200))
        #expect(try await get("/old") == (#"["Assam"]"#, 200))
        #expect(try await get("/logos/tea.png").status == 200)
        #expect(try await get("/busy") == (#"{"error":"busy"}"#, 503))
        #expect(try await get("/busy") == ("[]", 200))
        #expect(try await get("/slow") == ("[]", 200))
        #expect(try await get("/echo/hi") == (#"{"text":"hi"}"#, 200))
        let error = await #expect(throws: URLError.self) { try await get("/offline") }
        #expect(error?.code == .notConnectedToInternet)

        var request = URLRequest(url: url.deletingLastPathComponent())
        (request.httpMethod, request.httpBody) = ("POST", Data(#"{"name":"Uji","kind":"green"}"#.utf8))
        request.setValue("7", forHTTPHeaderField: "X-Shop")
        #expect((try await session.data(for: request).1 as? HTTPURLResponse)?.statusCode == 201)
    }

    @Test func `requests are verified`() async throws {
        let router = Router("https://api.test")
        router.post("/teas", with: .status(201))
        var request = URLRequest(url: url.deletingLastPathComponent())
        (request.httpMethod, request.httpBody) = ("POST", Data(#"{"name":"Uji"}"#.utf8))
        request.setValue("Bearer 1", forHTTPHeaderField: "Authorization")
        _ = try await URLSession(configuration: .ephemeral.answered(by: router)).data(for: request)

        try router.verify(.post, "/teas", .json(contains: ["name": "Uji"]), times: 1)
        #expect(router.requests.last?.headers["Authorization"] == "Bearer 1")
    }

    @Test(.router("https://api.test")) func `A tea is loaded`() async throws {
        Router.current.get("/teas/:id", with: .json(["id": 7, "name": "Assam"]))
        let session = URLSession(configuration: .ephemeral.answered(by: .current))
        let (data, _) = try await session.data(from: url)
        #expect(try JSON(parsing: data)["name"] as? String == "Assam")
    }

    @Test func `the shared session is answered`() async throws {
        let url = try #require(URL(string: "https://mocker.test/teas"))

        let router = Router.register("https://mocker.test")
        defer { Router.unregister("https://mocker.test") }
        router.get("/teas", with: .json([]))
        let (data, _) = try await URLSession.shared.data(from: url)

        #expect(data == Data("[]".utf8))
    }
}
