@testable import Teapot
import Foundation
import TeapotTestTraits
import Testing

@Suite(.inTurn) struct `A URLRequest` {
    @Test func `a request becomes a URLRequest with the same content`() throws {
        let request = Teapot.Request.make(.patch, "http://h.test/a?b", ["X-A": "b"], body: .data(Data("x".utf8)))
            .urlRequest
        #expect(request.url?.absoluteString == "http://h.test/a?b")
        #expect(request.httpMethod == "PATCH")
        #expect(request.httpBody == Data("x".utf8))
        #expect(request.value(forHTTPHeaderField: "x-a") == "b")
        #expect(request.allowsCellularAccess)
    }

    @Test(arguments: [
        ("HTTP://H.test/A?B", "http://H.test/A?B"), ("Https://u:P@h.test", "https://u:P@h.test"),
        ("http://h.test/a%2fB", "http://h.test/a%2fB"),
    ])
    func `an uppercase scheme is sent in lowercase, as Foundation on Linux requires`(
        url: String, sent: String
    ) {
        #expect(Teapot.Request.make(.get, url).urlRequest.url?.absoluteString == sent)
    }

    @Test func `headers with the same name are joined, cookies with a semicolon`() {
        let request = Teapot.Request.make(
            .get,
            "http://h.test/",
            ["X-A": "1", "Cookie": "a=b", "x-a": "2", "cookie": "c=d", "X-A": "3"]
        )
        .urlRequest
        #expect(request.allHTTPHeaderFields == ["X-A": "1, 2, 3", "Cookie": "a=b; c=d"])
    }

    @Test(arguments: [0.001, 1.9, 1e17, .infinity] as [TimeInterval])
    func `no timeout reaches the session, which would truncate it or crash`(timeout: TimeInterval) {
        var request = Teapot.Request.make()
        request.timeout = timeout
        #expect(request.urlRequest.timeoutInterval == 30 * 86_400)
    }

    @Test func `a file is left to the upload task, and a cellular network can be ruled out`() {
        var request = Teapot.Request.make(body: .file(Teapot.BodyFile(URL(fileURLWithPath: "/tmp/a"))))
        request.allowsCellularAccess = false
        #expect(request.urlRequest.httpBody == nil)
        #expect(!request.urlRequest.allowsCellularAccess)
    }
}
