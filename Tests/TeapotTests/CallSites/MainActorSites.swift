import Teapot
import TeapotSequences

extension CallSites {
    /// 24: a static function of a main-actor type.
    @MainActor enum Session {
        static var credentials: [String: Any] = ["user": "ada"]
        static func logIn(_ teapot: any TeapotClient) async throws -> Int {
            try await teapot.post("session", parameters: credentials).statusCode
        }
    }

    /// 25: a closure that is stored and awaited, as in dependency containers.
    struct Dependencies: Sendable {
        var user: @Sendable (Int) async throws -> User

        static func live(_ teapot: any TeapotClient) -> Dependencies {
            Dependencies { id in try await teapot.get("users/\(id)") }
        }
    }

    /// 26: parameters that a function on the main actor returns.
    @MainActor struct Form {
        var fields: [String: Any] = ["name": "Ada"]
        func submit(to teapot: any TeapotClient) async throws -> User {
            try await teapot.post("users", parameters: fields)
        }
    }

    /// 27: a form, and an upload with a result.
    @MainActor final class Uploader {
        var fraction = 0.0
        var parameters: [String: Any] = ["name": "Ada"]
        func upload(_ teapot: any TeapotClient) async throws -> Int {
            let response = try await teapot.request(
                .post, "files", parameters: parameters,
                progress: { progress in
                    if case .sent(let count, let total?) = progress {
                        Task { @MainActor in self.fraction = Double(count) / Double(total) }
                    }
                })
            return response.statusCode
        }
    }

    /// 34: events into main-actor state.
    @MainActor final class Feed {
        var names: [String] = []
        func listen(_ teapot: any TeapotClient) async throws {
            for try await event in teapot.events("feed") { names.append(event.event) }
        }
    }
}
