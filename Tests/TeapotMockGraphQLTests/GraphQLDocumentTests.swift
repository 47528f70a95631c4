import Foundation
import Teapot
import TeapotTestTraits
import Testing

import TeapotMock
@testable import TeapotMockGraphQL

@Suite(.inTurn) struct `A GraphQL document` {
    @Test(arguments: [
        ("{ teas }", "query -"), ("query Teas { teas }", "query Teas"), ("query{teas}", "query -"),
        ("mutation AddTea($id: ID! = 7, $by: By = {a: {b: \"}\"}}) @live { a }", "mutation AddTea"),
        ("subscription S{a}", "subscription S"), ("query query { query }", "query query"),
        ("\u{FEFF}# query A { a }\r\nquery,\tB # x\n{ a }", "query B"),
        ("query @named { a }", "query -"), ("query ($a: [Int] = [1]) { a }", "query -"),
        ("fragment query on Tea { id } query A { ...query }", "query A"),
        (#"query A { a(b: "\"} query B { b }") }"#, "query A"),
        (#"query A { a(b: """ \""" "} query B { b }""") c(d: "") }"#, "query A"),
        ("query A { a } mutation B { b } { c }", "query A, mutation B, query -"),
        (#""the teas" query Teas { a }"#, "query Teas"), ("query Té { a }", "query T"),
        ("type Tea { id: ID }", ""), ("", ""), ("# nothing", ""),
    ])
    func `its operations are found`(text: String, operations: String) {
        let document = GraphQLDocument(text)
        let found = document.operations.map { "\($0.kind.rawValue) \($0.name ?? "-")" }
        #expect(found.joined(separator: ", ") == operations)
        if !text.hasPrefix("#"), !text.isEmpty { #expect(document.isComplete) }
    }

    @Test(arguments: [
        "query", "query A", "query A {", "query A { b(", "query A { a } }", ")", "{ a(b: \"c) }", "{ a(b: \"c\n\") }",
        "{ a(b: \"\"\"c\"\") }", "{ a(b: \"\\", "{ a(b: \"\"\"\\\"\"\"",
    ])
    func `it is recognized as incomplete`(text: String) {
        #expect(!GraphQLDocument(text).isComplete)
    }

    @Test(
        .timeLimit(.minutes(3)),
        arguments: ["{", "{ a } ", "\"", "\"\"\"", "\\\"\"\" ", "query A ", "#\n", "(", "\u{301}", "query \u{FEFF}"])
    func `reading it takes time in proportion to its length`(piece: String) {
        let text = "{ a(b: " + String(repeating: piece, count: 1_000_000 / piece.utf8.count)
        #expect(!GraphQLDocument(text).isComplete)
    }
}
