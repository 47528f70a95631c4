import Teapot
import TeapotMock
import TeapotMockServer
import TeapotTestSupport
import Testing

extension SocketSuites {
    /// h11, a state machine for HTTP/1.1 that others wrote: it stops at the first byte that is not as RFC 9112 has it.
    @Suite(.enabled(if: Clients.equippedPython != nil, "TEAPOT_PYTHON names no Python with h11")) struct `h11 finds` {
        /// Answers in every way that there is.
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
            router.get("/large", with: .data(Data(count: 3_000_000)))
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

        @Test func `no fault in any response on a connection that is kept (RFC 9112 §6.3)`() async throws {
            #expect(try await run("kept") == [""])
        }

        @Test func `that it is asked for the body that it holds back (RFC 9110 §10.1.1)`() async throws {
            #expect(try await run("waits") == [""])
        }

        @Test func `nothing behind a last response (RFC 9112 §9.6)`() async throws {
            #expect(try await run("closed") == [""])
        }

        @Test func `no fault in a refusal, and an end behind it (RFC 9110 §15.5)`() async throws {
            let limits = Server.Limits(headBytes: 2000, bodyBytes: 1000, headSeconds: 0.3)
            #expect(try await run("refused", limits: limits) == [""])
        }
    }
}
