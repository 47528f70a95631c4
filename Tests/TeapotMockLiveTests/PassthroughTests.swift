import Foundation
import Teapot
import TeapotMockServer
import TeapotTestSupport
import TeapotTestTraits
import Testing

import TeapotMock
@testable import TeapotMockLive

@Suite(.inTurn, .timeLimit(.minutes(2))) struct `A passthrough` {
    private static let ok = HostileServer.response(body: "live")

    private func answering(_ text: String = ok) throws -> HostileServer {
        try HostileServer { connection in
            while true {
                _ = try connection.readRequest()
                try connection.send(text)
            }
        }
    }

    @Test func `forwards everything except the connection's headers`() async throws {
        let server = try answering()
        defer { server.stop() }
        let request = Request(
            method: "PATCH", path: "/a%20b", query: [.init(name: "c", value: "d")],
            headers: [
                "Host": "api.test", "Content-Length": "99", "Connection": "X-Hop", "X-Hop": "1", "TE": "trailers",
                "Expect": "100-continue", "Accept-Encoding": "br", "Via": "1.0 first", "X-A": "1", "X-A": "2",
                "Authorization": "Bearer b", "Cookie": "k=v", "Upgrade": "h2c", "Proxy-Authorization": "Basic x",
            ],
            body: Data("body".utf8))
        let passthrough = Passthrough(to: server.url, allowedHosts: ["api.test"])
        let response = try await passthrough.respond(to: request)
        try #require(response.status == 200)
        let sent = try #require(await server.requests(atLeast: 1).first)
        #expect(sent.startLine == "PATCH /a%20b?c=d HTTP/1.1")
        #expect(sent.text == "body")
        #expect(sent.headers["Host"] == "127.0.0.1:\(server.port)")
        #expect(sent.headers["Content-Length"] == "4")
        #expect(sent.headers["Accept-Encoding"] == "identity")
        #expect(sent.headers["Via"] == "1.0 first, 1.1 \(passthrough.pseudonym)")
        #expect(sent.headers["X-A"] == "1, 2")
        #expect(sent.headers["Authorization"] == "Bearer b")
        #expect(sent.headers["Cookie"] == "k=v")
        #expect(sent.headers["Content-Type"] == "application/octet-stream")
        for name in ["X-Hop", "TE", "Expect", "Upgrade", "Proxy-Authorization"] {
            #expect(sent.headers[name] == nil)
        }
    }

    @Test(arguments: [
        ("POST", ["Origin": "https://evil.test", "Sec-Fetch-Site": "cross-site"], false),
        ("DELETE", ["Origin": "https://evil.test"], false), ("POST", ["Origin": "null"], false),
        ("POST", ["Origin": "https://shop.test", "Sec-Fetch-Site": "cross-site"], true),
        ("POST", ["Origin": "https://evil.test", "Authorization": "Bearer own"], true),
        ("GET", ["Origin": "https://evil.test", "Sec-Fetch-Site": "cross-site"], false),
        ("GET", ["Origin": "https://evil.test"], false), ("HEAD", ["Origin": "null"], false),
        ("OPTIONS", ["Origin": "https://evil.test"], false),
        ("GET", ["Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors", "Sec-Fetch-Dest": "image"], false),
        ("GET", ["Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "iframe"], false),
        ("GET", ["Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"], true),
        ("GET", ["Origin": "https://shop.test", "Sec-Fetch-Site": "cross-site"], true),
        ("GET", ["Origin": "https://evil.test", "Authorization": "Bearer own"], true), ("GET", [:], true),
        ("POST", ["Origin": "http://localhost:3000", "Sec-Fetch-Site": "same-site"], true),
        ("POST", ["Origin": "http://localhost:8080", "Host": "localhost:8080"], true), ("POST", [:], true),
    ])
    func `doesn't let pages of other sites use the live URL's credentials`(
        method: String, headers: [String: String], isPassed: Bool
    ) async throws {
        for credentials in ["ada:secret@", ""] {
            let server = try answering()
            defer { server.stop() }
            let router = Router()
            let text = server.url.absoluteString.replacingOccurrences(of: "://", with: "://" + credentials)
            router.passthrough = Passthrough(to: try #require(URL(string: text)))
            router.cors = CORSPolicy(origins: ["https://shop.test"])
            let request = Request(method: method, path: "/a", headers: Teapot.HeaderFields(headers))
            let response = await router.serverAnswer(to: request)
            #expect(response.status == (isPassed || credentials.isEmpty ? 200 : 403))
            #expect(server.requests.count == (isPassed || credentials.isEmpty ? 1 : 0))
        }
    }

    @Test(arguments: [
        ("http://ada:secret@", "", nil), ("http://", "?api_key=secret", nil), ("http://", "?page=2", "*"),
        ("http://", "", "*"),
    ])
    func `lets pages read only responses that needed none of its credentials`(
        start: String, query: String, allowed: String?
    ) async throws {
        let fields = "Access-Control-Allow-Origin: *\r\naccess-control-allow-credentials: true\r\nX-A: 1\r\n"
        let server = try answering("HTTP/1.1 200 OK\r\n\(fields)Content-Length: 4\r\n\r\nlive")
        defer { server.stop() }
        let router = Router()
        let text = server.url.absoluteString.replacingOccurrences(of: "http://", with: start) + query
        router.passthrough = Passthrough(to: try #require(URL(string: text)))
        var request = Request(
            method: "GET", path: "/a", headers: ["Origin": "http://localhost:3000", "Sec-Fetch-Site": "same-site"])
        let response = await router.serverAnswer(to: request)
        #expect(response.status == 200)
        #expect(response.headers["Access-Control-Allow-Origin"] == allowed)
        #expect(response.headers["Access-Control-Allow-Credentials"] == allowed.map { _ in "true" })
        #expect(response.headers["X-A"] == "1")
        router.cors = CORSPolicy(origins: ["http://localhost:3000"])
        #expect(
            await router.serverAnswer(to: request).headers["Access-Control-Allow-Origin"]
                == "http://localhost:3000")
        router.cors = nil
        // A client in this process isn't a page.
        request.origin = server.url.absoluteString
        #expect(await router.answer(to: request).headers["Access-Control-Allow-Origin"] == "*")
    }

    @Test func `adds no Accept-Language to a client's request without one`() async throws {
        let server = try answering()
        defer { server.stop() }
        let passthrough = Passthrough(to: server.url)
        _ = try await passthrough.respond(to: Request(method: "GET", path: "/"))
        _ = try await passthrough.respond(
            to: Request(method: "GET", path: "/", headers: ["Accept-Language": "de"]))
        let sent = await server.requests(atLeast: 2)
        #expect(sent[0].headers["Accept-Language"] == nil)
        #expect(sent[1].headers["Accept-Language"] == "de")
    }

    @Test func `returns everything except the connection's headers`() async throws {
        let server = try answering(
            HostileServer.response(
                404,
                [
                    "Connection: X-Hop", "X-Hop: 1", "Keep-Alive: timeout=5", "Set-Cookie: a=1; Path=/",
                    "Set-Cookie: b=2", "ETag: \"e\"", "Proxy-Authenticate: Basic",
                ],
                body: "none"))
        defer { server.stop() }
        let response = try await Passthrough(to: server.url).respond(to: Request(method: "GET", path: "/"))
        #expect(response.status == 404)
        #expect(
            response.headers == [
                "Content-Length": "4", "Set-Cookie": "a=1; Path=/", "Set-Cookie": "b=2", "ETag": "\"e\"",
            ])
        #expect(response.fault == nil)
    }

    @Test(arguments: ["100 Continue", "102 Processing", "103 Early Hints\r\nLink: </a.css>"])
    func `waits for the response after interim ones`(interim: String) async throws {
        let server = try answering("HTTP/1.1 \(interim)\r\n\r\n" + Self.ok)
        defer { server.stop() }
        let router = Router()
        router.passthrough = Passthrough(to: server.url)
        // Whether Foundation reports 100 Continue depends on when it arrives.
        for _ in 0..<10 {
            let response = await router.serverAnswer(to: "/")
            #expect(response.status == 200)
            #expect(response.headers["Link"] == nil)
            #expect(String(decoding: response.body, as: UTF8.self) == "live")
        }
    }

    @Test(
        arguments: [
            ("BASE/a?b=c%2F#d", "/v1/a?b=c%2F#d"), ("BASE", "/v1/"), ("BASE/", "/v1/"), ("BASE?a=b", "/v1/?a=b"),
            ("/live/a", "/v1/a"), ("BASER/a", "BASER/a"), ("/lives/a", "/lives/a"), ("a", "a"),
            ("//a/live", "//a/live"),
            ("http://other.test/live/a", "http://other.test/live/a"),
        ])
    func `redirects its client to itself, not to the live server`(_ sent: String, _ received: String) async throws {
        let location = Locked("")
        let server = try HostileServer { connection in
            while true {
                _ = try connection.readRequest()
                let field = "Location: " + location.withLock { $0 }
                try connection.send(HostileServer.response(302, [field], body: ""))
            }
        }
        defer { server.stop() }
        let base = "HTTP://127.0.0.1:\(server.port)/live"
        location.withLock { $0 = sent.replacingOccurrences(of: "BASE", with: base) }
        let router = Router("https://api.test/v1")
        router.passthrough = Passthrough(to: server.url.appendingPathComponent("live"))
        let request = Request(method: "GET", origin: "https://api.test", path: "/v1/x/y")
        let response = await router.answer(to: request)
        #expect(response.headers["Location"] == received.replacingOccurrences(of: "BASE", with: base))
    }

    @Test func `stays on its host if the live path begins with two slashes`() async throws {
        let location = "//evil.test/a"
        let server = try answering(HostileServer.response(302, ["Location: /live" + location], body: ""))
        defer { server.stop() }
        let passthrough = Passthrough(to: server.url.appendingPathComponent("live"))
        let response = try await passthrough.respond(to: Request(method: "GET", path: "/"))
        #expect(response.headers["Location"] == "/live" + location)
    }

    @Test func `handles unmatched requests below the base if the property is set`() async throws {
        let server = try answering()
        defer { server.stop() }
        let router = Router("https://api.test/v1")
        #expect(router.passthrough == nil)
        router.get("/mocked", with: .data(Data("mocked".utf8)))
        router.passthrough = Passthrough(to: server.url)
        #expect(router.passthrough?.baseURL == server.url)

        func body(_ url: String) async throws -> String {
            let client = MockTeapot(router: router, baseURL: URL(string: url))
            return String(decoding: try await client.get("x/y").body, as: UTF8.self)
        }
        #expect(try await body("https://api.test/v1/") == "live")
        #expect(String(decoding: try await MockTeapot(router: router).get("mocked").body, as: UTF8.self) == "mocked")
        #expect(server.requests.map(\.target) == ["/x/y"])
        guard case .passedThrough(server.url) = router.journal.entries.first?.outcome else {
            Issue.record("It was not passed through: \(router.journal.entries)")
            return
        }
        #expect(router.journal.entries.first?.status == 200)
        #expect(router.journal.entries.first?.route == nil)
        #expect(
            router.journal.entries.first?.description
                .hasPrefix("1. GET /x/y – passed through to \(server.url): status 200") == true)
        try router.verify()

        let others = ["https://other.test/v1", "https://api.test/v2"]
        for other in others {
            let error = await #expect(throws: TeapotError.self) { try await body(other) }
            #expect(error?.type == .unansweredRequest)
        }
        #expect(router.violations.count == 2)

        router.passthrough = nil
        await #expect(throws: TeapotError.self) { try await body("https://api.test/v1") }
        #expect(server.requests.count == 1)
    }

    @Test func `can be a route's handler, too, below the router's base`() async throws {
        let server = try answering()
        defer { server.stop() }
        let router = Router("https://api.test/v1")
        router.get("/live/**", handler: Passthrough(to: server.url).respond)
        router.post("/live/:id", times: 1, handler: Passthrough(to: server.url.appendingPathComponent("p")).respond)
        let client = MockTeapot(router: router)
        _ = try await client.get("live/a")
        _ = try await client.post("live/b?c=d")
        await #expect(throws: TeapotError.self) { try await client.post("live/b") }
        #expect(server.requests.map(\.startLine) == ["GET /live/a HTTP/1.1", "POST /p/live/b?c=d HTTP/1.1"])
        #expect(router.journal.entries.map { $0.route?.path } == ["/live/**", "/live/:id", nil])
    }

    @Test func `refuses a request that it already passed through`() async throws {
        let passthrough = Passthrough(to: try #require(URL(string: "http://127.0.0.1:1")))
        let request = Request(method: "GET", path: "/a", headers: ["Via": "1.1 \(passthrough.pseudonym)"])
        let response = try await passthrough.respond(to: request)
        #expect(response.status == 508)
        #expect(
            try JSON(parsing: response.body) == [
                "error": """
                GET /a was passed through in a loop: http://127.0.0.1:1 leads to the mock itself. \
                Give `Passthrough` the URL of another server.
                """,
                "url": "http://127.0.0.1:1",
            ])
    }

    @Test(arguments: ["GET", "HEAD"]) func `explains why a body can't be sent with a method`(method: String)
        async throws
    {
        let passthrough = Passthrough(to: try #require(URL(string: "http://127.0.0.1:1")))
        let response = try await passthrough.respond(to: Request(method: method, path: "/a", body: Data("b".utf8)))
        #expect(response.status == 502)
        #expect((response.fault?.error as? TeapotError)?.type == .invalidPayload)
        #expect(String(decoding: response.body, as: UTF8.self).contains("a \(method) has no body"))
    }

    @Test(arguments: [0, -1, .nan]) func `reports a timeout`(seconds: Double) async throws {
        let url = try #require(URL(string: "http://127.0.0.1:1"))
        let response = try await Passthrough(to: url, timeout: seconds)
            .respond(to: Request(method: "GET", path: "/a"))
        #expect((response.fault?.error as? TeapotError)?.type == .invalidTimeout)
    }

    @Test func `ends together with the task that waits for the head`() async throws {
        let (asked, ended) = (Gate(), Gate())
        let server = try HostileServer { connection in
            _ = try connection.readRequest()
            asked.open()
            defer { ended.open() }
            try connection.waitForEnd()
        }
        defer { server.stop() }
        let task = Task { try await Passthrough(to: server.url).respond(to: Request(method: "GET", path: "/")) }
        await asked.wait()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        await ended.wait()
    }

    @Test func `ends when its unread response is released`() async throws {
        let ended = Gate()
        let server = try HostileServer { connection in
            _ = try connection.readRequest()
            try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf")
            defer { ended.open() }
            try connection.waitForEnd()
        }
        defer { server.stop() }
        let passthrough = Passthrough(to: server.url)
        var response: Response? = try await passthrough.respond(to: Request(method: "GET", path: "/"))
        #expect(response?.status == 200)
        response = nil
        await ended.wait()
    }

    @Test func `limits the wait for each piece, not the total`() async throws {
        let server = try HostileServer { connection in
            _ = try connection.readRequest()
            try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nha")
            try connection.waitForEnd()
        }
        defer { server.stop() }
        let response = try await Passthrough(to: server.url, timeout: 0.2)
            .respond(to: Request(method: "GET", path: "/"))
        guard case .stream(let stream) = response.content else {
            Issue.record("The body is no stream: \(response)")
            return
        }
        var body = Data()
        let error = await #expect(throws: URLError.self) { for try await piece in stream.start() { body += piece } }
        #expect(error?.code == .timedOut)
        #expect(body == Data("ha".utf8))
    }
}
