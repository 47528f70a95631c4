import Foundation
import Teapot
import TeapotMock
import TeapotMockDrift
import TeapotMockFolders
import TeapotTestSupport
import TeapotTestTraits
import Testing

@Suite(.inTurn) struct `Drift from an OpenAPI document` {
    @Test(arguments: ["3.0", "3.1"])
    func `exactly the planted drifts are found`(version: String) throws {
        let report = Shop.mocks.validate(against: try Shop.document(version), assertsFormats: true)
        #expect(
            report.lines == [
                "logo/success_logo.txt: expected image/*, found text/plain",
                "orders/success_orders.json /2/payment: expected a member “number”, found none",
                "products/search/success_some.json /next: expected a string or null, found the number 3",
                "products/success_200_200ms_noHeaders.json header X-Total-Count: expected a value, found none",
                "products/success_201_POST_draft.json header Location: expected a value, found none",
                "products/success_PUT_replaced.json: expected GET or POST for /products, found PUT",
                #"products/success_stringPrice.json /0/price: expected a number, found a string "12""#,
                #"products/success_stringPrice.json /1/name: expected at least 1 character, found 0: """#,
                "products/success_stringPrice.json /1/price: expected a number above 0, found the number 0",
                """
                products/success_stringPrice.json /1/related/0/id: expected an integer of 32 bits, \
                found the number 3000000000
                """,
                """
                products/success_stringPrice.json /1/related/0/price: expected a multiple of 0.01, \
                found the number 1.005
                """,
                #"products/success_stringPrice.json header X-Total-Count: expected an integer, found a string "many""#,
                "products/{id}/success_prise.json: expected a member “price”, found none, but “prise”",
                "products/{id}/success_prise.json /prise: expected no member of this name, found the number 4.2",
                """
                users/{id}/error_418_teapot.json: expected the status 204 of DELETE /users/{id} or 200 of \
                GET /users/{id}, found 418
                """,
                #"users/{id}/success_ada.json /email: expected an e-mail address, found a string "ada""#,
                """
                users/{id}/success_ada.json /password: expected no such member in a response (it is “writeOnly”), \
                found a string "secret"
                """,
                """
                not checked: General/error_503_maintenance.json: it answers every path, so no operation describes it
                """,
                "not checked: oders/success_basket.json: the document has no path like /oders; did you mean “/orders”?",
                "17 differences in 19 mocks",
            ])
        #expect(!report.isEmpty)
        #expect(report.checked == 19)
    }

    @Test(arguments: ["3.0", "3.1"])
    func `formats are only descriptions unless they are asserted`(version: String) throws {
        let asserted = Shop.mocks.validate(against: try Shop.document(version), assertsFormats: true).drifts
        let others = Shop.mocks.validate(against: try Shop.document(version)).drifts
        #expect(asserted.filter { !others.contains($0) }.map(\.pointer) == ["/1/related/0/id", "/email"])
        #expect(others.count == asserted.count - 2)
    }

    @Test func `a drift names its line and its place in the document`() throws {
        let report = Shop.mocks.validate(against: try Shop.document("3.1"))
        let drift = try #require(report.drifts.first { $0.pointer == "/1/related/0/price" })
        #expect(drift.kind == .body)
        #expect(drift.line == 4)
        #expect(drift.source == "#/components/schemas/Product/properties/price/multipleOf")
        let header = try #require(report.drifts.first { $0.kind == .header && $0.found == "none" })
        #expect(header.header == "X-Total-Count")
        #expect(header.source == "#/paths/~1products/get/responses/200/headers/X-Total-Count")
    }

    @Test func `the report can be written as JSON for programs`() throws {
        let folder = try TemporaryFolder(["logo/success_a.txt": "", "logo/success_b.svg": "<svg/>", "x/a.json": "1"])
        let report = MockFolder(folder.url).validate(against: try Shop.document("3.0"))
        let content = "#/paths/~1logo/get/responses/200/content"
        #expect(
            report.json == [
                "isEmpty": false, "checked": 2,
                "drifts": [
                    [
                        "kind": "body", "file": "logo/success_a.txt", "pointer": "",
                        "expected": "a body of image/*", "found": "none", "source": content,
                    ] as [String: any Sendable]
                ] as [any Sendable],
                "unchecked": [
                    ["subjects": ["x/a.json"], "reason": "the document has no path like /x"] as [String: any Sendable]
                ] as [any Sendable],
                "mocksWithoutOperation": ["x/a.json"],
                "operationsWithoutMock": report.operationsWithoutMock,
            ])
    }

    @Test func `operations without a mock, and mocks without an operation, are listed`() throws {
        let document = try OpenAPIDocument(
            data: Data(
                """
                openapi: 3.1.0
                paths:
                  /teas:
                    get: {responses: {200: {}}}
                    post: {responses: {201: {}}}
                  /teas/{id}:
                    get: {responses: {200: {}}}
                    delete: {responses: {204: {}}}
                  /pots: {get: {responses: {200: {}}}}
                """.utf8))
        let folder = try TemporaryFolder([
            "teas/success_list.json": "[]", "teas/{id}/success_204_DELETE_x.json": "", "teas/success_PUT_x.json": "1",
            "cups/success_list.json": "[]", "General/error_500_x.json": "1", "pots/success_list.json": "[",
        ])
        let report = MockFolder(folder.url).validate(against: document)
        #expect(report.operationsWithoutMock == ["GET /pots", "POST /teas", "GET /teas/{id}"])
        #expect(report.mocksWithoutOperation == ["cups/success_list.json", "teas/success_PUT_x.json"])
        // With a map of folders, a mock without a method answers every method; it counts for the operation it fits.
        try folder.write("[201]", to: "teas/success_201_new.json")
        try folder.write(#"{"maps": [{"folder": "/teas", "to": "/v1"}]}"#, to: ".ls.global.json")
        let mapped = MockFolder(folder.url).validate(against: document)
        #expect(mapped.operationsWithoutMock == ["GET /pots", "GET /teas/{id}"])
        #expect(MockFolder(folder.url).validate(against: Product.self).operationsWithoutMock == nil)
    }

    @Test func `only the first of many similar drifts are listed`() throws {
        let products = Array(repeating: #"{"id": 1, "name": "a", "price": "1"}"#, count: 30).joined(separator: ",")
        let folder = try TemporaryFolder([
            "products/success_a.json": "[\(products)]", "products/success_a.headers.json": #"{"X-Total-Count": "1"}"#,
        ])
        let report = MockFolder(folder.url).validate(against: try Shop.document("3.0"))
        #expect(report.drifts.count == 10)
        #expect(
            report.lines.suffix(2) == [
                """
                products/success_a.json /9/price: expected a number, found a string "1" (and 20 more like it)
                """,
                "30 differences in 1 mock",
            ])
    }

    @Test func `a folder without mocks drifts`() throws {
        let report = MockFolder(Shop.directory.appendingPathComponent("Moks")).validate(
            against: try Shop.document("3.0"))
        #expect(report.lines == ["Moks: no mock could be checked", "Nothing could be compared"])
    }

    @Test func `mocks drift if none was checked`() throws {
        let folder = try TemporaryFolder(["other/a.json": "1", "other/b.json": "2"])
        let report = MockFolder(folder.url).validate(against: try Shop.document("3.0"))
        #expect(report.drifts.map(\.expected) == ["mocks that can be checked"])
        #expect(report.drifts.map(\.found) == ["none of the 2 mocks"])
        #expect(report.drifts.map(\.kind) == [.folder])
        #expect(report.lines.first?.hasSuffix(": none of the 2 mocks could be checked") == true)
    }

    @Test func `a file that can't be read drifts`() throws {
        let folder = try TemporaryFolder(["products/success_a.json": "[\n  1,\n]"])
        let report = MockFolder(folder.url).validate(against: try Shop.document("3.0"))
        #expect(
            report.lines == [
                """
                products/success_a.json: expected a mock that can be read, found a file that can't be read at line 3, \
                column 1: expected a value but found "]"; remove the comma before it, or add a value
                """,
                "1 difference in 1 mock",
            ])
        #expect(report.drifts.first?.line == 3)
    }

    @Test func `mocks can be selected`() throws {
        let document = try Shop.document("3.0")
        #expect(Shop.mocks.validate(against: document, including: .errors).drifts.map(\.kind) == [.status])
        #expect(Shop.mocks.validate(against: document, including: .successes).drifts.count == 14)
    }
}
