import Foundation
import Teapot
import TeapotTestResources
import TeapotTestTraits
import Testing
import TeapotTestSupport

@testable import TeapotMock

/// Tests of the sent parts of a response.
@Suite(.inTurn) struct `A response plan` {
    @Test func `it has the length of its body`() {
        func fields(_ response: Response, to method: String = "GET") -> Teapot.HeaderFields {
            ResponsePlan(response, isHead: method == "HEAD", isInProcess: true).headers
        }
        #expect(fields(Response(body: Data("abc".utf8))) == ["Content-Length": "3"])
        #expect(fields(Response()) == ["Content-Length": "0"])
        #expect(fields(Response(headers: ["content-length": "9"]), to: "HEAD") == ["Content-Length": "9"])
        #expect(fields(Response(headers: ["Content-Length": "9"])) == ["Content-Length": "0"])
    }

    /// Returns the answer to a request for the fixture `get`.
    private func outgoing(_ response: Response, to method: String = "GET") async throws -> Answer {
        let router = Router(fixtures: Fixtures.directory)
        router.any("**", with: response)
        return await router.answer(to: Request(method: method, path: "/"))
    }

    @Test func `a fixture provides its media type`() async throws {
        let plain = try await outgoing(.file("get"))
        #expect(plain.headers["Content-Type"] == "application/json")
        #expect(plain.headers["Content-Length"] == String(plain.body.count))
        let outgoing = try await outgoing(.file("get", headers: ["ETag": "1"]))
        #expect(outgoing.headers["Content-Type"] == "application/json")
        #expect(outgoing.headers["ETag"] == "1")
        #expect(outgoing.body == plain.body && !outgoing.body.isEmpty)
    }

    @Test(arguments: [(204, nil), (205, 0), (304, 17)] as [(Teapot.StatusCode, Int?)])
    func `a status without content has no body`(status: Teapot.StatusCode, length: Int?) async throws {
        let outgoing = try await outgoing(.file("get", status: status, headers: ["ETag": "1"]))
        #expect(outgoing.headers["ETag"] == "1")
        #expect(outgoing.headers["Content-Type"] == nil)
        #expect(outgoing.headers["Content-Length"] == length.map { String($0) })
        #expect(outgoing.body.isEmpty)
    }

    @Test(arguments: [200, 203, 206, 300, 303, 404, 500] as [Teapot.StatusCode])
    func `any other status has its body, except for HEAD`(status: Teapot.StatusCode) async throws {
        let get = try await outgoing(.file("get", status: status))
        #expect(!get.body.isEmpty)
        let head = try await outgoing(.file("get", status: status), to: "HEAD")
        #expect(head.headers == get.headers)
        #expect(head.body.isEmpty)
    }

    @Test func `a response keeps its own media type`() {
        let own = Response.data(Data("x".utf8), contentType: "text/plain", headers: ["Content-Type": "text/html"])
        #expect(own.headers == ["Content-Type": "text/html"])
        #expect(Response.json([1, 2]).body == Data("[1,2]".utf8))
    }

    @Test func `comparing responses includes their faults`() {
        #expect(Response.error(.timedOut) == .error(.timedOut))
        #expect(Response.error(.timedOut) != .error(.cancelled))
        #expect(Response.error(.timedOut) != Response())
        #expect(Response.json(["a": 1]) == .data(Data(#"{"a":1}"#.utf8), contentType: "application/json"))
    }
}
