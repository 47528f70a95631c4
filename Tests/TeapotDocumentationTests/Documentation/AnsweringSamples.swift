import Foundation
import Teapot
import TeapotMock
import TeapotMockWebSocket
import TeapotTestTraits
import Testing
import TeapotTestSupport

/// The samples in the article AnsweringFromARouter.
@Suite(.inTurn) struct `The samples about answering` {
    @Test func `the samples about routes`() async throws {
        let router = Router("https://api.test/v1")
        router.get("/users/:id") { request in
            ["id": Int(request["id"] ?? "") ?? 0, "name": "Ada"]
        }
        router.get("/files/**") { request in
            Response(body: Data("You asked for \(request["**"] ?? "")".utf8))
        }
        router.post("/users", when: .json(contains: ["role": "admin"]), with: .status(403))
        let teapot = MockTeapot(router: router)
        #expect(try await teapot.get("users/7").json == ["id": 7, "name": "Ada"])
        try router.verify(.get, "/users/:id", times: 1)
        #expect(try router.journal.entries(matching: .method(.get)).map(\.components["id"]) == ["7"])
        #expect(try await teapot.get("files/a/b").body == Data("You asked for a/b".utf8))
        let error = await #expect(throws: TeapotError.self) {
            try await teapot.post("users", parameters: ["role": "admin", "name": "Eve"])
        }
        #expect(error?.statusCode == 403)
    }

    @Test func `the samples about rules`() async throws {
        let router = Router()
        router.get("/weather", with: .json(["sky": "blue"]))
        router.get("/weather", times: 1) { _ in .status(503) }
        router.get("/weather", when: .headers(["Accept-Language": "de"]), with: .json(["sky": "blau"]))
        let token = router.register(.status(507), when: .path("/files"), .method(.put))
        token.remove()
        let teapot = MockTeapot(router: router)
        let german = try await teapot.get("weather", headerFields: ["Accept-Language": "de"])
        #expect(german.json == ["sky": "blau"])
        await #expect(throws: TeapotError.self) { try await teapot.get("weather") }
        #expect(try await teapot.get("weather").json == ["sky": "blue"])
        await #expect(throws: TeapotError.self) { try await teapot.put("files") }
    }

    @Test func `the samples about answers`() async throws {
        let router = Router()
        router.get("/slow", delay: 2, with: .status(200))
        router.get("/flaky", with: .error(.timedOut), .status(503), .json(["ok": true]))
        router.get("/broken", with: .json(["half": "of it"]).failing(.cutShort(after: 5)))
        router.latency = 0.1
        router.latency = 0
        let session = URLSession(answeredBy: router, unanswered: .goesToNetwork)
        let url = try #require(URL(string: "https://api.test/flaky"))
        let timedOut = await #expect(throws: URLError.self) { try await session.data(from: url) }
        #expect(timedOut?.code == .timedOut)
        let teapot = MockTeapot(router: router)
        let error = await #expect(throws: TeapotError.self) { try await teapot.get("broken") }
        #expect(error?.type == .incompleteResponse)
        #expect(await router.resolvedResponse(to: Request(method: "GET", path: "/slow")).delay == 2)
    }

    @Test func `the samples about files`() async throws {
        let files = try TemporaryFolder(["teas.json": #"["Assam"]"#, "logo.png": "image"])
        let folder = files.url
        let router = Router("https://api.test", fixtures: folder)
        router.get("/teas", with: .file("teas"))
        router.get("/logo", with: .file("logo.png"))
        let teapot = MockTeapot(router: router)
        #expect(try await teapot.get("teas").json == ["Assam"])
        #expect(try await teapot.get("logo").headers["Content-Type"] == "image/png")
        router.get("/cups", with: .file("cups"))
        let error = await #expect(throws: TeapotError.self) { try await teapot.get("cups") }
        #expect(error?.description.contains("teas.json") == true)
    }

    @Test func `the samples about reading a request`() async throws {
        let router = Router()
        router.get("/teas/:kind") { request in
            ["kind": request["kind"], "page": request.queryValue("page"), "shop": request.headers["X-Shop"]]
        }
        let json = try await MockTeapot(router: router).get("teas/green?page=2").json
        #expect(json?["kind"] as? String == "green")
        #expect(json?["page"] as? String == "2")
        #expect(json?["shop"] as? String == nil)
    }

    @Test func `the samples about uploads`() async throws {
        let router = Router()
        router.post("/avatars") { request in
            let parts = try request.multipart()
            guard let avatar = parts.first(where: { $0.name == "avatar" }) else { return .status(400) }
            return .json(["name": avatar.filename ?? "", "type": avatar.contentType ?? "", "bytes": avatar.data.count])
        }
        let teapot = MockTeapot(router: router)
        let avatar = Teapot.Part.data("avatar", Data([1, 2, 3]), filename: "me.png", contentType: "image/png")
        let sent = try await teapot.post("avatars", parameters: .multipart([.field("id", "7"), avatar]))
        #expect(sent.json == ["name": "me.png", "type": "image/png", "bytes": 3])
        let error = await #expect(throws: TeapotError.self) {
            try await teapot.post("avatars", parameters: .multipart([.field("id", "7")]))
        }
        #expect(error?.statusCode == 400)
    }

    // swift-format-ignore
    @Test func `the samples about WebSockets`() async throws {
        let router = Router()
        router.get("/chat", with: .webSocket(protocols: ["chat"]) { socket in
            for try await message in socket.messages {
                switch message {
                case .text(let text): try await socket.send("You said \(text)")
                case .data(let data): try await socket.send(data)
                }
            }
        })
        let error = await #expect(throws: TeapotError.self) { try await MockTeapot(router: router).get("chat") }
        #expect(error?.description.contains("needs a `Server`") == true)
    }
}
