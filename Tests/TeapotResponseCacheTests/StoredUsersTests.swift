import Foundation
import Teapot
import TeapotMock
import TeapotResponseCache
import TeapotTestSupport
import TeapotTestTraits
import Testing

/// Tests of sharing stored responses between users of a client, and with the next process.
@Suite(.inTurn, .timeLimit(.minutes(5))) struct `The users of a response store` {
    private static func options(_ store: Teapot.ResponseCache = .memory()) -> Teapot.Options {
        var options = Teapot.Options()
        options.cache = store
        return options
    }

    /// Returns a server whose entity tags are equal for all users, who sign in with a cookie.
    private static func site(_ fields: [String] = []) throws -> HostileServer {
        try HostileServer { connection in
            while true {
                let request = try connection.readRequest()
                if request.target.hasPrefix("/login/") {
                    let user = request.target.dropFirst("/login/".count)
                    try connection.send(HostileServer.response(200, ["Set-Cookie: user=\(user); Path=/"]))
                } else if request.target == "/start" {
                    let fields = ["Location: /who", "Set-Cookie: user=carol; Path=/"]
                    try connection.send(HostileServer.response(302, fields))
                } else if request.headers["If-None-Match"] != nil {
                    try connection.send("HTTP/1.1 304 Not Modified\r\nETag: \"1\"\r\n\r\n")
                } else {
                    let user = request.headers["Cookie"] ?? "nobody"
                    try connection.send(HostileServer.response(200, ["ETag: \"1\""] + fields, body: user))
                }
            }
        }
    }

    private static func who(_ teapot: Teapot, _ policy: URLRequest.CachePolicy = .useProtocolCachePolicy) async throws
        -> String?
    {
        var request = try teapot.makeRequest(.get, "who")
        request.cachePolicy = policy
        return try await teapot.send(request).text
    }

    @Test(arguments: [[], ["Vary: Cookie"]])
    func `a user who signs in with a cookie never gets another's stored response`(fields: [String]) async throws {
        let server = try Self.site(fields)
        defer { server.stop() }
        let teapot = Teapot(baseURL: server.url, configuration: .ephemeral, options: Self.options())
        #expect(try await Self.who(teapot) == "nobody")
        _ = try await teapot.get("login/alice")
        #expect(try await Self.who(teapot) == "user=alice")
        #expect(try await Self.who(teapot) == "user=alice")
        #expect(try await Self.who(teapot, .returnCacheDataDontLoad) == "user=alice")
        _ = try await teapot.get("login/bob")
        await #expect(throws: TeapotError.self) { try await Self.who(teapot, .returnCacheDataDontLoad) }
        #expect(try await Self.who(teapot) == "user=bob")
        let conditions = server.requests.filter { $0.target == "/who" }.map { $0.headers["If-None-Match"] }
        #expect(conditions == [nil, nil, "\"1\"", nil])
    }

    @Test func `a cookie set by a redirect selects the stored response`() async throws {
        let server = try Self.site()
        defer { server.stop() }
        let teapot = Teapot(baseURL: server.url, configuration: .ephemeral, options: Self.options())
        _ = try await teapot.get("login/alice")
        #expect(try await Self.who(teapot) == "user=alice")
        #expect(try await teapot.get("start").text == "user=carol")
        #expect(try await Self.who(teapot, .returnCacheDataDontLoad) == "user=carol")
    }

    @Test func `an intercepted session's cookies select the stored response, too`() async throws {
        let router = Router()
        router.get("/login", with: .status(200, headers: ["Set-Cookie": "user=alice; Path=/"]))
        router.get("/who", with: .status(200, headers: ["ETag": "\"1\""]))
        let teapot = Teapot(
            baseURL: .make("http://h.test"), configuration: .answered(by: router), options: Self.options())
        _ = try await teapot.get("who")
        _ = try await teapot.get("login")
        await #expect(throws: TeapotError.self) { try await Self.who(teapot, .returnCacheDataDontLoad) }
        _ = try await teapot.get("who")
        #expect(router.journal.requests.map { $0.headers["Cookie"] } == [nil, nil, "user=alice"])
        #expect(try await Self.who(teapot, .returnCacheDataDontLoad) == "")
    }

    @Test func `a request's own Cookie header replaces the session's, and selects the stored response`() async throws {
        let server = try Self.site()
        defer { server.stop() }
        let teapot = Teapot(baseURL: server.url, configuration: .ephemeral, options: Self.options())
        _ = try await teapot.get("login/alice")
        #expect(try await teapot.get("who", headerFields: ["Cookie": "user=bob"]).text == "user=bob")
        #expect(try await Self.who(teapot) == "user=alice")
    }

    @Test func `a store that outlives the process serves the same user and contains no secret`() async throws {
        let kept = Locked<[String: Data]>([:])
        let store = Teapot.ResponseCache { key in
            kept.withLock { $0[key] }.flatMap { try? JSONDecoder().decode(Teapot.ResponseCache.Entry.self, from: $0) }
        } save: { key, response in
            kept.withLock { $0[key] = try? JSONEncoder().encode(response) }
        }
        let client = ScriptedClient(.answer(200, ["ETag": "\"a\""], json: "[1]"), options: Self.options(store))
        _ = try await client.get("a", headerFields: ["Authorization": "Bearer s3cret"])
        let data = try #require(kept.withLock { $0["http://h.test/api/a"] })
        let stored = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        // The SHA-256 of the URL, name and value, each on a line, which is the same in every process.
        let digest = "f808ea1a4bb19c1b0f53b2fd841bc3a0a4a36228c16950166b1423a4ebb0e711"
        #expect(stored["selection"] as? [String: String] == ["authorization": digest])
    }

    // MARK: The store in memory

    private static func client(_ store: Teapot.ResponseCache) -> ScriptedClient {
        ScriptedClient([], options: options(store)) { request in
            let body = request.url.lastPathComponent == "huge" ? Data(count: 200_000) : Data("{}".utf8)
            return Teapot.Response(url: request.url, statusCode: 200, headers: ["ETag": "\"a\""], body: body)
        }
    }

    private static func hits(_ client: ScriptedClient, _ paths: some Sequence<String>) async throws -> [Bool] {
        var hits: [Bool] = []
        for path in paths {
            var request = try client.makeRequest(.get, path)
            request.cachePolicy = .returnCacheDataDontLoad
            hits.append((try? await client.send(request)) != nil)
        }
        return hits
    }

    @Test func `a store in memory counts URLs and headers, and forgets the oldest first`() async throws {
        let client = Self.client(.memory(capacity: 100_000))
        let paths = (0..<1000).map { "\($0)" }
        for path in paths { _ = try await client.get(path) }
        let hits = try await Self.hits(client, paths)
        let kept = hits.count { $0 }
        #expect((20...500).contains(kept), "\(kept)")
        #expect(hits.suffix(kept).allSatisfy { $0 })
    }

    @Test func `a reused response is kept longer than others`() async throws {
        let client = Self.client(.memory(capacity: 100_000))
        for number in 0..<1000 {
            _ = try await client.get("\(number)")
            _ = try await client.get("favourite")
        }
        #expect(try await Self.hits(client, ["favourite", "0"]) == [true, false])
    }

    @Test func `a response that exceeds the store replaces no other one`() async throws {
        let client = Self.client(.memory(capacity: 100_000))
        for path in ["a", "huge", "huge"] { _ = try await client.get(path) }
        #expect(try await Self.hits(client, ["a", "huge"]) == [true, false])
        #expect(client.requests.last?.headers["If-None-Match"] == nil)
    }
}
