import Teapot

extension CallSites {
    /// 15 to 18: a struct that is an API.
    struct UserAPI {
        var teapot: any TeapotClient

        /// 15: decoded by the return type.
        func user(_ id: Int) async throws -> User { try await teapot.get("users/\(id)") }

        /// 16: typed throws through to the caller.
        func users(_ query: [String: Any]) async throws(TeapotError) -> [User] {
            try await teapot.get("users", parameters: query, as: [User].self)
        }

        /// 17: an encodable body.
        func save(_ user: User) async throws -> User {
            try await teapot.put("users/\(user.id)", parameters: .json(user))
        }

        /// 18: a header of the response.
        func tag(_ id: Int) async throws -> String? { try await teapot.head("users/\(id)").headers["ETag"] }
    }

    /// 19: a protocol with an associated type, and a function that sends its conformers.
    protocol TypedQuery {
        associatedtype Reply: Decodable & Sendable
        var path: String { get }
        var parameters: [String: Any] { get }
    }

    struct UserQuery: TypedQuery {
        typealias Reply = User
        var path = "users/1"
        var parameters: [String: Any] = ["full": true]
    }

    /// 20: a type that is generic over its client.
    final class Repository<Client: TeapotClient>: Sendable {
        let client: Client
        init(_ client: Client) { self.client = client }
        func first<Value: Decodable & Sendable>(_ path: String) async throws -> Value? {
            try await client.get(path, as: [Value].self).first
        }
    }

    /// 21: a class that is not `Sendable`, used where it was created.
    final class Draft {
        var fields: [String: Any] = ["name": "Ada"]
    }

    static func submit(with teapot: any TeapotClient) async throws -> Int {
        let draft = Draft()
        draft.fields["age"] = 36
        let status = try await teapot.post("drafts", parameters: draft.fields).statusCode
        draft.fields["sent"] = true
        return status + draft.fields.count
    }

    /// 22: a task group.
    static func all(_ ids: [Int], from teapot: any TeapotClient) async throws -> [User] {
        try await withThrowingTaskGroup(of: User.self) { group in
            for id in ids { group.addTask { try await teapot.get("users/\(id)", parameters: ["full": true]) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }

    /// 23: a loop that retries.
    static func patiently(_ teapot: any TeapotClient) async throws(TeapotError) -> User {
        for _ in 1..<3 {
            do {
                return try await teapot.get("users/1")
            } catch {
                if error.type == .noResponse { continue }
                throw error
            }
        }
        return try await teapot.get("users/1")
    }
}

extension TeapotClient {
    func call<E: CallSites.TypedQuery>(_ query: E) async throws(TeapotError) -> E.Reply {
        try await get(query.path, parameters: query.parameters)
    }
}
