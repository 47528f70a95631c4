import Foundation
import Teapot
import TeapotMock
import TeapotMockStore
import TeapotTestTraits
import Testing
import TeapotTestSupport

/// An entity with members of every kind.
private struct Tea: Storable, Codable, Equatable {
    struct Origin: Codable, Equatable {
        var country: String
    }

    let id: String
    var name: String
    var grams: Double?
    var isGreen = false
    var origin: Origin?

    init(id: String, name: String, grams: Double? = nil, isGreen: Bool = false, origin: Origin? = nil) {
        (self.id, self.name, self.grams, self.isGreen, self.origin) = (id, name, grams, isGreen, origin)
    }

    init(id: String, store: Store) {
        self.init(id: id, name: "Tea \(id)")
    }
}

/// An entity with a date.
private struct Tasting: Storable, Codable, Equatable {
    var id = ""
    var day = Date(timeIntervalSince1970: 0)

    init(id: String, store: Store) { self.id = id }
}

@Suite(.inTurn) struct `A REST resource` {
    private let store = Store()
    private let router = Router("http://shop.test/v1")

    init() {
        router.resource(Tea.self, in: store)
    }

    private func ask(_ method: String, _ path: String, _ body: String = "") async -> Answer {
        let parts = path.split(separator: "?", maxSplits: 1)
        let query = parts.count == 2 ? items(of: String(parts[1])) : []
        return await router.serverAnswer(
            to: Request(method: method, path: "/v1" + parts[0], query: query, body: Data(body.utf8)))
    }

    private func items(of query: String) -> [URLQueryItem] {
        URLComponents(string: "?" + query)?.queryItems ?? []
    }

    private func text(_ response: Answer) -> String { String(decoding: response.body, as: UTF8.self) }

    private func names(_ path: String) async throws -> [String] {
        let response = await ask("GET", path)
        #expect(response.status == 200, "\(text(response))")
        return try JSONDecoder().decode([Tea].self, from: response.body).map(\.name)
    }

