import Teapot

extension CallSites {
    /// 11 to 14: an actor.
    actor Store {
        private let teapot: any TeapotClient
        private var defaults: [String: Any] = ["tenant": "a"]
        private(set) var users: [Int: User] = [:]

        init(teapot: any TeapotClient) { self.teapot = teapot }

        /// 11: the actor's own dictionary.
        func refresh() async throws { users[1] = try await teapot.get("users/1", parameters: defaults) }

        /// 12: a parameter of an actor's method.
        func create(_ user: sending [String: Any]) async throws -> Int {
            let all = defaults.merging(user) { $1 }
            return try await teapot.post("users", parameters: all).statusCode
        }

        /// 13: deletion with state before and after.
        func remove(_ id: Int) async throws {
            let old = users.removeValue(forKey: id)
            do { try await teapot.delete("users/\(id)") } catch {
                users[id] = old
                throw error
            }
        }

        /// 14: an image.
        private var image: Teapot.Image?
        func loadImage() async throws -> Bool {
            image = try await teapot.downloadImage("logo")
            return image != nil
        }

        /// 35: a task of the actor, and a parameter of its method.
        func start() -> Task<Void, any Error> { Task { try await self.refresh() } }
        func merge(_ parameters: [String: Any]) async throws { try await teapot.post("merge", parameters: parameters) }
    }
}
