import Foundation
import Teapot
import TeapotResponseCache
import TeapotTestTraits
import Testing

@Suite(.inTurn, .timeLimit(.minutes(5))) struct `A response store` {
    private let saved = Locked<[String]>([])
    private let kept = Locked<[String: Teapot.ResponseCache.Entry]>([:])

    private func options(_ change: (inout Teapot.Options) -> Void = { _ in }) -> Teapot.Options {
        var options = Teapot.Options()
        let (saved, kept) = (saved, kept)
        options.cache = Teapot.ResponseCache { key in
            kept.withLock { $0[key] }
        } save: { key, response in
            saved.withLock { $0.append(key) }
            kept.withLock { $0[key] = response }
        }
        change(&options)
        return options
    }

    private func whole(_ body: String = "[1]", _ fields: Teapot.HeaderFields = ["ETag": "\"a\""])
        -> Teapot.Response
    { .answer(200, fields, json: body) }

    private func conditions(_ client: ScriptedClient) -> [String?] {
        client.requests.map { $0.headers["If-None-Match"] }
    }

    // MARK: Revalidation

    @Test func `an unchanged response is delivered from the store, with the new headers`() async throws {
        let client = ScriptedClient(
            whole("[1]", ["ETag": "\"a\"", "X-Age": "old", "Content-Encoding": "gzip", "X-Kept": "k"]),
            .answer(304, ["etag": "\"a\"", "x-age": "new", "Content-Length": "0", "Content-Encoding": "br"]),
            .answer(304),
            options: options()
        )
        let first = try await client.get("a")
        let second = try await client.get("a")
        let third = try await client.get("a")
        #expect(conditions(client) == [nil, "\"a\"", "\"a\""])
        for response in [second, third] {
            #expect(response.statusCode == 200)
            #expect(response.body == first.body)
            #expect(response.json == first.json)
            // RFC 9111 §4.3.4: the fields of the 304 replace the stored ones, except those that describe a body.
            #expect(response.headers["X-Age"] == "new")
            #expect(response.headers["X-Kept"] == "k")
            #expect(response.headers["Content-Encoding"] == "gzip")
            #expect(response.headers["Content-Length"] == nil)
        }
    }

    // RFC 9111 §4.3.4: a different strong validator confirms nothing.
    @Test func `a 304 for another version doesn't confirm the stored response`() async throws {
        let client = ScriptedClient(
            whole("[1]", ["ETag": "\"a\"", "X-Age": "old"]), .answer(304, ["ETag": "\"b\"", "X-Age": "new"]),
            whole("[2]", ["ETag": "\"b\""]), .answer(304), options: options())
        _ = try await client.get("a")
        #expect(try await client.get("a").json == [2])
        #expect(try await client.get("a").json == [2])
        #expect(conditions(client) == [nil, "\"a\"", nil, "\"b\""])
    }

    @Test func `a server that always answers 304 for another version isn't asked forever`() async throws {
        let other = Teapot.Response.answer(304, ["ETag": "\"b\""])
        let client = ScriptedClient(whole(), other, other, .answer(304), options: options())
        _ = try await client.get("a")
        let error = await #expect(throws: TeapotError.self) { try await client.get("a") }
        #expect(error?.responseStatus == 304)
        #expect(try await client.get("a").json == [1])
        #expect(conditions(client) == [nil, "\"a\"", nil, "\"a\""])
    }

    // nginx weakens the tag of a compressed response, but not that of a 304.
    @Test(arguments: [("W/\"a\"", "\"a\""), ("\"a\"", "W/\"a\""), ("\"a\"", "W/\"b\"")])
    func `a 304 with the same tag or a weak one confirms the stored response`(tag: String, other: String) async throws {
        let client = ScriptedClient(whole("[1]", ["ETag": tag]), .answer(304, ["ETag": other]), options: options())
        _ = try await client.get("a")
        #expect(try await client.get("a").json == [1])
        #expect(client.requests.count == 2)
    }

    @Test func `a response without an ETag is revalidated by its date`() async throws {
        let date = "Sun, 06 Nov 1994 08:49:37 GMT"
        let client = ScriptedClient(whole("[1]", ["Last-Modified": date]), .answer(304), options: options())
        _ = try await client.get("a")
        #expect(try await client.get("a").json == [1])
        #expect(client.requests.last?.headers["If-Modified-Since"] == date)
        #expect(conditions(client) == [nil, nil])
    }

    @Test func `a changed response replaces the stored one`() async throws {
        let client = ScriptedClient(
            whole(), whole("[2]", ["ETag": "\"b\""]), .answer(304), options: options())
        _ = try await client.get("a")
        #expect(try await client.get("a").json == [2])
        #expect(try await client.get("a").json == [2])
        #expect(conditions(client) == [nil, "\"a\"", "\"b\""])
    }

    @Test func `decoding verbs and completion handlers use it, too`() async throws {
        let client = ScriptedClient(whole(), .answer(304), .answer(304), options: options())
        _ = try await client.get("a")
        #expect(try await client.get("a", as: [Int].self) == [1])
        let result: NetworkResult = await withCheckedContinuation { continuation in
            client.get("a") { continuation.resume(returning: $0) }
        }
        #expect(result.response.statusCode == 200)
        #expect(result.response.json == [1])
    }

    // MARK: Policies

    @Test func `a request may ask for the whole response`() async throws {
        let client = ScriptedClient(whole(), whole("[2]", ["ETag": "\"b\""]), .answer(304), options: options())
        _ = try await client.get("a")
        var request = try client.makeRequest(.get, "a")
        request.cachePolicy = .reloadIgnoringLocalCacheData
        #expect(try await client.send(request).json == [2])
        _ = try await client.get("a")
        #expect(conditions(client) == [nil, nil, "\"b\""])
    }

    @Test func `a request may ask only the store`() async throws {
        let client = ScriptedClient(whole(), options: options())
        var request = try client.makeRequest(.get, "a")
        request.cachePolicy = .returnCacheDataDontLoad
        let error = await #expect(throws: TeapotError.self) { try await client.send(request) }
        #expect(error?.type == .noResponse)
        #expect(error?.description.contains("no stored response can be used for “http://h.test/api/a”") == true)
        #expect(client.requests.isEmpty)
        _ = try await client.get("a")
        #expect(try await client.send(request).json == [1])
        #expect(client.requests.count == 1)
    }

    @Test func `a request may prefer the stored response, and otherwise ask the server`() async throws {
        let client = ScriptedClient(whole(), options: options())
        var request = try client.makeRequest(.get, "a")
        request.cachePolicy = .returnCacheDataElseLoad
        for _ in 0..<2 { #expect(try await client.send(request).json == [1]) }
        #expect(client.requests.count == 1)
    }

    @Test(arguments: [Teapot.Method.post, .put, .delete, .head])
    func `the response to a GET isn't delivered to another method`(method: Teapot.Method) async throws {
        let client = ScriptedClient(whole(), options: options())
        _ = try await client.get("a")
        var request = try client.makeRequest(method, "a")
        request.cachePolicy = .returnCacheDataDontLoad
        let error = await #expect(throws: TeapotError.self) { try await client.send(request) }
        #expect(error?.type == .noResponse)
        #expect(client.requests.count == 1)
    }

    @Test func `a client without a store stores nothing`() async throws {
        let client = ScriptedClient(whole())
        var request = try client.makeRequest(.get, "a")
        request.cachePolicy = .returnCacheDataDontLoad
        let error = await #expect(throws: TeapotError.self) { try await client.send(request) }
        #expect(error?.type == .noResponse)
    }

    // MARK: Responses that are never stored

    @Test(
        arguments: [
            ["Content-Type": "text/plain"], ["ETag": "\"a\"", "Cache-Control": "no-store"],
            ["ETag": "\"a\"", "Cache-Control": "private, No-Store"], ["ETag": "\"a\"", "Vary": "*"],
        ] as [Teapot.HeaderFields]
    )
    func `a response that must not be stored isn't stored`(fields: Teapot.HeaderFields) async throws {
        let client = ScriptedClient(.answer(200, fields), .answer(), options: options())
        _ = try await client.get("a")
        _ = try await client.get("a")
        #expect(conditions(client) == [nil, nil])
        #expect(kept.withLock { $0.isEmpty })
    }

    @Test(arguments: [201, 203, 206, 404, 500])
    func `errors and partial responses aren't stored, and leave the stored response unchanged`(status: Int) async throws
    {
        let client = ScriptedClient(whole(), .answer(status, ["ETag": "\"b\""]), .answer(304), options: options())
        _ = try await client.get("a")
        _ = try? await client.get("a")
        #expect(try await client.get("a").json == [1])
        #expect(conditions(client) == [nil, "\"a\"", "\"a\""])
    }

    @Test(arguments: [["Range": "bytes=0-1"], ["If-None-Match": "\"x\""], ["Cache-Control": "no-store"]])
    func `a request with its own conditions bypasses the store`(fields: [String: String]) async throws {
        let client = ScriptedClient(whole(), whole(), options: options())
        _ = try await client.get("a")
        _ = try await client.get("a", headerFields: fields)
        #expect(conditions(client) == [nil, fields["If-None-Match"]])
        #expect(saved.withLock { $0 }.count == 1)
    }

    @Test(arguments: ["http://ada:pw@h.test/api/a", "http://h.test/api/a?access_token=s3cret"])
    func `a URL with a secret bypasses the store`(url: String) async throws {
        let client = ScriptedClient(whole(), whole(), options: options())
        let request = try client.makeRequest(.get, url: .make(url))
        for _ in 0..<2 { try await client.send(request) }
        #expect(conditions(client) == [nil, nil])
        #expect(saved.withLock { $0 }.isEmpty)
    }

    @Test func `a URL with the client's own secret isn't a key of the store`() async throws {
        let client = ScriptedClient(whole(), options: options { $0.secrets = ["ticket"] })
        _ = try await client.get("a?ticket=1")
        #expect(saved.withLock { $0 }.isEmpty)
    }

    @Test func `a change by another method removes the stored response`() async throws {
        let client = ScriptedClient(whole(), .answer(404), .answer(204), whole(), options: options())
        _ = try await client.get("a")
        _ = try? await client.delete("a")
        #expect(kept.withLock { $0.count } == 1)
        try await client.delete("a")
        #expect(kept.withLock { $0.isEmpty })
        _ = try await client.get("a")
        #expect(client.requests.last?.headers["If-None-Match"] == nil)
    }

    @Test func `a change that is answered with a redirect removes the stored response, too`() async throws {
        let client = ScriptedClient(whole(), .redirect(303, to: "/api/b"), .answer(json: "[2]"), options: options())
        _ = try await client.get("a")
        try await client.delete("a")
        #expect(client.requests.map(\.url.path) == ["/api/a", "/api/a", "/api/b"])
        #expect(kept.withLock { $0.isEmpty })
    }

    @Test func `an unreadable body isn't stored`() async throws {
        let client = ScriptedClient(
            whole("[1"), whole("[1", ["ETag": "\"b\""]), whole("[1]"), whole("[2"), options: options())
        await #expect(throws: TeapotError.self) { try await client.get("a") }
        let typed = await #expect(throws: TeapotError.self) { () async throws -> [Int] in try await client.get("a") }
        #expect(typed?.type == .invalidResponseBody)
        #expect(kept.withLock { $0.isEmpty })
        _ = try await client.get("a")
        #expect(conditions(client) == [nil, nil, nil])
        // It replaces the stored response.
        await #expect(throws: TeapotError.self) { try await client.get("a") }
        #expect(kept.withLock { $0.isEmpty })
    }

    @Test func `streams bypass the store`() async throws {
        let client = ScriptedClient(whole(), options: options())
        for try await _ in try await client.stream("a") {}
        #expect(saved.withLock { $0 }.isEmpty)
    }

    // MARK: Users

    @Test(arguments: ["Authorization", "Cookie", "X-Session"])
    func `one user never gets another user's response`(name: String) async throws {
        let options = options { $0.secrets = ["X-Session"] }
        let client = ScriptedClient(whole(), whole("[2]"), .answer(304), whole("[3]"), options: options)
        _ = try await client.get("a", headerFields: [name: "ada"])
        #expect(try await client.get("a", headerFields: [name: "bob"]).json == [2])
        #expect(try await client.get("a", headerFields: [name: "bob"]).json == [2])
        _ = try await client.get("a")
        #expect(conditions(client) == [nil, nil, "\"a\"", nil])
    }

    @Test func `an adapter's token counts`() async throws {
        let token = Locked("ada")
        let options = options {
            $0.adapters = [Teapot.Adapter { $0.headers["Authorization"] = token.withLock { $0 } }]
        }
        let client = ScriptedClient(whole(), whole("[2]"), options: options)
        _ = try await client.get("a")
        token.withLock { $0 = "bob" }
        #expect(try await client.get("a").json == [2])
        #expect(conditions(client) == [nil, nil])
    }

    @Test func `no secret reaches the store`() async throws {
        let client = ScriptedClient(whole("[1]", ["ETag": "\"a\"", "Vary": "Cookie"]), options: options())
        _ = try await client.get("a", headerFields: ["Authorization": "Bearer s3cret", "Cookie": "k=s3cret"])
        let stored = kept.withLock { Array($0.values) }
        let text = String(decoding: try JSONEncoder().encode(stored), as: UTF8.self)
        #expect(stored.count == 1)
        #expect(!text.contains("s3cret") && !saved.withLock { $0 }.contains { $0.contains("s3cret") })
    }

    @Test func `a response is chosen by the headers that Vary names`() async throws {
        let fields: Teapot.HeaderFields = ["ETag": "\"a\"", "Vary": "Accept-Language, X-Other"]
        let client = ScriptedClient(whole("[1]", fields), whole("[2]", fields), .answer(304), options: options())
        _ = try await client.get("a", headerFields: ["Accept-Language": "en"])
        #expect(try await client.get("a", headerFields: ["Accept-Language": "de"]).json == [2])
        #expect(try await client.get("a", headerFields: ["accept-language": "de", "X-Trace": "1"]).json == [2])
        #expect(conditions(client) == [nil, nil, "\"a\""])
    }

    @Test func `each URL has its own response, and a redirect has that of its target`() async throws {
        let client = ScriptedClient(
            whole(), .redirect(to: "/api/a"), .answer(304), .redirect(to: "http://other.test/x"), whole("[9]"),
            options: options()
        )
        _ = try await client.get("a")
        #expect(try await client.get("b").json == [1])
        #expect(try await client.get("c?x").json == [9])
        #expect(conditions(client) == [nil, nil, "\"a\"", nil, nil])
        #expect(Set(saved.withLock { $0 }) == ["http://h.test/api/a", "http://other.test/x"])
    }

    // MARK: Stores

    @Test func `a stored response can be written to a file and read again`() async throws {
        let client = ScriptedClient(whole(), .answer(304), options: options())
        _ = try await client.get("a")
        let data = try PropertyListEncoder().encode(kept.withLock { $0 })
        let read = try PropertyListDecoder().decode([String: Teapot.ResponseCache.Entry].self, from: data)
        kept.withLock { $0 = read }
        #expect(try await client.get("a").json == [1])
        #expect(conditions(client) == [nil, "\"a\""])
    }

    @Test func `cancelling while the store is asked ends the call`() async {
        let (asked, ask) = AsyncStream<Void>.makeStream()
        let (answers, answer) = AsyncStream<Void>.makeStream()
        var options = Teapot.Options()
        options.cache = Teapot.ResponseCache { _ in
            ask.finish()
            for await _ in answers {}
            return nil
        } save: { _, _ in
        }
        let client = ScriptedClient(whole(), options: options)
        let call = Task { try await client.get("a") }
        for await _ in asked {}
        call.cancel()
        let error = await #expect(throws: TeapotError.self) { try await call.value }
        #expect(error?.type == .cancelled)
        answer.finish()
        #expect(client.requests.isEmpty)
    }
}
