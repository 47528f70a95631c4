import Foundation
import Teapot
import TeapotMock
import TeapotMockServer
import TeapotTestSupport
import Testing

extension SocketSuites {
    /// The samples in the article ComingFromPeasy, and the behavior that Peasy's documentation describes for each.
    @Suite struct `The samples about Peasy` {
        private func serving<Result>(_ server: Server, _ body: (Teapot) async throws -> Result) async throws -> Result {
            try server.start()
            do {
                let result = try await body(Teapot(baseURL: try #require(server.baseURL)))
                try await server.stop(within: 0)
                return result
            } catch {
                try? await server.stop(within: 0)
                throw error
            }
        }

        /// Returns the status that a client gets.
        private func status(of teapot: Teapot, _ path: String, _ method: Teapot.Method = .get) async -> Int {
            do throws(TeapotError) {
                return try await teapot.request(method, path).statusCode
            } catch {
                return error.statusCode ?? 0
            }
        }

        @Test func `starting and stopping the server`() async throws {
            let free = Server()
            let port = try free.start()
            try await free.stop()
            try await {
                let server = Server()
                try server.start()
                try await server.stop()
                try server.start(port: port)
                try await server.stop()
            }()
        }

        // swift-format-ignore
        @Test func `configuring responses`() async throws {
            let server = Server()
            let response = Response(status: .ok)
            server.router.register(response, when: .path(matches: "/"))
            server.router.register(response, when: .path(matches: "/items"), .method(matches: .get))
            let customRule: Rule = .matching { request in
                return request.path.contains("/common/path")
            }
            server.router.register(response, when: customRule)
            try await serving(server) { teapot in
                let empty = try await teapot.get("/")
                #expect(empty.statusCode == 200)
                #expect(empty.body.isEmpty)
                #expect(await status(of: teapot, "/", .post) == 200)
                #expect(await status(of: teapot, "/items") == 200)
                #expect(await status(of: teapot, "/items", .post) == 404)
                #expect(await status(of: teapot, "/a/common/path/b", .put) == 200)
                #expect(await status(of: teapot, "/uncommon") == 404)
            }
        }

        @Test func `default and override responses`() async throws {
            let server = Server()
            let (happyPathResponse, unhappyPathResponse) = (Response(status: .ok), Response(status: 500))
            server.router.register(happyPathResponse, when: .path(matches: "/api"))
            server.router.register(unhappyPathResponse, when: .path(matches: "/api"), times: 1)
            try await serving(server) { teapot in
                #expect(await status(of: teapot, "/api") == 500)
                #expect(await status(of: teapot, "/api") == 200)
                #expect(await status(of: teapot, "/api") == 200)
                // Until a new override is set.
                server.router.register(unhappyPathResponse, when: .path(matches: "/api"), times: 1)
                #expect(await status(of: teapot, "/api") == 500)
                #expect(await status(of: teapot, "/api") == 200)
            }
        }

        @available(*, deprecated)
        @Test func `the names of Peasy`() async throws {
            let server = Server()
            let response = Response(status: .ok)
            server.respond(with: response, when: .path(matches: "/api"))
            server.respond(with: { .status($0.body.isEmpty ? 201 : 202) }, when: .path(matches: "/now"))
            server.respond(with: { _ async in .status(203) }, when: .path(matches: "/later"), .method(matches: .get))
            server.respond(with: Response(status: 500), when: .path(matches: "/api"), removeAfterResponding: true)
            try await serving(server) { teapot in
                #expect(await status(of: teapot, "/api") == 500)
                #expect(await status(of: teapot, "/api") == 200)
                #expect(await status(of: teapot, "/now") == 201)
                #expect(await status(of: teapot, "/later") == 203)
                #expect(await status(of: teapot, "/later", .post) == 404)
            }
        }

        @Test func `delaying requests`() async throws {
            let server = Server()
            let response = Response(status: .ok)
            server.router.register(response, when: .path(matches: "/api"), delay: 60)
            server.router.register(response, when: .path(matches: "/soon"), delay: 0.2)
            try await serving(server) { teapot in
                let error = await #expect(throws: TeapotError.self) {
                    try await teapot.get("/api", timeout: 0.2)
                }
                #expect((error?.underlyingError as? URLError)?.code == .timedOut)
                let start = ContinuousClock.now
                #expect(await status(of: teapot, "/soon") == 200)
                #expect(ContinuousClock.now - start >= .seconds(0.2))
            }
        }

        // swift-format-ignore
        @Test func `intercepting requests`() async throws {
            let server = Server()
            let response = Response(status: .ok)
            server.router.register({ request in
                return response
            }, when: .path(matches: "/analytics-event"))
            try await serving(server) { teapot in
                _ = try await teapot.post("/analytics-event", parameters: ["name": "start"] as [String: Any])
                _ = await status(of: teapot, "/other")
                _ = try await teapot.post("/analytics-event", parameters: ["name": "end"] as [String: Any])
                // … run the app …
                let analytics = try server.router.journal.entries(matching: .path(matches: "/analytics-event")).map(\.request)
                #expect(analytics.map(\.json) == [["name": "start"], ["name": "end"]])
            }
        }

        @Test func `wildcards in paths`() async throws {
            let server = Server()
            let response = Response(status: .ok)
            server.router.register(response, when: .path(matches: "/constant/:variable"))
            try await serving(server) { teapot in
                #expect(await status(of: teapot, "/constant/value") == 200)
                #expect(await status(of: teapot, "/constant/") == 404)
                #expect(await status(of: teapot, "/constant") == 404)
                #expect(await status(of: teapot, "/constant/value/more") == 404)
            }
        }

        // swift-format-ignore
        @Test func `variables in paths`() async throws {
            let server = Server()
            let response = Response(status: .ok)
            server.router.register({ request in
                print("The value is", request["variable"] ?? "none")
                return response
            }, when: .path(matches: "/constant/:variable"))
            server.router.register({ .data(Data(($0["name"] ?? "").utf8)) }, when: .path(matches: "/names/:name"))
            try await serving(server) { teapot in
                #expect(await status(of: teapot, "/constant/value") == 200)
                let answer = try await teapot.get("/names/J%C3%BCrg%2F")
                #expect(answer.body == Data("Jürg/".utf8))
            }
        }
    }
}
