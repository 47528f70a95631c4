import Foundation
import Teapot
import TeapotMock
import TeapotMockServer
import TeapotTestTraits
import Testing

/// Tests of a router that compresses, on every transport.
@Suite(.inTurn) struct `A router that compresses` {
    @Test func `delivers the same bodies and statuses over every transport`() async throws {
        let router = Router("https://api.test")
        let values = (0..<500).map { ["id": $0, "name": "Tea \($0)"] as [String: any Sendable] }
        let list = Response.json(.array(values))
        router.get("/list", with: list)
        router.get("/film") { _ in list.acceptingRanges(lastModified: Date(timeIntervalSince1970: 784_111_777)) }
        router.compressesResponses = true
        let server = Server(router: router)
        try server.start()
        let clients: [any TeapotClient] = [
            MockTeapot(router: router), Teapot(baseURL: try #require(server.baseURL)),
            Teapot(
                baseURL: try #require(URL(string: "https://api.test")),
                configuration: URLSessionConfiguration.teapot.answered(by: router)),
        ]
        for client in clients {
            let response = try await client.get("list")
            #expect(response.body == list.body)
            #expect(response.json == .array(values))
            let film = try await client.get("film")
            #expect(film.body == list.body)
            let tag = try #require(film.headers["ETag"])
            // The server accepts the tag, whichever form the client received.
            let again = await status(of: client, ["If-None-Match": tag])
            #expect(again == 304)
            #expect(await status(of: client, ["Range": "bytes=0-9"]) == 206)
            // The date doesn't tell which form a client has.
            let date = "Sun, 06 Nov 1994 08:49:37 GMT"
            let fields = ["Range": "bytes=0-9", "If-Range": date, "Accept-Encoding": "gzip"]
            #expect(await status(of: client, fields) == 200)
        }
        try await server.stop()
    }

    private func status(of client: any TeapotClient, _ headers: [String: String]) async -> Int {
        do throws(TeapotError) { return try await client.get("film", headerFields: headers).status } catch {
            return error.response?.status ?? 0
        }
    }
}
