import Foundation
import Teapot
import TeapotMock
import TeapotMockDrift
import TeapotMockFolders
import TeapotTestSupport
import TeapotTestTraits
import Testing

/// The samples about drift in the article GuardingAgainstDrift and in comments.
@Suite(.inTurn) struct `The samples about drift` {
    private let folder: MockFolder
    private let files: TemporaryFolder
    private let tea = #"{"id": 7, "name": "Tea", "price": 4.2}"#

    init() throws {
        files = try TemporaryFolder([
            "mocks/products/success_list.json": "[\(tea)]", "mocks/products/success_201_POST_new.json": tea,
            "mocks/products/{id}/success_tea.json": tea,
            "shop.json": #"""
            {"openapi": "3.1.0", "paths": {
              "/products": {
                "get": {"responses": {"200": {"content": {"application/json": {"schema": {"type": "array"}}}}}},
                "post": {"responses": {"201": {"content": {"application/json": {"schema": {"type": "object"}}}}}}},
              "/products/{id}": {
                "get": {"responses": {"200": {"content": {"application/json": {"schema": {"type": "object"}}}}}}}}}
            """#,
        ])
        folder = MockFolder(files.url.appendingPathComponent("mocks"))
    }

    @Test func `the samples against types`() {
        let report = folder.validate(against: [
            "/products": [Product].self,
            "POST /products": Product.self,
            "/products/{id}": Product.self,
        ])
        #expect(report.isEmpty, "\(report)")
        #expect(report.checked == 3)
    }

    @Test func `the sample of the function that takes types`() {
        let report = folder.validate(against: ["/products": [Product].self, "/products/{id}": Product.self])
        #expect(report.drifts.map(\.file) == ["products/success_201_POST_new.json"])
    }

    @Test func `the sample against a document`() throws {
        let url = files.url.appendingPathComponent("shop.json")
        let document = try OpenAPIDocument(contentsOf: url)
        let report = folder.validate(against: document)
        #expect(report.isEmpty, "\(report)")
        #expect(report.checked == 3)
    }

    @Test func `the sample against a live server`() async {
        let router = Router()
        router.get("/products", with: .json([["id": 1, "name": "", "price": 0] as [String: any Sendable]]))
        router.get("/products/7", with: .json(["id": 1, "name": "", "price": 0]))
        let staging = MockTeapot(router: router)
        let report = await folder.validate(against: staging, values: ["id": "7"])
        #expect(report.isEmpty, "\(report)")
        #expect(report.checked == 2)
    }
}

private struct Product: Decodable {
    var id: Int
    var name: String
    var price: Double
    var tags: [String]?
}
