import Teapot
import Foundation
import TeapotTestTraits
import Testing

@Suite(.inTurn) struct `The samples of Conditional requests, Paging and observers` {
    private actor Database {
        private var responses: [String: Teapot.StoredResponse] = [:]
        func response(for key: String) -> Teapot.StoredResponse? { responses[key] }
        func save(_ response: Teapot.StoredResponse?, for key: String) { responses[key] = response }
    }

    private struct OrderList: Decodable, Sendable {
        var cursor: String?
    }

    @Test func `responses are stored`() async throws {
        let database = Database()
        for isOwn in [true, false] {
            var options = Teapot.Options()
            options.responseStore = .memory()
            if isOwn {
                options.responseStore = Teapot.ResponseStore(
                    load: { key in await database.response(for: key) },
                    save: { key, response in await database.save(response, for: key) }
                )
            }
            let client = ScriptedClient(.answer(200, ["ETag": "\"a\""], json: "[1]"), .answer(304), options: options)
            _ = try await client.get("users")
            #expect(try await client.get("users").json == [1])
            var request = try client.makeRequest(.get, "users")
            request.cachePolicy = .onlyStored
            let offline = try await client.send(request)
            #expect(offline.json == [1])
        }
    }

    @Test func `pages are read`() async throws {
        let user = #"[{"id": 1, "name": "Ada"}]"#
        let client = ScriptedClient(.answer(json: user), .answer(json: user))
        for try await users in client.pages("users", as: [User].self) {
            print(users.count)
        }
        for try await page in client.pages("users", query: [URLQueryItem(name: "per_page", value: "100")]) {
            print(page.json as Any, page.link("last") as Any)
        }
        #expect(client.requests.last?.url.query == "per_page=100")
    }

    @Test func `cursors are followed`() async throws {
        let client = ScriptedClient(.answer(json: #"{"cursor": "b"}"#), .answer(json: "{}"))
        let first = try client.makeRequest(.get, "orders")
        let pages = client.pages(first, as: OrderList.self) { page in
            guard let cursor = page.cursor else { return nil }
            return try client.makeRequest(.get, "orders", query: [URLQueryItem(name: "after", value: cursor)])
        }
        for try await _ in pages {}
        #expect(client.requests.last?.url.query == "after=b")
    }

    @Test func `calls are observed`() async throws {
        var options = Teapot.Options()
        options.logLevel = .error
        options.observers.append { event in
            if case .ended(let result) = event.kind {
                let status = (try? result.get().statusCode) ?? 0
                print(event.request.id, status, event.duration, event.bytesSent, event.bytesReceived)
            }
        }
        _ = try await ScriptedClient(.answer(), options: options).get("users")
    }
}
