import Foundation
import Teapot
import TeapotMock
import TeapotTestTraits
import Testing

/// Tests of a 401 with a challenge, which never ends over a socket on Linux.
@Suite(.inTurn) struct `An intercepted challenge` {
    static let challenges = [
        "Basic realm=\"tea\"", "Bearer, basic realm=\"tea\", charset=\"UTF-8\"", "Digest realm=\"tea\"", "Bearer",
    ]

    private func router(_ challenge: String) -> Router {
        let router = Router()
        router.get(
            "/tea", with: Response(status: 401, headers: ["WWW-Authenticate": challenge], body: Data("no".utf8)))
        return router
    }

    @Test(arguments: challenges) func `a challenge is the response of an async call`(challenge: String) async throws {
        let (data, response) = try await URLSession(answeredBy: router(challenge)).data(from: api("/tea"))

        let http = try #require(response as? HTTPURLResponse)
        #expect(http.statusCode == 401)
        #expect(http.value(forHTTPHeaderField: "WWW-Authenticate")?.trimmingCharacters(in: .whitespaces) == challenge)
        #expect(data == Data("no".utf8))
    }

    @Test(arguments: challenges) func `a challenge is the response of a task with a completion`(
        challenge: String
    ) async throws {
        let session = URLSession(answeredBy: router(challenge))
        let url = try api("/tea")

        let (status, data) = await withCheckedContinuation { continuation in
            session.dataTask(with: url) { data, response, _ in
                continuation.resume(returning: ((response as? HTTPURLResponse)?.statusCode, data))
            }.resume()
        }

        #expect(status == 401)
        #expect(data == Data("no".utf8))
    }

    @Test(arguments: challenges) func `a challenge is the response that a delegate gets`(challenge: String) async throws
    {
        let delegate = RecordingDelegate()
        let session = URLSession(answeredBy: router(challenge), delegate: delegate)

        session.dataTask(with: try api("/tea")).resume()

        let record = await delegate.end()
        #expect(record.responses.map(\.statusCode) == [401])
        #expect(record.body == Data("no".utf8))
        #expect(record.error == nil)
    }

    @Test func `a stored credential doesn't send a challenged request to the network`() async throws {
        let configuration = URLSessionConfiguration.answered(by: router("Basic realm=\"tea\""))
        let space = URLProtectionSpace(
            host: "api.test", port: 443, protocol: "https", realm: "tea",
            authenticationMethod: NSURLAuthenticationMethodHTTPBasic)
        let credential = URLCredential(user: "joan", password: "secret", persistence: .forSession)
        configuration.urlCredentialStorage?.setDefaultCredential(credential, for: space)
        let session = URLSession(configuration: configuration)

        let (_, response) = try await session.data(from: api("/tea"))

        #expect((response as? HTTPURLResponse)?.statusCode == 401)
    }
}
