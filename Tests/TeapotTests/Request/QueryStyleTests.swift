import Teapot
import Foundation
import TeapotTestTraits
import Testing

@Suite(.inTurn) struct `The style of a query` {
    private struct Filter: Encodable, Sendable {
        struct Range: Encodable, Sendable {
            var from = 1
            var to: Int?
        }

        var name = "Ada & Co"
        var tags = ["b", "a"]
        var range = Range()
        var isNew = true
        var missing: String?
    }

    private let client = ScriptedClient()

    private func query(_ parameters: some Teapot.Parameters, _ method: Teapot.Method = .get) throws -> String? {
        let request = try client.makeRequest(method, "a", parameters: parameters)
        return request.url.query?.removingPercentEncoding
    }

    private func query(of query: Teapot.Query) throws -> String? {
        try client.makeRequest(.get, "a", query: query).url.query?.removingPercentEncoding
    }

    @Test(arguments: [
        (Teapot.QueryStyle.brackets, "isNew=true&name=Ada & Co&range[from]=1&tags[]=b&tags[]=a"),
        (.dots, "isNew=true&name=Ada & Co&range.from=1&tags=b&tags=a"),
        (.init(nesting: .brackets, lists: .commas), "isNew=true&name=Ada & Co&range[from]=1&tags=b,a"),
        (.init(), "isNew=true&name=Ada & Co&range[from]=1&tags=b&tags=a"),
        (.indices, "isNew=true&name=Ada & Co&range[from]=1&tags[0]=b&tags[1]=a"),
        (.init(nesting: .dots, lists: .indices), "isNew=true&name=Ada & Co&range.from=1&tags[0]=b&tags[1]=a"),
    ])
    func `a value becomes a query in the chosen style`(style: Teapot.QueryStyle, expected: String) throws {
        #expect(try query(.query(Filter(), style: style)) == expected)
        let members: [String: Any] = [
            "name": "Ada & Co", "tags": ["b", "a"], "range": ["from": 1, "to": nil] as [String: Int?], "isNew": true,
            "missing": NSNull(),
        ]
        #expect(try query(of: .init(members, style: style)) == expected)
        let form = try client.makeRequest(.post, "a", parameters: .form(Filter(), style: style))
        #expect(
            form.bodyText?.replacingOccurrences(of: "+", with: " ").removingPercentEncoding == expected)
        #expect(form.headers["Content-Type"] == "application/x-www-form-urlencoded")
    }

    @Test func `names and values are encoded as data`() throws {
        let request = try client.makeRequest(.get, "a", parameters: .query(["a[b]&": "c=d+e"]))
        #expect(request.url.query == "a%5Bb%5D%26=c%3Dd%2Be")
    }

    @Test func `any method may send its parameters as a query`() throws {
        let request = try client.makeRequest(.delete, "a?x=1", parameters: .query(["b": [1: 2].count, "a": 3]))
        #expect(request.url.absoluteString == "http://h.test/api/a?x=1&a=3&b=1")
        guard case .none = request.body else { throw TeapotError(type: .invalidPayload, description: "a body") }
    }

    @Test func `a dictionary of mixed values is a query`() throws {
        #expect(try query(of: .init(["a": 1, "b": "c", "d": ["e": [1, 2]]])) == "a=1&b=c&d[e]=1&d[e]=2")
        #expect(try query(.query([String: Int]())) == nil)
    }

    private struct Line: Encodable, Sendable {
        var id: Int?
        var sizes: [[Int]] = []
    }

    @Test func `indices keep the elements of a list separate`() throws {
        let list: [Any] = [["bar": 2, "b": 1], ["qux": 3], [:], ["z": NSNull()], ["a": [[4], [5, 6]]]]
        let members: [String: Any] = ["foo": list]
        let expected = "foo[0][b]=1&foo[0][bar]=2&foo[1][qux]=3&foo[2][a][0][0]=4&foo[2][a][1][0]=5&foo[2][a][1][1]=6"
        #expect(try query(of: .init(members, style: .indices)) == expected)
        let dots = Teapot.QueryStyle(nesting: .dots, lists: .indices)
        let lines = ["lines": [Line(id: 1), Line(sizes: [[2]])]]
        #expect(try query(.query(lines, style: dots)) == "lines[0].id=1&lines[1].sizes[0][0]=2")
        let form = try client.makeRequest(.post, "a", parameters: .form(lines, style: .indices))
        #expect(form.bodyText?.removingPercentEncoding == "lines[0][id]=1&lines[1][sizes][0][0]=2")
        #expect(try query(.query(["a": [1, nil, 2] as [Int?]], style: .indices)) == "a[0]=1&a[1]=2")
    }

    @Test(arguments: [
        Teapot.QueryStyle.brackets, .dots, .init(), .init(lists: .commas), .init(nesting: .dots, lists: .brackets),
    ])
    func `a list of dictionaries or lists is refused in a style that can't represent it`(style: Teapot.QueryStyle) {
        let reason = "foo: this style can't show where a list element ends; use one with lists: .indices"
        let nested: [Any] = [[["bar": 2, "b": 1], ["qux": 3]], [["b": 1]], [[1, 2], [3]], ["a", ["b"]] as [Any]]
        for list in nested {
            let errors = [
                teapotError { _ = try query(of: .init(["foo": list], style: style)) },
                teapotError { _ = try query(.form(.init(["foo": list], style: style)), .post) },
            ]
            for error in errors {
                #expect(error?.type == .invalidQuery)
                #expect(error?.description.hasSuffix(reason) == true, "\(error as Any)")
            }
        }
        let value = ["foo": [Line(id: 1)]]
        #expect(teapotError { _ = try query(.query(value, style: style)) }?.type == .invalidQuery)
    }

    @Test func `a query that's nested too deeply is refused`() {
        var nested: [String: Any] = ["a": 1]
        for _ in 0..<5_000 { nested = ["a": nested] }
        let error = teapotError { _ = try query(of: .init(nested)) }
        #expect(error?.description == "The request's query is invalid: more than 512 levels of nesting")
    }

    @Test func `a literal form keeps its order`() throws {
        let request = try client.makeRequest(.post, "a", parameters: .form(["b": "1", "a": "2", "b": "3"]))
        #expect(request.bodyText == "b=1&a=2&b=3")
        let fields = ["b": "1", "a": "2"]
        #expect(try client.makeRequest(.post, "a", parameters: .form(fields)).bodyText == "a=2&b=1")
    }

    @Test func `an unsuitable value gets the right advice`() {
        let advice = "; pass a string, a finite number or a list"
        for (value, ending) in [
            (Double.nan as Any, advice), (Set([1]), advice), (Date(timeIntervalSince1970: 0), advice),
            (["a": 1], advice + "; Teapot.Query([…], style: …) takes nested values"),
        ] {
            let query: Teapot.Query = ["a": value]
            let error = teapotError { _ = try self.query(of: query) }
            #expect(error?.description.hasSuffix(ending) == true, "\(error as Any)")
        }
    }

    @Test func `numbers keep their digits`() throws {
        struct Prices: Encodable, Sendable {
            var a = Decimal(string: "12345678901234567.89")
            var b = 0.1
            var c = UInt64.max
            var d = -1.5e300
            var e: [Decimal] = [0.5]
            var f = 1
        }
        let expected = "a=12345678901234567.89&b=0.1&c=18446744073709551615&d=-1.5e+300&e=0.5&f=1"
        #expect(try query(.query(Prices())) == expected)
        let form = try client.makeRequest(.post, "a", parameters: .form(["a": Decimal(string: "12345678901234567.89")]))
        #expect(form.bodyText == "a=12345678901234567.89")
    }

    @Test func `a form accepts mixed and nested values`() throws {
        func body(_ payload: Teapot.Payload) throws -> String? {
            try client.makeRequest(.post, "a", parameters: payload).bodyText
        }
        let nested: Teapot.Query = .init(["b": 1, "a": "c", "d": ["e": [1, 2]]])
        #expect(try body(.form(nested)) == "a=c&b=1&d%5Be%5D=1&d%5Be%5D=2")
        #expect(try body(.form(["b": 1, "a": "2", "c": [true, nil], "d": nil])) == "b=1&a=2&c=true")
        #expect(try body(.form(["a": ["b": 1]], style: .dots)) == "a.b=1")
        let members: [String: Any] = ["a": 1]
        #expect(try body(.form(.init(members))) == "a=1")
    }

    @Test func `commas in list elements are distinguished from separators`() throws {
        let style = Teapot.QueryStyle(lists: .commas)
        let request = try client.makeRequest(
            .get, "a", query: .init(["a": ["x,y", "z%2C"], "b": "c,d"], style: style))
        #expect(request.url.query == "a=x%2Cy,z%252C&b=c%2Cd")
        let form = try client.makeRequest(.post, "a", parameters: .form(["a": ["x,y", "z"]], style: style))
        #expect(form.bodyText == "a=x%2Cy,z")
    }

    /// The fuzzer found that a noncharacter in a form was sent as a comma.
    @Test func `no character of a value has a special meaning`() throws {
        let style = Teapot.QueryStyle(lists: .commas)
        for planes in 0...0x10 {
            for low in [0, 1, 0x1F, 0x7F, 0xE000, 0xFDD0, 0xFFFC, 0xFFFD, 0xFFFE, 0xFFFF] {
                let text = try String(#require(UnicodeScalar(UInt32(planes << 16 + low))))
                let encoded = text.utf8.map { byte in
                    byte < 0x80 && UnicodeScalar(byte).properties.isAlphabetic
                        ? String(UnicodeScalar(byte)) : "%" + ("0" + String(byte, radix: 16, uppercase: true)).suffix(2)
                }.joined()
                let item = [URLQueryItem(name: "a", value: text)]
                #expect(try client.makeRequest(.get, "a", query: Teapot.Query(item)).url.query == "a=\(encoded)")
                #expect(try client.makeRequest(.post, "a", parameters: .form(.init(item))).bodyText == "a=\(encoded)")
                let list = try client.makeRequest(.get, "a", parameters: .query(["a": [text, text]], style: style))
                #expect(list.url.query == "a=\(encoded),\(encoded)")
            }
        }
    }

    @Test func `a custom type can give query items`() throws {
        struct Page: Teapot.Parameters {
            func encoded(for method: Teapot.Method, with encoder: JSONEncoder) throws(TeapotError)
                -> Teapot.EncodedParameters
            { try Teapot.Payload.query(["page": "1&2"]).encoded(for: method, with: encoder) }
        }
        let query = [URLQueryItem(name: "b", value: nil)]
        #expect(
            try client.makeRequest(.get, "a?c", query: Teapot.Query(query), parameters: Page()).url.query
                == "c&b&page=1%262")
        #expect(try client.makeRequest(.get, "a", parameters: Page()).url.query == "page=1%262")
        struct Search: Teapot.Parameters {
            func encoded(for method: Teapot.Method, with encoder: JSONEncoder) -> Teapot.EncodedParameters {
                .query(encoded: "q=c# é%2C,d")
            }
        }
        let url = try client.makeRequest(.get, "a", parameters: Search()).url
        #expect(url.absoluteString.hasSuffix("/a?q=c%23%20%C3%A9%2C,d"))
    }

    @Test func `the client's encoder is used`() throws {
        let options = Teapot.Options()
        options.encoder.keyEncodingStrategy = .convertToSnakeCase
        let client = ScriptedClient(options: options)
        #expect(try client.makeRequest(.get, "a", parameters: .query(Filter.Range())).url.query == "from=1")
        #expect(
            try client.makeRequest(.get, "a", parameters: .query(Filter(), style: .dots)).url.query
                == "is_new=true&name=Ada%20%26%20Co&range.from=1&tags=b&tags=a")
    }

    @Test func `a value without names or text is refused`() {
        let sentence = "The request's query is invalid:"
        let mixed = teapotError { _ = try query(of: .init(["a": Data(), "b": 1] as [String: Any])) }
        let detail = "a: a Data can't be a query item; pass a string, a finite number or a list"
        #expect(mixed?.description == sentence + " " + detail)
        let cases: [(Teapot.Payload, String)] = [
            (.query([1, 2]), "a Array<Int> has no named members; pass a type with properties"),
            (.form("text"), "a String has no named members; pass a type with properties"),
            (.query(["a": Double.infinity]), ""),
            (
                .form(["a": ["b": 1], "c": "d"]),
                "a: a Dictionary<String, Int> can't be a query item; pass a string, a finite number or a list; "
                    + "Teapot.Query([…], style: …) takes nested values"
            ),
            (.query(["a": [["b": 1]]], style: .init(lists: .commas)), ""),
        ]
        for (payload, detail) in cases {
            let error = teapotError { _ = try client.makeRequest(.put, "a", parameters: payload) }
            #expect(error?.type == .invalidQuery)
            #expect(error?.description.hasPrefix(sentence) == true)
            if !detail.isEmpty { #expect(error?.description == sentence + " " + detail) }
        }
    }
}
