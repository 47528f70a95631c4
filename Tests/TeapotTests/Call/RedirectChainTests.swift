import Teapot
import Foundation
import TeapotTestTraits
import Testing

@Suite(.inTurn) struct `A chain of redirects` {
    private func client(redirects: Int, limit: Int = 20, status: Int = 302) -> ScriptedClient {
        var options = Teapot.Options()
        options.redirects.maximum = limit
        let hops = (0..<redirects).map { ScriptedClient.Script.redirect(status, to: "/hop/\($0)") }
        return ScriptedClient(hops + [.answer(json: "{}")], options: options)
    }

    @Test(arguments: [(1, 20), (20, 20), (1, 1), (3, 7)])
    func `as many redirects as the limit are followed`(redirects: Int, limit: Int) async throws {
        let client = client(redirects: redirects, limit: limit)
        let response = try await client.get("a")
        #expect(response.statusCode == 200)
        #expect(client.requests.count == redirects + 1)
        #expect(client.requests.last?.url.absoluteString == "http://h.test/hop/\(redirects - 1)")
    }

    @Test(arguments: [(2, 1), (21, 20)])
    func `one more than the limit is an error with the last redirect`(redirects: Int, limit: Int) async {
        let client = client(redirects: redirects, limit: limit)
        let error = await #expect(throws: TeapotError.self) { try await client.get("a") }
        #expect(error?.type == .invalidRedirect)
        #expect(
            error?.description
                == "GET http://h.test/api/a, redirected to http://h.test/hop/\(limit) -> 302: invalidRedirect; after \(limit) in a row"
        )
        #expect(error?.response?.headers["Location"] == "/hop/\(redirects - 1)")
        #expect(client.requests.count == limit + 1)
    }

    @Test func `thousands of redirects don't overflow the stack`() async {
        var options = Teapot.Options()
        options.redirects.maximum = 3000
        let client = ScriptedClient([], options: options) { request in
            .answer(.make(302, ["Location": "/\((Int(request.url.lastPathComponent) ?? 0) + 1)"]))
        }
        let error = await #expect(throws: TeapotError.self) { try await client.get("0") }
        #expect(error?.type == .invalidRedirect)
        #expect(client.requests.count == 3001)
    }

    @Test(arguments: [0, -1])
    func `with a limit of zero, a redirect is delivered unchanged`(limit: Int) async {
        let client = client(redirects: 1, limit: limit, status: 303)
        let error = await #expect(throws: TeapotError.self) { try await client.get("a") }
        #expect(error?.type == .invalidResponseStatus)
        #expect(error?.responseStatus == 303)
        #expect(error?.response?.headers["Location"] == "/hop/0")
        #expect(client.requests.count == 1)
    }

    @Test(arguments: [300, 304, 305, 306])
    func `a status that isn't a redirect is delivered with its Location`(status: Int) async {
        let client = client(redirects: 1, status: status)
        let error = await #expect(throws: TeapotError.self) { try await client.get("a") }
        #expect(error?.type == .invalidResponseStatus)
        #expect(client.requests.count == 1)
    }

    @Test func `all kinds of credentials are removed when a chain leaves its origin`() async throws {
        var options = Teapot.Options()
        options.headers = ["X-Api-Key": "k", "X-Kept": "1", "X-Lost": "1"]
        options.forwardedHeaders = ["x-kept"]
        options.secrets = ["x-api-key"]
        options.adapters = [Teapot.Adapter { $0.headers["Authorization"] = "Bearer t" }]
        let client = ScriptedClient(
            .redirect(307, to: "/same"),
            .redirect(307, to: "https://h.test/other"),
            .redirect(307, to: "http://h.test/back"),
            .answer(),
            options: options
        )
        _ = try await client.post("a", parameters: ["a": 1], headerFields: ["Cookie": "s=1"])
        let secrets = ["Authorization", "Cookie", "X-Api-Key", "X-Lost"]
        #expect(
            client.requests.map { request in secrets.filter { request.headers[$0] != nil } } == [
                secrets, secrets, [], [],
            ]
        )
        #expect(client.requests.allSatisfy { $0.headers["X-Kept"] == "1" })
        #expect(client.requests.allSatisfy { $0.bodyText == #"{"a":1}"# })
    }

    @Test func `a redirect that can't be followed is an error with its response`() async {
        let client = ScriptedClient(.redirect(to: "file:///etc/passwd"))
        let error = await #expect(throws: TeapotError.self) { try await client.get("a") }
        #expect(error?.type == .invalidRedirect)
        #expect(error?.response?.statusCode == 302)
        #expect(client.requests.count == 1)
    }

    @Test func `a redirect without a Location is an ordinary response`() async {
        let error = await #expect(throws: TeapotError.self) { try await ScriptedClient(.answer(302)).get("a") }
        #expect(error?.type == .invalidResponseStatus)
    }
}
