import Foundation
import Teapot

// Call sites as in apps. Their first test is that they compile, including the isolation checks.
// `CallSiteTests` runs them.
enum CallSites {}

extension CallSites {
    /// The values that the call sites load.
    struct User: Codable, Sendable, Equatable {
        var id: Int
        var name: String
    }

    /// 1 to 10: a view model, as SwiftUI observes it.
    @MainActor final class UserModel {
        private let teapot: any TeapotClient
        private var filter: [String: Any] = ["active": true, "page": 1]
        private(set) var users: [User] = []
        private(set) var title = ""
        private(set) var error: TeapotError?

        init(teapot: any TeapotClient) { self.teapot = teapot }

        /// 1: a stored dictionary.
        func load() async throws { users = try await teapot.get("users", parameters: filter) }

        /// 2: a parameter of the function.
        func search(_ parameters: [String: Any]) async throws {
            title = try await teapot.get("users", parameters: parameters).json?.dictionary?["title"] as? String ?? ""
        }

        /// 3: a local dictionary that is built up.
        func save(name: String, age: Int?) async throws {
            var parameters: [String: Any] = ["name": name]
            if let age { parameters["age"] = age }
            try await teapot.post("users", parameters: parameters)
        }

        /// 4: a literal.
        func rename(_ id: Int, to name: String) async throws {
            try await teapot.patch("users/\(id)", parameters: ["name": name])
        }

        /// 5: a task that a button starts.
        func tapped() -> Task<Void, Never> {
            Task {
                do { users = try await teapot.get("users", parameters: filter) } catch {
                    self.error = error as? TeapotError
                }
            }
        }

        /// 6: an array of dictionaries that is stored.
        private var drafts: [[String: Any]] = [["name": "Ada"], ["name": "Grace"]]
        func upload() async throws -> Int { try await teapot.put("users", parameters: drafts).statusCode }

        /// 7: progress that is displayed.
        private(set) var received: Int64 = 0
        func download(to file: URL) async throws {
            try await teapot.download("file", to: file) { progress in
                if case .received(let count, _) = progress { Task { @MainActor in self.received = count } }
            }
        }

        /// 8: a typed error that is displayed.
        func loadOrShow() async {
            do throws(TeapotError) { users = try await teapot.get("users", parameters: filter) } catch {
                self.error = error
            }
        }

        /// 9: two concurrent calls.
        func loadBoth() async throws {
            async let first: User = teapot.get("users/1")
            async let second: User = teapot.get("users/2")
            users = try await [first, second]
        }

        /// 10: lines of a stream.
        private(set) var lines: [String] = []
        func follow() async throws {
            for try await line in try await teapot.stream("log", parameters: filter).lines { lines.append(line) }
        }
    }
}
