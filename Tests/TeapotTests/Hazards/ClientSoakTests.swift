import Foundation
import Teapot
import TeapotTestSupport
import TeapotTestTraits
import Testing

@Suite(.inTurn, .serialized, .timeLimit(.minutes(3))) struct `Client soak` {
    @Test func `hundreds of calls of all kinds each end once and as expected`() async throws {
        let server = try SoakServer.start()
        defer { stop(server) }
        let folder = try TemporaryFolder()
        // A port that was in use a moment ago: no server listens on it anymore.
        let gone = try HostileServer { _ in }
        let nobody = gone.url
        stop(gone)
        let report = await Soak(calls: 400, server: server.url, nobody: nobody).run(in: folder.url)
        #expect(report.flaws == [])
        #expect(report.good.values.reduce(0, +) == 400)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == [])
        #expect(server.scriptErrors.isEmpty)
    }
}
