import Teapot
import Testing

@testable import TeapotMock

@Suite struct `A reply` {
    private let fixture = LoadedFixture(
        data: Data("{}".utf8),
        contentType: "application/json",
        headers: ["Content-Type": "application/json", "Content-Length": "2"]
    )

    @Test func `It says how long its body is`() {
        let reply = Reply(Response(body: Data("abc".utf8)), nil, to: "GET")
        #expect(reply.headers == ["Content-Length": "3"])
        #expect(Reply(Response(), nil, to: "GET").headers == ["Content-Length": "0"])
        #expect(Reply(Response(headers: ["content-length": "9"]), nil, to: "HEAD").headers == ["Content-Length": "9"])
    }

    @Test func `A fixture brings its media type`() {
        #expect(Reply(.file("a"), fixture, to: "GET").headers == fixture.headers)
        let reply = Reply(.file("a", headers: ["ETag": "1"]), fixture, to: "GET")
        #expect(reply.headers == ["ETag": "1", "Content-Type": "application/json", "Content-Length": "2"])
        #expect(reply.body == fixture.data)
    }

    @Test(arguments: [100, 199, 204, 205, 304] as [Teapot.StatusCode])
    func `A status without content has no body and no length`(status: Teapot.StatusCode) {
        let reply = Reply(.file("a", status: status, headers: ["ETag": "1"]), fixture, to: "GET")
        #expect(reply.headers == ["ETag": "1"])
        #expect(reply.body.isEmpty)
    }

    @Test(arguments: [200, 203, 206, 300, 303, 404, 500] as [Teapot.StatusCode])
    func `Another has its body, except for HEAD`(status: Teapot.StatusCode) {
        #expect(Reply(.file("a", status: status), fixture, to: "GET").body == fixture.data)
        let head = Reply(.file("a", status: status), fixture, to: "HEAD")
        #expect(head.headers == fixture.headers)
        #expect(head.body.isEmpty)
    }

    @Test func `A response's own media type stays`() {
        let own = Response.data(Data("x".utf8), contentType: "text/plain", headers: ["Content-Type": "text/html"])
        #expect(own.headers == ["Content-Type": "text/html"])
        #expect(Response.json([1, 2]).body == Data("[1,2]".utf8))
    }

    @Test func `Responses are compared with their faults`() {
        #expect(Response.error(.timedOut) == .error(.timedOut))
        #expect(Response.error(.timedOut) != .error(.cancelled))
        #expect(Response.error(.timedOut) != Response())
        #expect(Fixture.json(["a": 1]) == .data(Data(#"{"a":1}"#.utf8), contentType: "application/json"))
    }
}
