import Foundation
import Teapot
import TeapotTestTraits
import Testing

@testable import TeapotMock

extension WireHead {
    /// Returns a head as a parser provides it.
    static func make(_ method: String = "GET", _ target: String = "/", fields: [[UInt8]] = []) -> WireHead {
        let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        var head = Array("\(method) \(target) HTTP/1.1\r\n".utf8)
        let start = head.count
        for field in fields { head += field + [0x0D, 0x0A] }
        let end = head.count
        head += [0x0D, 0x0A]
        let path = method.utf8.count + 1
        let query = path + parts[0].utf8.count
        return head.withUnsafeBytes { head in
            WireHead(
                copying: head,
                method: 0..<method.utf8.count,
                path: path..<query,
                query: parts.count == 2 ? query + 1..<query + 1 + parts[1].utf8.count : nil,
                fields: start..<end
            )
        }
    }
}

extension Request {
    static func wire(_ method: String = "GET", _ target: String = "/", fields: [String] = []) -> Request {
        Request(wire: .make(method, target, fields: fields.map { Array($0.utf8) }), body: Data())
    }
}

@Suite(.inTurn) struct `A request from a socket` {
    @Test func `its parts are created from its bytes`() {
        let request = Request(
            wire: .make(
                "POST", "/a%20b//c?x=1&y=%26&z",
                fields: ["Host: api.test", "X-A:1", "x-a: \t two words \t", "X-Empty:", "X-Colon: a:b"].map {
                    Array($0.utf8)
                }),
            body: Data("body".utf8))
        #expect(request.method == "POST" && request.path == "/a%20b//c" && request.origin == nil)
        #expect(
            request.query == [.init(name: "x", value: "1"), .init(name: "y", value: "&"), .init(name: "z", value: nil)])
        #expect(
            request.headers.map { "\($0.name)=\($0.value)" }
                == ["Host=api.test", "X-A=1", "x-a=two words", "X-Empty=", "X-Colon=a:b"])
        #expect(request.headers == request.headers && request.query == request.query)
        #expect(request.body == Data("body".utf8) && request.components.isEmpty && request["id"] == nil)
    }

    @Test func `missing parts are empty`() {
        let request = Request.wire("OPTIONS", "*")
        #expect(request.path == "*" && request.query.isEmpty && request.headers.isEmpty)
        #expect(Request.wire("GET", "/?").query.isEmpty)
    }

    @Test func `a value that isn't UTF-8 has one character per byte`() {
        let head = WireHead.make(fields: [Array("X: ".utf8) + [0x63, 0xE9], Array("Y: \u{e9}".utf8)])
        #expect(head.headers.map(\.value) == ["c\u{e9}", "\u{e9}"])
    }

    @Test func `it equals a request created from its parts`() {
        let wire = Request.wire("GET", "/a?x=1", fields: ["X-A: 1"])
        let written = Request(
            method: "GET", path: "/a", query: [.init(name: "x", value: "1")], headers: ["X-A": "1"])
        #expect(wire == written && written == wire && wire == wire)
        for other in [
            Request.wire("PUT", "/a?x=1", fields: ["X-A: 1"]), .wire("GET", "/b?x=1", fields: ["X-A: 1"]),
            .wire("GET", "/a?x=2", fields: ["X-A: 1"]), .wire("GET", "/a?x=1", fields: ["X-A: 2"]),
            Request(wire: .make("GET", "/a?x=1", fields: [Array("X-A: 1".utf8)]), body: Data([1])),
        ] {
            #expect(other != written && written != other)
        }
    }

    @Test func `each part can be set, and the others stay unchanged`() {
        let original = Request.wire("GET", "/a?x=1", fields: ["X-A: 1"])
        var request = original
        request.method = "PUT"
        #expect(
            request.method == "PUT" && request.path == "/a" && request.query.count == 1
                && request.headers["X-A"] == "1"
        )
        request.origin = "https://api.test"
        request.path = "/b"
        request.query.append(.init(name: "y", value: nil))
        request.headers["X-A"] = nil
        request.body = Data([1])
        request.components = ["id": "7"]
        #expect(request.origin == "https://api.test" && request.path == "/b" && request.query.count == 2)
        #expect(
            request.headers.isEmpty && request.method == "PUT" && request.body.count == 1 && request["id"] == "7")
        #expect(original == .wire("GET", "/a?x=1", fields: ["X-A: 1"]))
    }

    @Test func `a route's variables keep their values when the path changes`() {
        let router = Router("/v1")
        router.get("/users/:id/**") { request in
            var request = request
            #expect(request["id"] == "a b" && request["**"] == "c/é" && request["other"] == nil)
            request.headers["X-A"] = "1"
            #expect(request["id"] == "a b")
            request.path = "/elsewhere"
            #expect(request.components == ["id": "a b", "**": "c/é"] && request["id"] == "a b")
            request.components = [:]
            #expect(request["id"] == nil)
            return .status(200)
        }
        #expect(router.answers(.wire("GET", "/v1/users/a%20b/c/%C3%A9")) == 200)
    }

    @Test func `ranges outside the head are cut`() {
        let head = Array("GET /".utf8).withUnsafeBytes {
            WireHead(copying: $0, method: 0..<9, path: 4..<99, query: 50..<60, fields: 2..<200)
        }
        #expect(head.path == "/" && head.query.isEmpty && head.headers.isEmpty)
        let empty = WireHead(
            copying: .init(start: nil, count: 0), method: 0..<3, path: 4..<5, query: nil, fields: 7..<9)
        #expect(empty.method == "" && empty.path == "" && empty.headers.isEmpty)
        #expect(Router().answers(Request(wire: empty, body: Data())) == nil)
    }

    @Test func `its strings can be read from many threads`() {
        let request = Request.wire("GET", "/a?x=1", fields: ["X-A: 1"])
        DispatchQueue.concurrentPerform(iterations: 64) { _ in
            if request.headers["X-A"] != "1" || request.query.first?.value != "1" { Issue.record("\(request)") }
        }
    }
}

extension Router {
    /// Returns the status of an immediate response to a request; `nil` if there is none.
    func answers(_ request: Request) -> Int? {
        guard case .now(let response, let entry) = resolve(request), !response.isExplanation else { return nil }
        journal.end(entry, .responded(response.status))
        return response.status.rawValue
    }
}
