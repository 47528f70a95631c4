import Foundation
import Teapot
import TeapotMock
import TeapotMockServer
import TeapotTestSupport
import Testing

extension SocketSuites {
    /// Tests of the server over raw sockets.
    @Suite struct `A server on the wire` {
        @Test func `one connection serves many requests (RFC 9112 §9.3)`() async throws {
            let bodies = try await withServer { _, port in
                try await RawClient.talking(to: port) { client in
                    try (0..<200).map { try client.exchange(get("/\($0)")).text }
                }
            }
            #expect(bodies == (0..<200).map { "GET /\($0) " })
        }

        @Test func `pipelined requests are answered in order even if the first is the slowest (RFC 9112 §9.3.2)`()
            async throws
        {
            let handler: @Sendable (Request) async throws -> Response = { request in
                Response(body: Data(request.path.utf8), delay: request.path == "/0" ? 0.05 : 0)
            }
            let bodies = try await withServer(handler) { _, port in
                try await RawClient.talking(to: port) { client in
                    try client.send((0..<500).map { get("/\($0)") }.joined())
                    return try (0..<500).map { _ in try client.readResponse().text }
                }
            }
            #expect(bodies == (0..<500).map { "/\($0)" })
        }

        @Test func `a client that sends everything before it reads anything is answered`() async throws {
            let body = Data(repeating: 0x61, count: 10_000)
            let handler: @Sendable (Request) async throws -> Response = { _ in Response(body: body) }
            let total = try await withServer(handler) { _, port in
                try await RawClient.talking(to: port) { client in
                    // 20 MB of responses far exceed the sockets' buffers.
                    try client.send((0..<2_000).map { get("/\($0)") }.joined())
                    return try (0..<2_000).reduce(0) { sum, _ in sum + (try client.readResponse().body.count) }
                }
            }
            #expect(total == 20_000_000)
        }

        @Test func `a request may arrive byte by byte`() async throws {
            let text = try await withServer { _, port in
                try await RawClient.talking(to: port) { client in
                    for byte in "POST /x HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\n\r\n"
                        .utf8
                    {
                        try client.stream.send(Data([byte]))
                    }
                    return try client.readResponse().text
                }
            }
            #expect(text == "POST /x hi")
        }

        @Test func `the response to a HEAD has a length and no body (RFC 9110 §9.3.2)`() async throws {
            let (head, next) = try await withServer { _, port in
                try await RawClient.talking(to: port) { client in
                    let head = try client.exchange("HEAD /x HTTP/1.1\r\nHost: a\r\n\r\n", method: "HEAD")
                    return (head, try client.exchange(get("/y")))
                }
            }
            #expect(head.headers["Content-Length"] == "8")
            #expect(next.text == "GET /y ")
        }

        @Test(arguments: [204, 304]) func `a status without content has no body (RFC 9110 §6.4.1)`(_ status: Int)
            async throws
        {
            let handler: @Sendable (Request) async throws -> Response = { request in
                request.path == "/y" ? Response() : Response(status: .init(rawValue: status), body: Data("no".utf8))
            }
            let statuses = try await withServer(handler) { _, port in
                try await RawClient.talking(to: port) {
                    [try $0.exchange(get()).status, try $0.exchange(get("/y")).status]
                }
            }
            #expect(statuses == [status, 200])
        }

        @Test func `a waiting client gets 100 Continue (RFC 9110 §10.1.1)`() async throws {
            let (interim, final) = try await withServer { _, port in
                try await RawClient.talking(to: port) { client in
                    let head = "PUT /x HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n"
                    let interim = try client.exchange(head)
                    return (interim, try client.exchange("hi"))
                }
            }
            #expect(interim.startLine == "HTTP/1.1 100 Continue")
            #expect(final.text == "PUT /x hi")
        }

        @Test(arguments: [get("/", "Connection: close"), "GET / HTTP/1.0\r\n\r\n"])
        func `the connection ends after the last response (RFC 9112 §9.6)`(_ request: String) async throws {
            let text = try await withServer { _, port in
                try await RawClient.talking(to: port) { client in
                    try client.send(request)
                    return String(decoding: try client.stream.readToEnd(), as: UTF8.self)
                }
            }
            #expect(text.hasPrefix("HTTP/1.1 200 OK\r\n"))
            #expect(text.hasSuffix("\r\nConnection: close\r\n\r\nGET / "))
        }

        #if os(Linux)
            // On other systems, the following reset discards a response that the client hasn't read yet.
            @Test func `the last response isn't lost if more input has arrived`() async throws {
                let head = "GET /x HTTP/1.1\r\nHost: a\r\nConnection: close\r\nX-Padding: "
                // The server reads 4,000 bytes at once at the beginning of a request, so it leaves the rest unread.
                let request = head + String(repeating: "p", count: 4_000 - head.utf8.count - 4) + "\r\n\r\n"
                let response = try await withServer { _, port in
                    try await RawClient.talking(to: port) { try $0.exchange(request + "unread") }
                }
                #expect(response.text == "GET /x ")
            }
        #endif

