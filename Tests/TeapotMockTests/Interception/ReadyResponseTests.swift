import Foundation
import Teapot
import TeapotTestTraits
import Testing

@testable import TeapotMock

@Suite(.inTurn) struct `A response that a session gets without another thread` {
    private let router = Router("https://api.test")

    private func isReady(_ method: String = "GET", _ path: String = "/a") -> Bool {
        router.hasResponse(to: Request(method: method, origin: "https://api.test", path: path))
    }

    @Test func `it comes from a route with bytes, and asking for it counts nothing`() {
        router.get("/a", with: .data(Data("tea".utf8)))
        #expect(isReady())
        #expect(!isReady("POST"))
        #expect(!isReady("GET", "/b"))
        #expect(!router.hasResponse(to: Request(method: "GET", origin: "https://other.test", path: "/a")))
        #expect(router.journal.entries.isEmpty)
    }

    @Test func `no closure is called for it`() {
        router.get("/a") { _ in .status(204) }
        #expect(!isReady())
        router.register(.status(204), when: .path("/b"), .headers(["X-A": "1"]))
        #expect(!isReady("GET", "/b"))
    }

    @Test(arguments: [
        Response.status(204, delay: 0.1), .status(204, delay: .nan), .file("a"),
        .data(Data(count: 65_537)), .stream([Data("tea".utf8)], contentType: "text/plain"),
    ]) func `a response that takes time isn't ready`(response: Response) {
        router.get("/a", with: response)
        #expect(!isReady())
    }

    @Test func `a response after a ready one isn't ready`() {
        router.get("/a", with: .status(204), .status(204, delay: 0.1))
        #expect(!isReady())
    }

    @Test func `a router that delays, holds or slows its responses, or has finished, has none`() {
        router.get("/a", with: .status(204))
        #expect(isReady())
        router.latency = 0.1
        #expect(!isReady())
        router.latency = 0
        router.network = .threeG
        #expect(!isReady())
        router.network = nil
        let hold = router.hold("/a")
        #expect(!isReady())
        hold.release()
        _ = router.finish("a test", isCutShort: true)
        #expect(!isReady())
    }

    @Test func `several concurrent tasks get it, and each is in the journal`() async throws {
        router.get("/a", with: .data(Data("tea".utf8)))
        let session = URLSession(answeredBy: router)
        let url = try api("/a")
        let bodies = try await withThrowingTaskGroup(of: Data.self) { group in
            for _ in 0..<50 { group.addTask { try await session.data(from: url).0 } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(bodies == [Data](repeating: Data("tea".utf8), count: 50))
        #expect(try router.journal.count(of: .path("/a")) == 50)
        #expect(router.journal.entries.allSatisfy { $0.ending == .responded(200) })
    }
}