    @Test func `its dates are in ISO 8601`() async throws {
        router.resource(Tasting.self, in: store)
        let created = await ask("POST", "/tastings", #"{"day": "2026-01-31T12:00:00Z"}"#)
        #expect(text(created) == #"{"day":"2026-01-31T12:00:00Z","id":"0"}"#)
        #expect(store.find(Tasting.self, id: "0")?.day == Date(timeIntervalSince1970: 1_769_860_800))
        #expect(await ask("POST", "/tastings", #"{"day": 5}"#).status == 400)
    }

    @Test func `it can be created, read, changed and deleted through a client`() async throws {
        let teapot = MockTeapot(router: router)
        let created: Teapot.Response = try await teapot.post("teas", parameters: ["name": "Assam", "isGreen": false])
        #expect(created.statusCode == 201)
        #expect(created.headers["Location"] == "/v1/teas/0")
        #expect(created.json == ["id": "0", "name": "Assam", "isGreen": false])
        #expect(try await teapot.get("teas/0").json == created.json)
        let replaced = try await teapot.put("teas/0", parameters: ["name": "Ceylon", "isGreen": false])
        #expect(replaced.json == ["id": "0", "name": "Ceylon", "isGreen": false])
        let changed = try await teapot.patch("teas/0", parameters: ["grams": 100])
        #expect(changed.json == ["id": "0", "name": "Ceylon", "isGreen": false, "grams": 100])
        #expect(store.find(Tea.self, id: "0")?.grams == 100)
        #expect(try await teapot.delete("teas/0").statusCode == 204)
        let error = await #expect(throws: TeapotError.self) { try await teapot.get("teas/0") }
        #expect(error?.responseStatus == 404)
    }

    @Test(arguments: ["GET", "PUT", "PATCH", "DELETE"])
    func `a missing entity is a 404 with an explanation`(method: String) async {
        let response = await ask(method, "/teas/9", #"{"name": "x", "isGreen": true}"#)
        #expect(response.status == 404)
        #expect(text(response) == #"{"error":"There is no Tea with the id “9”."}"#)
    }

    @Test func `an id in use or a changed id is a 409`() async {
        store.insert { _ in Tea(id: "a b", name: "x") }
        #expect(await ask("POST", "/teas", #"{"id": "a b", "name": "y", "isGreen": true}"#).status == 409)
        #expect(await ask("PUT", "/teas/a%20b", #"{"id": "c", "name": "y", "isGreen": true}"#).status == 409)
        #expect(await ask("PATCH", "/teas/a%20b", #"{"id": "c"}"#).status == 409)
        #expect(store.findAll(Tea.self).map(\.name) == ["x"])
        let created = await ask("POST", "/teas/", #"{"id": "c/d", "name": "y", "isGreen": true}"#)
        #expect(created.headers["Location"] == "/v1/teas/c%2Fd")
        #expect(await ask("GET", "/teas/c%2Fd").status == 200)
    }

    @Test(arguments: [
        ("", "The body is not a JSON object: line 1, column 1"), ("[1]", "The body is a JSON list"),
        ("7", "The body is not a JSON object"), ("{", "line 1, column 2"), (#"{"name": 7, "isGreen": true}"#, "name"),
        (#"{"isGreen": true}"#, "name: the key is missing"),
    ])
    func `a body that isn't a valid entity is a 400 with an explanation`(body: String, reason: String) async throws {
        store.insert { Tea(id: $0, name: "x") }
        for (method, path) in [("POST", "/teas"), ("PUT", "/teas/0")] {
            let response = await ask(method, path, body)
            #expect(response.status == 400)
            #expect(text(response).contains(reason))
        }
        #expect(store.findAll(Tea.self).map(\.name) == ["x"])
    }

    @Test func `a patch removes null members and changes nested objects`() async throws {
        store.insert { Tea(id: $0, name: "x", grams: 2, origin: .init(country: "IN")) }
        let response = await ask("PATCH", "/teas/0", #"{"grams": null, "origin": {"country": "LK"}}"#)
        #expect(response.status == 200)
        #expect(store.find(Tea.self, id: "0") == Tea(id: "0", name: "x", origin: .init(country: "LK")))
        #expect(await ask("PATCH", "/teas/0", #"{"name": null}"#).status == 400)
    }

    @Test(
        arguments: [
            ("/teas", ["Earl", "Sencha", "Assam", "a&b=c d"]),
            ("/teas?isGreen=true", ["Sencha"]),
            ("/teas?isGreen=1", []),
            ("/teas?grams=10", ["Earl", "Assam"]),
            ("/teas?grams=2.5", ["Sencha"]),
            ("/teas?origin.country=IN&name=Assam", ["Assam"]),
            ("/teas?name=Assam&name=Earl", ["Earl", "Assam"]),
            ("/teas?origin=IN&nonsense=1", []),
            ("/teas?name=a%26b%3Dc%20d", ["a&b=c d"]),
            ("/teas?sort=name", ["Assam", "Earl", "Sencha", "a&b=c d"]),
            ("/teas?sort=-grams,name", ["Assam", "Earl", "Sencha", "a&b=c d"]),
            ("/teas?sort=grams,-name", ["Sencha", "Earl", "Assam", "a&b=c d"]),
            ("/teas?sort=isGreen", ["Earl", "Assam", "a&b=c d", "Sencha"]),
            ("/teas?page=2&per_page=3", ["a&b=c d"]),
            ("/teas?page=9&per_page=3", []),
            ("/teas?page=9223372036854775807&per_page=9223372036854775807", []),
        ] as [(String, [String])])
    func `a list is filtered, sorted and limited`(path: String, expected: [String]) async throws {
        store.insert { Tea(id: $0, name: "Earl", grams: 10, origin: .init(country: "IN")) }
        store.insert { Tea(id: $0, name: "Sencha", grams: 2.5, isGreen: true, origin: .init(country: "JP")) }
        store.insert { Tea(id: $0, name: "Assam", grams: 10, origin: .init(country: "IN")) }
        store.insert { Tea(id: $0, name: "a&b=c d") }
        #expect(try await names(path) == expected)
    }

    @Test func `a page has links to the other pages, and every list has its count`() async throws {
        store.create(Tea.self, number: 45)
        #expect(await ask("GET", "/teas").headers["X-Total-Count"] == "45")
        #expect(await ask("GET", "/teas").headers["Link"] == nil)
        let second = await ask("GET", "/teas?page=2&isGreen=false")
        #expect(second.headers["X-Total-Count"] == "45")
        let page = "/v1/teas?isGreen=false&page="
        #expect(
            second.headers["Link"]
                == "<\(page)1&per_page=20>; rel=\"first\", <\(page)1&per_page=20>; rel=\"prev\", "
                + "<\(page)3&per_page=20>; rel=\"next\", <\(page)3&per_page=20>; rel=\"last\"")
        #expect(try await names("/teas?page=3").count == 5)
    }

    @Test(arguments: ["page=0", "page=-1", "page=x", "per_page=0", "page", "per_page=1.5"])
    func `an invalid page is a 400`(query: String) async {
        let response = await ask("GET", "/teas?" + query)
        #expect(response.status == 400)
        #expect(text(response).contains("must be an integer of at least 1"))
    }

    @Test func `it has its own path, and its registration removes it`() async {
        let router = Router()
        let tokens = router.resource(Tea.self, in: store, at: "/shop/drinks")
        #expect(await router.serverAnswer(to: "/shop/drinks").status == 200)
        tokens.forEach { $0.remove() }
        #expect(await router.serverAnswer(to: "/shop/drinks").status == 404)
    }

    @Test func `its path is the plural of its type's name`() async {
        struct Category: Storable, Codable {
            let id: String
            init(id: String, store: Store) { self.id = id }
        }
        struct Box: Storable, Codable {
            let id: String
            init(id: String, store: Store) { self.id = id }
        }
        struct Day: Storable, Codable {
            let id: String
            init(id: String, store: Store) { self.id = id }
        }
        router.resource(Category.self, in: store)
        router.resource(Box.self, in: store)
        router.resource(Day.self, in: store)
        for path in ["/categories", "/boxes", "/days"] { #expect(await ask("GET", path).status == 200, "\(path)") }
    }
}
