import Foundation
import Teapot
import TeapotMock
import TeapotMockServer
import TeapotSequences
import TeapotTestSupport
import TeapotTestTraits
import Testing

/// The README's samples of requests, compiled exactly as written, and sent to a router.
@Suite(.inTurn) struct `The README's requests` {
    private struct Tea: Codable, Sendable, Equatable {
        var id: Int
        var name: String
    }

    private struct NewTea: Encodable, Sendable {
        var name: String
    }

    private struct Chunk: Decodable, Sendable {
        var text: String
    }

    private struct API {
        var teapot: any TeapotClient

        func tea(_ id: Int) async throws(TeapotError) -> Tea? {
            do { return try await teapot.get("teas/\(segment: id)") as Tea } catch {
                if error.statusCode == 404 { return nil }
                throw error
            }
        }
    }

    private func router() -> Router {
        let router = Router()
        router.post("/teas", with: .json(["id": 7, "name": "Sencha"], status: .created))
        router.get("/teas", with: .json([["id": 7, "name": "Sencha"]]))
        router.get("/teas/1", with: .json(["id": 1, "name": "Assam"]))
        router.get("/teas/2", with: .status(.notFound))
        router.delete("/teas/7", with: .status(.noContent))
        router.post("/photos", with: .status(.created))
        router.get("/catalog.pdf", with: .data(Data("pdf".utf8)))
        router.post("/chat", with: .events([.init(data: #"{"text": "leaf"}"#), .init(data: "[DONE]")]))
        return router
    }

    @Test func `requests are sent as the README sends them`() async throws {
        let router = router()
        let server = Server(router: router)
        try server.start()
        let folder = try TemporaryFolder(["leaf.png": "png"])
        let url = try #require(server.baseURL)
        try await send(NewTea(name: "Sencha"), folder.path("leaf.png"), to: folder.path("catalog.pdf"), at: url)
        try await server.stop(within: 0)
        #expect(
            router.journal.requests.map { "\($0.method) \($0.path)" } == [
                "POST /teas", "GET /teas", "DELETE /teas/7", "POST /photos", "GET /catalog.pdf", "GET /teas",
                "POST /chat",
            ])
        #expect(router.journal.requests.allSatisfy { $0.headers["Accept-Language"] == "en" })
    }

    @Test func `a status of 404 is an error`() async throws {
        let api = API(teapot: MockTeapot(router: router()))
        #expect(try await api.tea(1)?.name == "Assam")
        #expect(try await api.tea(2) == nil)
    }

    private func send(_ newTea: NewTea, _ photo: URL, to file: URL, at url: URL) async throws {
        var options = Teapot.Options()
        options.headers = ["Accept-Language": "en"]
        options.timeout = 10
        options.retriers = [.backoff()]
        let teapot = Teapot(baseURL: url, options: options)

        let made: Tea = try await teapot.post("teas", parameters: .json(newTea))
        let green: [Tea] = try await teapot.get("teas", parameters: ["kind": "green", "page": 2])
        try await teapot.delete("teas/\(segment: made.id)")
        try await teapot.post("photos", parameters: .multipart([.field("title", "Leaf"), .file("photo", photo)]))
        try await teapot.download("catalog.pdf", to: file) { progress in print(progress) }
        for try await page in teapot.pages("teas", as: [Tea].self) { print(page.count) }
        let chat = teapot.events(
            "chat", method: .post, parameters: ["prompt": "tea"], as: Chunk.self, until: "[DONE]")
        for try await chunk in chat { print(chunk.text) }
        #expect(green == [made])
    }
}
