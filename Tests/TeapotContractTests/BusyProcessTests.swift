import Foundation
import Teapot
import TeapotMock
import TeapotMockServer
import TeapotTestSupport
import TeapotTestTraits
import Testing

/// Tests of transports in a process whose tasks occupy all threads that tasks share, like many concurrent tests.
@Suite(.inTurn, .timeLimit(.minutes(3))) struct `A busy process` {
    private struct Setup {
        let router = Router("http://127.0.0.1")

        init() {
            router.get("/handler") { _ async in
                await Task.yield()
                return ["id": 1]
            }
            let stream = Response.Stream { send in
                send(Data("a".utf8))
                await Task.yield()
                send(Data("b".utf8))
            }
            router.get("/stream", with: .stream(stream))
        }
    }

    /// Calls a client while every thread of the pool for tasks of default priority is blocked.
    private func body(of client: some TeapotClient, _ path: String) async throws -> Data? {
        let (done, over) = (Gate(), Gate())
        let data = Locked<Data?>(nil)
        return try await onOwnThread {
            for _ in 0..<(ProcessInfo.processInfo.activeProcessorCount + 2) {
                Task.detached(priority: .medium) { over.block(atMost: 30) }
            }
            client.get(path, timeout: 20) { result in
                if case .success(_, let response) = result { data.withLock { $0 = response.body } }
                done.open()
            }
            done.block(atMost: 25)
            over.open()
            return data.withLock { $0 }
        }
    }

    @Test(arguments: ["handler", "stream"]) func `is answered by handlers that wait`(path: String) async throws {
        let expected = Data((path == "handler" ? #"{"id":1}"# : "ab").utf8)
        #expect(try await body(of: MockTeapot(router: Setup().router), path) == expected)
        let server = Server(router: Setup().router)
        let port = try server.start()
        let teapot = try Teapot(baseURL: #require(URL(string: "http://127.0.0.1:\(port)")))
        #expect(try await body(of: teapot, path) == expected)
        try await server.stop()
    }
}
