import Foundation
import Teapot
import TeapotTestTraits
import Testing

import TeapotMock
@testable import TeapotMockDrift

@Suite(.inTurn) struct `The operations of an OpenAPI document` {
    private static let document = #"""
        {
          "openapi": "3.0.0", "servers": [{"url": "https://h.test/api/v1"}, {"url": "/beta"}],
          "paths": {
            "/": {"get": {}},
            "/products": {"get": {}},
            "/products/{id}": {"get": {}, "put": {}},
            "/products/search": {"get": {}},
            "/products/{id}/related": {"get": {}},
            "/shops/{shop}/products": {"get": {}},
            "/shops/{shop}/offers": {"get": {}},
            "/{any}": {"get": {}},
            "/files/{name}.json": {"get": {}},
            "/files/{name}": {"get": {}},
            "/a/{x}/c": {"get": {}},
            "/a/b/{y}": {"get": {}},
            "/t/{x}/c": {"get": {}},
            "/t/~b/{y}": {"get": {}},
            "/special": {"get": {}},
            "/v1/special": {"get": {}},
            "/old/{id}": {"servers": [{"url": "https://old.test/legacy"}], "get": {}}
          }
        }
        """#

    @Test(arguments: [
        ("/products", "/products"), ("/api/v1/products", "/products"), ("/v1/products", "/products"),
        ("/beta/products", "/products"), ("/proxy/api/v1/products", "/products"), ("/staging/products", "/products"),
        ("/Products", "/products"), ("/products/7", "/products/{id}"), ("/products/{id}", "/products/{id}"),
        ("/products/{productID}", "/products/{id}"), ("/products/search", "/products/search"),
        ("/v1/products/search", "/products/search"), ("/products/7/related", "/products/{id}/related"),
        ("/products/{id}/related", "/products/{id}/related"), ("/related", "/{any}"),
        ("/shops/1/products", "/shops/{shop}/products"), ("/offers", "/{any}"),
        ("/{shop}/offers", "/shops/{shop}/offers"), ("/1/offers", nil), ("/{id}/{id}", nil), ("/{id}", "/{any}"),
        ("/staging/nothing", nil), ("/", "/"), ("/v1", "/{any}"),
        ("/files/a.json", "/files/{name}.json"), ("/files/a.txt", "/files/{name}"),
        ("/files/.json", "/files/{name}"), ("/a/b/c", "/a/b/{y}"), ("/legacy/old/1", "/old/{id}"),
        ("/api/v1/legacy/old/1", "/old/{id}"), ("/no/such/path", nil), ("/t/~b/c", "/t/~b/{y}"),
        ("/api/v1/special", "/special"),
    ])
    func `a mock's path is matched with a documented one`(requestPath: String, path: String?) throws {
        let document = try OpenAPIDocument(data: Data(Self.document.utf8))
        #expect(Set(document.operations(for: requestPath).map(\.path)) == (path.map { [$0] } ?? []))
    }

    @Test func `a path that ends several others belongs to all of them`() throws {
        let text = #"{"openapi":"3.1.0","paths":{"/a/x":{"get":{}},"/b/x":{"get":{}},"/b/{x}":{"get":{}}}}"#
        let document = try OpenAPIDocument(data: Data(text.utf8))
        #expect(document.operations(for: "/x").map(\.path) == ["/a/x", "/b/x"])
    }

    @Test func `operations are listed`() throws {
        let document = try OpenAPIDocument(data: Data(Self.document.utf8))
        #expect(document.openAPIVersion == "3.0.0")
        #expect(
            document.operations.filter { $0.path.hasPrefix("/products/{id}") }.map { "\($0.method) \($0.path)" } == [
                "GET /products/{id}", "PUT /products/{id}", "GET /products/{id}/related",
            ])
    }
}
