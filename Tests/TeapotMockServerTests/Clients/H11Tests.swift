import Foundation
import Teapot
import TeapotMock
import TeapotMockServer
import TeapotTestSupport
import Testing

extension SocketSuites {
    /// Tests with h11, a third-party state machine for HTTP/1.1, which stops at the first byte that violates RFC 9112.
    @Suite(.enabled(if: Clients.equippedPython != nil, "TEAPOT_PYTHON names no Python with h11")) struct `h11 finds` {
        /// Returns a router with every kind of response.
        private func router() -> Router {
            let router = Router()
            struct Broken: Error {}
            var trailing = Response(body: Data("body".utf8))
            trailing.trailers = ["X-Sum": "42", "X-Done": "yes"]
            let pieces = ["one ", "two ", "three"].map { Data($0.utf8) }
            for verb in [router.get, router.head] {
                verb("/fixed", with: .data(Data("fixed".utf8)))
                verb("/stream", with: .stream(pieces))
                verb("/trailers", with: trailing)
            }
            router.get("/empty", with: .status(200))
            router.get("/none", with: .status(204))
            router.get("/same", with: .status(304))
            router.get("/reset", with: .status(205))
            router.get("/large", with: .data(Data(repeating: 0x78, count: 3_000_000)))
            router.get("/last", with: .data(Data("last".utf8), headers: ["Connection": "close"]))
            router.get("/broken") { _ -> Response in throw Broken() }
            router.any("/echo") { request -> Response in .data(request.body) }
            return router
        }

        private func run(
            _ part: String,
            limits: Server.Limits = Server.Limits()
        ) async throws -> [String] {
            try await Clients.serving(router(), limits: limits) { port in
                try await Clients.python("strict_h11.py", part, String(port))
            }
        }

        @Test func `no violation in any response on a persistent connection (RFC 9112 §6.3)`() async throws {
            let lines = try await run("kept")
            #expect(
                lines == [
                    #"GET /fixed: 200 OK | content-length: 5 | 'fixed' | open"#,
                    #"GET /empty: 200 OK | content-length: 0 | '' | open"#,
                    #"GET /stream: 200 OK | transfer-encoding: chunked | 'one two three' | open"#,
                    #"GET /trailers: 200 OK | transfer-encoding: chunked | 'body' | x-sum: 42 | x-done: yes | open"#,
                    #"GET /none: 204 No Content | '' | open"#,
                    #"GET /same: 304 Not Modified | '' | open"#,
                    #"GET /reset: 205 Reset Content | content-length: 0 | '' | open"#,
                    #"GET /missing: 404 Not Found | content-length: right | '{"detail":"No mock answers'… | open"#,
                    #"GET /broken: 500 Internal Server Error | content-length: right | 'The handler of GET /broken'… | open"#,
                    #"GET /large: 200 OK | content-length: right | 'xxxxxxxxxxxxxxxxxxxxxxxxxx'… | open"#,
                    #"HEAD /fixed: 200 OK | content-length: 5 | '' | open"#,
                    #"HEAD /stream: 200 OK | '' | open"#,
                    #"HEAD /trailers: 200 OK | content-length: 4 | '' | open"#,
                    #"POST /echo: 200 OK | content-length: 3 | 'tea' | open"#,
                    #"POST /echo: 200 OK | content-length: 0 | '' | open"#,
                    #"PUT /echo: 200 OK | content-length: 9 | 'Earl Grey' | open"#,
                    #"PUT /echo: 200 OK | content-length: 0 | '' | open"#,
                    #"GET /fixed: 200 OK | content-length: 5 | 'fixed' | open"#,
                ])
        }

        @Test func `a request to send the body that it holds back (RFC 9110 §10.1.1)`() async throws {
            let lines = try await run("waits")
            #expect(
                lines == [
                    #"InformationalResponse 100 False"#,
                    #"PUT /echo: 200 OK | content-length: 3 | 'tea' | open"#,
                    #"GET /fixed: 200 OK | content-length: 5 | 'fixed' | open"#,
                    #"InformationalResponse 100 False"#,
                    #"PUT /echo: 200 OK | content-length: 3 | 'tea' | open"#,
                    #"GET /fixed: 200 OK | content-length: 5 | 'fixed' | open"#,
                ])
        }

        @Test func `nothing after a last response (RFC 9112 §9.6)`() async throws {
            let lines = try await run("closed")
            #expect(
                lines == [
                    #"GET /fixed: 200 OK | content-length: 5 | connection: close | 'fixed' | closed"#,
                    #"GET /stream: 200 OK | transfer-encoding: chunked | connection: close | 'one two three' | closed"#,
                    #"GET /trailers: 200 OK | transfer-encoding: chunked | connection: close | 'body' | x-sum: 42 | x-done: yes | closed"#,
                    #"GET /none: 204 No Content | connection: close | '' | closed"#,
                    #"HEAD /fixed: 200 OK | content-length: 5 | connection: close | '' | closed"#,
                    #"GET /last: 200 OK | content-length: 4 | connection: close | 'last' | closed"#,
                ])
        }

        @Test func `no violation in a refusal, and an end after it (RFC 9110 §15.5)`() async throws {
            let limits = Server.Limits(headBytes: 2000, bodyBytes: 1000, headSeconds: 0.3)
            let lines = try await run("refused", limits: limits)
            // Other tests check the remaining lines.
            #expect(
                lines.compactMap { $0.components(separatedBy: " | ").first } == [
                    "no Host: 400 Bad Request",
                    "two lengths: 400 Bad Request",
                    "bare LF: 400 Bad Request",
                    "bad chunk: 400 Bad Request",
                    "version 2: 505 HTTP Version Not Supported",
                    "too slow: 408 Request Timeout",
                    "large body: 413 Content Too Large",
                    "long line: 414 URI Too Long",
                    "large head: 431 Request Header Fields Too Large",
                    "expectation: 417 Expectation Failed",
                ])
            #expect(lines.allSatisfy { $0.contains(" | connection: close | ") && $0.hasSuffix(" | closed") })
        }
    }
}
