import Foundation
import Teapot
import TeapotMock
import TeapotTestTraits
import Testing
import TeapotTestSupport

/// The samples in the router's own comments.
@Suite(.inTurn) struct `The samples about the router` {
    @Test func `the sample of Router`() async throws {
        let router = Router("https://api.test")
        router.get("/users/:id") { request in
            ["id": Int(request["id"] ?? "") ?? 0, "name": "Joan"]
        }
        let teapot = MockTeapot(router: router)
        #expect(try await teapot.get("users/7").json == ["id": 7, "name": "Joan"])
    }

    @Test func `the sample of Rule`() async throws {
        let router = Router()
        router.register(
            .status(403), when: .path("/admin/**"), .headers(["X-Role": "guest"]))
        let response = await router.answer(
            to: Request(method: "GET", path: "/admin", headers: ["x-role": "guest"]))
        #expect(response.status == 403)
    }

    @Test func `the sample of Rule.Value`() async throws {
        let router = Router()
        router.get("/teas", when: .query(["q": .prefix("dar"), "new": .withoutValue]), with: [])
        router.post("/token", when: .form(["code": .pattern("[0-9]{6}")]), with: ["token": "made-up"])
        let query = [("q", "darjeeling"), ("new", nil)].map { URLQueryItem(name: $0.0, value: $0.1) }
        #expect(await router.answer(to: Request(method: "GET", path: "/teas", query: query)).status == 200)
        let body = Data("code=123456".utf8)
        #expect(await router.answer(to: Request(method: "POST", path: "/token", body: body)).status == 200)
    }

    @Test func `the sample of the encoder`() async throws {
        let router = Router()
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .secondsSince1970
        router.encoder = encoder
        router.get("/date") { _ in [Date(timeIntervalSince1970: 5)] }
        #expect(await router.answer(to: "/date").body == Data("[5]".utf8))
    }

    @Test func `the sample of respond`() async throws {
        let router = Router()
        router.register(.status(507), when: .path("/files"), .method(.put))
        #expect(await router.answer(to: Request(method: "PUT", path: "/files")).status == 507)
    }

    @Test func `the sample of streams`() async throws {
        let router = Router()
        let lines = ["one\n", "two\n"].map { Data($0.utf8) }
        router.get("/log", with: .stream(lines, contentType: "text/plain", every: 0.5))
        #expect(
            await router.answer(to: "/log").headers["Content-Type"] == "text/plain")
    }

    @Test func `the sample of the verbs`() async throws {
        let router = Router()
        let names = ["1": "Joan"]
        router.get("/users/:id") { request in
            names[request["id"] ?? ""]
        }
        router.post("/users", when: .json(contains: ["role": "admin"]), with: .status(403))
        router.get("/users/:id", times: 1, delay: 0.5) { _ in .status(503) }
        #expect(await router.answer(to: "/users/1").status == 503)
        #expect(await router.answer(to: "/users/1").body == Data("\"Joan\"".utf8))
    }
}
