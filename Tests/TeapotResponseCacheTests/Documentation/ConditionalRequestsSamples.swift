import Foundation
import Teapot
import TeapotResponseCache
import TeapotTestTraits
import Testing

@Suite(.inTurn) struct `The samples of Conditional requests` {
    private actor Database {
        private var responses: [String: Teapot.ResponseCache.Entry] = [:]
        func response(for key: String) -> Teapot.ResponseCache.Entry? { responses[key] }
        func save(_ response: Teapot.ResponseCache.Entry?, for key: String) { responses[key] = response }
    }

    @Test func `responses are stored`() async throws {
        let database = Database()
        for isOwn in [true, false] {
            var options = Teapot.Options()
            options.cache = .memory()
            if isOwn {
                options.cache = Teapot.ResponseCache(
                    load: { key in await database.response(for: key) },
                    save: { key, response in await database.save(response, for: key) }
                )
            }
            let client = ScriptedClient(.answer(200, ["ETag": "\"a\""], json: "[1]"), .answer(304), options: options)
            _ = try await client.get("users")
            #expect(try await client.get("users").json == [1])
            var request = try client.makeRequest(.get, "users")
            request.cachePolicy = .returnCacheDataDontLoad
            let offline = try await client.send(request)
            #expect(offline.json == [1])
        }
    }
}
