@testable import Teapot
import TeapotTestTraits
import Testing

@Suite(.inTurn) struct `A method` {
    @Test func `methods are told apart by case`() {
        #expect(Teapot.Method("GET") == .get)
        #expect(Teapot.Method("get") != .get)
        #expect("\(Teapot.Method.patch)" == "PATCH")
    }

    @Test func `what RFC 9110 calls idempotent is`() {
        let idempotent = ["GET", "HEAD", "PUT", "DELETE", "OPTIONS", "TRACE"]
        for name in idempotent { #expect(Teapot.Method(name).isIdempotent, "\(name)") }
        for name in ["POST", "PATCH", "CONNECT", "get", "LOCK"] {
            #expect(!Teapot.Method(name).isIdempotent, "\(name)")
        }
    }

    @Test func `a GET and a HEAD have no body, all others may`() {
        #expect(Teapot.Method.get.hasNoBody)
        #expect(Teapot.Method.head.hasNoBody)
        for method in [Teapot.Method.post, .put, .patch, .delete] { #expect(!method.hasNoBody) }
    }
}
