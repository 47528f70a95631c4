import Teapot
import Foundation
import TeapotTestTraits
import Testing

@Suite(.inTurn) struct `Parameters in a query` {
    private func query(_ parameters: [String: Any], _ method: Teapot.Method = .get) throws -> String? {
        try ScriptedClient().makeRequest(method, "a", parameters: parameters).url.query
    }

    @Test(arguments: [Teapot.Method.get, .head])
    func `a dictionary becomes query items in the order of their names`(method: Teapot.Method) throws {
        let request = try ScriptedClient().makeRequest(
            method,
            "a?z=0",
            query: [URLQueryItem(name: "y", value: "1")],
            parameters: ["b": "x y", "a": 1] as [String: Any]
        )
        #expect(request.url.absoluteString == "http://h.test/api/a?z=0&y=1&a=1&b=x%20y")
        #expect(request.headers["Content-Type"] == nil)
        #expect(request.bodyData == nil)
    }

    @Test func `a list repeats its name, and an empty list is omitted`() throws {
        #expect(try query(["a": [1, 2], "b": ["x"], "c": [Int]()]) == "a=1&a=2&b=x")
        #expect(try query(["a": [true, "x", 1.5] as [Any]]) == "a=true&a=x&a=1.5")
        #expect(try query([:]) == nil)
    }

    @Test func `scalars are written as JSON would write them`() throws {
        let cases: [(Any, String)] = [
            ("", ""), ("a&b=c+d é", "a%26b%3Dc%2Bd%20%C3%A9"), ("ab".dropFirst(), "b"), (true, "true"),
            (false, "false"),
            (NSNumber(value: true), "true"), (NSNumber(value: false), "false"), (NSNumber(value: 7), "7"),
            (NSNumber(value: 1.5), "1.5"), (0, "0"), (-1, "-1"), (1, "1"), (UInt8(255), "255"),
            (Int64.min, "-9223372036854775808"), (UInt64.max, "18446744073709551615"), (1.5, "1.5"), (2.0, "2"),
            (0.1, "0.1"), (0.1 + 0.2, "0.30000000000000004"), (Float(0.1), "0.1"), (CGFloat(0.5), "0.5"),
            (Decimal(string: "12.50") ?? 0, "12.5"), (Optional("x") as Any, "x"), (Optional(3) as Any, "3"),
        ]
        for (value, expected) in cases {
            #expect(try query(["a": value]) == "a=" + expected, "\(type(of: value)) \(value)")
        }
    }

    @Test func `nil values are omitted`() throws {
        #expect(try query(["a": Optional<String>.none as Any, "b": 1, "c": NSNull()]) == "b=1")
        #expect(try query(["a": [1, nil, 2] as [Int?], "b": Optional<[Int]>.none as Any]) == "a=1&a=2")
        #expect(try query(["a": Optional(Optional<Int>.none) as Any, "b": Optional([1]) as Any]) == "b=1")
    }

    @Test func `a nested value or another type is refused with its name`() {
        let nested = "; Teapot.Query([…], style: …) takes nested values"
        let cases: [(Any, String, String)] = [
            (["b": 1], "Dictionary<String, Int>", nested), ([["b"]], "Array<String>", nested),
            ([[String: Int]()], "Dictionary<String, Int>", nested),
            (Date(timeIntervalSince1970: 0), "Date", ""), (Data(), "Data", ""), (JSON.array([]), "JSON", ""),
        ]
        for (value, type, advice) in cases {
            let error = teapotError { _ = try query(["fine": 1, "name": value], .head) }
            #expect(error?.type == .invalidQuery)
            #expect(
                error?.description == "The request's query is invalid: name: a \(type) can't be a "
                    + "query item; pass a string, a finite number or a list\(advice)"
            )
        }
    }

    @Test func `a number that isn't finite is refused in a query, as in JSON`() {
        for (value, name) in [(Double.nan, "nan"), (.infinity, "inf"), (-.infinity, "-inf")] {
            let error = teapotError { _ = try query(["name": value]) }
            #expect(error?.type == .invalidQuery, "\(name)")
        }
    }

    @Test(arguments: [Teapot.Method.post, .put, .patch, .delete, Teapot.Method("OPTIONS")])
    func `a dictionary becomes a JSON body with any other method`(method: Teapot.Method) throws {
        let request = try ScriptedClient().makeRequest(method, "a?b=c", parameters: ["a": [1, 2]] as [String: Any])
        #expect(request.url.absoluteString == "http://h.test/api/a?b=c")
        #expect(request.bodyText == #"{"a":[1,2]}"#)
        #expect(request.headers["Content-Type"] == "application/json")
    }

    @Test func `a literal needs no type annotation, whatever it holds`() throws {
        let client = ScriptedClient()
        #expect(try client.makeRequest(.post, "a", parameters: ["a": 1]).bodyText == #"{"a":1}"#)
        #expect(try client.makeRequest(.post, "a", parameters: [:]).bodyText == "{}")
        #expect(
            try client.makeRequest(.post, "a", parameters: [["a": 1], ["a": "b"]]).bodyText == #"[{"a":1},{"a":"b"}]"#
        )
        #expect(try client.makeRequest(.get, "a", parameters: ["a": 1, "b": "c"]).url.query == "a=1&b=c")
        let mixed = try client.makeRequest(.post, "a", parameters: ["name": "Ada", "age": 36, "tags": ["a", 1, true]])
        let sent = try JSON(parsing: mixed.bodyData ?? Data())
        #expect(sent == ["name": "Ada", "age": 36, "tags": ["a", 1, true] as [any Sendable]] as JSON)
    }
}
