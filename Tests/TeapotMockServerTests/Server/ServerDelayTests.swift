import Foundation
import Teapot
import TeapotMock
import TeapotMockServer
import TeapotTestSupport
import Testing

extension SocketSuites {
    /// Tests of handlers with a delay, over sockets.
    @Suite struct `A server's handler with a delay` {
        private let runs = Locked<[DispatchTime]>([])

        private func withRouter<Result>(
            delay: Double, _ body: (Router, UInt16) async throws -> Result
        ) async throws -> Result {
            let router = Router()
            router.get("/now", delay: delay) { [runs] _ in runs.withLock { $0.append(.now()) } }
            router.get("/later", delay: delay) { [runs] _ in
                await Task.yield()
                runs.withLock { $0.append(.now()) }
            }
            return try await running(Server(router: router)) { try await body(router, $0) }
        }

        @Test(arguments: ["/now", "/later"]) func `runs after the delay`(path: String) async throws {
            let start = DispatchTime.now()
            let status = try await withRouter(delay: 0.02) { _, port in
                try await RawClient.talking(to: port) { try $0.exchange(get(path)).status }
            }
            #expect(status == 204)
            let times = runs.withLock { $0 }
            #expect(times.count == 1 && times.allSatisfy { start + 0.02 <= $0 })
        }

        @Test(arguments: ["/now", "/later"]) func `doesn't run for a client that resets the connection`(path: String)
            async throws
        {
            try await withRouter(delay: 3600) { router, port in
                let changes = router.journal.changes
                let client = try RawClient(port: port)
                try client.send(get(path))
                try await router.journal.waitForRequest()
                client.stream.reset()
                for await _ in changes where router.journal.entries.first?.ending != nil { break }
                #expect(router.journal.entries.map(\.ending) == [.abandoned])
            }
            #expect(runs.withLock { $0.isEmpty })
        }
    }
}
