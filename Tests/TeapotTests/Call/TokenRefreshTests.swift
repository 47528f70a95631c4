@testable import Teapot
import Testing

@Suite(.timeLimit(.minutes(1))) struct TokenRefreshTests {
    private struct Refusal: Error {}

    /// A client that takes one token alone.
    private func client(accepting valid: String, _ session: AccessToken) -> ScriptedClient {
        var options = Teapot.Options()
        options.adapters = [session.adapter]
        options.retry = session.retry
        return ScriptedClient([], options: options) { request in
            request.headerFields["Authorization"] == "Bearer " + valid ? .answer(json: "{}") : .answer(401)
        }
    }

    @Test func `many requests that are refused at once renew the token once`() async throws {
        let renewals = Recorder<Void>()
        let allRefused = Latch()
        let session = AccessToken("old") {
            renewals(())
            await allRefused.opened()
            return "new"
        }
        let client = client(accepting: "new", session)
        let calls = (0..<20).map { number in Task { try await client.get("\(number)") } }
        await client.requested(20)
        allRefused.open()
        for call in calls { #expect(try await call.value.statusCode == 200) }
        #expect(renewals.values.count == 1)
        #expect(client.requests.count == 40)
        // Whoever comes later has the new one from the start.
        _ = try await client.get("later")
        #expect(client.requests.count == 41)
    }

    @Test func `a token that can't be renewed delivers the refusal`() async {
        let session = AccessToken("old") { throw Refusal() }
        let client = client(accepting: "new", session)
        for _ in 0..<2 {
            let error = await #expect(throws: TeapotError.self) { try await client.get("a") }
            #expect(error?.responseStatus == 401)
        }
        #expect(client.requests.count == 2)
    }

    @Test func `a new token that is refused too is not renewed again and again`() async {
        let renewals = Recorder<Void>()
        let session = AccessToken("old") {
            renewals(())
            return "new, but wrong"
        }
        let client = client(accepting: "right", session)
        let error = await #expect(throws: TeapotError.self) { try await client.get("a") }
        #expect(error?.responseStatus == 401)
        #expect(client.requests.count == 2)
        #expect(renewals.values.count == 1)
    }

    @Test func `another failure is not the token's`() async {
        let session = AccessToken("right") { throw Refusal() }
        var options = Teapot.Options()
        options.adapters = [session.adapter]
        options.retry = session.retry
        let client = ScriptedClient(.answer(403), .answer(), options: options)
        await #expect(throws: TeapotError.self) { try await client.get("a") }
        #expect(client.requests.count == 1)
    }
}
