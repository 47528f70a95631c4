import Foundation
import Teapot
import TeapotTestSupport
import TeapotTestTraits
import Testing

/// Tests of headers, URLs, bodies and timeouts that Foundation on Linux changes, injects or crashes on.
@Suite(.inTurn) struct `Requests over a socket` {
    static let ok = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"

    @Test(arguments: ["tok\n", "a\r\nInjected: 1", "a\0b", "\u{7F}"])
    func `a header is neither injected nor dropped`(value: String) async throws {
        let server = try HostileServer.responding(Self.ok)
        defer { stop(server) }
        let teapot = Teapot(baseURL: server.url)
        var options = Teapot.Options()
        options.headers = ["X-A": value]
        let configured = URLSessionConfiguration.teapot
        configured.httpAdditionalHeaders = ["X-A": value]
        var adapting = Teapot.Options()
        adapting.adapters = [Teapot.Adapter { $0.headers["X-A"] = value }]

        #expect(
            await failure { () throws(TeapotError) in try await teapot.get("x", headerFields: ["X-A": value]) }?.type
                == .invalidHeader
        )
        #expect(
            await failure { () throws(TeapotError) in try await teapot.get("x", headerFields: ["X" + value: "a"]) }?
                .type == .invalidHeader
        )
        for client in [
            Teapot(baseURL: server.url, options: options), Teapot(baseURL: server.url, configuration: configured),
            Teapot(baseURL: server.url, options: adapting),
        ] {
            #expect(await failure { () throws(TeapotError) in try await client.get("x") }?.type == .invalidHeader)
        }
        #expect(
            await failure { () throws(TeapotError) in try await teapot.request(Teapot.Method("GET" + value), "x") }?
                .type == .invalidHeader
        )
        #expect(server.requests.isEmpty)
    }

    @Test(arguments: [
        ("//evil.test/x", "//evil.test/x"), ("/@evil.test", "/@evil.test"), ("x:80/y", "/x:80/y"),
        ("a b|c", "/a%20b%7Cc"),
        ("a%20b c", "/a%20b%20c"), ("a%2Fb", "/a%2Fb"), ("é?q=ü&r=a+b", "/%C3%A9?q=%C3%BC&r=a+b"),
        ("100%zz", "/100%25zz"),
        ("\\evil.test", "/%5Cevil.test"),
    ])
    func `a path stays below the base URL`(path: String, target: String) async throws {
        let server = try HostileServer.responding(Self.ok)
        defer { stop(server) }
        _ = try await Teapot(baseURL: server.url.appendingPathComponent("api/v1")).get(path)
        let request = try #require(server.requests.first)
        #expect(request.target == "/api/v1" + target)
        #expect(request.headers["Host"] == "127.0.0.1:\(server.port)")
    }

    @Test func `a file that shrinks while it's sent is named at the timeout`() async throws {
        let file = try TemporaryFile(Data(count: 8 << 20))
        let path = file.url.path
        let server = try HostileServer { connection in
            _ = try connection.readHead()
            truncate(path, 3)
            try connection.waitForEnd()
        }
        defer { stop(server) }
        let teapot = Teapot(baseURL: server.url)
        let error = await failure { () throws(TeapotError) in
            try await teapot.put("x", parameters: .file(file.url), timeout: 0.3)
        }
        #expect(error?.type == .fileFailed)
        #expect(error?.description.contains("“\(path)” shrank while it was being sent: it now has 3 of ") == true)
    }

    @Test func `a plus sign in a query item arrives as a plus sign`() async throws {
        let server = try HostileServer.responding(Self.ok)
        defer { stop(server) }
        _ = try await Teapot(baseURL: server.url).get("x", query: [URLQueryItem(name: "q", value: "a+b c&d")])
        #expect(server.requests.first?.target == "/x?q=a%2Bb%20c%26d")
    }

    @Test(arguments: ["POST", "PUT", "PATCH", "DELETE"])
    func `a body is sent unchanged, with one length`(method: String) async throws {
        let server = try HostileServer.responding(Self.ok)
        defer { stop(server) }
        _ = try await Teapot(baseURL: server.url).request(Teapot.Method(method), "x", parameters: ["a": [1, 2]])
        let request = try #require(server.requests.first)
        #expect(request.method == method)
        #expect(request.body == Data(#"{"a":[1,2]}"#.utf8))
        #expect(request.headers.values(for: "Content-Length") == ["11"])
        #expect(request.headers["Transfer-Encoding"] == nil)
        #expect(request.headers["Content-Type"] == "application/json")
    }

    @Test(arguments: ["POST", "PUT", "PATCH", "DELETE"])
    func `a request without a body has no form media type`(method: String) async throws {
        let server = try HostileServer.responding(Self.ok)
        defer { stop(server) }
        _ = try await Teapot(baseURL: server.url).request(Teapot.Method(method), "x")
        let request = try #require(server.requests.first)
        #expect(request.body.isEmpty)
        #expect(request.headers["Content-Type"] == nil)
    }

    @Test func `a body for a GET, a directory and a missing file are refused before anything is sent`() async throws {
        let server = try HostileServer.responding(Self.ok)
        defer { stop(server) }
        let teapot = Teapot(baseURL: server.url)
        let directory = FileManager.default.temporaryDirectory
        #expect(
            await failure { () throws(TeapotError) in try await teapot.get("x", parameters: Data([1])) }?.type
                == .invalidPayload
        )
        #expect(
            await failure { () throws(TeapotError) in try await teapot.post("x", parameters: .file(directory)) }?.type
                == .invalidPayload
        )
        let missing = directory.appendingPathComponent("teapot-\(UUID().uuidString)")
        #expect(
            await failure { () throws(TeapotError) in try await teapot.post("x", parameters: .file(missing)) }?.type
                == .invalidPayload
        )
        #expect(server.requests.isEmpty)
    }

    @Test func `a file is streamed with its length, and progress is reported`() async throws {
        let server = try HostileServer.responding(Self.ok)
        defer { stop(server) }
        let bytes = Data((0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        let file = try TemporaryFile(bytes)
        let progress = Locked<[Teapot.Progress]>([])
        let report = { @Sendable (reached: Teapot.Progress) in progress.withLock { $0.append(reached) } }
        _ = try await Teapot(baseURL: server.url).request(.post, "x", parameters: .file(file.url), progress: report)
        let request = try #require(server.requests.first)
        #expect(request.body == bytes)
        #expect(request.headers.values(for: "Content-Length") == ["3000000"])
        // Each event has its own count. The counts grow, and only the last one is the total.
        let sent = progress.withLock { $0.compactMap { if case .sent(let count, _) = $0 { count } else { nil } } }
        #expect(sent == Array(Set(sent)).sorted())
        #expect(progress.withLock { $0.contains(.sent(3_000_000, of: 3_000_000)) })
    }

    #if os(Linux)
        /// `URLSession` on Linux doesn't support such a host.
        @Test(arguments: ["http://[::1]:8080/a", "http://[0:0:0:0:0:0:0:1]/a", "https://[fe80::1%25lo]/a"])
        func `an IPv6 address is refused with a remedy`(url: String) async throws {
            let address = try #require(URL(string: url))
            let error = await failure { () throws(TeapotError) in try await Teapot(baseURL: address).get("a") }
            #expect(error?.type == .invalidRequestPath)
            #expect(error?.description.contains("use a name for it, such as “localhost”") == true)
        }

        @Test func `a redirect to an IPv6 address is refused, too`() async throws {
            let head = "HTTP/1.1 302 Found\r\nLocation: http://[::1]:1/\r\nContent-Length: 0\r\n\r\n"
            let server = try HostileServer.responding(head)
            defer { stop(server) }
            let error = await failure { () throws(TeapotError) in try await Teapot(baseURL: server.url).get("a") }
            #expect(error?.type == .invalidRequestPath)
        }
    #endif

    @Test func `a multipart body with a file arrives whole`() async throws {
        let server = try HostileServer.responding(Self.ok)
        defer { stop(server) }
        let file = try TemporaryFile(Data(repeating: 65, count: 1_000_000))
        _ = try await Teapot(baseURL: server.url).post(
            "x",
            parameters: .multipart([.field("a", "b"), .file("f", file.url, filename: "a.txt")], boundary: "bound")
        )
        let request = try #require(server.requests.first)
        let head =
            "--bound\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nb\r\n--bound\r\n"
            + "Content-Disposition: form-data; name=\"f\"; filename=\"a.txt\"\r\nContent-Type: text/plain\r\n\r\n"
        #expect(
            request.body == Data(head.utf8) + Data(repeating: 65, count: 1_000_000) + Data("\r\n--bound--\r\n".utf8)
        )
        #expect(request.headers["Content-Type"] == "multipart/form-data; boundary=bound")
        #expect(request.headers["Transfer-Encoding"] == nil)
    }
}
