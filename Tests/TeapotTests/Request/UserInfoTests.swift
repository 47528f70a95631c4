import Teapot
import Foundation
import TeapotTestTraits
import Testing

/// Tests of a URL's credentials, which Foundation on Linux sends and other transports don't.
@Suite(.inTurn) struct `User information in a URL` {
    private func sent(_ url: String, _ fields: [String: String] = [:]) async throws -> [String?] {
        let client = ScriptedClient(
            .redirect(to: "/b"), .redirect(to: "http://other.test/c"), .answer(), baseURL: .make(url))
        _ = try await client.get("a", headerFields: fields)
        return client.requests.map { $0.headers["Authorization"] }
    }

    @Test(arguments: [
        ("http://ada:pw@h.test", "ada:pw"), ("http://ada@h.test", "ada:"), ("http://:pw@h.test", ":pw"),
        ("http://a%40b:p%3Aw%C3%A9@h.test", "a@b:p:wé"), ("http://ada:p:w@h.test", "ada:p:w"),
    ])
    func `the user information of a URL is sent as Basic credentials, within its origin`(
        url: String, credentials: String
    ) async throws {
        let value = "Basic " + Data(credentials.utf8).base64EncodedString()
        #expect(try await sent(url) == [value, value, nil])
    }

    @Test func `the call's own credentials replace them`() async throws {
        #expect(try await sent("http://ada:pw@h.test", ["authorization": "Bearer x"]) == ["Bearer x", "Bearer x", nil])
    }

    @Test func `a URL without user information sends none`() async throws {
        #expect(try await sent("http://h.test/@x") == [nil, nil, nil])
    }
}
