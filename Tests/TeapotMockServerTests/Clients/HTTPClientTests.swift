import Teapot
import TeapotMock
import TeapotMockServer
import TeapotTestSupport
import Testing

extension SocketSuites {
    /// Tests with the HTTP client of Python's standard library.
    @Suite(.enabled(if: Clients.python != nil, "python3 is not installed")) struct `Python's http client` {
        private func run(_ part: String, _ port: UInt16) async throws -> [String] {
            try await Clients.python("http_client.py", part, String(port))
        }

        @Test func `keeps its connection open (RFC 9112 §9.3)`() async throws {
            let lines = try await withServer { _, port in try await run("keep", port) }
            #expect(lines == ["200|7|GET /a ", "200|8|", "200|11|POST /c tea", "200|7|GET /d ", "1 socket"])
        }

        @Test func `disconnects when the server asks it to (RFC 9112 §9.6)`() async throws {
            let lines = try await withServer { _, port in try await run("close", port) }
            #expect(lines == ["close GET /a  None", "GET /b "])
        }

        @Test func `sends an iterator's chunks (RFC 9112 §7.1)`() async throws {
            let lines = try await withServer { _, port in try await run("chunks", port) }
            #expect(lines == ["POST /chunks " + (0..<1000).map { "\($0)," }.joined()])
        }

        @Test func `reads a body piece by piece while it's produced`() async throws {
            let router = Router()
            router.addPieces(at: "/pieces")
            let lines = try await Clients.serving(router) { port in try await run("pieces", port) }
            #expect(lines == ["chunked", "piece 0", "piece 1", "piece 2", "b''"])
        }
    }
}
