import Foundation
import Teapot
import TeapotMock
import TeapotMockServer
import TeapotTestSupport
import TeapotTestTraits
import Testing

/// The suites that open sockets, one test after the other, because some count the descriptors and threads of the
/// process.
@Suite(.ahead, .serialized, .timeLimit(.minutes(2))) enum SocketSuites {
    /// A handler that responds with a description of the request.
    static let echo: @Sendable (Request) async throws -> Response = { request in
        Response(body: Data("\(request.method) \(request.path) ".utf8) + request.body)
    }

    /// Runs `body` with a server, stops the server, and expects the same numbers of descriptors and threads as before.
    static func withServer<Result>(
        limits: Server.Limits = Server.Limits(),
        _ handler: @escaping @Sendable (Request) async throws -> Response = echo,
        _ body: (Server, UInt16) async throws -> Result
    ) async throws -> Result {
        let server = Server(limits: limits, handler: handler)
        return try await running(server, stoppingWithin: 0.5) { try await body(server, $0) }
    }

    /// Starts a server, runs `body` with its port, and stops the server.
    static func running<Result>(
        _ server: Server, stoppingWithin seconds: Double = 0, _ body: (UInt16) async throws -> Result
    ) async throws -> Result {
        let port = try server.start()
        do {
            let result = try await body(port)
            try await server.stop(within: seconds)
            return result
        } catch {
            try? await server.stop(within: seconds)
            throw error
        }
    }

    static func get(_ path: String = "/", _ lines: String...) -> String {
        "GET \(path) HTTP/1.1\r\nHost: a\r\n" + lines.map { $0 + "\r\n" }.joined() + "\r\n"
    }
}
