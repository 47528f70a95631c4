import Foundation
import Teapot
import TeapotMock
import TeapotMockServer
import TeapotMockTesting
import TeapotTestTraits
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite(.inTurn) struct `A transcript over each transport` {
    @Test(arguments: ["", "https://api.test/v1", "/v1", "api.test"])
    func `has the same bytes`(base: String) async throws {
        let mock = try await transcript(base) { router, body in
            try await body(MockTeapot(router: router, baseURL: Self.url))
        }
        let session = try await transcript(base) { router, body in
            let configuration = URLSessionConfiguration.teapot.answered(by: router)
            try await body(Teapot(baseURL: Self.url, configuration: configuration))
        }
        let server = try await transcript(base) { router, body in
            let server = Server(router: router)
            let port = try server.start()
            do {
                try await body(Teapot(baseURL: #require(URL(string: "http://127.0.0.1:\(port)/v1"))))
            } catch {
                try await server.stop()
                throw error
            }
            try await server.stop()
        }
        #expect(Array(mock.utf8) == Array(session.utf8))
        #expect(Array(mock.utf8) == Array(server.utf8))
        if base == "/v1" { #expect(mock == Self.expected) }
    }

    private static var url: URL { URL(string: "https://api.test/v1") ?? URL(fileURLWithPath: "/") }

    private func transcript(
        _ base: String, _ transport: (Router, (any TeapotClient) async throws -> Void) async throws -> Void
    ) async throws -> String {
        let router = Router(base)
        router.register { request in
            request.path.hasSuffix("/old") ? Response(status: .found, headers: ["Location": "new"]) : .json([])
        }
        try await transport(router) { teapot in
            _ = try await teapot.get("users", parameters: .query(["b": "1 2", "a": "ä+/"]))
            _ = try await teapot.get("a%2Fb/é", headerFields: ["If-None-Match": "\"1\"", "If-Match": "\"2\", \"3\""])
            try await teapot.post("carts", parameters: ["b": 2.5, "a": ["ü", "/"]])
            try await teapot.put("form", parameters: .form(["name": "Ada L", "age": "36"]))
            try await teapot.put("parts", parameters: .multipart([.field("f", "v"), .data("g", Data([0]))]))
            try await teapot.post("raw", parameters: Data([0, 1, 2]))
            try await teapot.post("raw", parameters: .data(Data("a\nb\n".utf8), contentType: "text/plain"))
            try await teapot.post("empty")
            _ = try await teapot.get("old")
            try await teapot.delete("users/7", headerFields: ["Authorization": "Bearer 1", "Range": "bytes=0-1"])
            _ = try await teapot.head("users")
        }
        return router.journal.transcript
    }

    /// The bytes are the same on every platform.
    private static let expected = """
        GET /v1/users?a=%C3%A4%2B/&b=1%202
        Accept: application/json, */*;q=0.5

        ---

        GET /v1/a%2Fb/%C3%A9
        Accept: application/json, */*;q=0.5
        If-Match: "2", "3"
        If-None-Match: "1"

        ---

        POST /v1/carts
        Accept: application/json, */*;q=0.5
        Content-Type: application/json

        {
          "a": [
            "ü",
            "/"
          ],
          "b": 2.5
        }

        ---

        PUT /v1/form
        Accept: application/json, */*;q=0.5
        Content-Type: application/x-www-form-urlencoded

        age=36
        name=Ada L

        ---

        PUT /v1/parts
        Accept: application/json, */*;q=0.5
        Content-Type: multipart/form-data; boundary=<boundary>

        --<boundary>
        Content-Disposition: form-data; name="f"

        v
        --<boundary>
        Content-Disposition: form-data; name="g"
        Content-Type: application/octet-stream

        <1 byte, sha1 5ba93c9db0cff93f52b521d7420e43f6eda2784f>
        --<boundary>--

        ---

        POST /v1/raw
        Accept: application/json, */*;q=0.5
        Content-Type: application/octet-stream

        <3 bytes, sha1 0c7a623fd2bbc05b06423be359e4021d36e721ad>

        ---

        POST /v1/raw
        Accept: application/json, */*;q=0.5
        Content-Type: text/plain

        a
        b\\n

        ---

        POST /v1/empty
        Accept: application/json, */*;q=0.5

        ---

        GET /v1/old
        Accept: application/json, */*;q=0.5

        ---

        GET /v1/new
        Accept: application/json, */*;q=0.5

        ---

        DELETE /v1/users/7
        Accept: application/json, */*;q=0.5
        Authorization: REDACTED
        Range: bytes=0-1

        ---

        HEAD /v1/users
        Accept: application/json, */*;q=0.5
        """
}
