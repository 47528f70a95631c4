import Foundation
import Teapot
import TeapotTestTraits
import Testing
import TeapotTestSupport

import TeapotMock
import TeapotMockStore

/// The closures that people write as handlers.
///
/// Each has to compile without a type annotation.
@Suite(.inTurn) struct `A handler may have any shape` {
    private struct Tea: Codable, Sendable {
        var id: Int
        var name: String
    }

    private let router = Router()

    private func find(_ id: String?) -> Tea? { id == "1" ? Tea(id: 1, name: "Assam") : nil }

    private func answer(_ path: String) async -> (status: Int, body: String) {
        let response = await router.serverAnswer(to: path)
        return (response.statusCode, String(decoding: response.body, as: UTF8.self))
    }

    @Test func `a dictionary of mixed values after other statements`() async {
        router.get("/a/:id") { request in
            let id = request["id"] ?? ""
            return ["id": id, "tags": ["x"], "price": 1.5, "none": nil]
        }
        #expect(await answer("/a/7") == (200, #"{"id":"7","none":null,"price":1.5,"tags":["x"]}"#))
    }

    @Test func `a list of dictionaries with mixed values`() async {
        router.get("/a") { request in
            #expect(request.method == .get)
            return [["id": 1, "ok": true]]
        }
        #expect(await answer("/a") == (200, #"[{"id":1,"ok":true}]"#))
    }

    @Test func `a dictionary from an async handler`() async {
        router.get("/a") { request in
            await Task.yield()
            return ["id": 1, "ok": true]
        }
        #expect(await answer("/a") == (200, #"{"id":1,"ok":true}"#))
    }

    @Test(arguments: ["1", "2"]) func `a response or a dictionary`(id: String) async {
        router.get("/a/:id") { request in
            if request["id"] == "1" { return .status(401) }
            return ["id": 2, "ok": true]
        }
        #expect(await answer("/a/\(id)") == (id == "1" ? (401, "") : (200, #"{"id":2,"ok":true}"#)))
    }

    @Test func `a response inside another value is refused`() async {
        router.get("/a") { _ in ["tea": Response.status(201)] }
        let (status, body) = await answer("/a")
        #expect(status == 500 && body.contains("a response can't be encoded as part of a JSON document"))
    }

    @Test(arguments: ["1", "2"]) func `an optional, nil first`(id: String) async {
        router.get("/a/:id") { request in
            guard let tea = find(request["id"]) else { return nil }
            return tea
        }
        router.get("/b/:id") { request in
            await Task.yield()
            if request["id"] != "1" { return nil }
            return Tea(id: 1, name: "Assam")
        }
        let expected = id == "1" ? (200, #"{"id":1,"name":"Assam"}"#) : (404, "")
        #expect(await answer("/a/\(id)") == expected)
        #expect(await answer("/b/\(id)") == expected)
    }

    @Test(arguments: ["1", "2"]) func `an entity that describes itself, nil or a response first`(
        id: String
    ) async {
        struct Leaf: Serializable, Sendable { let grade: String }
        struct Bud: Codable, Serializable, Sendable { let grade: String }
        router.get("/a/:id") { request in
            guard request["id"] == "1" else { return nil }
            return Leaf(grade: "FOP")
        }
        router.get("/b/:id") { request in
            guard request["id"] == "1" else { return Response(status: 404) }
            return Leaf(grade: "FOP")
        }
        router.get("/c/:id") { request in
            guard request["id"] == "1" else { return Response(status: 404) }
            return Bud(grade: "FOP")
        }
        router.get("/d/:id") { request in
            await Task.yield()
            guard request["id"] == "1" else { return nil }
            return Leaf(grade: "FOP")
        }
        router.get("/e/:id") { request in
            await Task.yield()
            guard request["id"] == "1" else { return Response(status: 404) }
            return Leaf(grade: "FOP")
        }
        let leaf = id == "1" ? (200, #"{"grade":"FOP"}"#) : (404, "")
        for path in ["a", "b", "c", "d", "e"] { #expect(await answer("/\(path)/\(id)") == leaf) }
    }

    @Test(arguments: ["1", "2"]) func `a dictionary of mixed values from an async handler, nil first`(
        id: String
    ) async {
        router.get("/a/:id") { request in
            await Task.yield()
            if request["id"] != "1" { return nil }
            return ["teas": ["Assam"], "n": 1]
        }
        #expect(await answer("/a/\(id)") == (id == "1" ? (200, #"{"n":1,"teas":["Assam"]}"#) : (404, "")))
    }

    @Test(arguments: ["1", "2"]) func `an optional, as one expression`(id: String) async {
        router.get("/a/:id") { request in find(request["id"]) }
        #expect(await answer("/a/\(id)").status == (id == "1" ? 200 : 404))
    }

    @Test func `nothing, a text, a number, values`() async {
        router.get("/nothing") { request in
            _ = request.path
            _ = request.method
        }
        router.get("/text") { _ in "text" }
        router.get("/number") { _ in 1 }
        router.get("/values") { _ in
            let tea = Tea(id: 1, name: "Assam")
            return [tea]
        }
        #expect(await answer("/nothing") == (204, ""))
        #expect(await answer("/text") == (200, #""text""#))
        #expect(await answer("/number") == (200, "1"))
        #expect(await answer("/values") == (200, #"[{"id":1,"name":"Assam"}]"#))
    }

    @Test func `a request describes itself, its secrets shortened`() {
        let request = Request(
            method: "POST", path: "/teas", query: [URLQueryItem(name: "kind", value: "green")],
            headers: ["Authorization": "Bearer 0123456789abcdef"], body: Data("leaf".utf8))
        let text = "\(request)"
        #expect(text.hasPrefix("POST /teas?kind=green; Authorization: "))
        #expect(text.hasSuffix("; body: leaf"))
        #expect(!text.contains("0123456789abcdef"))
    }
}
