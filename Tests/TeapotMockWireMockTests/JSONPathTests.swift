import Teapot
import Testing

@testable import TeapotMock
@testable import TeapotMockWireMock

@Suite struct `A JSON path` {
    private static let shop = """
        {"books": [
            {"title": "A", "price": 8.5, "tags": ["x", "y"], "stock": {"count": 3}},
            {"title": "B", "price": 12, "isbn": "1-2", "sold": true},
            {"title": "C", "price": "9", "isbn": null}
        ], "limit": 10, "odd name": 1, "nested": [[1, 2], [3]]}
        """

    @Test(arguments: [
        ("$.limit", "[10]"), ("$['odd name']", "[1]"), (#"$["limit"]"#, "[10]"), ("$['limit','odd name']", "[10,1]"),
        ("$.none", "[]"), ("$.limit.none", "[]"), ("$.books.title", "[]"),
        ("$.books[0].title", #"["A"]"#), ("$.books[-1].title", #"["C"]"#), ("$.books[5].title", "[]"),
        ("$.books[0,2].title", #"["A","C"]"#), ("$.books[1:].title", #"["B","C"]"#),
        ("$.books[:1].title", #"["A"]"#), ("$.books[-2:-1].title", #"["B"]"#), ("$.nested[0:9][0]", "[1,3]"),
        ("$.books[*].title", #"["A","B","C"]"#), ("$.books[0].stock.*", "[3]"), ("$.nested[*][*]", "[1,2,3]"),
        ("$..title", #"["A","B","C"]"#), ("$..count", "[3]"), ("$..['isbn']", #"["1-2",null]"#),
        ("$..tags[1]", #"["y"]"#),
        ("$.nested..[0]", "[[1,2],1,3]"),
        ("$.books[?(@.price == 12)].title", #"["B"]"#), ("$.books[?(@.price < 10)].title", #"["A"]"#),
        ("$.books[?(@.price <= 8.5 || @.title == 'B')].title", #"["A","B"]"#),
        ("$.books[?(@.price > 8 && @.price < 12)].title", #"["A"]"#), ("$.books[?(@.price >= 12)].title", #"["B"]"#),
        ("$.books[?(@.isbn)].title", #"["B","C"]"#), ("$.books[?(!@.isbn)].title", #"["A"]"#),
        ("$.books[?(@.isbn == null)].title", #"["C"]"#), ("$.books[?(@.isbn != null)].title", #"["A","B"]"#),
        ("$.books[?(@.sold == true)].title", #"["B"]"#), (#"$.books[?(@['title'] == "C")].title"#, #"["C"]"#),
        ("$.books[?(@.price == 9)].title", #"["C"]"#), ("$.books[?(@.title != 'A')].title", #"["B","C"]"#),
        ("$.books[?(@.price < $.limit)].title", #"["A"]"#), ("$.books[?(@.stock.count == 3)].title", #"["A"]"#),
        ("$.books[?(@.title =~ /[ab]/i)].title", #"["A","B"]"#), ("$.books[?(@.title =~ /a/)].title", "[]"),
        ("$.books[?( !(@.title == 'A') && (@.sold || @.isbn) )].title", #"["B","C"]"#),
        ("$.books[?(@.tags[?(@ == 'y')])].title", #"["A"]"#), ("$.books[0][?(@.price > 1)].title", #"["A"]"#),
        (#"$.books[?(@.title == '\'')]"#, "[]"), ("$", nil),
    ])
    func `leads to these values`(path: String, values: String?) throws {
        let document = try JSON.value(parsing: Data(Self.shop.utf8))
        let found = try JSONPath(path).values(in: document)
        #expect(WireMockImport.text(of: found as any Sendable) == values ?? "[\(WireMockImport.text(of: document))]")
    }

    @Test(arguments: [
        ("", "expected “$” at its end"), ("a.b", "expected “$” at character 1"),
        ("$.", "expected a name at its end"), ("$a", "expected a step such as “.name” or “[0]” at character 2"),
        ("$.a[", "expected a name in quotes, a number, “*” or a filter at its end"),
        ("$.a[0", "expected “]” at its end"), ("$['a", "expected ' at its end"),
        ("$.a.length()", "the function “length” is not supported, at character 11"),
        ("$[?(@.a == )]", "expected “@”, “$”, a text in quotes, a number, true, false or null at character 12"),
        ("$[?(@.a in ['b'])]", "expected one of == != < <= > >= =~ && || ) at character 9"),
        ("$[?(1)]", "expected one of == != < <= > >= =~ && || ) at character 6"),
        ("$[?(@.a =~ /(/)]", "“(” is not a regular expression at character 15"),
        ("$[(@.length-1)]", "expected a name in quotes, a number, “*” or a filter at character 3"),
    ])
    func `says where it stops being one`(path: String, reason: String) {
        let error = #expect(throws: JSONPath.Flaw.self) { try JSONPath(path) }
        #expect(error?.reason == "“\(path)” is not a supported JSON path: \(reason)")
    }

    @Test func `is not read deeper than anybody writes one`() {
        let path = "$" + String(repeating: "[?(@.a", count: 5000)
        #expect(throws: JSONPath.Flaw.self) { try JSONPath(path) }
        #expect(throws: JSONPath.Flaw.self) { try JSONPath("$[?(" + String(repeating: "!", count: 5000)) }
        #expect(throws: JSONPath.Flaw.self) { try JSONPath("$[?(" + String(repeating: "(", count: 5000)) }
    }
}
