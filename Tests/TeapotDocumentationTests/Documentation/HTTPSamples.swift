import Foundation
import Teapot
import TeapotMock
import TeapotMockServer
import TeapotTestSupport
import TeapotTestTraits
import Testing

/// The samples about CORS, compression and ranges, in comments and in the article AnsweringFromARouter.
@Suite(.inTurn) struct `The samples about CORS, compression and ranges` {
    @Test func `a policy`() async throws {
        let router = Router("https://api.test")
        router.cors = .permissive
        #expect(router.cors?.origins == nil)
        router.cors = CORSPolicy(origins: ["http://localhost:3000"])
        let response = await router.serverAnswer(
            to: Request(method: "GET", path: "/", headers: ["Origin": "http://localhost:3000"]))
        #expect(response.headers["Access-Control-Allow-Origin"] == "http://localhost:3000")
    }

    @Test func `a router that compresses`() {
        let router = Router("https://api.test")
        router.compressesResponses = true
        #expect(router.compressesResponses)
    }

    @Test func `a response with ranges`() async throws {
        let router = Router("https://api.test")
        let film = Data("0123456789".utf8)
        router.get("/film") { _ in .data(film, contentType: "video/mp4").acceptingRanges() }
        let teapot = MockTeapot(router: router)
        let response = try await teapot.get("film", headerFields: ["Range": "bytes=8-"])
        #expect(response.status == 206)
        #expect(response.body == Data("89".utf8))
    }
}
