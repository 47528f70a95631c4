import Foundation
import Teapot
import TeapotMock
import TeapotTestSupport
import TeapotTestTraits
import Testing

// The samples of the article ComingFromGet.

struct Endpoint<Value: Decodable & Sendable>: Sendable {
    var method = Teapot.Method.get
    var path: String
    var query: Teapot.Query = []
    var body: Teapot.Payload = .none
}

extension TeapotClient {
    func send<Value>(_ endpoint: Endpoint<Value>) async throws(TeapotError) -> Value {
        let (method, path) = (endpoint.method, endpoint.path)
        return try await send(makeRequest(method, path, query: endpoint.query, parameters: endpoint.body))
    }
}

extension Endpoint where Value == User {
    static func user(_ id: Int) -> Self { Self(path: "users/\(segment: id)") }
    static func create(_ user: User) -> Self { Self(method: .post, path: "users", body: .json(user)) }
}

/// Access tokens, of which the second is valid.
private actor Tokens {
    private(set) var current = "old"
    private(set) var refreshCount = 0

    func refresh() { (current, refreshCount) = ("new", refreshCount + 1) }
}

@Suite(.inTurn) struct `The samples of Coming from Get` {
    private struct Repo: Codable, Sendable {
        var name: String
        var pushed: Date
    }

    private let router = Router("https://api.test")
    private let url = URL(string: "https://api.test") ?? MockTeapot.defaultBaseURL
    private let ada = User(id: 1, name: "Ada")

    @Test func `a client is configured`() async throws {
        var options = Teapot.Options()
        options.headers = ["User-Agent": "app/3"]
        options.decoder.dateDecodingStrategy = .iso8601
        options.encoder.dateEncodingStrategy = .iso8601
        let client = Teapot(baseURL: url, options: options)

        let repos = [Repo(name: "kettle", pushed: Date(timeIntervalSince1970: 1_770_091_506))]
        router.get("/users/ada/repos", with: repos)
        let found: [Repo] = try await MockTeapot(router: router, options: client.options).get("users/ada/repos")
        #expect(found.first?.pushed == repos.first?.pushed)
    }

    @Test func `requests are sent`() async throws {
        let repos = [Repo(name: "kettle", pushed: Date(timeIntervalSinceReferenceDate: 0))]
        router.encoder = JSONEncoder()
        router.get("/user", with: ada)
        router.post("/user/emails", when: .json(equals: ["ada@api.test"]), with: .noContent)
        router.get("/users/:name/repos", when: .query(["per_page": "50"]), with: repos)
        let client = MockTeapot(router: router)
        let name = "a/b"

        let user: User = try await client.get("user")
        try await client.post("user/emails", parameters: .json(["ada@api.test"]))
        let found: [Repo] = try await client.get("users/\(segment: name)/repos", query: ["per_page": 50])

        #expect((user.name, found.first?.name ?? "") == ("Ada", "kettle"))
        #expect(router.journal.entries.last?.components["name"] == "a/b")
    }

    @Test func `requests have types`() async throws {
        router.get("/users/1", with: ada)
        router.post("/users", when: .json(equals: ["id": 1, "name": "Ada"]), with: ada)
        let client = MockTeapot(router: router)

        let user = try await client.send(.user(1))
        let made = try await client.send(.create(user))

        #expect(made.name == "Ada")
    }

    @Test func `hooks change requests and retry them`() async throws {
        let tokens = Tokens()
        router.get("/user", with: .status(401))
        router.get("/user", when: .headers(["Authorization": "Bearer new"]), with: ada)

        var options = Teapot.Options()
        options.adapters = [.bearer { await tokens.current }]
        options.retriers = [
            Teapot.Retrier { failure in
                guard failure.error.statusCode == 401, failure.number == 1 else { return .giveUp }
                await tokens.refresh()
                return .retry(after: 0)
            }
        ]

        let user: User = try await MockTeapot(router: router, options: options).get("user")
        #expect(user.name == "Ada")
        #expect(await tokens.refreshCount == 1)
    }

    @Test func `files are sent and received`() async throws {
        let folder = try TemporaryFolder(["ada.png": "green"])
        let (avatar, file) = (folder.url.appendingPathComponent("ada.png"), folder.url.appendingPathComponent("report"))
        router.get("/reports/2024", with: .text("tea"))
        router.post("/avatar", when: .body(equals: Data("green".utf8)), with: ada)
        let client = MockTeapot(router: router)

        try await client.download("reports/2024", to: file) { progress in print(progress.fractionCompleted ?? 0) }
        let user: User = try await client.post("avatar", parameters: .file(avatar))

        #expect(user.name == "Ada")
        #expect(try String(contentsOf: file, encoding: .utf8) == "tea")
    }
}
