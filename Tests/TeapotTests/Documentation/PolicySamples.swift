import Teapot
import Foundation
import TeapotSequences
import TeapotTestTraits
import Testing

@Suite(.inTurn) struct `The samples of a response store, Paging and observers` {
    private struct OrderList: Decodable, Sendable {
        var cursor: String?
    }

    private actor Database {
        private var responses: [URL: Teapot.Response] = [:]
        func response(for url: URL) -> Teapot.Response? { responses[url] }
        func save(_ response: Teapot.Response, for url: URL) { responses[url] = response }
    }

    @Test func `a custom store delivers what it saved`() async throws {
        let database = Database()
        var options = Teapot.Options()
        options.cache = Teapot.ResponseCache { request, _ in
            if let saved = await database.response(for: request.url) { return .deliver(saved) }
            return .send(request) { response in
                await database.save(response, for: request.url)
                return .deliver(response)
            }
        }
        let client = ScriptedClient(.answer(json: "[1]"), options: options)
        for _ in 0..<2 { #expect(try await client.get("users").json == [1]) }
        #expect(client.requests.count == 1)
    }

    @Test func `pages are read`() async throws {
        let user = #"[{"id": 1, "name": "Ada"}]"#
        let client = ScriptedClient(.answer(json: user), .answer(json: user))
        for try await users in client.pages("users", as: [User].self) {
            print(users.count)
        }
        for try await page in client.pages("users", query: ["per_page": "100"]) {
            print(page.json as Any, page.link("last") as Any)
        }
        #expect(client.requests.last?.url.query == "per_page=100")
    }

    @Test func `cursors are followed`() async throws {
        let client = ScriptedClient(.answer(json: #"{"cursor": "b"}"#), .answer(json: "{}"))
        let first = try client.makeRequest(.get, "orders")
        let pages = client.pages(first, as: OrderList.self) { page in
            guard let cursor = page.cursor else { return nil }
            return try client.makeRequest(.get, "orders", query: ["after": cursor])
        }
        for try await _ in pages {}
        #expect(client.requests.last?.url.query == "after=b")
    }

    @Test func `calls are observed`() async throws {
        var options = Teapot.Options()
        options.logLevel = .error
        options.observers.append(
            .metrics { event in
                print(event.request.id, event.attempt, event.duration, event.bytesSent, event.bytesReceived)
            })
        _ = try await ScriptedClient(.answer(), options: options).get("users")
    }
}
