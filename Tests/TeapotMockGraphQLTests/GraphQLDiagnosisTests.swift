import Foundation
import Teapot
import TeapotTestTraits
import Testing
import TeapotTestSupport

@testable import TeapotMock
import TeapotMockGraphQL

@Suite(.inTurn) struct `The diagnosis of a GraphQL operation` {
    private let router = Router("https://api.test")
    private var api: GraphQL.Endpoint { router.graphql("/graphql") }

    private func diagnose(_ body: JSON) throws -> Diagnosis { router.diagnose(.operation(try body.data())) }

    private func reason(_ body: String, _ method: String = "POST") -> String? {
        var request = Request.operation(Data(body.utf8))
        request.method = method
        return router.diagnose(request).nearest.first?.conditions.first { !$0.isMet }?.description
    }

    @Test func `it names the operation and the variables of the nearest routes`() throws {
        api.query("Tea", variables: ["id": 7, "by": ["a": 1]], with: .graphql(), fileID: "T/T.swift", line: 1)
        api.mutation("AddTea", with: .graphql(), fileID: "T/T.swift", line: 2)
        for _ in 0..<9 { api.query("Coffees", with: .graphql(), fileID: "T/T.swift", line: 3) }
        let diagnosis = try diagnose(["query": "query Tea { tea }", "variables": ["id": 8]])
        #expect(
            diagnosis.nearest.first?.description == """
                query “Tea” /graphql, at T/T.swift:1
                   ✓ path /graphql
                   ✓ query “Tea”
                   ✗ variable by={"a":1} – received none
                   ✗ variable id=7 – received 8
                """)
        #expect(
            try diagnose(["query": "query AddTea { tea }"]).nearest.first?.description == """
                mutation “AddTea” /graphql, at T/T.swift:2
                   ✓ path /graphql
                   ✗ mutation “AddTea” – received query “AddTea”
                """)
    }

    @Test func `the nearest route has a similar name`() throws {
        api.query("Teas", with: .graphql(), fileID: "T/T.swift", line: 1)
        for _ in 0..<9 { api.query("Coffees", with: .graphql()) }
        let nearest = try diagnose(["query": "query Teaz { teas }"]).nearest.first
        #expect(nearest?.conditions.last?.description == "✗ query “Teas” – received query “Teaz”")
    }

    @Test(
        arguments: [
            (["a": 1, "b": 2], ["a": 1], "received no in.b"), (["a": 1], ["a": 2], "received in.a=2"),
            (["a": ["b": ["c": 1]]], ["a": ["b": [:]]], "received no in.a.b.c"),
            (["a": ["b": 1]], ["a": nil], "received in.a=null"),
            (["a": [1, 2]], ["a": [1, 3]], "received in.a[1]=3"), (["a": [1, 2]], ["a": [1]], "received in.a=[1]"),
            (["a": [["b": 1]]], ["a": [["c": 1]]], "received no in.a[0].b"), (["a": 1], [1], "received [1]"),
        ] as [(JSON, JSON, String)])
    func `it names the member of a variable that is missing or different`(
        expected: JSON, sent: JSON, explanation: String
    ) throws {
        api.mutation("Add", variables: ["in": expected], with: .graphql())
        let diagnosis = try diagnose(["query": "mutation Add { a }", "variables": ["in": sent]])
        #expect(diagnosis.nearest.first?.conditions.last?.explanation == explanation)
    }

    @Test func `the nearest route is for the same operation, however many variables differ`() throws {
        let none: JSON = ["a": 1, "b": 2, "c": 3, "d": 4, "e": 5, "f": 6]
        api.query("Tea", variables: none, with: .graphql(), fileID: "T/T.swift", line: 1)
        for name in ["Teas", "Coffees", "TeaShop"] { api.query(name, with: .graphql()) }
        api.mutation("Tea", with: .graphql())
        #expect(try diagnose(["query": "query Tea { tea }"]).nearest.first?.route.place.description == "T/T.swift:1")
    }

    @Test func `the nearest route is found among hundreds`() throws {
        api.query("Tea", variables: ["id": 7], with: .graphql(), fileID: "T/T.swift", line: 1)
        for number in 0..<300 { api.query("Coffee\(number)", with: .graphql()) }
        let diagnosis = try diagnose(["query": "query Tea { tea }", "variables": ["id": 8]])
        #expect(diagnosis.nearest.first?.conditions.last?.description == "✗ variable id=7 – received 8")
    }

    @Test func `names that share a prefix are nearer than others`() throws {
        api.query("TeasOfOrigin", with: .graphql())
        api.query("Coffees", with: .graphql())
        api.query("Shops", with: .graphql())
        let nearest = try diagnose(["query": "query TeasOfOriginAndYear { teas }"]).nearest.first
        #expect(nearest?.conditions.last?.expectation == "query “TeasOfOrigin”")
    }

    @Test(arguments: [
        ("POST", "", "received no body"),
        (
            "POST", "{",
            "the body is not JSON: line 1, column 2: expected a member's name or \"}\" but found the end of the text"
        ),
        ("POST", "{}", "the body has no “query”"),
        ("POST", #"{"query": 7}"#, "“query” in the body is not a string"),
        ("POST", #"{"query": "{a}", "variables": []}"#, "“variables” in the body is not an object"),
        ("POST", #"{"query": "{a"}"#, "its document is cut off, or has unbalanced brackets"),
        ("POST", #"{"query": "fragment A on B {a}"}"#, "its document has no operation"),
        (
            "POST", #"{"query": "query A {a} {b}"}"#,
            "its document has several operations (“A”, an unnamed one), and “operationName” is missing"
        ),
        (
            "POST", #"{"query": "query A {a}", "operationName": "B"}"#,
            "“operationName” is “B”, but its document has “A”"
        ),
        ("POST", "[]", "received an empty batch"), ("PUT", "{}", "received PUT, but GraphQL uses POST or GET"),
        ("GET", "", "the URL has no “query”"), ("POST", #"{"query": "{a}"}"#, "received anonymous query"),
        (
            "POST", #"{"extensions": {"persistedQuery": {"sha256Hash": "a"}}}"#,
            "received persisted query without a name"
        ),
    ])
    func `it says why a request isn't a GraphQL request`(method: String, body: String, expected: String) {
        api.query("Teas", with: .graphql())
        #expect(reason(body, method) == "✗ query “Teas” – " + expected)
    }

    @Test func `a mutation by GET isn't answered`() throws {
        api.mutation("AddTea", with: .graphql())
        let url = try #require(URL(string: "https://api.test/graphql?query=mutation%20AddTea%7Ba%7D"))
        let diagnosis = router.diagnose(try Request(Teapot.Request(method: .get, url: url)))
        #expect(
            diagnosis.nearest.first?.conditions.last?.description
                == "✗ mutation “AddTea” – received mutation “AddTea” by GET; send it by POST")
    }

    /// Tests pairs of code and its text.
    ///
    /// Because the code compiles, the text does, too.
    @Test func `its stub answers the operation`() throws {
        api.query("Tea", variables: ["id": 7], with: .graphql())
        #expect(
            try diagnose(["query": "query Tea { tea }", "variables": ["id": 8, "more": 1]]).stub
                == #"router.graphql("/graphql").query("Tea", variables: ["id": 8], with: .graphql(data: [:]))"#)
        router.graphql("/graphql").query("Tea", variables: ["id": 8], with: .graphql(data: [:]))
        #expect(
            try diagnose(["query": "mutation { a }"]).stub
                == #"router.graphql("/graphql").mutation(with: .graphql(data: [:]))"#)
        router.graphql("/graphql").mutation(with: .graphql(data: [:]))
        #expect(
            try diagnose(["operationName": "A", "extensions": ["persistedQuery": ["sha256Hash": "a"]]]).stub
                == #"router.graphql("/graphql").persistedQuery("A", with: .persistedQueryNotFound)"#)
        // A client's text must not become code.
        #expect(
            try diagnose(["operationName": #"\(f()) "a""#, "extensions": ["persistedQuery": ["sha256Hash": "a"]]]).stub
                == #"router.graphql("/graphql").persistedQuery("\\(f()) \"a\"", with: .persistedQueryNotFound)"#)
        router.graphql("/graphql").persistedQuery("A", with: .persistedQueryNotFound)
        #expect(router.problems.isEmpty)
    }

    @Test(
        .timeLimit(.minutes(3)),
        arguments: ["[", "{\"query\":", "\"", "\u{301}", "{\"a\":", "[{\"query\":\"{a}\"},", "\\u0301"])
    func `a long request takes time in proportion to its length`(piece: String) async {
        api.query("Teas", variables: ["id": 7], with: .graphql())
        let text = String(repeating: piece, count: 300_000 / piece.utf8.count)
        for body in [text, #"{"query":"{a}","operationName":"\#(text)"}"#] {
            #expect(await router.answer(to: .operation(Data(body.utf8))).isUnanswered)
        }
    }
}
