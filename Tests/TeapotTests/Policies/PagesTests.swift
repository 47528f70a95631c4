@testable import Teapot
import Foundation
@testable import TeapotSequences
import TeapotTestTraits
import Testing

@Suite(.inTurn, .timeLimit(.minutes(3))) struct `The pages of a list` {
    private func page(_ json: String, next: String? = nil) -> ScriptedClient.Script {
        .answer(200, next.map { ["Link": "<\($0)>; rel=\"next\""] } ?? [:], json: json)
    }

    private func read<Page>(_ pages: Teapot.Pages<Page>) async throws -> [Page] {
        var read: [Page] = []
        for try await page in pages { read.append(page) }
        return read
    }

    // MARK: Links

    @Test func `pages are read until one has no next link`() async throws {
        let client = ScriptedClient(page("[1]", next: "?page=2"), page("[2]", next: "/api/users?page=3"), page("[3]"))
        #expect(try await read(client.pages("users", headerFields: ["X-A": "b"])).map(\.json) == [[1], [2], [3]])
        // The response's own URL is the script's.
        #expect(
            client.requests.map(\.url.absoluteString) == [
                "http://h.test/api/users", "http://h.test/a?page=2", "http://h.test/api/users?page=3",
            ]
        )
        #expect(client.requests.allSatisfy { $0.headers["X-A"] == "b" })
        #expect(Set(client.requests.map(\.id)).count == 3)
    }

    @Test func `the pages are decoded`() async throws {
        let client = ScriptedClient(page("[1,2]", next: "/2"), page("[3]"))
        #expect(try await read(client.pages("users", as: [Int].self)) == [[1, 2], [3]])
    }

    @Test func `a page is requested after the previous one has been read`() async throws {
        let client = ScriptedClient(page("[1]", next: "/2"), page("[2]", next: "/3"), page("[3]"))
        var pages = client.pages("users").makeAsyncIterator()
        #expect(client.requests.isEmpty)
        _ = try await pages.next()
        #expect(client.requests.count == 1)
        for try await page in client.pages("users") where page.json != nil { break }
        #expect(client.requests.count == 2)
    }

    @Test func `another origin gets only harmless headers`() async throws {
        let client = ScriptedClient(page("[1]", next: "https://other.test/2"), page("[2]"))
        let fields = ["Authorization": "t", "X-Api-Key": "k", "Accept": "a/b"]
        _ = try await read(client.pages("users", headerFields: fields))
        #expect(client.requests.last?.url == .make("https://other.test/2"))
        #expect(client.requests.last?.headers == ["Accept": "a/b"])
    }

    @Test(arguments: ["http://h.test/2", "http://eve:x@h.test/2", "/2"])
    func `the base URL's user information is sent within its origin`(link: String) async throws {
        let client = ScriptedClient(page("[1]", next: link), page("[2]"), baseURL: .make("http://ada:pw@h.test"))
        _ = try await read(client.pages("1"))
        #expect(client.requests.last?.url.absoluteString == "http://ada:pw@h.test/2")
        let other = ScriptedClient(
            page("[1]", next: "http://eve:x@other.test/2"), page("[2]"), baseURL: .make("http://ada:pw@h.test"))
        _ = try await read(other.pages("1"))
        #expect(other.requests.last?.url.absoluteString == "http://other.test/2")
    }

    @Test func `the next page after a POST has no body headers`() async throws {
        let client = ScriptedClient(page("[1]", next: "/2"), page("[2]"))
        let first = try client.makeRequest(.post, "1", parameters: ["a": 1], headerFields: ["X-A": "b"])
        _ = try await read(client.pages(first))
        #expect(client.requests.map { $0.headers["Content-Type"] } == ["application/json", nil])
        #expect(client.requests.map { $0.headers["X-A"] } == ["b", "b"])
    }

    @Test func `pages that differ late in their bodies are different`() async throws {
        let client = ScriptedClient(page("[1]"), page("[2]"), page("[3]"))
        let start = String(repeating: "a", count: 200)
        let first = try client.makeRequest(.post, "1", parameters: Data("\(start)1".utf8))
        let pages = client.pages(first, as: [Int].self) { page in
            page == [3] ? nil : try client.makeRequest(.post, "1", parameters: Data("\(start)\(page[0] + 1)".utf8))
        }
        #expect(try await read(pages) == [[1], [2], [3]])
    }

    @Test func `a page that can't be decoded is logged, with its request`() async {
        let messages = Recorder<String>()
        let client = ScriptedClient(page("{}"))
        client.logger.level = .error
        client.logger.sink = { messages($1) }
        let error = await #expect(throws: TeapotError.self) { try await read(client.pages("1", as: [Int].self)) }
        #expect(error?.description.hasPrefix("GET http://h.test/api/1 -> 200: invalidResponseBody; ") == true)
        #expect(messages.values == ["\(String(describing: error).dropFirst(9).dropLast())"])
    }

    // MARK: Loops and errors

    @Test(arguments: [["/1"], ["/2", "/1"], ["/2", "/3", "/2"], ["/2", "/2"], ["#again"]])
    func `a link to a page that has been read ends the list with an error`(links: [String]) async {
        let scripts = links.map { page("[1]", next: $0 == "#again" ? "http://h.test/1#again" : $0) }
        let client = ScriptedClient(scripts + [page("[2]")], baseURL: .make("http://h.test"))
        var count = 0
        let error = await #expect(throws: TeapotError.self) { for try await _ in client.pages("1") { count += 1 } }
        #expect(error?.type == .invalidLink)
        #expect(error?.description.contains("the links to the next pages form a loop") == true)
        #expect(count == client.requests.count)
    }

    @Test(arguments: ["mailto:ada@h.test", "ftp://h.test/2", "file:///etc/passwd", "http:///2"])
    func `a link that isn't an HTTP URL ends the list`(link: String) async {
        let client = ScriptedClient(page("[1]", next: link), page("[2]"))
        let error = await #expect(throws: TeapotError.self) { try await read(client.pages("1")) }
        #expect(error?.type == .invalidLink)
        #expect(client.requests.count == 1)
    }

    @Test func `a failing page ends the list`() async {
        let client = ScriptedClient(page("[1]", next: "/2"), .answer(500), page("[3]"))
        var pages = client.pages("1").makeAsyncIterator()
        _ = try? await pages.next()
        let error = await #expect(throws: TeapotError.self) { try await pages.next() }
        #expect(error?.responseStatus == 500)
        #expect(await (try? pages.next()) == .some(nil))
    }

    @Test func `a path that can't be joined ends the list`() async {
        let error = await #expect(throws: TeapotError.self) { try await read(ScriptedClient().pages("a#b")) }
        #expect(error?.type == .invalidRequestPath)
    }

    @Test func `cancelling the task ends the list`() async {
        let client = ScriptedClient(page("[1]", next: "/2"), .held(.began))
        let task = Task { try await read(client.pages("1")) }
        await client.requested(2)
        task.cancel()
        await #expect(throws: TeapotError.cancellation) { try await task.value }
        #expect(client.abandons == [0, 1])
    }

    // MARK: Cursors

    private struct List: Decodable, Sendable, Equatable {
        var items: [Int]
        var cursor: String?
    }

    @Test func `a cursor leads to the next page`() async throws {
        let client = ScriptedClient(page(#"{"items":[1],"cursor":"b"}"#), page(#"{"items":[2]}"#))
        let first = try client.makeRequest(.get, "items")
        let pages = client.pages(first, as: List.self) { page in
            try page.cursor.map {
                try client.makeRequest(.get, "items", query: [URLQueryItem(name: "after", value: $0)])
            }
        }
        #expect(try await read(pages).flatMap(\.items) == [1, 2])
        #expect(client.requests.last?.url.query == "after=b")
    }

    @Test func `a cursor in the body of a POST leads to the next page, and a repeated cursor ends the list`()
        async throws
    {
        let client = ScriptedClient([]) { _ in .answer(json: #"{"cursor":"b"}"#) }
        let first = try client.makeRequest(.post, "search", parameters: ["q": "tea"])
        let pages = client.pages(first) { page in
            let cursor = page.json?.dictionary?["cursor"] as? String ?? ""
            return try client.makeRequest(.post, "search", parameters: ["q": "tea", "after": cursor])
        }
        var count = 0
        let error = await #expect(throws: TeapotError.self) { for try await _ in pages { count += 1 } }
        #expect(error?.type == .invalidLink)
        #expect(count == 2)
        #expect(client.requests.map(\.bodyText) == [#"{"q":"tea"}"#, #"{"after":"b","q":"tea"}"#])
    }
}
