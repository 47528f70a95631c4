import Foundation
import Teapot
import TeapotMock
import TeapotTestTraits
import Testing

@Suite(.inTurn) struct `A value in a path` {
    private let router = Router("https://api.test/v1")

    private func sent(_ path: String) throws -> String {
        try MockTeapot(router: router).makeRequest(.get, path).url.absoluteString
    }

    @Test(arguments: [
        ("ada", "ada"), ("a/b", "a%2Fb"), ("a?x=1", "a%3Fx%3D1"), ("a#b", "a%23b"), ("100%", "100%25"),
        ("%2e%2e", "%252e%252e"), ("a b+c", "a%20b%2Bc"), ("é", "%C3%A9"), ("🫖", "%F0%9F%AB%96"), ("a\n", "a%0A"),
        ("/\u{301}", "%2F%CC%81"), ("a;b=c", "a%3Bb%3Dc"), ("a.b", "a.b"), ("...", "..."), (" ", "%20"),
    ])
    func `is one segment, whatever its characters`(value: String, segment: String) async throws {
        #expect(try sent("users/\(segment: value)/posts") == "https://api.test/v1/users/\(segment)/posts")
        router.get("/users/:id/posts") { request in .text(request["id"] ?? "") }
        let echo: String = try await MockTeapot(router: router).get("users/\(segment: value)/posts")
        #expect(echo == value)
        #expect(router.journal.requests.count == 1)
    }

    @Test func `may be anything that has a description`() throws {
        let id = UUID()
        #expect(try sent("\(segment: 1)/\(segment: id)/\(segment: "a/b"[...])") == "https://api.test/v1/1/\(id)/a%2Fb")
        #expect(try sent("report-\(segment: "a/b").pdf?x=1") == "https://api.test/v1/report-a%2Fb.pdf?x=1")
    }

    @Test(arguments: [".", "..", "../admin", "a/../../b", "..\\admin", "..;x"])
    func `can't lead outside the base URL`(value: String) {
        let error = #expect(throws: TeapotError.self) { try sent("users/\(segment: value)") }
        #expect(error?.type == .invalidRequestPath)
        #expect(error?.description.hasSuffix("”, which could lead outside the base URL") == true, "\(error as Any)")
    }

    @Test(arguments: ["users/\(segment: "")", "\(segment: "")/users", "users/\(segment: "").json"])
    func `can't be empty`(path: String) async {
        let error = await #expect(throws: TeapotError.self) { try await MockTeapot(router: router).delete(path) }
        #expect(error?.type == .invalidRequestPath)
        let shown = path.replacing("\u{1A}", with: "…")
        #expect(
            error?.description.hasSuffix(
                ": DELETE \(shown): a value in “\(shown)” is empty, but path segments can't be") == true,
            "\(error as Any)")
        #expect(router.journal.requests.isEmpty)
    }
}
