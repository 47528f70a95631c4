import Foundation
import Teapot
import TeapotMock
import TeapotMockServer
import TeapotTestSupport
import Testing

extension SocketSuites {
    /// Tests of the requests of curl.
    @Suite(.enabled(if: Clients.curl != nil, "curl is not installed")) struct `curl sends` {
        private func url(_ port: UInt16, _ path: String) -> String { "http://127.0.0.1:\(port)\(path)" }

        @Test func `HTTP/1.0, and the connection ends after the response (RFC 9112 §9.3)`() async throws {
            let text = try await withServer { _, port in
                try await Clients.curl("--http1.0", "-i", url(port, "/a"))
            }
            #expect(text.undated == "HTTP/1.1 200 OK\r\nContent-Length: 7\r\nConnection: close\r\n\r\nGET /a ")
        }

        @Test func `HTTP/1.0 with keep-alive, and the connection stays open (RFC 9112 §9.3)`() async throws {
            let text = try await withServer { _, port in
                try await Clients.curl(
                    "--http1.0", "-H", "Connection: keep-alive", "-w", "%{num_connects}\\n",
                    url(port, "/a"), url(port, "/b"))
            }
            #expect(text == "GET /a 1\nGET /b 0\n")
        }

        @Test func `HTTP/1.0 for a stream, which ends with the connection (RFC 9112 §6.3)`() async throws {
            let router = Router()
            router.get("/log", with: .stream([Data("one ".utf8), Data("two".utf8)], contentType: "text/plain"))
            let text = try await Clients.serving(router) { port in
                try await Clients.curl("--http1.0", "-i", url(port, "/log"))
            }
            #expect(
                text.undated == "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nConnection: close\r\n\r\none two")
        }

        @Test func `requests for several URLs over one connection (RFC 9112 §9.3)`() async throws {
            let text = try await withServer { _, port in
                try await Clients.curl(
                    "-w", "%{num_connects}\\n", url(port, "/a"), url(port, "/b"), "-d", "hi", url(port, "/c"))
            }
            #expect(text == "POST /a hi1\nPOST /b hi0\nPOST /c hi0\n")
        }

        /// curl no longer supports pipelining, and no other client here does: the tests' own client sends the bytes.
        @Test func `several concurrent requests (RFC 9112 §9.3.2)`() async throws {
            let texts = try await withServer { _, port in
                try await RawClient.talking(to: port) { client in
                    let head = "Host: a\r\n"
                    try client.send(
                        "POST /1 HTTP/1.1\r\n\(head)Transfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\n\r\n"
                            + "HEAD /2 HTTP/1.1\r\n\(head)\r\n"
                            + "PUT /3 HTTP/1.1\r\n\(head)Content-Length: 2\r\n\r\nho"
                            + "GET /4 HTTP/1.1\r\n\(head)\r\n")
                    return try ["POST", "HEAD", "PUT", "GET"].map { try client.readResponse(to: $0).text }
                }
            }
            #expect(texts == ["POST /1 hi", "", "PUT /3 ho", "GET /4 "])
        }

        @Test func `a large body after the 100 response (RFC 9110 §10.1.1)`() async throws {
            let router = Router()
            router.put("/large") { request -> Response in .data(request.body, contentType: "text/plain") }
            let body = String(repeating: "tea", count: 1_000_000)
            let text = try await Clients.serving(router) { port in
                try await Clients.withFile(Data(body.utf8)) { file in
                    // Without the interim response curl would wait longer than its time limit.
                    try await Clients.curl(
                        "-i", "-H", "Expect: 100-continue", "--expect100-timeout", "1000", "-T", file,
                        url(port, "/large"))
                }
            }
            #expect(text.hasPrefix("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n"))
            let isWhole = text.hasSuffix("\r\n\r\n" + body)
            #expect(isWhole)
        }

        @Test
        func `a large body's expectation, and gets the refusal before the body is sent (RFC 9110 §10.1.1)`()
            async throws
        {
            let text = try await withServer(limits: Server.Limits(bodyBytes: 1000)) { _, port in
                try await Clients.withFile(Data(count: 100_000)) { file in
                    try await Clients.curl(
                        "-H", "Expect: 100-continue", "--expect100-timeout", "1000", "-T", file,
                        "-w", "%{http_code}, %{size_upload} bytes sent", url(port, "/large"))
                }
            }
            #expect(text == "The request's body has more than 1000 bytes.\n413, 0 bytes sent")
        }

        @Test func `chunks of its input (RFC 9112 §7.1)`() async throws {
            let router = Router()
            router.put("/chunks") { request -> Response in .data(request.body, contentType: "text/plain") }
            let body = String(repeating: "leaf", count: 250_000)
            let text = try await Clients.serving(router) { port in
                try await Clients.curl(
                    "-H", "Transfer-Encoding: chunked", "-T", "-", url(port, "/chunks"), input: Data(body.utf8))
            }
            // Compared outside the expectation, which would search for differences in such a long text for minutes.
            let isSame = text == body
            #expect(isSame)
            let request = try #require(router.journal.entries.first?.request)
            #expect(request.headers["Transfer-Encoding"] == "chunked")
            #expect(request.headers["Content-Length"] == nil)
            #expect(request.body.count == 1_000_000)
        }

        @Test func `5 MB of arbitrary bytes, and receives them unchanged`() async throws {
            let router = Router()
            router.post("/echo") { request -> Response in .data(request.body) }
            let body = Data.sample(5_000_000)
            let isSame = try await Clients.serving(router) { port in
                try await Clients.withFile(body) { file in
                    try await Clients.withFile(Data()) { copy in
                        let text = try await Clients.curl(
                            "--data-binary", "@\(file)", "-o", copy, "-w", "%{size_upload} %{size_download}",
                            url(port, "/echo"))
                        #expect(text == "5000000 5000000")
                        return try Data(contentsOf: URL(fileURLWithPath: copy)) == body
                    }
                }
            }
            #expect(isSame)
        }

        @Test func `HEAD requests, and the connection stays open (RFC 9110 §9.3.2)`() async throws {
            let text = try await withServer { _, port in
                try await Clients.curl(
                    "-I", "-w", "%{num_connects} %{size_download}\\n", url(port, "/a"), url(port, "/bcd"))
            }
            #expect(
                text.undated
                    == "HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\n1 0\nHTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n0 0\n"
            )
        }

        @Test func `OPTIONS for the whole server (RFC 9112 §3.2.4)`() async throws {
            let text = try await withServer { _, port in
                try await Clients.curl("-X", "OPTIONS", "--request-target", "*", url(port, "/"))
            }
            #expect(text == "OPTIONS * ")
        }

        @Test func `whole URLs to the server as its proxy (RFC 9112 §3.2.2)`() async throws {
            let router = Router()
            router.get("/users") { request -> Response in
                ["host": request.headers["Host"], "page": request.queryValue("page")]
            }
            let text = try await Clients.serving(router) { port in
                try await Clients.curl(
                    "--noproxy", "", "--proxy", url(port, ""), "-w", " %{num_connects}\\n",
                    "http://api.test/users?page=2", "http://other.test:8080/users?page=3")
            }
            #expect(
                text == """
                    {"host":"api.test","page":"2"} 1
                    {"host":"other.test:8080","page":"3"} 0

                    """)
        }

        @Test(.enabled(if: Clients.hasIPv6, "this machine has no ::1")) func `requests over IPv6`() async throws {
            let text = try await withServer { _, port in
                try await Clients.curl("-w", "%{remote_ip}", "http://[::1]:\(port)/six")
            }
            #expect(text == "GET /six ::1")
        }
    }
}
