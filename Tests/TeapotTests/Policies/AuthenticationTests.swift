@testable import Teapot
import Foundation
import TeapotTestTraits
import Testing

@Suite(.inTurn, .timeLimit(.minutes(3))) struct `Authenticating requests` {
    private struct Refusal: Error {}

    private struct Token: Sendable {
        var text: String
        var expiry: Date?
    }

    private static let baseURL = URL.make("http://h.test/api")

    /// Returns an authentication with an initial token, which counts its refreshes.
    private func authentication(
        _ text: String? = "old",
        expires: Date? = nil,
        refreshes: Recorder<String?> = Recorder(),
        refresh: @escaping @Sendable () async throws -> String = { "new" },
        newExpiry: Date? = nil
    ) -> Teapot.Authentication<Token> {
        Teapot.Authentication(
            for: Self.baseURL,
            credential: text.map { Token(text: $0, expiry: expires) },
            authorization: { "Bearer " + $0.text },
            expiry: { $0.expiry },
            refresh: { old in
                refreshes(old?.text)
                return Token(text: try await refresh(), expiry: newExpiry)
            }
        )
    }

    private func options(_ authentication: Teapot.Authentication<Token>, attempts: Int = 2) -> Teapot.Options {
        var options = Teapot.Options()
        options.adapters = [authentication.adapter]
        options.retriers = [
            authentication.retrier, .backoff(attempts: attempts, baseDelay: 0),
        ]
        return options
    }

    /// Returns a client whose server accepts only one token.
    private func client(accepting valid: String, _ options: Teapot.Options) -> ScriptedClient {
        ScriptedClient([], options: options) { request in
            request.headers["Authorization"] == "Bearer " + valid ? .answer(json: "{}") : .answer(401)
        }
    }

    private func signatures(_ client: ScriptedClient) -> [String?] {
        client.requests.map { $0.headers["Authorization"] }
    }

    // MARK: One refresh

    @Test func `many requests refused at once refresh once`() async throws {
        let refreshes = Recorder<String?>()
        let allRefused = Latch()
        let authentication = authentication(refreshes: refreshes) {
            await allRefused.opened()
            return "new"
        }
        let client = client(accepting: "new", options(authentication))
        let calls = (0..<100).map { number in Task { try await client.get("\(number)") } }
        await client.requested(100)
        allRefused.open()
        for call in calls { #expect(try await call.value.statusCode == 200) }
        #expect(refreshes.values == ["old"])
        #expect(client.requests.count == 200)
        // A later request uses the new token from the start.
        _ = try await client.get("later")
        #expect(client.requests.count == 201)
    }

    @Test func `many requests after the expiry refresh once, before any is sent`() async throws {
        let refreshes = Recorder<String?>()
        let soon = Date(timeIntervalSinceNow: 10)
        let authentication = authentication(expires: soon, refreshes: refreshes)
        let client = client(accepting: "new", options(authentication))
        let calls = (0..<20).map { number in Task { try await client.get("\(number)") } }
        for call in calls { _ = try await call.value }
        #expect(refreshes.values == ["old"])
        #expect(Set(signatures(client)) == ["Bearer new"])
        #expect(client.requests.count == 20)
    }

    @Test func `a valid credential isn't refreshed`() async throws {
        let refreshes = Recorder<String?>()
        let authentication = authentication(expires: Date(timeIntervalSinceNow: 60), refreshes: refreshes)
        _ = try await client(accepting: "old", options(authentication)).get("a")
        #expect(refreshes.values.isEmpty)
    }

    @Test func `a credential that arrives expired is used until it's refused`() async throws {
        let refreshes = Recorder<String?>()
        let authentication = authentication(nil, refreshes: refreshes, newExpiry: .distantPast)
        let client = client(accepting: "new", options(authentication))
        for _ in 0..<3 { _ = try await client.get("a") }
        #expect(refreshes.values == [nil])
    }

    @Test func `cancelling one call doesn't end the refresh for the others`() async throws {
        let refreshes = Recorder<String?>()
        let mayEnd = Latch()
        let authentication = authentication(refreshes: refreshes) {
            await mayEnd.opened()
            try Task.checkCancellation()
            return "new"
        }
        let client = client(accepting: "new", options(authentication))
        let first = Task { try await client.get("first") }
        await refreshes.recorded()
        let second = Task { try await client.get("second") }
        await client.requested(2)
        first.cancel()
        await #expect(throws: TeapotError.cancellation) { try await first.value }
        mayEnd.open()
        #expect(try await second.value.statusCode == 200)
        #expect(refreshes.values.count == 1)
    }

    // MARK: With a retry policy

    @Test(arguments: [
        [503, 401, 200], [401, 503, 200], [401, 200], [503, 200], [503, 401, 503], [401, 503, 503], [503, 503],
        [401, 401], [503, 401, 401], [403],
    ])
    func `the retry policy applies before and after a refresh`(statuses: [Int]) async {
        let refreshes = Recorder<String?>()
        let client = ScriptedClient(
            statuses.map { .answer($0) } + [.answer(299)],
            options: options(authentication(refreshes: refreshes))
        )
        let status: Int?
        do { status = try await client.get("a").statusCode } catch { status = error.responseStatus }
        // Two attempts by the policy, and one refresh in addition.
        #expect(status == statuses.last)
        #expect(client.requests.count == statuses.count)
        #expect(refreshes.values.count == (statuses.contains(401) ? 1 : 0))
    }

    @Test func `a second 401 with the new credential gives up`() async {
        let refreshes = Recorder<String?>()
        let client = client(accepting: "right", options(authentication(refreshes: refreshes)))
        let error = await #expect(throws: TeapotError.self) { try await client.get("a") }
        #expect(error?.responseStatus == 401)
        #expect(signatures(client) == ["Bearer old", "Bearer new"])
        #expect(refreshes.values.count == 1)
    }

    @Test func `a refused POST is sent again`() async throws {
        let client = client(accepting: "new", options(authentication()))
        try await client.post("a", parameters: ["n": 1])
        #expect(client.requests.map(\.bodyText) == [#"{"n":1}"#, #"{"n":1}"#])
    }

    // MARK: Failures

    @Test func `a refresh that fails after a 401 is described with its cause and the response`() async {
        let client = client(accepting: "new", options(authentication { throw Refusal() }))
        let error = await #expect(throws: TeapotError.self) { try await client.get("a") }
        #expect(error?.type == .authenticationFailed)
        #expect(error?.responseStatus == 401)
        #expect(error?.underlyingError is Refusal)
        let text =
            "GET http://h.test/api/a -> 401: authenticationFailed; the credential could not be refreshed: Refusal()"
        #expect(error?.description == text)
        #expect(client.requests.count == 1)
    }

    @Test func `a refresh that fails before a request is reported, and the next request retries it`() async throws {
        let refreshes = Recorder<String?>()
        let authentication = authentication(nil, refreshes: refreshes) {
            if refreshes.values.count == 1 { throw Refusal() }
            return "new"
        }
        let client = client(accepting: "new", options(authentication))
        let error = await #expect(throws: TeapotError.self) { try await client.get("a") }
        let text = "GET http://h.test/api/a: authenticationFailed; the credential could not be refreshed: Refusal()"
        #expect(error?.description == text)
        #expect(client.requests.isEmpty)
        #expect(try await client.get("a").statusCode == 200)
    }

    @Test func `a 401 says why it wasn't retried with a new credential`() async throws {
        let other = Teapot.Authentication(
            for: .make("https://login.test"), credential: "old", authorization: { "Bearer " + $0 },
            refresh: { _ in "new" })
        var (foreign, partial) = (Teapot.Options(), Teapot.Options())
        (foreign.adapters, foreign.retriers) = ([other.adapter], [other.retrier])
        partial.retriers = [authentication().retrier]
        for (options, reason) in [
            (options(authentication()), "not retried again: the new credential failed, too"),
            (foreign, "not retried: Authentication is for https://login.test:443"),
            (partial, "not retried: no Authentication has signed it"),
        ] {
            let client = ScriptedClient(.answer(401), .answer(401), options: options)
            let error = await #expect(throws: TeapotError.self) { try await client.get("a") }
            #expect(error?.description.hasSuffix(reason) == true, "\(error as Any)")
        }
    }

    // MARK: Signed requests

    @Test func `a request to another origin isn't signed, and its 401 refreshes nothing`() async throws {
        let refreshes = Recorder<String?>()
        let authentication = authentication(expires: .distantPast, refreshes: refreshes)
        let client = ScriptedClient(.answer(401), .answer(401), .answer(401), options: options(authentication))
        for url in ["https://h.test/api", "http://h.test:81/api", "http://other.test/api"] {
            await #expect(throws: TeapotError.self) {
                try await client.send(client.makeRequest(.get, url: .make(url)))
            }
        }
        #expect(signatures(client) == [nil, nil, nil])
        #expect(refreshes.values.isEmpty)
    }

    @Test func `a 401 from another origin after a redirect refreshes nothing`() async {
        let refreshes = Recorder<String?>()
        let elsewhere = ScriptedClient.Script.answer(.make(401, url: "http://other.test/b"))
        let client = ScriptedClient(
            .redirect(to: "http://other.test/b"),
            elsewhere,
            options: options(authentication(refreshes: refreshes))
        )
        await #expect(throws: TeapotError.self) { try await client.get("a") }
        #expect(signatures(client) == ["Bearer old", nil])
        #expect(refreshes.values.isEmpty)
    }

    @Test func `the caller's own credentials stay, and their 401 refreshes nothing`() async {
        let refreshes = Recorder<String?>()
        let client = client(accepting: "new", options(authentication(refreshes: refreshes)))
        await #expect(throws: TeapotError.self) {
            try await client.get("a", headerFields: ["authorization": "Basic abc"])
        }
        #expect(signatures(client) == ["Basic abc"])
        #expect(refreshes.values.isEmpty)
    }

    // MARK: Signing in and out

    @Test func `a replacement credential is used at once`() async throws {
        let refreshes = Recorder<String?>()
        let authentication = authentication(refreshes: refreshes)
        let client = client(accepting: "other", options(authentication))
        await authentication.replace(with: Token(text: "other"))
        _ = try await client.get("a")
        #expect(signatures(client) == ["Bearer other"])
        #expect(refreshes.values.isEmpty)
    }

    @Test func `a refresh that ends after a sign-out isn't kept`() async throws {
        let refreshes = Recorder<String?>()
        let mayEnd = Latch()
        let authentication = authentication(refreshes: refreshes) {
            await mayEnd.opened()
            return "new"
        }
        let client = client(accepting: "new", options(authentication))
        let call = Task { try await client.get("a") }
        await refreshes.recorded()
        await authentication.replace(with: nil)
        mayEnd.open()
        let error = await #expect(throws: TeapotError.self) { try await call.value }
        #expect(error?.responseStatus == 401)
        #expect(await authentication.credential == nil)
        #expect(refreshes.values.count == 1)
    }

    @Test(arguments: [nil, "other"])
    func `requests that wait for a refresh don't use its result after a replacement`(text: String?)
        async throws
    {
        let refreshes = Recorder<String?>()
        let mayEnd = Latch()
        let authentication = authentication(expires: .distantPast, refreshes: refreshes) {
            await mayEnd.opened()
            return "stale"
        }
        let client = ScriptedClient(.answer(), .answer(), options: options(authentication))
        let calls = ["a", "b"].map { path in Task { try await client.get(path) } }
        await refreshes.recorded()
        await authentication.replace(with: text.map { Token(text: $0) })
        mayEnd.open()
        for call in calls { _ = try await call.value }
        #expect(signatures(client) == Array(repeating: text.map { "Bearer \($0)" }, count: 2))
        #expect(refreshes.values == ["old"])
    }

    @Test func `a refresh that fails after a replacement fails no request`() async throws {
        let refreshes = Recorder<String?>()
        let mayEnd = Latch()
        let authentication = authentication(refreshes: refreshes) {
            await mayEnd.opened()
            throw Refusal()
        }
        let client = client(accepting: "other", options(authentication))
        let call = Task { try await client.get("a") }
        await refreshes.recorded()
        await authentication.replace(with: Token(text: "other"))
        mayEnd.open()
        #expect(try await call.value.statusCode == 200)
        #expect(signatures(client) == ["Bearer old", "Bearer other"])
    }

    @Test func `after a sign-out requests are unsigned, and their 401 refreshes nothing`() async throws {
        let refreshes = Recorder<String?>()
        let authentication = authentication(refreshes: refreshes)
        let client = ScriptedClient(.answer(401), .answer(), options: options(authentication))
        await authentication.replace(with: nil)
        let error = await #expect(throws: TeapotError.self) { try await client.get("a") }
        #expect(error?.responseStatus == 401)
        await authentication.replace(with: Token(text: "again"))
        _ = try await client.get("a")
        #expect(signatures(client) == [nil, "Bearer again"])
        #expect(refreshes.values.isEmpty)
    }

    // MARK: Reentrancy

    @Test func `a refresh that waits for itself ends with the total timeout`() async throws {
        let box = Box()
        let authentication = authentication(nil) {
            try await Task.detached {
                let client = box.client.withLock { $0 }
                return try await client?.post("token").text ?? ""
            }.value
        }
        var options = options(authentication)
        options.totalTimeout = 0.05
        let client = ScriptedClient(options: options)
        box.client.withLock { $0 = client }
        let error = await #expect(throws: TeapotError.self) { try await client.get("a") }
        #expect("\(String(describing: error))".contains("total timeout of 0.05 s has passed"))
        #expect(client.requests.isEmpty)
        box.client.withLock { $0 = nil }
    }

    @Test func `a refresh's request with its own Authorization doesn't wait for it`() async throws {
        let box = Box()
        let authentication = authentication(nil) {
            try await Task.detached {
                let client = box.client.withLock { $0 }
                return try await client?.post("token", headerFields: ["Authorization": "Basic abc"]).text ?? ""
            }.value
        }
        let client = ScriptedClient(
            .answer(.make(200, [:], Data("new".utf8))), .answer(), options: options(authentication))
        box.client.withLock { $0 = client }
        _ = try await client.get("a")
        #expect(signatures(client) == ["Basic abc", "Bearer new"])
        box.client.withLock { $0 = nil }
    }

    /// A reference to a client that a refresh can capture before the client exists.
    private final class Box: Sendable {
        let client = Locked<ScriptedClient?>(nil)
    }

    @Test func `a refresh through the same client doesn't wait for itself, even when it's retried`() async throws {
        let box = Box()
        let refreshes = Recorder<String?>()
        let authentication = authentication(refreshes: refreshes) {
            let client = box.client.withLock { $0 }
            return try await client?.post("token", parameters: ["a": 1]).headers["X-Token"] ?? ""
        }
        var options = options(authentication, attempts: 3)
        options.retriers = [
            authentication.retrier,
            .backoff(baseDelay: 0, repeatsUnsafeRequests: true),
        ]
        let client = ScriptedClient(
            .answer(401),
            .answer(503),
            .answer(200, ["X-Token": "new"]),
            .answer(200),
            options: options
        )
        box.client.withLock { $0 = client }
        #expect(try await client.get("a").statusCode == 200)
        #expect(signatures(client) == ["Bearer old", nil, nil, "Bearer new"])
        #expect(client.requests.map(\.url.lastPathComponent) == ["a", "token", "token", "a"])
        box.client.withLock { $0 = nil }
    }

    @Test func `a refresh through a client with its own authentication is signed there`() async throws {
        let inner = client(accepting: "inner", options(authentication("inner")))
        let outer = authentication { try await inner.post("token").statusCode == 200 ? "new" : "" }
        let client = client(accepting: "new", options(outer))
        #expect(try await client.get("a").statusCode == 200)
        #expect(signatures(inner) == ["Bearer inner"])
    }
}
