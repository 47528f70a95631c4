import Foundation
import Teapot
import TeapotMock
import TeapotMockDrift
import TeapotMockFolders
import TeapotTestSupport
import TeapotTestTraits
import Testing

@Suite(.inTurn) struct `Drift from types` {
    /// Returns the report about one mock.
    private func lines(
        _ text: String, as type: any Decodable.Type, _ decoder: JSONDecoder = JSONDecoder()
    ) throws -> [String] {
        let folder = try TemporaryFolder(["a/success_a.json": text])
        return MockFolder(folder.url).validate(against: ["/a": type], decoder: decoder).lines
    }

    @Test func `faults and scripts aren't checked, but a body in pieces is`() throws {
        let folder = try TemporaryFolder([
            "a/success_a.json": "{}", "a/success_b.fault": "reset", "a/success_c.ws.json": "[]",
            "a/mocks.index.json": #"{"success_a.json": {"stream": {"bytes": 1}}}"#,
        ])
        let report = MockFolder(folder.url).validate(against: ["/a": [Product].self])
        #expect(report.drifts.map(\.file) == ["a/success_a.json"])
        #expect(report.drifts.first?.found == "an empty object")
        #expect(report.unchecked.map(\.subjects) == [["a/success_b.fault", "a/success_c.ws.json"]])
        #expect(report.unchecked.map(\.reason) == ["faults and WebSocket scripts aren't checked"])
    }

    @Test func `each element that can't be decoded is reported`() throws {
        let found = try lines(
            """
            [{"id": 1, "name": "a", "price": 1},
             {"id": "2", "name": "a", "price": 1},
             {"id": 3, "name": null, "price": 1},
             {"id": 4, "name": "a", "prise": 1},
             7,
             {"id": 5, "name": "a", "price": 1, "tags": {}},
             {"id": 6, "name": "a", "price": 1, "tags": ["a", 1], "more": true}]
            """, as: [Product].self)
        #expect(
            found == [
                #"a/success_a.json /1/id: expected an integer (Int), found a string "2""#,
                "a/success_a.json /2/name: expected a string, found null",
                "a/success_a.json /3: expected a member “price”, found none, but “prise”",
                "a/success_a.json /4: expected an object, found the number 7",
                "a/success_a.json /5/tags: expected a list, found an empty object",
                "a/success_a.json /6/tags/1: expected a string, found the number 1",
                "6 differences in 1 mock",
            ])
    }

    @Test func `a value that its type doesn't accept is reported`() throws {
        enum Color: String, Decodable { case red }
        struct Tea: Decodable { var color: Color }
        #expect(
            try lines(#"{"color": "grey"}"#, as: Tea.self)[0]
                == #"a/success_a.json /color: expected a value for Tea, found a string "grey" (Cannot initialize Color from invalid String value grey)"#
        )
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        let dates = try lines(#"["2024-01-31T09:30:00Z", "yesterday"]"#, as: [Date].self, decoder)
        #expect(
            dates[0].hasPrefix(#"a/success_a.json /1: expected a value for Array<Date>, found a string "yesterday" ("#))
        #expect(dates.count == 2)
    }

    @Test func `a number that doesn't fit is reported`() throws {
        struct Tea: Decodable { var price: Int8 }
        let found = try lines(#"[{"price": 1}, {"price": 300}]"#, as: [Tea].self)
        #expect(found.count == 2)
        #expect(found[0].hasPrefix("a/success_a.json /1"))
        let single = try lines(#"{"price": 300}"#, as: Tea.self)
        #expect(!single.isEmpty)
        #expect(!single.contains { $0.contains("not valid JSON") }, "\(single)")
    }

    @Test func `an error thrown by a type is reported`() throws {
        struct Refusal: Error, CustomStringConvertible { var description: String { "too old" } }
        struct Tea: Decodable { init(from decoder: any Decoder) throws { throw Refusal() } }
        #expect(
            try lines("[1]", as: [Tea].self)[0]
                == "a/success_a.json /0: expected a value for Array<Tea>, found the number 1 (too old)")
        #expect(
            try lines("{}", as: Tea.self)[0]
                == "a/success_a.json: expected a value for Tea, found an empty object (too old)")
    }

    @Test func `snake case names are found`() throws {
        struct Tea: Decodable { var firstFlush: Int }
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        #expect(
            try lines(#"{"first_flush": "a"}"#, as: Tea.self, decoder)[0]
                == #"a/success_a.json /first_flush: expected an integer (Int), found a string "a""#)
    }

    @Test func `a drift names its line and its type`() throws {
        let folder = try TemporaryFolder(["a/success_a.json": "[\n  {\"id\": 1},\n  {\"id\": 2}\n]"])
        let report = MockFolder(folder.url).validate(against: [Product].self)
        #expect(report.drifts.map(\.line) == [2, 3])
        #expect(report.drifts.map(\.source) == ["Array<Product>", "Array<Product>"])
    }

    @Test func `mocks are found by directory, by request path and by method`() throws {
        let mocks = Shop.mocks
        #expect(mocks.validate(against: Product.self, for: "/products/{id}").checked == 2)
        #expect(mocks.validate(against: Product.self, for: "V1/staging/products/{id}/").checked == 2)
        #expect(mocks.validate(against: Product.self, for: "POST /products").lines == ["0 differences in 2 mocks"])
        #expect(mocks.validate(against: [Product].self, for: "/products").checked == 6)
    }

    @Test func `several types are registered at once`() throws {
        struct User: Decodable { var id: UUID }
        let report = Shop.mocks.validate(against: [
            "/products": [Product].self, "POST /products": Product.self, "/products/{id}": Product.self,
            "/user/{id}": User.self,
        ])
        #expect(
            report.lines == [
                "/user/{id}: expected mocks that succeed, found none, but there is “/users/{id}”",
                #"products/success_stringPrice.json /0/price: expected a number, found a string "12""#,
                "products/{id}/success_prise.json: expected a member “price”, found none, but “prise”",
                "not checked: logo/success_logo.svg, logo/success_logo.txt: no type is given for /logo",
                "not checked: oders/success_basket.json: no type is given for /oders",
                "not checked: orders/success_orders.json: no type is given for /orders",
                "not checked: products/search/success_some.json: no type is given for /products/search",
                "not checked: report/success_report.csv: no type is given for /report",
                """
                not checked: users/{id}/success_204_DELETE_removed.json, users/{id}/success_ada.json: no type is given \
                for /users/{id}
                """,
                "3 differences in 8 mocks",
            ])
    }

    @Test func `a body that isn't JSON isn't decoded`() throws {
        let folder = try TemporaryFolder(["a/success_a.csv": "1", "a/success_204_b.json": "{}", "a/error_c.json": "[]"])
        let report = MockFolder(folder.url).validate(against: Product.self, for: "/a")
        #expect(report.drifts.map(\.kind) == [.folder])
        #expect(
            report.lines.dropFirst() == [
                "not checked: a/success_204_b.json: a 204 response has no body",
                "not checked: a/success_a.csv: it is text/csv, which is not decoded",
                "Nothing could be compared",
            ])
        let errors = MockFolder(folder.url).validate(against: [Product].self, for: "/a", including: .errors)
        #expect(errors.lines == ["0 differences in 1 mock"])
        let none = MockFolder(folder.url).validate(against: [Product].self, for: "POST /a", including: .all)
        #expect(none.lines == ["POST /a: expected mocks, found none for that method", "Nothing could be compared"])
    }
}
