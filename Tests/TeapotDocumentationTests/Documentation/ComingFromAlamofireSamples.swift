import Foundation
import Teapot
import TeapotMock
import TeapotTestSupport
import TeapotTestTraits
import Testing

/// The samples of the article ComingFromAlamofire.
@Suite(.inTurn) struct `The samples of Coming from Alamofire` {
    private struct Problem: Decodable, Sendable {
        var detail: String
    }

    private let router = Router("https://api.test")
    private let url = URL(string: "https://api.test") ?? MockTeapot.defaultBaseURL
    private let ada = User(id: 1, name: "Ada")

    @Test func `a client sends requests`() async throws {
        let users = [ada]
        router.get("/users/:id", with: ada)
        router.get("/users", when: .query(["name": "Ada", "page": "2"]), with: users)
        router.post("/users", when: .json(equals: ["id": 1, "name": "Ada"]), with: .json(ada, status: 201))
        let teapot = MockTeapot(router: router)

        let user = try await teapot.get("users/1", as: User.self)
        let found: [User] = try await teapot.get("users", query: ["name": "Ada", "page": 2])
        let made: User = try await teapot.post("users", parameters: .json(ada))

        #expect([user.name, found.first?.name, made.name] == ["Ada", "Ada", "Ada"])
        try router.verify()
    }

    @Test func `queries and bodies differ from those of Alamofire`() async throws {
        router.any("/**", with: .noContent)
        let teapot = MockTeapot(router: router)
        try await teapot.delete("users/1", query: ["tag": ["a", "b"], "new": true], parameters: ["reason": "gone"])
        #expect(router.requests.last?.query.map(\.description) == ["tag=a", "tag=b", "new=true"])
        #expect(router.requests.last?.json == ["reason": "gone"])
        _ = try await teapot.get("users", parameters: .query(["tag": ["a", "b"]], style: .brackets))
        #expect(router.requests.last?.query.map(\.description) == ["tag[]=a", "tag[]=b"])
    }

    @Test func `a client has options`() async throws {
        var options = Teapot.Options()
        options.adapters = [Teapot.Adapter { request in request.headers["X-Client"] = "app/3" }]
        options.retriers = [
            Teapot.Retrier { failure in failure.error.statusCode == 423 ? .retry(after: 1) : .giveUp },
            .backoff(attempts: 3),
        ]
        options.validators = [.contentType("application/json")]
        options.redirects = .sameOrigin
        options.observers = [.metrics { event in print(event.request, event.attempt, event.duration) }]
        let teapot = Teapot(baseURL: url, options: options)

        router.time = .skipped
        router.get("/users/1", when: .headers(["X-Client": "app/3"]), with: .status(423), .status(503), .json(ada))
        let user = try await MockTeapot(router: router, options: teapot.options).get("users/1", as: User.self)
        #expect(user.name == "Ada")
        #expect(router.requests.count == 3)
    }

    @Test func `files are sent and received`() async throws {
        let folder = try TemporaryFolder(["leaf.png": "green"])
        let (photo, file) = (folder.url.appendingPathComponent("leaf.png"), folder.url.appendingPathComponent("a.pdf"))
        router.post("/photos") { request in
            let parts = try request.multipart()
            return .json(["names": parts.map(\.name)], status: 201)
        }
        router.get("/catalog.pdf", with: .data(Data("tea".utf8), contentType: "application/pdf"))
        let teapot = MockTeapot(router: router)

        let parts: [Teapot.Part] = [.field("title", "Leaf"), .file("photo", photo)]
        let response = try await teapot.request(
            .post, "photos", parameters: .multipart(parts),
            progress: { progress in
                if case .sent(let count, let total) = progress { print(count, "of", total ?? 0, "bytes") }
            })
        try await teapot.download("catalog.pdf", to: file) { progress in print(progress.fractionCompleted ?? 0) }

        #expect(response.json?["names", 1] as? String == "photo")
        #expect(try Data(contentsOf: file) == Data("tea".utf8))
    }

    @Test(arguments: [
        (Response.error(.timedOut), "the server is slow"), (.error(.notConnectedToInternet), "no response"),
        (.status(401), "sign in again"), (.json(["detail": "sold out"], status: 409), "sold out"),
        (.json(["id": 1, "name": "Ada"]), "Ada"),
    ])
    func `an error has a kind, a status and a body`(response: Response, expected: String) async throws {
        router.get("/users/1", with: response)
        #expect(await name(MockTeapot(router: router)) == expected)
    }

    private func name(_ teapot: any TeapotClient) async -> String {
        do {
            return try await teapot.get("users/1", as: User.self).name
        } catch .cancelled {
            return ""
        } catch .timeout {
            return "the server is slow"
        } catch {
            switch error.statusCode {
            case nil: return "no response"
            case 401: return "sign in again"
            default: return (try? error.decode(Problem.self).detail) ?? error.localizedDescription
            }
        }
    }
}
