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
                "oders/success_basket.json: expected text/html, as from the live server, "
                    + "found application/json",
                "products/search/success_some.json /next: expected a string, found the number 3",
                "products/success_productList.json /0/tags: expected no member of this name, found a list",
                "products/success_productList.json /1/related: expected no member of this name, found a list",
                #"products/success_stringPrice.json /0/price: expected a number, found a string "12""#,
                "products/success_stringPrice.json /1/related: expected no member of this name, found a list",
                "products/{id}/success_prise.json: expected a member “price”, a number, found none, but “prise”",
                "products/{id}/success_prise.json /prise: expected no member of this name, found the number 4.2",
                "users/{id}/success_ada.json: expected 401, as the live server answers, found 200",
                "not checked: General/error_503_maintenance.json: it answers every path, so there is no path to request",
                "not checked: products/error_401_signedOut.json: a live server can't be made to answer 401",
                "not checked: products/success_201_POST_created.json, products/success_201_POST_draft.json: it answers POST, but only GET requests are sent",
                "not checked: products/success_PUT_replaced.json: it answers PUT, but only GET requests are sent",
                "not checked: products/{id}/error_404_gone.json: a live server can't be made to answer 404",
                "not checked: report/error_500_down.json: a live server can't be made to answer 500",
                "not checked: users/{id}/error_418_teapot.json: a live server can't be made to answer 418",
                "not checked: users/{id}/success_204_DELETE_removed.json: it answers DELETE, but only GET requests are sent",
                "10 differences in 10 mocks",
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
                "not checked: error_c.json: a live server can't be made to answer 400",
                "not checked: users/{id}/a.json: no value is given for “{id}” in /users/{id}",
                "Nothing could be compared",
            ])
        #expect(router.journal.requests.isEmpty)
    }

    @Test func `a mock with a condition is compared with the response to its request`() async throws {
        router.get("/posts") { request in
            request.queryValue("page") == "2" && request.headers["X-A"] == "b" ? ["page": 2] : [1]
        }
        router.get("/posts/:id", with: .json(["id": 7]))
        let folder = try TemporaryFolder([
            "posts/success_page2.json": #"{"page": 2}"#, "posts/success_all.json": "[1]",
            "posts/success_secret.json": "[1]", "posts/success_sent.json": "[1]",
            "posts/{id}/success_7.json": #"{"id": 7}"#, "posts/error_500_x.json": "{}",
            "posts/mocks.index.json": #"""
            {"success_page2.json": {"query": {"page": "2"}, "headers": {"X-A": "b"}},
            "success_secret.json": {"query": {"key": "REDACTED"}}, "success_sent.json": {"jsonContains": {"a": 1}}}
            """#,
            "posts/{id}/mocks.index.json": #"{"success_7.json": {"exactPath": "/posts/7"}}"#,
        ])
        let report = await MockFolder(folder.url).validate(against: client())
        #expect(
            report.lines == [
                "not checked: posts/error_500_x.json: a live server can't be made to answer 500",
                "not checked: posts/success_secret.json: its condition has a value that was redacted",
                "not checked: posts/success_sent.json: its condition is about a body, and GET requests have none",
                "0 differences in 3 mocks",
            ])
        #expect(router.journal.requests.map(\.shortTarget) == ["GET /posts", "GET /posts?page=2", "GET /posts/7"])
        router.get("/posts", with: .json(["page": "two"]))
        let other = await MockFolder(folder.url).validate(against: client())
        #expect(
            other.lines.contains(
                #"posts/success_page2.json /page: expected a string, found the number 2"#))
        #expect(other.drifts.map(\.source).contains("GET https://shop.test/posts?page=2"))
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
        #expect(report.lines == ["0 differences in 1 mock"])
    }

    @Test func `a status that can't be requested from a server is reported`() async throws {
        let folder = try TemporaryFolder(["a/success_302_a.txt": ""])
        let report = await MockFolder(folder.url).validate(against: client())
        #expect(
            report.unchecked.map(\.reason) == ["a live server can't be made to answer 302"])
    }

    @Test func `a live server's invalid JSON is reported`() async throws {
        let router = Router("https://shop.test")
        router.get("/a", with: .data(Data("<p>".utf8), contentType: "application/json"))
        let folder = try TemporaryFolder(["a/a.json": "1"])
        let report = await MockFolder(folder.url).validate(against: MockTeapot(router: router))
        #expect(
            report.lines.first?.hasPrefix(
                "a/a.json: expected JSON from the live server, found invalid JSON (line 1, column 1: ") == true)
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
