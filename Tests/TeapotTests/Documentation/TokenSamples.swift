import Teapot
import TeapotMock
import Testing

private struct Answer: Decodable, Sendable {
    var token: String
}

@Suite struct `The samples of a token that is renewed` {
    @Test func `It is renewed when it is refused`() async throws {
        let login = MockTeapot(fixture: .json(["token": "new"]))
        let session = AccessToken("expired") { try await login.post("token", as: Answer.self).token }
        var options = Teapot.Options()
        options.adapters = [session.adapter]
        options.retry = session.retry
        let mock = MockTeapot(fixture: .json([:]), options: options)
        mock.overrideEndPoint("users", with: .status(401), .json([]))
        #expect(try await mock.get("users").json == [])
        #expect(mock.requests.map { $0.headers["Authorization"] } == ["Bearer expired", "Bearer new"])
        #expect(login.requests.count == 1)
    }
}