        @Test func `a client that closes its sending half still gets its responses (RFC 9112 §9.6)`() async throws {
            let text = try await withServer { _, port in
                try await RawClient.talking(to: port) { client in
                    try client.send(get("/1") + get("/2"))
                    client.stream.endOutput()
                    return String(decoding: try client.stream.readToEnd(), as: UTF8.self)
                }
            }
            #expect(text.contains("GET /1 HTTP/1.1 200 OK"))
            #expect(text.hasSuffix("GET /2 "))
        }

        @Test func `a malformed request is refused with its reason and the connection ends`() async throws {
            let text = try await withServer { _, port in
                try await RawClient.talking(to: port) { client in
                    try client.send("GET / HTTP/1.1\r\n\r\n")
                    return String(decoding: try client.stream.readToEnd(), as: UTF8.self)
                }
            }
            #expect(text.hasPrefix("HTTP/1.1 400 Bad Request\r\n"))
            #expect(text.hasSuffix("\r\n\r\nThe request has no Host header.\n"))
        }

        @Test
        func `a body beyond the limit is refused, and a client still sending it can read that (RFC 9112 §9.6)`()
            async throws
        {
            let response = try await withServer(limits: Server.Limits(bodyBytes: 1000)) { _, port in
                try await RawClient.talking(to: port) { client in
                    try client.send("PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\n")
                    try client.stream.send(Data(count: 1_000_000))
                    return try client.readResponse()
                }
            }
            #expect(response.status == 413)
            #expect(response.text == "The request's body has more than 1000 bytes.\n")
        }

        @Test func `a head beyond the limit is refused before it ends (RFC 6585 §5)`() async throws {
            let response = try await withServer(limits: Server.Limits(headBytes: 100)) { _, port in
                try await RawClient.talking(to: port) { client in
                    try client.exchange("GET / HTTP/1.1\r\nX: " + String(repeating: "y", count: 100))
                }
            }
            #expect(response.status == 431)
        }

        @Test func `a handler's error is a 500 that names it, and the connection stays open`() async throws {
            struct Broken: Error { var part: String }
            let handler: @Sendable (Request) async throws -> Response = { request in
                if request.path == "/bad" { throw Broken(part: "lid") }
                return Response()
            }
            let (bad, good) = try await withServer(handler) { _, port in
                try await RawClient.talking(to: port) { (try $0.exchange(get("/bad")), try $0.exchange(get("/good"))) }
            }
            #expect(bad.status == 500)
            let place = "TeapotMockServerTests/SocketSuites.swift:"
            #expect(bad.text.hasPrefix("The handler of ANY /**, registered at \(place)"))
            #expect(bad.text.contains(", threw for GET /bad: "))
            #expect(bad.text.hasSuffix("(part: \"lid\")\n"))
            #expect(good.status == 200)
        }

        @Test func `a delay or a handler that never ends doesn't delay other requests`() async throws {
            let gate = Gate()
            let handler: @Sendable (Request) async throws -> Response = { request in
                if request.path == "/held" { await gate.wait() }
                return Response(delay: request.path == "/delayed" ? .infinity : 0)
            }
            let texts = try await withServer(handler) { _, port in
                try await onOwnThread {
                    let held = try RawClient(port: port)
                    let delayed = try RawClient(port: port)
                    try held.send(get("/held"))
                    try delayed.send(get("/delayed"))
                    let statuses = try (0..<50).map { _ in try RawClient(port: port).exchange(get()).status }
                    gate.open()
                    return statuses + [try held.readResponse().status]
                }
            }
            #expect(texts == Array(repeating: 200, count: 51))
        }

        @Test func `a delay lasts as long as the response says`() async throws {
            let handler: @Sendable (Request) async throws -> Response = { _ in Response(delay: 0.15) }
            let clock = ContinuousClock()
            let time = try await withServer(handler) { _, port in
                try await RawClient.talking(to: port) { client in try clock.measure { _ = try client.exchange(get()) } }
            }
            #expect(time >= .milliseconds(150))
        }

        @Test func `a client that resets its connection cancels its handler`() async throws {
            let started = Gate()
            let cancelled = Gate()
            let handler: @Sendable (Request) async throws -> Response = { _ in
                started.open()
                if await !Gate().wait() { cancelled.open() }
                return Response()
            }
            let wasCancelled = try await withServer(handler) { _, port in
                try await RawClient.talking(to: port) { client in
                    try client.send(get())
                    started.block()
                    client.stream.reset()
                    return cancelled.block(atMost: 20)
                }
            }
            #expect(wasCancelled)
        }

        @Test func `a reset cancels a handler even if some input is unread`() async throws {
            let (started, cancelled) = (Gate(), Gate())
            let handler: @Sendable (Request) async throws -> Response = { request in
                guard request.path == "/held" else { return Response() }
                started.open()
                if await !Gate().wait() { cancelled.open() }
                return Response()
            }
            let wasCancelled = try await withServer(handler) { _, port in
                try await RawClient.talking(to: port) { client in
                    try client.send(get("/held"))
                    started.block()
                    // The loop stops reading here, and the other response shows that it has done so.
                    try client.send(get("/behind"))
                    _ = try RawClient(port: port).exchange(get())
                    client.stream.reset()
                    return cancelled.block(atMost: 20)
                }
            }
            #expect(wasCancelled)
        }
    }
}
