import Foundation
import Teapot
import TeapotMock
import TeapotMockServer
import TeapotTestSupport
import TeapotTestTraits
import Testing

/// Tests of resumed downloads, total timeouts and accepted statuses.
///
/// Each has a router for a mock client, for an intercepted session or for a server.
@Suite(.inTurn, .timeLimit(.minutes(3))) struct `Transfers are the same over every transport` {
    enum Way: CaseIterable {
        case mock, interception, server
    }

    private func run(
        _ way: Way,
        _ router: Router,
        _ options: Teapot.Options = Teapot.Options(),
        body: (any TeapotClient) async throws -> Void
    ) async throws {
        let url = try #require(URL(string: "http://transfer.test"))
        switch way {
        case .mock: try await body(MockTeapot(router: router, baseURL: url, options: options))
        case .interception: try await body(Teapot(baseURL: url, configuration: .answered(by: router), options: options))
        case .server:
            let server = Server(router: router)
            try server.start()
            try await body(Teapot(baseURL: try #require(server.baseURL), options: options))
            try await server.stop(within: 0)
        }
    }

    /// Returns a router with a file of six bytes that is served by ranges, and cut after the third byte without a
    /// range.
    private func cutting() -> Router {
        let router = Router()
        router.get("/file") { request in
            let fields = ["ETag": "\"a\"", "Content-Type": "text/plain"]
            guard request.headers["Range"] == "bytes=3-", request.headers["If-Range"] == "\"a\"" else {
                return Response(headers: .init(fields), body: Data("abcdef".utf8)).failing(.cutShort(after: 3))
            }
            let part = fields.merging(["Content-Range": "bytes 3-5/6"]) { $1 }
            return Response(status: .partialContent, headers: .init(part), body: Data("def".utf8))
        }
        return router
    }

    @Test(arguments: Way.allCases) func `an interrupted download continues within its call`(way: Way) async throws {
        let folder = try TemporaryFolder(["file": "old"])
        var options = Teapot.Options()
        options.retriers = [.backoff(attempts: 2, baseDelay: 0)]
        let router = cutting()
        try await run(way, router, options) { teapot in
            let response = try await teapot.download("file", to: folder.path("file"))
            #expect(response.statusCode == 200)
        }
        #expect(try String(contentsOf: folder.path("file"), encoding: .utf8) == "abcdef")
        #expect(router.journal.requests.map { $0.headers["Range"] } == [nil, "bytes=3-"])
    }

    @Test(arguments: Way.allCases) func `an interrupted download continues in another call`(way: Way) async throws {
        let folder = try TemporaryFolder(["file": "old"])
        let router = cutting()
        try await run(way, router) { teapot in
            let part = Teapot.PartialDownload()
            let error = await #expect(throws: TeapotError.self) {
                try await teapot.download("file", to: folder.path("file"), resuming: part)
            }
            #expect(error?.type == .incompleteResponse)
            #expect(part.length == 3)
            #expect(try String(contentsOf: folder.path("file"), encoding: .utf8) == "old")
            try await teapot.download("file", to: folder.path("file"), resuming: part)
            #expect(part.length == 0)
        }
        #expect(try String(contentsOf: folder.path("file"), encoding: .utf8) == "abcdef")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["file"])
    }

    @Test(arguments: Way.allCases) func `a call ends at its total timeout`(way: Way) async throws {
        let router = Router()
        router.get("/slow", with: Response(delay: 60))
        var options = Teapot.Options()
        options.totalTimeout = 0.05
        options.retriers = [.backoff(attempts: 3, baseDelay: 0)]
        try await run(way, router, options) { teapot in
            let error = await #expect(throws: TeapotError.self) { try await teapot.get("slow") }
            #expect(error?.type == .timeout)
            #expect((error?.underlyingError as? URLError)?.code == .timedOut)
        }
        // The time limit applies to all attempts together.
        #expect(router.journal.requests.count <= 1)
    }

    @Test(arguments: Way.allCases) func `a status that a request accepts is a success`(way: Way) async throws {
        let router = Router()
        router.get("/nobody", with: .json(["reason": "gone"], status: .notFound))
        try await run(way, router) { teapot in
            var request = try teapot.makeRequest(.get, "nobody")
            request.acceptedStatusCodes = [200, 404]
            let response = try await teapot.send(request)
            #expect(response.statusCode == 404)
            #expect(response.json?.dictionary?["reason"] as? String == "gone")
            request.acceptedStatusCodes = [200]
            let error = await #expect(throws: TeapotError.self) { try await teapot.send(request) }
            #expect(error?.type == .invalidResponseStatus)
            #expect(error?.responseStatus == 404)
        }
    }
}
