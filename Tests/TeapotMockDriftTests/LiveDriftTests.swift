import Foundation
import Teapot
import TeapotMock
import TeapotMockDrift
import TeapotMockFolders
import TeapotTestSupport
import TeapotTestTraits
import Testing

@Suite(.inTurn) struct `Drift from a live server` {
    private let router = Router("https://shop.test")

    private func client(_ path: String = "") -> MockTeapot {
        MockTeapot(router: router, baseURL: URL(string: "https://shop.test" + path))
    }

    @Test func `mocks are compared with a server's responses`() async throws {
        router.get(
            "/v1/staging/products", with: .json([["id": 7, "name": "Tea", "price": 1.5] as [String: any Sendable]]))
        router.get("/v1/staging/products/:id", with: .json(["id": 7, "name": "Tea", "price": 1.5]))
        router.get("/v1/staging/products/search", with: .json(["results": [] as [any Sendable], "next": "a"]))
        router.get("/staging/users/:id", with: .status(401))
        router.get("/logo", with: .data(Data("a".utf8), contentType: "image/png"))
        router.get("/orders", with: .error(.timedOut))
        router.get("/report", with: .data(Data("a".utf8), contentType: "text/csv"))
        router.get("/oders", with: .data(Data("<p>".utf8), contentType: "text/html"))
        let report = await Shop.mocks.validate(against: client(), values: ["ID": "7"])
        #expect(
            report.lines.filter { !$0.contains("/orders") && !$0.contains("orders/") } == [
                "oders/success_basket.json: expected text/html, as in the live server's response, "
                    + "found application/json",
                "products/search/success_some.json /next: expected a string, found the number 3",
                "products/success_productList.json /0/tags: expected no member of this name, found a list",
                "products/success_productList.json /1/related: expected no member of this name, found a list",
                #"products/success_stringPrice.json /0/price: expected a number, found a string "12""#,
                "products/success_stringPrice.json /1/related: expected no member of this name, found a list",
                "products/{id}/success_prise.json: expected a member “price”, a number, found none, but “prise”",
                "products/{id}/success_prise.json /prise: expected no member of this name, found the number 4.2",
                "users/{id}/success_ada.json: expected 401, as in the live server's response, found 200",
                "not checked: products/success_201_POST_created.json, products/success_201_POST_draft.json: it answers POST, but only GET requests are sent",
                "not checked: products/success_PUT_replaced.json: it answers PUT, but only GET requests are sent",
                "not checked: users/{id}/success_204_DELETE_removed.json: it answers DELETE, but only GET requests are sent",
                "10 drifts in 10 mocks",
            ])
        let network = try #require(report.drifts.first { $0.kind == .network })
        #expect(network.file == "orders/success_orders.json")
        #expect(network.expected == "a response from the live server")
        #expect(network.source == "GET https://shop.test/orders")
        let asked = router.journal.requests.map(\.path)
        #expect(asked.count == Set(asked).count)
    }

    @Test func `a variable without a value is reported`() async throws {
        let folder = try TemporaryFolder(["users/{id}/a.json": "{}", "General/b.json": "{}", "error_c.json": "{}"])
        let report = await MockFolder(folder.url).validate(against: client())
        #expect(report.drifts.map(\.kind) == [.folder])
        #expect(
            report.lines.dropFirst() == [
                "not checked: General/b.json: it answers every path, so there is no path to request",
                "not checked: users/{id}/a.json: no value is given for “{id}” in /users/{id}",
                "1 drift in 0 mocks",
            ])
        #expect(router.journal.requests.isEmpty)
    }

    @Test func `a server that is down isn't asked forever`() async throws {
        router.get("/**", with: .error(.timedOut))
        router.get("/b", with: .json([:]))
        let folder = try TemporaryFolder(
            Dictionary(uniqueKeysWithValues: ["a", "b", "c", "d", "e", "f", "g"].map { ("\($0)/x.json", "{}") }))
        let report = await MockFolder(folder.url).validate(against: client())
        #expect(report.drifts.map(\.file) == ["a/x.json", "c/x.json", "d/x.json", "e/x.json"])
        #expect(report.unchecked.map(\.subjects) == [["f/x.json", "g/x.json"]])
        #expect(
            report.unchecked.map(\.reason) == [
                "the live server failed 3 times in a row, so no more requests were sent"
            ])
        #expect(router.journal.requests.count == 5)
    }

    @Test func `a prefix shared by the base URL and the path is used once`() async throws {
        router.get("/api/v1/Tea%20Pots/a%2Fb", with: .json([:]))
        let folder = try TemporaryFolder([
            "Tea Pots/{id}/a.json": "{}", ".ls.global.json": #"{"maps": [{"folder": "/", "to": "/v1"}]}"#,
        ])
        let report = await MockFolder(folder.url).validate(against: client("/api/v1"), values: ["id": "a/b"])
        #expect(report.lines == ["0 drifts in 1 mock"])
    }

    @Test func `a status that can't be requested from a server is reported`() async throws {
        let folder = try TemporaryFolder(["a/success_302_a.txt": ""])
        let report = await MockFolder(folder.url).validate(against: client())
        #expect(
            report.unchecked.map(\.reason) == ["a live server can't be made to answer 302"])
    }

    @Test func `a refused connection is reported`() async throws {
        let url = try #require(URL(string: "http://user:secret@127.0.0.1:1/v1"))
        let folder = try TemporaryFolder(["a/a.json": "1"])
        let report = await MockFolder(folder.url).validate(against: url)
        #expect(report.drifts.map(\.kind) == [.network])
        #expect(report.drifts.map(\.source) == ["GET http://127.0.0.1:1/v1/a"])
        #expect(!report.description.contains("secret"))
    }
}
