import Foundation
import Teapot
import TeapotTestSupport
import TeapotTestTraits
import Testing

/// Tests of responses on which Foundation on Linux hangs, fails, or loses headers.
@Suite(.inTurn) struct `Responses over a socket` {
    @Test(arguments: ["Basic realm=\"x\"", "Digest realm=\"x\", nonce=\"n\"", "Bearer", "Negotiate"])
    func `a 401 with a challenge arrives with its body`(challenge: String) async throws {
        let server = try HostileServer.responding(
            "HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: \(challenge)\r\nContent-Type: application/json\r\n"
                + "Content-Length: 13\r\n\r\n{\"why\":\"not\"}"
        )
        defer { stop(server) }
        let teapot = Teapot(baseURL: server.url)
        let wrong = try teapot.basicAuthenticationHeader(username: "a", password: "b")
        for header in [[:], wrong] {
            let error = await failure { () throws(TeapotError) in try await teapot.get("x", headerFields: header) }
            #expect(error?.type == .invalidResponseStatus)
            #expect(error?.responseStatus == 401)
            #expect(error?.response?.json?.dictionary?["why"] as? String == "not")
            #expect(error?.response?.headers["WWW-Authenticate"] == challenge)
        }
        #expect(server.requests.count == 2)
    }

    @Test(arguments: [401, 407])
    func `a 401 with a challenge and a 407 call the completion, too`(status: Int) async throws {
        let server = try HostileServer.responding(
            "HTTP/1.1 \(status) No\r\nWWW-Authenticate: Basic realm=\"x\"\r\n"
                + "Proxy-Authenticate: Basic realm=\"x\"\r\nContent-Length: 0\r\n\r\n"
        )
        defer { stop(server) }
        let done = Gate()
        let received = Locked(0)
        Teapot(baseURL: server.url, defaultDeliveryQueue: .global()).get("x") { result in
            if case .failure(_, let response, _) = result { received.withLock { $0 = response.statusCode } }
            done.open()
        }
        await done.wait()
        #expect(received.withLock { $0 } == status)
    }

    static let broken: [(name: String, bytes: String, type: TeapotError.ErrorType, status: Int?)] = [
        (
            "a body cut short of its length", "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nabc", .incompleteResponse,
            200
        ),
        (
            "a chunked body cut short", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab",
            .incompleteResponse, 200
        ),
        (
            "a chunk size that is none", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
            .incompleteResponse, 200
        ),
        ("no reply at all", "", .noResponse, nil),
        ("garbage", "garbage instead of HTTP\r\n\r\n", .notHTTP, nil),
        ("another version", "HTTP/9.9 200 OK\r\nContent-Length: 0\r\n\r\n", .notHTTP, nil),
        ("a status that is no number", "HTTP/1.1 abc OK\r\nContent-Length: 0\r\n\r\n", .notHTTP, nil),
        (
            "bad gzip", "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 4\r\n\r\nnope",
            .incompleteResponse, 200
        ),
    ]

    @Test(arguments: 0..<broken.count)
    func `a broken response has its own error kind`(index: Int) async throws {
        let row = Self.broken[index]
        let server = try HostileServer { connection in
            _ = try connection.readRequest()
            try connection.send(row.bytes)
            connection.close()
        }
        defer { stop(server) }
        let teapot = Teapot(baseURL: server.url)
        let error = await failure { () throws(TeapotError) in try await teapot.get("x") }
        #expect(error?.type == row.type, "\(row.name)")
        #expect(error?.responseStatus == row.status, "\(row.name)")
        #expect(error?.underlyingError is URLError, "\(row.name)")
    }

    @Test func `a reset and a refused connection are missing responses that say which`() async throws {
        let server = try HostileServer { connection in
            _ = try connection.readRequest()
            connection.reset()
        }
        let teapot = Teapot(baseURL: server.url)
        let reset = await failure { () throws(TeapotError) in try await teapot.get("x") }
        #expect(reset?.type == .noResponse)
        #expect((reset?.underlyingError as? URLError)?.code == .networkConnectionLost)
        stop(server)
        let refused = await failure { () throws(TeapotError) in try await teapot.get("x") }
        #expect(refused?.type == .noResponse)
        #expect((refused?.underlyingError as? URLError)?.code == .cannotConnectToHost)
        #expect(refused?.responseStatus == nil)
    }

    @Test func `a failure without a response has the status 0 and none of the request's headers`() async throws {
        let server = try HostileServer { connection in connection.reset() }
        defer { stop(server) }
        let done = Gate()
        let response = Locked<Teapot.Response?>(nil)
        Teapot(baseURL: server.url, defaultDeliveryQueue: .global()).get("x", headerFields: ["Authorization": "secret"])
        {
            if case .failure(_, let got, _) = $0 { response.withLock { $0 = got } }
            done.open()
        }
        await done.wait()
        #expect(response.withLock { $0?.statusCode } == 0)
        #expect(response.withLock { $0?.headers.isEmpty } == true)
    }

