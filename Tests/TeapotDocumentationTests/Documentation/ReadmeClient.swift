import Teapot

struct User: Codable, Sendable {
    var id: Int
    var name: String
}

struct UserAPI {
    var teapot: any TeapotClient

    func user(_ id: Int) async throws(TeapotError) -> User {
        try await teapot.get("users/\(segment: id)")
    }

    func rename(_ id: Int, to name: String) async throws(TeapotError) -> User {
        try await teapot.patch("users/\(segment: id)", parameters: ["name": name])
    }
}
