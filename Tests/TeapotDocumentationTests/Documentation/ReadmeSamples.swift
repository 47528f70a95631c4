import Foundation
import Teapot
import TeapotMock
import TeapotMockServer
import TeapotTestTraits
import Testing

@Suite(.inTurn) struct `The README's samples` {
    @Test func `the client of the app is made with a base URL`() throws {
        let url = try #require(URL(string: "https://api.test/v1"))
        let api = UserAPI(teapot: Teapot(baseURL: url))
        #expect(api.teapot.baseURL == url)
    }

    @Test func `a client has options, and a call its own`() async throws {
        let router = Router()
        router.post("/users", with: .json(["id": 1, "name": "Ada"]))
        let server = Server(router: router)
        try server.start()
        defer { server.stop() }
        let url = try #require(server.baseURL)
        let (user, token) = (User(id: 1, name: "Ada"), "secret")

        let options = Teapot.Options(timeout: 10, adapters: [.bearer { token }], retriers: [.backoff(attempts: 3)])
        let teapot = Teapot(baseURL: url, options: options)
        let ada: User = try await teapot.post("users", query: ["notify": true], parameters: .json(user), timeout: 30)

        #expect(ada.name == "Ada")
        #expect(router.requests.last?.headers["Authorization"] == "Bearer secret")
        #expect(router.requests.last?.query["notify"] == "true")
    }

    @Test func `a verb takes a completion handler`() {
        let teapot = MockTeapot(fixture: .json(["name": "Ada"]))
        let task = teapot.get("users/1") { result in
            switch result {
            case .success(let json, _):
                print(json?["name"] as? String ?? "nobody")
            case .failure(_, let response, let error):
                print(response.status, error)
            }
        }
        task?.cancel()
        #expect(teapot.requests.map(\.path) == ["/users/1"])
    }
}
