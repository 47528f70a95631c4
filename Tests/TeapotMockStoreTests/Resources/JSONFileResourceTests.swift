import Foundation
import Teapot
import TeapotMock
import TeapotMockStore
import TeapotTestSupport
import TeapotTestTraits
import Testing

@Suite(.inTurn) struct `The resources of a JSON file` {
    private static let data = #"""
        {"$schema": "x", "posts": [
          {"id": 1, "title": "Assam", "views": 100, "author": {"name": "Ada"}},
          {"id": 5, "title": "Sencha", "views": 20.5, "author": {"name": "Bob"}},
          {"title": "Earl Grey", "draft": true}
        ], "users": [{"id": "ada", "name": "Ada"}], "profile": {"name": "Shop", "open": {"from": 8, "to": 18}},
        "words": ["a", "b"], "odd/name :*": [{"id": 1}], "limit": 5, "none": []}
        """#

    private let router = Router("http://shop.test/api")
    private let paths: [String]

    init() throws {
        let folder = try TemporaryFolder(["data.json": Self.data])
        paths = try router.resources(contentsOf: folder.path("data.json"))
    }

    private func ask(_ method: String, _ path: String, _ body: String = "") async -> Answer {
        let parts = path.split(separator: "?", maxSplits: 1)
        let query = parts.count == 2 ? URLComponents(string: "?" + parts[1])?.queryItems ?? [] : []
        return await router.serverAnswer(
            to: Request(method: method, path: "/api" + parts[0], query: query, body: Data(body.utf8)))
    }

    private func text(_ response: Answer) -> String {
        let value = (try? JSON(parsing: response.body))?.description
        return "\(response.statusCode) \(value ?? String(decoding: response.body, as: UTF8.self))"
    }

    private func titles(_ query: String) async throws -> [String] {
        let response = await ask("GET", "/posts?" + query)
        let document = try JSON(parsing: response.body)
        let list = document.array ?? document.dictionary?["data"] as? [any Sendable] ?? []
        return list.compactMap { ($0 as? [String: any Sendable])?["title"] as? String }
    }

    @Test func `are its members`() async {
        #expect(paths.count == 7)
        #expect(paths.contains("/posts"))
        let list = paths.first { $0.hasPrefix("/odd") }
        #expect(await ask("GET", list ?? "").status == 200)
    }

    @Test(arguments: [
        ("/profile", #"{"name":"Shop","open":{"from":8,"to":18}}"#), ("/words", #"["a","b"]"#), ("/limit", "5"),
        ("/none", "[]"), ("/odd%2Fname%20:%2A/1", #"{"id":1}"#),
    ])
    func `have the paths of their members`(path: String, body: String) async {
        #expect(text(await ask("GET", path)) == "200 " + body)
    }

    @Test(arguments: ["/$schema", "/nothing"]) func `are only those`(path: String) async {
        #expect(await ask("GET", path).status == 404)
    }

    @Test func `in a list are created, read, changed and deleted`() async {
        #expect(text(await ask("GET", "/posts/5")).hasPrefix(#"200 {"author":{"name":"Bob"},"id":5,"#))
        #expect(text(await ask("GET", "/posts/6")) == #"200 {"draft":true,"id":6,"title":"Earl Grey"}"#)
        let created = await ask("POST", "/posts", #"{"title": "Ceylon"}"#)
        #expect(text(created) == #"201 {"id":7,"title":"Ceylon"}"#)
        #expect(created.headers["Location"] == "/api/posts/7")
        #expect(text(await ask("PATCH", "/posts/7", #"{"views": 3}"#)) == #"200 {"id":7,"title":"Ceylon","views":3}"#)
        #expect(text(await ask("PUT", "/posts/7", #"{"title": "Pu'er"}"#)) == #"200 {"id":7,"title":"Pu'er"}"#)
        #expect(await ask("DELETE", "/posts/7").status == 204)
        let missing = await ask("GET", "/posts/7")
        #expect(text(missing) == #"404 {"error":"There is no item in “posts” with the id “7”."}"#)
        let taken = await ask("POST", "/posts", #"{"id": 1}"#)
        #expect(text(taken) == #"409 {"error":"Another item in “posts” has the id “1”."}"#)
        #expect(await ask("POST", "/posts", #"{"id": true}"#).status == 400)
        #expect(await ask("POST", "/posts", #"{"id": 1.5}"#).status == 400)
        #expect(await ask("POST", "/posts", "[]").status == 400)
        #expect(await ask("PUT", "/posts/1", #"{"id": 2}"#).status == 409)
    }

    @Test func `have ids of the kind in the file`() async {
        #expect(text(await ask("POST", "/users", "{}")) == #"201 {"id":"0"}"#)
        #expect(text(await ask("POST", "/none", "{}")) == #"201 {"id":"0"}"#)
        #expect(await ask("GET", "/users/ada").status == 200)
    }

    @Test func `get the next id after the greatest one, or the next free id`() async throws {
        for (first, second) in [("4", "5"), ("9223372036854775807", "0"), ("9223372036854775806", "0")] {
            let folder = try TemporaryFolder(["data.json": #"{"a": [{"id": \#(first)}, {"n": 1}, {"n": 2}]}"#])
            let router = Router()
            try router.resources(contentsOf: folder.path("data.json"))
            let response = await router.serverAnswer(to: "/a")
            let list = try JSON(parsing: response.body).array ?? []
            #expect("\(((list[1] as? [String: any Sendable])?["id"]).map { "\($0)" } ?? "")" == second)
        }
    }

    @Test func `that are single values are read, replaced and changed`() async {
        #expect(text(await ask("PATCH", "/profile", #"{"open": {"to": 20}}"#)).contains(#""open":{"to":20}"#))
        #expect(text(await ask("PUT", "/profile", #"{"name": "Tea"}"#)) == #"200 {"name":"Tea"}"#)
        #expect(text(await ask("GET", "/profile")) == #"200 {"name":"Tea"}"#)
        #expect(text(await ask("PUT", "/words", #"["c"]"#)) == #"200 ["c"]"#)
        #expect(await ask("PUT", "/words", "{").status == 400)
        #expect(await ask("POST", "/posts", #"{"id": ""}"#).status == 400)
        #expect(await ask("PATCH", "/words", "{}").status == 404)
        #expect(await ask("DELETE", "/profile").status == 404)
    }

    @Test(arguments: [
        ("title=Assam", ["Assam"]), ("author.name=Bob", ["Sencha"]), ("views:gt=20.5", ["Assam"]),
        ("views:gte=20.5", ["Assam", "Sencha"]), ("views:lt=100", ["Sencha"]), ("views:lte=100", ["Assam", "Sencha"]),
        ("title:ne=Assam", ["Sencha", "Earl Grey"]), ("views:ne=100", ["Sencha", "Earl Grey"]),
        ("id:in=1,6", ["Assam", "Earl Grey"]), ("title:contains=GR", ["Earl Grey"]), ("title:startsWith=s", ["Sencha"]),
        ("title:endsWith=m", ["Assam"]), ("author.name:eq=Ada", ["Assam"]), ("title:gt=B", ["Sencha", "Earl Grey"]),
        ("views:near=1", []), ("title:gt=B&views:lt=30", ["Sencha"]),
        ("_sort=-title", ["Sencha", "Earl Grey", "Assam"]),
        ("_page=2&_per_page=2", ["Earl Grey"]), ("_page=9", []), ("draft=true", ["Earl Grey"]),
    ])
    func `are filtered, sorted and paged as in json-server`(query: String, titles: [String]) async throws {
        #expect(try await self.titles(query) == titles)
    }

    @Test func `have numbered pages`() async throws {
        let page = await ask("GET", "/posts?_page=1&_per_page=2")
        let members = try #require(try JSON(parsing: page.body).dictionary)
        #expect(members["next"] as? Int == 2)
        #expect(members["prev"] is NSNull)
        #expect(members["pages"] as? Int == 2)
        #expect(members["items"] as? Int == 3)
        #expect(page.headers["X-Total-Count"] == "3")
        #expect(page.headers["Link"]?.contains("_page=2&_per_page=2>; rel=\"next\"") == true)
        #expect(await ask("GET", "/posts?_page=0").status == 400)
    }

    @Test(arguments: [
        "_limit=1", "_sort=title&_order=desc", "title=Assam&_start=0", "_embed=x", "q=Assam", "views_gte=50",
        "views:above=50", "_bogus=1", "_fields=id", "_fields:eq=id",
    ])
    func `refuse json-server's other query items instead of returning an empty list`(query: String) async {
        let response = await ask("GET", "/posts?" + query)
        #expect(response.status == 400)
        let text = text(response)
        #expect(text.contains("is not supported. Write “_page=1&_per_page=25”"), "\(text)")
    }

    @Test(arguments: [("/posts/5", "_embed=x"), ("/posts/5", "_fields=id"), ("/profile", "_bogus=1")])
    func `refuse json-server's query items for one object, too`(path: String, query: String) async {
        #expect(text(await ask("GET", path + "?" + query)).hasPrefix("400 "))
        #expect(await ask("GET", path + "?_=1700000000000").status == 200)
        #expect(await ask("GET", path + "?other=1").status == 200)
    }

    @Test func `are changed one level deep, as in json-server`() async {
        let changed = await ask("PATCH", "/posts/1", #"{"author": {"age": 36}, "views": null}"#)
        #expect(text(changed) == #"200 {"author":{"age":36},"id":1,"title":"Assam","views":null}"#)
    }

    @Test func `keep numbers and strings as written`() async throws {
        let object = #"{"big":123456789012345678901234567890,"id":18446744073709551615,"large":1E400,"price":1.10}"#
        let folder = try TemporaryFolder(["data.json": #"{"a": [\#(object)], "one": {"rate": 0.50}, "two": 1e2}"#])
        let router = Router()
        try router.resources(contentsOf: folder.path("data.json"))
        func body(_ method: String, _ path: String, _ body: String = "") async -> String {
            let request = Request(method: method, path: path, body: Data(body.utf8))
            return String(decoding: await router.serverAnswer(to: request).body, as: UTF8.self)
        }
        #expect(await body("GET", "/a") == "[\(object)]")
        #expect(await body("GET", "/a/18446744073709551615") == object)
        #expect(await body("GET", "/one") == #"{"rate":0.50}"#)
        #expect(await body("GET", "/two") == "1e2")
        #expect(await body("PATCH", "/one", #"{"tax": 2.0}"#) == #"{"rate":0.50,"tax":2.0}"#)
        #expect(await body("POST", "/a", #"{"price": 2.50}"#) == #"{"id":0,"price":2.50}"#)
        #expect(await body("PATCH", "/a/0", #"{"price": 3.00}"#) == #"{"id":0,"price":3.00}"#)
        #expect(await body("PUT", "/a/0", #"{"price": 4.00}"#) == #"{"id":0,"price":4.00}"#)
        #expect(await body("PUT", "/two", "3.0") == "3.0")
        #expect(await ask("PUT", "/posts/1e0", "{}").status == 404)
    }

    @Test func `filter by members with the names of query options, and ignore cache busters`() async throws {
        #expect(try await titles("_=1700000000000").count == 3)
        #expect(try await titles("nobody=x") == [])
        #expect(await ask("POST", "/none", #"{"id": "a", "_limit": 1}"#).status == .created)
        #expect(text(await ask("GET", "/none?_limit=1")).contains("\"a\""))
        #expect(text(await ask("GET", "/none?_limit=2")) == "200 []")
    }

    @Test(arguments: [
        ("[]", "It must be an object"), ("{", "It is not JSON"),
        (#"{"a": [{"id": 1}, {"id": 1}]}"#, "a[1] has the id “1”"),
        (#"{"a": [{"id": 1}, {"id": "1"}]}"#, "a[1] has the id “1”"), (#"{"a": [{"id": null}]}"#, "The id of a[0] is"),
        (#"{"a": [{"id": ""}]}"#, "The id of a[0] is empty"), (#"{"a": [{"id": 1}, 3]}"#, "a[1] isn't an object"),
        (#"{"a": [], "a": []}"#, "“a” appears twice"), (#"{"": []}"#, "A member has an empty name"),
    ])
    func `are refused if the file is invalid, and none is registered`(text: String, reason: String) async throws {
        let folder = try TemporaryFolder(["data.json": text])
        let router = Router()
        let error = #expect(throws: StoreError.self) { try router.resources(contentsOf: folder.path("data.json")) }
        #expect(error?.reason == .invalidFile)
        #expect(error?.description.contains(reason) == true, "\(error?.description ?? "")")
        #expect(await router.serverAnswer(to: "/a").status == 404)
        #expect(throws: StoreError.self) { try router.resources(contentsOf: folder.path("none.json")) }
    }
}
