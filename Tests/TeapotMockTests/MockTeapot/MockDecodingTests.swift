import Teapot
import TeapotMock
import TeapotTestTraits
import Testing

@Suite(.inTurn) struct `A mock's response that is a failure` {
    private struct User: Codable { var name: String }

    private func reason(from mock: MockTeapot, _ path: String = "users/1") async -> String {
        let error = await #expect(throws: TeapotError.self) { try await mock.get(path, as: User.self) }
        return "\(error.map { "\($0)" } ?? "")"
    }

    @Test func `is described with its route`() async {
        let router = Router()
        let line = #line + 1
        router.get("/users/:id", with: .json(["id": 1]))
        let place = "from GET /users/:id, at \(#fileID):\(line)"
        #expect(
            await reason(from: MockTeapot(router: router))
                == "GET https://mock.test/users/1 -> 200: invalidResponseBody; name: the key is missing; the object has “id” "
                + "(application/json, 8 bytes); {\"id\":1}; \(place)")
    }

    @Test func `is described with its route if it's empty`() async {
        let router = Router()
        let line = #line + 1
        router.get("/users/:id") { _ async in Response.status(204) }
        let place = "from GET /users/:id, at \(#fileID):\(line)"
        let reason = await reason(from: MockTeapot(router: router))
        #expect(reason.hasSuffix("expected User, but the body is empty (no Content-Type); \(place)"))
    }

    @Test func `is described with the place of its fixture`() async {
        let line = #line + 1
        let mock = MockTeapot(fixture: .json(["id": 1]))
        let reason = await reason(from: mock)
        let fixture = "the mock's fixture, which answers what no override matches"
        #expect(reason.hasSuffix("; from ANY /**, at \(#fileID):\(line), \(fixture)"), "\(reason)")
    }

    @Test func `is described with its route if it's a status`() async {
        let router = Router()
        let line = #line + 1
        router.get("/users/:id") { _ -> User? in nil }
        let error = await #expect(throws: TeapotError.self) { try await MockTeapot(router: router).get("users/1") }
        let place = "from GET /users/:id, at \(#fileID):\(line), whose handler returned nil"
        #expect(error?.description == "GET https://mock.test/users/1 -> 404: \(place)")
    }

    @Test func `is equal to the same body from another mock`() async throws {
        let mocks = [MockTeapot(fixture: .json(["id": 1])), MockTeapot(fixture: .json(["id": 1]))]
        let (one, other) = (try await mocks[0].get("a"), try await mocks[1].get("a"))
        #expect(one == other)
    }
}
