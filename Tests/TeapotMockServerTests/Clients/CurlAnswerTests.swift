import Foundation
import Teapot
import TeapotMock
import TeapotMockServer
import TeapotMockWebSocket
import TeapotTestSupport
import Testing

extension SocketSuites {
    /// Tests of the server's responses with curl.
    @Suite(.enabled(if: Clients.curl != nil, "curl is not installed")) struct `curl reads` {
        private func url(_ port: UInt16, _ path: String) -> String { "http://127.0.0.1:\(port)\(path)" }

        @Test func `a precompressed body (RFC 9110 §8.4)`() async throws {
            let router = Router()
            let squeezed = Data(base64Encoded: "H4sIAAAAAAACA8tIzcnJ11EoLixNTa1KTeECACXLmckQAAAA")
            router.get("/z", with: .data(try #require(squeezed), headers: ["Content-Encoding": "gzip"]))
            router.get("/plain", with: .data(Data("as it is\n".utf8)))
            let text = try await Clients.serving(router) { port in
                try await Clients.curl("--compressed", url(port, "/z"), url(port, "/plain"))
            }
            #expect(text == "hello, squeezed\nas it is\n")
            let request = try #require(router.journal.entries.first?.request)
            #expect(request.headers["Accept-Encoding"]?.contains("gzip") == true)
        }

        @Test func `trailers after a body (RFC 9112 §7.1.2)`() async throws {
            let router = Router()
            var response = Response(body: Data("body\n".utf8))
            response.trailers = ["X-Sum": "42"]
            router.get("/sum", with: response)
            let text = try await Clients.serving(router) { port in
                try await Clients.curl("-i", "-w", "%{num_connects}\\n", url(port, "/sum"), url(port, "/sum"))
            }
            let one = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nbody\nX-Sum: 42\r\n"
            #expect(text.undated == "\(one)1\n\(one)0\n")
        }

        @Test func `responses without a body, and keeps using the connection (RFC 9112 §6.3)`() async throws {
            let router = Router()
            router.get("/none", with: .status(204))
            router.get("/same", with: .status(304, headers: ["ETag": "\"1\""]))
            let text = try await Clients.serving(router) { port in
                try await Clients.curl(
                    "-i", "-w", "%{num_connects}\\n", url(port, "/none"), url(port, "/same"), url(port, "/none"))
            }
            #expect(
                text.undated == """
                    HTTP/1.1 204 No Content\r\n\r\n1
                    HTTP/1.1 304 Not Modified\r\nETag: "1"\r\n\r\n0
                    HTTP/1.1 204 No Content\r\n\r\n0

                    """)
        }

        @Test func `the handler's ranges, or the whole body (RFC 9110 §14.2)`() async throws {
            let router = Router()
            router.get("/whole", with: .data(Data("0123456789".utf8), contentType: "text/plain"))
            router.get("/part") { request -> Response in
                .data(
                    Data("0123".utf8), contentType: "text/plain", status: 206,
                    headers: ["Content-Range": "\(request.headers["Range"] ?? "")/10"])
            }
            let text = try await Clients.serving(router) { port in
                try await Clients.curl("-i", "-r", "0-3", url(port, "/whole"), url(port, "/part"))
            }
            #expect(
                text.undated
                    == "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 10\r\n\r\n0123456789"
                    + "HTTP/1.1 206 Partial Content\r\nContent-Range: bytes=0-3/10\r\nContent-Type: text/plain\r\n"
                    + "Content-Length: 4\r\n\r\n0123")
        }

        @Test func `events while they are produced (HTML Standard §9.2)`() async throws {
            let (router, gate) = (Router(), Gate())
            router.get(
                "/events",
                with: .events { send in
                    send(Teapot.ServerSentEvent(event: "tick", data: "one", id: "1"))
                    await gate.wait()
                    send(Teapot.ServerSentEvent(data: "two\nlines", id: "2"))
                })
            let path = try #require(Clients.curl)
            let (first, rest, status) = try await Clients.serving(router) { port in
                let arguments = Clients.curlArguments + ["-N", url(port, "/events")]
                return try await onOwnThread {
                    let curl = try Program(path, arguments)
                    try curl.input.close()
                    let first = try (0..<4).map { _ in try curl.readLine() }
                    gate.open()
                    let rest = String(decoding: curl.output.readDataToEndOfFile(), as: UTF8.self)
                    return (first, rest, curl.wait())
                }
            }
            #expect(first == ["event: tick", "id: 1", "data: one", ""])
            #expect(rest == "id: 2\ndata: two\ndata: lines\n\n")
            #expect(status == 0)
        }

        @Test func `nothing from a response that never comes`() async throws {
            let router = Router()
            router.get("/never", with: Response(delay: .infinity))
            let text = try await Clients.serving(router) { port in
                try await Clients.curl("--max-time", "0.5", "-w", "%{http_code}", url(port, "/never"), exits: [28])
            }
            #expect(text == "000")
            #expect(router.journal.entries.map(\.request.path) == ["/never"])
        }

        @Test(
            arguments: [
                // RFC 9112 §8 requires a client to detect these. The numbers are from curl's manual.
                (.reset, 56, ""), (.refused, 56, ""), (.reset(after: 100_000), 56, nil), (.garbage, 1, ""),
                (.cutShort(after: 10), 18, "0123456789"), (.contentLength(3_000_000), 18, nil),
                (.malformedChunk(after: 10), 56, nil), (.timedOut, 28, ""),
            ] as [(Response.Fault, Int32, String?)])
        func `each fault as the corresponding error`(_ fault: Response.Fault, _ status: Int32, _ expected: String?)
            async throws
        {
            let router = Router()
            let body = Data(String(repeating: "0123456789", count: 200_000).utf8)
            router.get("/bad", with: .data(body).failing(fault))
            router.get("/good", with: .data(Data("good".utf8)))
            try await Clients.serving(router) { port in
                let timeout = fault == .timedOut ? "0.5" : "100"
                let text = try await Clients.curl("--max-time", timeout, url(port, "/bad"), exits: [status])
                let isRight = expected.map { text == $0 } ?? body.starts(with: text.utf8)
                #expect(isRight, "\(text.utf8.count) bytes came")
                #expect(try await Clients.curl(url(port, "/good")) == "good")
            }
        }

        @Test func `no response while connections are refused`() async throws {
            let text = try await withServer { server, port in
                try await server.refuseConnections()
                #expect(try await Clients.curl(url(port, "/a"), exits: [7]).isEmpty)
                try await server.acceptConnections()
                return try await Clients.curl(url(port, "/b"))
            }
            #expect(text == "GET /b ")
        }

        @Test func `a response that requires an upgrade to WebSocket (RFC 9110 §15.5.22)`() async throws {
            let router = Router()
            router.get("/chat", with: .webSocket { _ in })
            let text = try await Clients.serving(router) { port in
                try await Clients.curl("-i", "-w", "%{num_connects}\\n", url(port, "/chat"), url(port, "/chat"))
            }
            #expect(text.hasPrefix("HTTP/1.1 426 Upgrade Required\r\n"))
            #expect(text.contains("\r\nUpgrade: websocket\r\n"))
            #expect(text.hasSuffix("0\n"))
        }

        @Test(.enabled("this curl was built without WebSockets") { try await Self.speaksWebSocket() })
        func `the messages of a WebSocket`() async throws {
            let router = Router()
            router.get("/chat", with: .webSocket { try await $0.send("hello") })
            let text = try await Clients.serving(router) { port in
                try await Clients.curl("ws://127.0.0.1:\(port)/chat")
            }
            #expect(text == "hello")
        }

        /// Returns whether curl reports that it supports WebSockets.
        ///
        /// Debian 12's doesn't.
        private static func speaksWebSocket() async throws -> Bool {
            guard Clients.curl != nil else { return false }
            let lines = try await Clients.curl("--version").split(separator: "\n")
            return lines.first { $0.hasPrefix("Protocols:") }?.split(separator: " ").contains("ws") == true
        }
    }
}