    @Test func `gzip is decoded, and the limit applies to the decoded bytes`() async throws {
        // `{"a":1}` and 100 KB of spaces, compressed by gzip(1).
        let server = try HostileServer { connection in
            while true {
                let request = try connection.readRequest()
                let body = request.target == "/bomb" ? Compressed.bomb : Compressed.small
                try connection.send(
                    "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Encoding: gzip\r\nContent-Length: \(body.count)\r\n\r\n"
                )
                try connection.send(bytes: body)
            }
        }
        defer { stop(server) }
        var options = Teapot.Options()
        options.maximumBodyLength = 10_000
        let teapot = Teapot(baseURL: server.url, options: options)
        #expect(try await teapot.get("x").json?.dictionary?["a"] as? Int == 1)
        let error = await failure { () throws(TeapotError) in try await teapot.get("bomb") }
        #expect(error?.type == .incompleteResponse)
        #expect((error?.underlyingError as? URLError)?.code == .dataLengthExceedsMaximum)
    }

    // The decoder doesn't miss the end of a gzip stream, but an unencoded body can be counted.
    @Test func `a download isn't cut short by a server that truncates compressed bodies`() async throws {
        let server = try HostileServer { connection in
            while true {
                let request = try connection.readRequest()
                let isCompressed = request.headers["Accept-Encoding"]?.contains("gzip") == true
                let body = isCompressed ? Compressed.bomb.dropLast(20) : Data(repeating: 0x20, count: 1000)
                let encoding = isCompressed ? "Content-Encoding: gzip\r\n" : ""
                try connection.send("HTTP/1.1 200 OK\r\n\(encoding)Content-Length: \(body.count)\r\n\r\n")
                try connection.send(bytes: Data(body))
            }
        }
        defer { stop(server) }
        let file = TemporaryFile()
        try await Teapot(baseURL: server.url).download("x", to: file.url)
        #expect(try Data(contentsOf: file.url).count == 1000)
    }

    @Test func `headers are found in any case, and repeated ones are joined`() async throws {
        let server = try HostileServer.responding(
            "HTTP/1.1 200 OK\r\netag: \"1\"\r\ncontent-md5: x\r\nX-a: 1\r\nX-a: 2\r\nSet-Cookie: a=1\r\nSet-Cookie: b=2\r\n"
                + "Content-Length: 0\r\n\r\n"
        )
        defer { stop(server) }
        let response = try await Teapot(baseURL: server.url).get("x")
        #expect(response.headers["ETag"] == "\"1\"")
        #expect(response.headers["CONTENT-MD5"] == "x")
        #expect(response.headers["x-A"] == "1, 2")
        #expect(response.headers["set-cookie"]?.contains("b=2") == true)
    }

    @Test func `a 304 to a conditional request arrives unchanged`() async throws {
        let server = try HostileServer.responding("HTTP/1.1 304 Not Modified\r\nETag: \"1\"\r\n\r\n")
        defer { stop(server) }
        let teapot = Teapot(baseURL: server.url)
        let error = await failure { () throws(TeapotError) in
            try await teapot.get("x", headerFields: ["If-None-Match": "\"1\""])
        }
        #expect(error?.responseStatus == 304)
        #expect(server.requests.first?.headers["If-None-Match"] == "\"1\"")
    }

    @Test func `a download reports its progress, and a failed one leaves the existing file`() async throws {
        let server = try HostileServer { connection in
            while true {
                let request = try connection.readRequest()
                switch request.target {
                case "/whole":
                    try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n")
                    try connection.send(bytes: Data(count: 1_000_000))
                case "/missing":
                    try connection.send("HTTP/1.1 404 Not Found\r\nContent-Length: 4\r\n\r\nnone")
                default:
                    try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nabc")
                    return connection.close()
                }
            }
        }
        defer { stop(server) }
        let teapot = Teapot(baseURL: server.url)
        let file = TemporaryFile()
        let progress = Locked<[Teapot.Progress]>([])
        try await teapot.download("whole", to: file.url) { reached in progress.withLock { $0.append(reached) } }
        #expect(try Data(contentsOf: file.url) == Data(count: 1_000_000))
        #expect(progress.withLock { $0.last } == .received(1_000_000, of: 1_000_000))

        let cut = await failure { () throws(TeapotError) in try await teapot.download("cut", to: file.url) }
        #expect(cut?.type == .incompleteResponse)
        #expect(try Data(contentsOf: file.url) == Data(count: 1_000_000))

        let missing = await failure { () throws(TeapotError) in try await teapot.download("missing", to: file.url) }
        #expect(missing?.responseStatus == 404)
        #expect(missing?.response?.body == Data("none".utf8))
        #expect(try Data(contentsOf: file.url) == Data(count: 1_000_000))
    }
}

private enum Compressed {
    static let small = Data(base64Encoded: "H4sIAAAAAAACA6tWSlSyMqwFAK+sG1YHAAAA") ?? Data()
    static let bomb =
        Data(
            base64Encoded: "H4sIAAAAAAACA+3BMQEAAADCoCrrn9IaHkABAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
                + "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAArwYt8HnKoIYBAA=="
        ) ?? Data()
}
