import Foundation
import Teapot
import TeapotMock
import TeapotMockLive
import TeapotMockRecording
import TeapotMockServer
import TeapotTestSupport
import Testing

extension SocketSuites {
    /// Tests of recording a live server through a server, and of replaying the recording without it.
    @Suite struct `A recording of a server` {
        private func visit(_ client: Teapot) async throws -> [String] {
            var texts: [String] = []
            for path in ["v1/chunks", "v1/length", "v1/length", "v1/chunks?page=2"] {
                texts.append(String(decoding: try await client.get(path).body, as: UTF8.self))
            }
            return texts
        }

        @Test func `answers as the live server did`() async throws {
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent("teapot-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            let count = Locked(0)
            let live = try HostileServer { connection in
                while true {
                    let request = try connection.readRequest()
                    let number = count.withLock { count in
                        count += 1
                        return count
                    }
                    let text = "\(request.target) \(number)"
                    if request.target.hasPrefix("/v1/chunks") {
                        let length = String(text.utf8.count, radix: 16)
                        try connection.send(
                            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n\(length)\r\n\(text)\r\n0\r\n\r\n")
                    } else {
                        try connection.send(HostileServer.response(200, ["Content-Type: text/plain"], body: text))
                    }
                }
            }
            defer { live.stop() }
            let server = Server()
            try server.start()
            let client = Teapot(baseURL: try #require(server.baseURL))
            let recorder = Recorder(into: .har(folder.appendingPathComponent("a.har")))
            server.router.passthrough = Passthrough(to: live.url, recorder: recorder)
            let texts = try await visit(client)
            #expect(texts == ["/v1/chunks 1", "/v1/length 2", "/v1/length 3", "/v1/chunks?page=2 4"])
            // When a client has the whole response, the response is recorded.
            try await recorder.finish()
            #expect(recorder.count == 4)
            #expect(recorder.problems.isEmpty)

            server.router.passthrough = nil
            let har = try HAR(contentsOf: recorder.destination.url)
            #expect(har.entries.map(\.request.origin) == Array(repeating: "http://127.0.0.1:\(live.port)", count: 4))
            #expect(server.router.replay(har).routes.count == 3)
            let replayed = try await visit(client)
            #expect(replayed == texts)
            try await server.stop()
        }
    }
}
