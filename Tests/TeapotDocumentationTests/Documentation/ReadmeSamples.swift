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
        router.get("/users", with: .json([["id": 1, "name": "Ada"]], headers: ["ETag": "\"1\""]))
        router.get("/users/:id", with: .json(["title": "Not yours"], status: .forbidden))
        let server = Server(router: router)
        try server.start()
        defer { server.stop() }
        let url = try #require(server.baseURL)
        let token = "secret"

        let options = Teapot.Options(timeout: 10, adapters: [.bearer { token }], retriers: [.backoff(attempts: 3)])
        options.decoder.dateDecodingStrategy = .iso8601
        let api = UserAPI(teapot: Teapot(baseURL: url, options: options))
        let response = try await api.teapot.get("users", query: ["page": 2], timeout: 30)
        print(response.statusCode, response.headers["ETag"] ?? "", try response.decode([User].self))
        do { print(try await api.user(1)) } catch { print(error.statusCode ?? 0, error.localizedDescription) }

        #expect(try response.decode([User].self).first?.name == "Ada")
        #expect(router.requests.first?.headers["Authorization"] == "Bearer secret")
        #expect(router.requests.first?.query["page"] == "2")
        #expect(router.requests.map(\.path) == ["/users", "/users/1"])
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
