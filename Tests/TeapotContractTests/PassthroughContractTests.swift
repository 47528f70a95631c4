import Foundation
import Teapot
import TeapotMock
import TeapotMockLive
import TeapotMockServer
import TeapotTestSupport
import TeapotTestTraits
import Testing

/// Tests of requests to a live server and its responses, with each transport to a router.
@Suite(.inTurn, .serialized, .timeLimit(.minutes(2))) struct `Passthrough is the same over every transport` {
    private static let base = "http://api.test/v1"
    private static let zipped = "H4sIAAAAAAAC/6tWSlSyMqwFAK+sG1YHAAAA"

    /// Runs `body` with a client of a router that forwards all requests to a live server.
    private func forwarding<Result>(
        to live: URL, by transport: Transport, timeout: Double = 60, options: Teapot.Options = Teapot.Options(),
        _ body: (any TeapotClient, Router) async throws -> Result
    ) async throws -> Result {
        let router = Router(Self.base)
        router.passthrough = Passthrough(to: live, timeout: timeout)
        let url = try #require(URL(string: Self.base))
        switch transport {
        case .mock: return try await body(MockTeapot(router: router, options: options), router)
        case .interception:
            let configuration = URLSessionConfiguration.teapot.answered(by: router)
            return try await body(Teapot(baseURL: url, configuration: configuration, options: options), router)
        case .socket:
            let server = Server(router: router)
            try server.start()
            let url = try #require(server.baseURL)
            do {
                let result = try await body(Teapot(baseURL: url, options: options), router)
                try await server.stop(within: 0)
                return result
            } catch {
                try? await server.stop(within: 0)
                throw error
            }
        }
    }

    /// Runs `body` with the URL of a live server.
    private func live<Result>(
        _ handler: @escaping @Sendable (Request) async throws -> Response, _ body: (URL) async throws -> Result
    ) async throws -> Result {
        let server = Server(handler: handler)
        try server.start()
        do {
            let result = try await body(try #require(server.baseURL))
            try await server.stop(within: 0)
            return result
        } catch {
            try? await server.stop(within: 0)
            throw error
        }
    }

    private func observe(_ client: any TeapotClient, _ method: Teapot.Method, _ path: String) async -> Observation {
        do throws(TeapotError) {
            return Observation(.success(try await client.request(method, path)), from: client.baseURL)
        } catch {
            return Observation(.failure(error), from: client.baseURL)
        }
    }

    @Test(arguments: Transport.allCases)
    func `the method, path, query, headers and body arrive`(transport: Transport) async throws {
        let asked = Locked<[Request]>([])
        let response = try await live { request in
            asked.withLock { $0.append(request) }
            return Response(
                status: 201, headers: ["X-A": "1", "ETag": "\"e\"", "Content-Type": "text/plain"],
                body: Data("made".utf8))
        } _: { url in
            try await forwarding(to: url.appendingPathComponent("live"), by: transport) { client, router in
                let response = try await client.request(
                    .put, "users/a%2Fb?c=d+e&f", parameters: ["name": "ü"] as [String: Any],
                    headerFields: ["X-B": "2", "Authorization": "Bearer b"])
                let entry = try #require(router.journal.entries.first)
                #expect(entry.description.contains("passed through to \(url)/live"))
                #expect(entry.request.path == "/v1/users/a%2Fb")
                #expect(await eventually { router.journal.entries.first?.status == 201 })
                try router.verify()
                return response
            }
        }
        #expect(response.status == 201)
        #expect(response.headers.comparable == ["X-A": "1", "ETag": "\"e\"", "Content-Type": "text/plain"])
        #expect(response.headers["Content-Length"] == "4")
        #expect(response.body == Data("made".utf8))
        let request = try #require(asked.withLock { $0 }.first)
        #expect(request.method == "PUT")
        #expect(request.path == "/live/users/a%2Fb")
        #expect(request.query.map(\.name) == ["c", "f"])
        #expect(request.queryValue("c") == "d+e")
        #expect(request.json == ["name": "ü"])
        #expect(request.headers["Content-Type"]?.hasPrefix("application/json") == true)
        #expect(request.headers["X-B"] == "2")
        #expect(request.headers["Authorization"] == "Bearer b")
    }

    @Test(arguments: Transport.allCases)
    func `every status arrives as it does without the mock`(transport: Transport) async throws {
        var options = Teapot.Options()
        options.redirects.maximum = 0
        try await live { request in
            let status = Int(request.path.split(separator: "/").last ?? "") ?? 500
            var headers: Teapot.HeaderFields = ["Content-Type": "text/plain", "X-Status": "\(status)"]
            if 300..<400 ~= status { headers.append(name: "Location", value: "/elsewhere/204") }
            if status == 401 { headers.append(name: "WWW-Authenticate", value: "Basic realm=\"r\"") }
            let mayHaveBody = ![204, 205, 304].contains(status)
            return Response(
                status: .init(rawValue: status), headers: headers,
                body: mayHaveBody ? Data("\(status)".utf8) : Data())
        } _: { url in
            let direct = Teapot(baseURL: url, options: options)
            // Interception follows redirects automatically, as a session does.
            let redirects = transport == .interception ? [] : [301, 302, 303, 307, 308]
            try await forwarding(to: url, by: transport, options: options) { client, _ in
                for status in [200, 204, 205, 206, 304, 400, 401, 404, 418, 500, 503] + redirects {
                    var real = await observe(direct, .get, "\(status)")
                    var passed = await observe(client, .get, "\(status)")
                    (real.path, passed.path) = ("", "")
                    // A redirect points to the same resource below the client's own base.
                    if let location = real.headers["Location"] { real.headers["Location"] = "/v1" + location }
                    // The error contains the path below the client's own base.
                    passed.errorText = passed.errorText?.replacingOccurrences(of: "GET /v1/", with: "GET /")
                    #expect(passed == real, "\(status)")
                }
            }
        }
    }

    @Test(arguments: Transport.allCases) func `the response to HEAD arrives with its length`(transport: Transport)
        async throws
    {
        let response = try await live { request in
            request.method == "HEAD" ? Response(headers: ["Content-Length": "1234"]) : .status(500)
        } _: { url in
            try await forwarding(to: url, by: transport) { client, _ in try await client.head("a") }
        }
        #expect(response.headers["Content-Length"] == "1234")
        #expect(response.body.isEmpty)
    }

    @Test(arguments: Transport.allCases) func `a megabyte goes up and down`(transport: Transport) async throws {
        let bytes = Data((0..<1_048_576).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) })
        let response = try await live {
            Response(body: $0.body)
        } _: { url in
            try await forwarding(to: url, by: transport) { client, _ in try await client.post("echo", parameters: bytes)
            }
        }
        #expect(response.body == bytes)
        #expect(response.headers["Content-Length"] == "1048576")
    }

    @Test(arguments: Transport.allCases) func `each piece arrives before the next is produced`(transport: Transport)
        async throws
    {
        let gate = Gate()
        let pieces = try await live { _ in
            .stream(
                .init { send in
                    send(Data("one".utf8))
                    await gate.wait()
                    send(Data("two".utf8))
                })
        } _: { url in
            try await forwarding(to: url, by: transport) { client, _ in
                var pieces: [String] = []
                for try await piece in try await client.stream("log") {
                    pieces.append(String(decoding: piece, as: UTF8.self))
                    gate.open()
                }
                return pieces
            }
        }
        #expect(pieces == ["one", "two"])
    }

    @Test(arguments: Transport.allCases)
    func `a compressed body arrives decompressed, and says so`(transport: Transport) async throws {
        // `{"a":1}`, compressed by gzip(1).
        let body = try #require(Data(base64Encoded: Self.zipped))
        let server = try HostileServer { connection in
            _ = try connection.readRequest()
            try connection.send("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(body.count)\r\n\r\n")
            try connection.send(bytes: body)
            try connection.waitForEnd()
        }
        defer { server.stop() }
        let response = try await forwarding(to: server.url, by: transport) { client, _ in try await client.get("a") }
        #expect(response.body == Data(#"{"a":1}"#.utf8))
        #expect(response.headers["Content-Encoding"] == nil)
        #expect([nil, "7"].contains(response.headers["Content-Length"]))
    }

    @Test(arguments: Transport.allCases) func `no server at the address is reported`(transport: Transport) async throws
    {
        let server = try HostileServer { _ in }
        let url = server.url
        server.stop()
        let error = try await forwarding(to: url, by: transport) { client, router in
            let error = await #expect(throws: TeapotError.self) { try await client.get("a?b=c") }
            #expect(router.journal.entries.first?.ending == .failed)
            return error
        }
        if transport == .socket {
            #expect(error?.responseStatus == 502)
            let body = try JSON(parsing: error?.response?.body ?? Data()).dictionary
            #expect(body?["url"] as? String == "\(url)/a?b=c")
            let text = try #require(body?["error"] as? String)
            #expect(text.hasPrefix("GET /v1/a could not be passed through to \(url)/a?b=c: "))
            #expect(text.contains("nothing is listening at "), "\(text)")
        } else {
            #expect(error?.type == .noResponse)
            #expect((error?.underlyingError as? URLError)?.code == .cannotConnectToHost)
        }
    }

    @Test(arguments: Transport.allCases) func `a server that doesn't respond is reported`(transport: Transport)
        async throws
    {
        let server = try HostileServer { connection in
            _ = try connection.readRequest()
            try connection.waitForEnd()
        }
        defer { server.stop() }
        let error = try await forwarding(to: server.url, by: transport, timeout: 0.2) { client, _ in
            await #expect(throws: TeapotError.self) { try await client.get("a") }
        }
        if transport == .socket {
            #expect(error?.responseStatus == 504)
        } else {
            #expect((error?.underlyingError as? URLError)?.code == .timedOut)
        }
    }

    @Test(arguments: Transport.allCases) func `half a body is an error`(transport: Transport) async throws {
        let server = try HostileServer { connection in
            _ = try connection.readRequest()
            try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf")
        }
        defer { server.stop() }
        let error = try await forwarding(to: server.url, by: transport) { client, router in
            let error = await #expect(throws: TeapotError.self) { try await client.get("a") }
            #expect(await eventually { router.journal.entries.first?.ending == .failed })
            return error
        }
        #expect(error?.type == .incompleteResponse)
        #expect(error?.responseStatus == 200)
        #expect(error?.response?.body == Data("half".utf8))
    }

    @Test(arguments: Transport.allCases) func `a client that disconnects ends the request`(transport: Transport)
        async throws
    {
        let ended = Gate()
        let server = try HostileServer { connection in
            _ = try connection.readRequest()
            try connection.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
            defer { ended.open() }
            while true {
                try connection.send("4\r\nmore\r\n")
                try connection.pause(0.01)
            }
        }
        defer { server.stop() }
        try await forwarding(to: server.url, by: transport) { client, _ in
            let first = Gate()
            let reading = Task {
                for try await _ in try await client.stream("endless") { first.open() }
            }
            await first.wait()
            reading.cancel()
            await ended.wait()
        }
        #expect(ended.isOpen)
    }

    @Test func `a client that resets its connection ends the request to the live server`() async throws {
        let (asked, ended) = (Gate(), Gate())
        let live = try HostileServer { connection in
            _ = try connection.readRequest()
            asked.open()
            defer { ended.open() }
            try connection.waitForEnd()
        }
        defer { live.stop() }
        let server = Server()
        server.router.passthrough = Passthrough(to: live.url)
        let port = try server.start()
        try await RawClient.talking(to: port) { client in
            try client.send("GET /a HTTP/1.1\r\nHost: localhost\r\n\r\n")
            asked.block()
            client.stream.reset()
        }
        await ended.wait()
        #expect(await eventually { server.router.journal.entries.first?.ending == .abandoned })
        try await server.stop()
    }

    @Test(arguments: Transport.allCases)
    func `the live URL's credentials are sent to it and shown nowhere`(transport: Transport) async throws {
        let asked = Locked<[String?]>([])
        try await live { request in
            asked.withLock { $0.append(request.headers["Authorization"]) }
            return .json(["made": true])
        } _: { url in
            let text = url.absoluteString.replacingOccurrences(of: "http://", with: "http://ada:l%40ve%3A@")
            try await forwarding(to: try #require(URL(string: text)), by: transport) { client, router in
                _ = try await client.get("a")
                _ = try await client.get("a", headerFields: ["Authorization": "Bearer own"])
                #expect(router.passthrough?.baseURL == url)
                for entry in router.journal.entries {
                    #expect(!"\(entry) \(entry.request)".contains("ada") && !"\(entry)".contains("l%40ve"))
                }
            }
        }
        #expect(asked.withLock { $0 } == ["Basic " + Data("ada:l@ve:".utf8).base64EncodedString(), "Bearer own"])
    }

    @Test(arguments: [
        ("localhost", 200), ("localhost:80", 200), ("LocalHost.", 403), ("tea.localhost:1", 200), ("127.0.0.1:80", 200),
        ("192.168.1.5", 200), ("[::1]:80", 200), ("tea.local:80", 200), ("TEA.local", 200), ("cup.local:81", 200),
        ("cup.local:82", 403), ("evil.test", 403), ("evil.test:8080", 403), ("127.0.0.1.evil.test", 403),
        ("1.2.3", 403), ("1.2.3.4.5", 403), ("256.0.0.1", 403),
    ])
    func `a request for another site's host name isn't passed through`(host: String, status: Int) async throws {
        let count = Locked(0)
        try await live { _ in
            count.withLock { $0 += 1 }
            return .status(200)
        } _: { url in
            let router = Router()
            router.passthrough = Passthrough(to: url, allowedHosts: ["tea.local", "cup.local:81"])
            let server = Server(router: router)
            let port = try server.start()
            let message = try await RawClient.talking(to: port) { client in
                try client.exchange("GET /a HTTP/1.1\r\nHost: \(host)\r\n\r\n")
            }
            #expect(message.status == status)
            #expect(count.withLock { $0 } == (status == 200 ? 1 : 0))
            if status == 403 { #expect(message.text.contains("A request for “\(host)” is not passed through")) }
            try await server.stop()
        }
    }

    @Test func `the router's own policy lets a page read passed-through responses`() async throws {
        try await live { _ in
            .text("tea", headers: ["Access-Control-Allow-Origin": "https://live.test", "X-Total": "1"])
        } _: { url in
            try await forwarding(to: url, by: .socket) { client, router in
                router.cors = .permissive
                let fields = ["Origin": "http://localhost:3000"]
                let response = try await client.get("a", headerFields: fields)
                #expect(response.headers["Access-Control-Allow-Origin"] == "http://localhost:3000")
                #expect(response.headers["Access-Control-Expose-Headers"]?.contains("X-Total") == true)
                // For a page, a failure is a response, too.
                router.passthrough = Passthrough(to: try #require(URL(string: "http://127.0.0.1:9")))
                let error = await #expect(throws: TeapotError.self) { try await client.get("b", headerFields: fields) }
                #expect(error?.responseStatus == 502)
                #expect(error?.response?.headers["Access-Control-Allow-Origin"] == "http://localhost:3000")
            }
        }
    }

    @Test func `a server that is its own live server says so`() async throws {
        let server = Server()
        try server.start()
        let url = try #require(server.baseURL)
        server.router.passthrough = Passthrough(to: url.appendingPathComponent("deeper"))
        let error = await #expect(throws: TeapotError.self) { try await Teapot(baseURL: url).get("a") }
        #expect(error?.responseStatus == 508)
        #expect(error?.response?.json?.dictionary?["error"] as? String != nil)
        #expect(server.router.journal.requests.map(\.path) == ["/a", "/deeper/a"])
        try await server.stop()
    }
}
