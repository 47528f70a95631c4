import Foundation
import Teapot
import TeapotMockDocuments
import TeapotTestSupport
import TeapotTestTraits
import Testing

import TeapotMock
@testable import TeapotMockWireMock

@Suite(.inTurn) struct `A JSON path` {
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
        // A dot before a bracket, and escapes in names.
        ("$.['limit']", "[10]"), ("$.books[?(@.['title'] == 'B')].price", "[12]"), ("$.books.[0].['title']", #"["A"]"#),
        (#"$['odd\u0020name']"#, "[1]"), (#"$['l\u0069mit']"#, "[10]"), (#"$["\u006cimit"]"#, "[10]"),
        (#"$.books[?(@.title == '\u0042')].price"#, "[12]"), (#"$['li\mit']"#, "[10]"),
        // Functions.
        ("$.books.size()", "[3]"), ("$.books.length()", "[3]"), ("$.books[0].stock.size()", "[1]"),
        ("$.limit.size()", "[]"), ("$.none.size()", "[]"), ("$.books[*].tags.size()", "[2]"),
        ("$.books[?(@.tags.size() == 2)].title", #"["A"]"#), ("$[?(@.books.size() > 2)].limit", "[10]"),
        ("$.books[?(@.tags.length() < $.books.size())].title", #"["A"]"#),
        // Lists.
        ("$.books[?(@.title in ['A', \"C\"])].price", #"[8.5,"9"]"#),
        ("$.books[?(@.title nin ['A', 'C'])].price", "[12]"),
        ("$.books[?(@.price in [12, '9'])].title", #"["B","C"]"#), ("$.books[?('x' in @.tags)].title", #"["A"]"#),
        ("$.books[?(@.tags == ['x', 'y'])].title", #"["A"]"#), ("$.books[?(@.tags != ['x'])].title", #"["A","B","C"]"#),
        ("$.books[?(@.tags subsetof ['z', 'y', 'x'])].title", #"["A"]"#),
        ("$.books[?(@.tags anyof ['x'])].title", #"["A"]"#),
        ("$.books[?(@.tags noneof ['x'])].title", "[]"), ("$.books[?(@.tags noneof ['z'])].title", #"["A"]"#),
        ("$.books[?(@.tags SIZE 2)].title", #"["A"]"#), ("$.books[?(@.tags empty false)].title", #"["A"]"#),
        ("$.nested[?(@ == [1, 2])]", "[[1,2]]"), ("$.nested[?(@ in [[3], []])]", "[[3]]"),
        ("$.books[?(@.title in [])]", "[]"),
        // A number equals a text with the same value, and a text equals a number that is written in the same way.
        ("$.books[?(@.price == '8.5000')].title", #"["A"]"#), ("$.books[?(@.price == '85e-1')].title", #"["A"]"#),
        ("$.books[?(@.price == 9.0)].title", "[]"), ("$.books[?(@.price == '8.51')].title", "[]"),
    ])
    func `leads to these values`(path: String, values: String?) throws {
        let document = try JSONTree(parsing: Data(Self.shop.utf8))
        let found = try JSONPath(path).values(in: document)
        #expect(JSONTree.list(found).json == values ?? "[\(document.json)]")
    }

    @Test func `compares numbers with more digits than a Double holds`() throws {
        let document = try JSONTree(parsing: Data(#"[{"n": 9007199254740992}, {"n": 9007199254740993}]"#.utf8))
        let found = try JSONPath("$[?(@.n == 9007199254740993)].n").values(in: document)
        #expect(JSONTree.list(found).json == "[9007199254740993]")
    }

    @Test(arguments: [
        ("", "expected “$” at its end"), ("a.b", "expected “$” at character 1"),
        ("$.", "expected a name at its end"), ("$a", "expected a step such as “.name” or “[0]” at character 2"),
        ("$.a[", "expected a name in quotes, a number, “*” or a filter at its end"),
        ("$.a[0", "expected “]” at its end"), ("$['a", "expected ' at its end"),
        ("$.a.avg()", "the function “avg” is not supported, at character 8"),
        ("$..a.size()", "the function “size” is not supported after “..”, at character 10"),
        ("$.a.size().b", "expected a step such as “.name” or “[0]” at character 11"),
        (
            "$[?(@.a == )]",
            "expected “@”, “$”, a string in quotes, a number, true, false, null or a list at character 12"
        ),
        (
            "$[?(@.a near ['b'])]",
            "expected one of == != <= >= < > in nin subsetof anyof noneof size empty =~ && || ) at character 9"
        ),
        (
            "$[?(1)]",
            "expected one of == != <= >= < > in nin subsetof anyof noneof size empty =~ && || ) at character 6"
        ),
        ("$[?(@.a in ['b')]", "expected “,” or “]” at character 16"),
        (#"$['\u00']"#, "expected four hexadecimal digits at character 6"),
        ("$[?(@.a =~ /(/)]", "“(” is not a regular expression at character 15"),
        ("$[(@.length-1)]", "expected a name in quotes, a number, “*” or a filter at character 3"),
    ])
    func `says where its syntax is invalid`(path: String, reason: String) {
        let error = #expect(throws: JSONPath.ParsingError.self) { try JSONPath(path) }
        #expect(error?.reason == "“\(path)” is not a supported JSON path: \(reason)")
    }

    @Test func `is read only up to a sensible depth`() {
        let path = "$" + String(repeating: "[?(@.a", count: 5000)
        #expect(throws: JSONPath.ParsingError.self) { try JSONPath(path) }
        #expect(throws: JSONPath.ParsingError.self) { try JSONPath("$[?(" + String(repeating: "!", count: 5000)) }
        #expect(throws: JSONPath.ParsingError.self) { try JSONPath("$[?(" + String(repeating: "(", count: 5000)) }
        #expect(throws: JSONPath.ParsingError.self) { try JSONPath("$[?(@ in " + String(repeating: "[", count: 5000)) }
    }
}
