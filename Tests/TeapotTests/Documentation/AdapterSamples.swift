import Teapot
import Foundation
import TeapotTestTraits
import Testing

@Suite(.inTurn) struct `The samples of Adapters and retries` {
    private func sign(_ text: String) -> String { "signed " + text }

    @Test func `a request is signed`() async throws {
        var options = Teapot.Options()
        options.adapters.append(
            Teapot.Adapter { request in
                request.headers["X-Signature"] = sign("\(request.method) \(request.url.path)")
            }
        )
        options.secrets = ["X-Signature"]
        let client = ScriptedClient(.answer(), options: options)
        _ = try await client.get("users")
        #expect(client.requests.last?.headers["X-Signature"] == "signed GET /api/users")
    }

    @Test func `a token is awaited`() async throws {
        let keychain = Keychain()
        var options = Teapot.Options()
        options.adapters.append(.bearer { try await keychain.token() })
        let client = ScriptedClient(.answer(), options: options)
        _ = try await client.get("users")
        #expect(client.requests.last?.headers["Authorization"] == "Bearer abc")
    }

    @Test func `a policy decides about retries`() async throws {
        var options = Teapot.Options()
        options.retriers = [.backoff(attempts: 5)]
        let again = try #require(await options.retriers.first?.decide(failure(status: 503, number: 4)))
        let never = try #require(await options.retriers.first?.decide(failure(status: 503, number: 5)))
        #expect(again != .giveUp)
        #expect(never == .giveUp)
    }

    @Test func `a hook decides about retries`() async throws {
        var options = Teapot.Options()
        options.retriers.append(
            Teapot.Retrier { failure in
                // The record is locked for a moment; nothing else is tried again.
                failure.error.statusCode == 423 && failure.number < 5 ? .retry(after: 1) : .giveUp
            })
        let again = try #require(await options.retriers.first?.decide(failure(status: 423, number: 1)))
        let never = try #require(await options.retriers.first?.decide(failure(status: 503, number: 1)))
        #expect(again == .retry(after: 1))
        #expect(never == .giveUp)
    }

    @Test func `a request has its own retriers`() async throws {
        let teapot = ScriptedClient([], answer: { _ in .answer() })
        var order = try teapot.makeRequest(.post, "orders", parameters: ["tea": 1])
        order.headers["Idempotency-Key"] = order.id.uuidString
        order.retriers = [.backoff(attempts: 10)]
        try await teapot.send(order)
        let error = TeapotError.make(.invalidResponseStatus, filling: [503], response: .make(503))
        let failed = Teapot.FailedAttempt(request: order, number: 9, error: error)
        #expect(try #require(await order.retriers?.first?.decide(failed)) != .giveUp)
    }

    @Test func `a token is refreshed`() async throws {
        let baseURL = URL.make("http://h.test/api")
        let stored = Session(accessToken: "old", refreshToken: "again", expiry: .distantPast)
        let answer = #"{"accessToken": "new", "refreshToken": "more", "expiry": 1e9}"#
        let login = ScriptedClient(.answer(json: answer))
        let authentication = Teapot.Authentication(
            for: baseURL,
            credential: stored,
            authorization: { "Bearer " + $0.accessToken },
            expiry: { $0.expiry },
            refresh: { old in
                try await login.post("token", parameters: ["refreshToken": old?.refreshToken ?? ""], as: Session.self)
            }
        )
        var options = Teapot.Options()
        options.adapters.append(authentication.adapter)
        options.retriers = [authentication.retrier, .backoff()]
        options.adapters.append(.requestID())
        let client = ScriptedClient(.answer(), baseURL: baseURL, options: options)
        _ = try await client.get("users")
        #expect(login.requests.first?.bodyText == #"{"refreshToken":"again"}"#)
        #expect(client.requests.first?.headers["Authorization"] == "Bearer new")
        #expect(client.requests.first?.headers["X-Request-ID"] != nil)
    }

    private func failure(status: Int, number: Int) -> Teapot.FailedAttempt {
        let error = TeapotError(type: .invalidResponseStatus, description: "", responseStatus: status)
        return Teapot.FailedAttempt(
            request: Teapot.Request(url: .make("http://h.test")),
            number: number,
            error: error
        )
    }
}

private actor Keychain {
    func token() throws -> String { "abc" }
}

struct Session: Decodable, Sendable {
    var accessToken: String
    var refreshToken: String
    var expiry: Date
}
