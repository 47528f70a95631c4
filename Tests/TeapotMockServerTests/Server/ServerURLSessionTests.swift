import Foundation
import Teapot
import TeapotMock
import TeapotMockServer
import TeapotTestSupport
import Testing

extension SocketSuites {
    /// Tests of the server with Foundation's own client.
    @Suite struct `A server and a URLSession` {
        @Test func `a response arrives with its status, fields and body`() async throws {
            let handler: @Sendable (Request) async throws -> Response = { request in
                Response(status: 418, headers: ["X-Query": request.query.description], body: request.body)
            }
            try await withSession(handler) { session, url in
                var request = URLRequest(url: try #require(URL(string: "/tea?milk=no", relativeTo: url)))
                request.httpMethod = "POST"
                request.httpBody = Data("leaves".utf8)
                let (data, response) = try await session.data(for: request)
                let http = try #require(response as? HTTPURLResponse)
                #expect(http.statusCode == 418)
                #expect(http.value(forHTTPHeaderField: "X-Query") == "[milk=no]")
                #expect(String(decoding: data, as: UTF8.self) == "leaves")
            }
        }

        @Test func `a large upload and a large download arrive completely`() async throws {
            let body = Data((0..<5_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
            try await withSession(
                { Response(body: $0.body) },
                { session, url in
                    var request = URLRequest(url: url)
                    request.httpMethod = "PUT"
                    let (data, _) = try await session.upload(for: request, from: body)
                    #expect(data == body)
                }
            )
        }

        @Test func `a body from a stream arrives in chunks (RFC 9112 §7.1)`() async throws {
            let seen = Seen()
            let handler: @Sendable (Request) async throws -> Response = { request in
                await seen.note(request.headers["Transfer-Encoding"] ?? "none")
                return Response(body: request.body)
            }
            try await withSession(handler) { session, url in
                var request = URLRequest(url: url)
                request.httpMethod = "PUT"
                request.httpBodyStream = InputStream(data: Data(repeating: 0x62, count: 300_000))
                let (data, _) = try await session.data(for: request)
                #expect(data == Data(repeating: 0x62, count: 300_000))
            }
            #expect(await seen.notes == ["chunked"])
        }

        @Test func `300 concurrent requests are all answered`() async throws {
            try await withSession(SocketSuites.echo) { session, url in
                let bodies = try await withThrowingTaskGroup(of: String.self) { group in
                    for number in 0..<300 {
                        group.addTask {
                            let (data, _) = try await session.data(from: url.appendingPathComponent("\(number)"))
                            return String(decoding: data, as: UTF8.self)
                        }
                    }
                    return try await group.reduce(into: Set<String>()) { $0.insert($1) }
                }
                #expect(bodies == Set((0..<300).map { "GET /\($0) " }))
            }
        }

        private actor Seen {
            var notes: [String] = []
            func note(_ text: String) { notes.append(text) }
        }

        private func withSession(
            _ handler: @escaping @Sendable (Request) async throws -> Response,
            _ body: (URLSession, URL) async throws -> Void
        ) async throws {
            let session = URLSession(configuration: .ephemeral)
            defer { session.invalidateAndCancel() }
            try await SocketSuites.withServer(handler) { server, _ in
                try await body(session, try #require(server.baseURL))
            }
        }
    }
}
