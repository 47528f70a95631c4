@testable import Teapot
import Foundation
import TeapotTestTraits
import Testing

@Suite(.inTurn) struct `A method` {
    @Test(arguments: ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT"])
    func `a standard method is the same in lower case`(name: String) {
        for written in [name.lowercased(), name.capitalized] {
            #expect(Teapot.Method(written) == Teapot.Method(name))
            #expect(Teapot.Method(stringLiteral: written).rawValue == name)
        }
    }

    @Test(arguments: ["purge", "Brew", "gets", "ge", "", "gét"])
    func `any other method keeps its case`(name: String) {
        #expect(Teapot.Method(name).rawValue == name)
        #expect("\(Teapot.Method(stringLiteral: name))" == name)
    }

    @Test func `a method in lower case follows the same rules`() async throws {
        let client = ScriptedClient(.redirect(301, to: "/b"), .answer(), .redirect(308, to: "/b"), .answer())
        try await client.request("post", "a", parameters: ["x": 1])
        #expect(client.requests.map { "\($0.method) \($0.url.path)" } == ["POST /api/a", "GET /b"])
        try await client.request(Teapot.Method("get"), "a", parameters: ["x": 1])
        #expect(client.requests.last?.url.absoluteString == "http://h.test/b")
        #expect(client.requests[2].url.absoluteString == "http://h.test/api/a?x=1")
        #expect(Teapot.Request.make("head").curl() == "curl --head 'http://h.test/a'")
    }

    @Test func `the idempotent methods of RFC 9110 are idempotent`() {
        let idempotent = ["GET", "HEAD", "PUT", "DELETE", "OPTIONS", "TRACE"]
        for name in idempotent { #expect(Teapot.Method(name).isIdempotent, "\(name)") }
        for name in ["POST", "PATCH", "CONNECT", "LOCK"] {
            #expect(!Teapot.Method(name).isIdempotent, "\(name)")
        }
    }

    @Test func `a GET and a HEAD have no body, but all others may`() {
        #expect(Teapot.Method.get.hasNoBody)
        #expect(Teapot.Method.head.hasNoBody)
        for method in [Teapot.Method.post, .put, .patch, .delete] { #expect(!method.hasNoBody) }
    }
}
