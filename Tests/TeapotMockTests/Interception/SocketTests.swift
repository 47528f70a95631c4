import Foundation
import Teapot
import TeapotMock
import TeapotMockCorelibs
import TeapotTestSupport
import TeapotTestTraits
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Tests that an intercepted session sends and receives the same as a plain session over a socket.
@Suite(.inTurn, .timeLimit(.minutes(2))) struct `An intercepted session behaves as over a socket` {
    /// The headers that a client adds to the session's own.
    private static let added: Set = [
        "host", "user-agent", "accept", "accept-encoding", "accept-language", "connection", "content-length", "expect",
        "transfer-encoding",
    ]

    init() { CorelibsPatches.install() }

    private func text(
        _ method: String, _ url: String, _ fields: Teapot.HeaderFields, _ body: Data
    ) -> String {
        let shown = fields.filter { !Self.added.contains($0.name.lowercased()) }
            .map { "\($0.name.lowercased()): \($0.value)" }.sorted()
        return "\(method) \(url) \(shown) \(String(decoding: body, as: UTF8.self))"
    }

    private func run(
        _ socketCase: SocketCase, _ configuration: URLSessionConfiguration, at url: URL, isAsked: Bool
    ) async throws -> [String] {
        configuration.httpAdditionalHeaders = socketCase.additional
        let delegate = isAsked ? RecordingDelegate(stream: { InputStream(data: Data("white".utf8)) }) : nil
        let session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
        defer { session.finishTasksAndInvalidate() }
        return try await socketCase.run(session, delegate, at: url)
    }

    @Test(arguments: SocketCase.all, [false, true])
    func `a redirect, a body, a cookie and a task look the same`(socketCase: SocketCase, hasDelegate: Bool) async throws
    {
        let other = try HostileServer.responding(HostileServer.response(body: "other"))
        defer { other.stop() }
        let fields = socketCase.answer("127.0.0.1:\(other.port)")
        let server = try HostileServer { connection in
            while true {
                let request = try connection.readRequest()
                let isFirst = request.target == "/start/tea"
                let body = request.method == "HEAD" ? "" : isFirst ? "first" : "last"
                let lines = isFirst ? fields.map { "\($0): \($1)" } : []
                let status = isFirst ? socketCase.status : 200
                try connection.send(HostileServer.response(status, lines, body: status == 304 ? "" : body))
            }
        }
        defer { server.stop() }
        let url = server.url.appendingPathComponent("start/tea")

        let seen = try await run(socketCase, .ephemeral, at: url, isAsked: hasDelegate)
        let sent = [server, other].flatMap { server in
            server.requests.map { request in
                let url = server.url.absoluteString + request.target
                return text(request.method, url, request.headers, request.body)
            }
        }

        let router = Router()
        router.any("/**") { request in
            .data(Data((request.origin == other.url.absoluteString ? "other" : "last").utf8))
        }
        router.any("/start/tea") { request in
            let status = socketCase.status
            return Response(
                status: .init(rawValue: status), headers: .init(fields),
                body: Data((status == 304 ? "" : "first").utf8))
        }
        let mocked = try await run(socketCase, .ephemeral.answered(by: router), at: url, isAsked: hasDelegate)
        let received = router.journal.requests.map { request in
            let query = request.queryText.isEmpty ? "" : "?\(request.queryText)"
            return text(
                request.method, "\(request.origin ?? "")\(request.path)\(query)", request.headers, request.body)
        }

        #expect(received == sent)
        #expect(mocked == seen)
    }
}
