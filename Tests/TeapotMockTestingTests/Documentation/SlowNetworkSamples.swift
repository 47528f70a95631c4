import Foundation
import Teapot
import TeapotMock
import TeapotMockTesting
import TeapotTestTraits
import Testing

/// The samples in the article SlowNetworks, and in the comments about networks.
@Suite(.inTurn) struct `The samples about slow networks` {
    @Test(.router) func `A film over EDGE takes five minutes`() async throws {
        let router = Router.current
        router.network = .edge
        router.get("/film", with: .data(Data(count: 9_000_000), contentType: "video/mp4"))
        let film = try await MockTeapot(router: router).get("film").body
        #expect(film.count == 9_000_000)
        let seconds = try #require(router.journal.entries.first?.duration)
        #expect(300.7...301 ~= seconds)
    }

    @Test(.router) func `a custom network`() async throws {
        let router = Router.current
        router.get("/list", with: ["Assam"])
        var train = NetworkConditions(latency: 0.3, jitter: 0.2, bitsPerSecondDown: 2_000_000, bitsPerSecondUp: 500_000)
        train.packetLoss = 0.02
        router.network = train
        _ = try await MockTeapot(router: router).get("list")
        let seconds = try #require(router.journal.entries.first?.duration)
        #expect(0.1...1.6 ~= seconds)
    }

    @Test(.router) func `a route with its own network, and one without`() async throws {
        let router = Router.current
        let film = Response.data(Data(count: 200_000), contentType: "video/mp4")
        router.network = .edge
        router.get("/film", with: film).network(.offline(afterBytes: 100_000))
        router.get("/list", with: ["Assam", "Darjeeling"]).network(.unlimited)
        let teapot = MockTeapot(router: router)
        let error = await #expect(throws: TeapotError.self) { try await teapot.get("film") }
        #expect((error?.underlyingError as? URLError)?.code == .networkConnectionLost)

        router.network = .offline
        await #expect(throws: TeapotError.self) { try await teapot.get("list") }
        router.network = nil
        #expect(try await teapot.get("list").status == 200)
        #expect(router.journal.entries.map(\.duration) == [0, 0, 0])
    }

    @Test(.router) func `the samples of comments`() async throws {
        let router = Router.current
        let film = Response.data(Data(count: 2000), contentType: "video/mp4")
        router.network = .edge
        router.get("/film", with: film).network(.offline(afterBytes: 100_000))
        _ = try await MockTeapot(router: router).get("film")
        router.get("/film", with: film).network(.edge)
        _ = try await MockTeapot(router: router).get("film")
        #expect(router.journal.entries.map { ($0.duration ?? 0) > 0.5 } == [false, true])
    }
}
