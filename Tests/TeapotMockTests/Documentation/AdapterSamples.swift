import Teapot
import TeapotMock
import Testing

@Suite struct `The samples of Adapters and retries` {
    private func sign(_ text: String) -> String { "signed " + text }

    @Test func `A request is signed`() async throws {
        var options = Teapot.Options()
        options.adapters.append(
            Teapot.Adapter { request in
                request.headerFields["X-Signature"] = sign("\(request.method) \(request.url.path)")
            }
        )
        options.secretHeaderFields = ["X-Signature"]
        let mock = MockTeapot(fixture: .json([:]), options: options)
        _ = try await mock.get("users")
        #expect(mock.requests.last?.headers["X-Signature"] == "signed GET /users")
    }

    @Test func `A token is awaited`() async throws {
        let keychain = Keychain()
        var options = Teapot.Options()
        options.adapters.append(
            Teapot.Adapter(awaiting: { request in
                request.headerFields["Authorization"] = "Bearer \(try await keychain.token())"
            })
        )
        let mock = MockTeapot(fixture: .json([:]), options: options)
        _ = try await mock.get("users")
        #expect(mock.requests.last?.headers["Authorization"] == "Bearer abc")
    }

    @Test func `A policy decides about retries`() async throws {
        var options = Teapot.Options()
        options.retry = Teapot.RetryPolicy(maximumAttempts: 5).decide
        let again = try #require(await options.retry?(failure(status: 503, number: 4)))
        let never = try #require(await options.retry?(failure(status: 503, number: 5)))
        #expect(again != .giveUp)
        #expect(never == .giveUp)
    }

    @Test func `A hook decides about retries`() async throws {
        var options = Teapot.Options()
        options.retry = { failure in
            // The record is locked for a moment; nothing else is tried again.
            failure.error.responseStatus == 423 && failure.number < 5 ? .retry(after: 1) : .giveUp
        }
        let again = try #require(await options.retry?(failure(status: 423, number: 1)))
        let never = try #require(await options.retry?(failure(status: 503, number: 1)))
        #expect(again == .retry(after: 1))
        #expect(never == .giveUp)
    }

    private func failure(status: Int, number: Int) -> Teapot.FailedAttempt {
        let error = TeapotError(type: .invalidResponseStatus, description: "", responseStatus: status)
        return Teapot.FailedAttempt(
            request: Teapot.Request(url: MockTeapot.defaultBaseURL),
            number: number,
            error: error
        )
    }
}

private actor Keychain {
    func token() throws -> String { "abc" }
}
