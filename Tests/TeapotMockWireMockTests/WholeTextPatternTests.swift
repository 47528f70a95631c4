import TeapotTestSupport
import TeapotTestTraits
import Testing

import TeapotMock
@testable import TeapotMockWireMock

@Suite(.inTurn) struct `A pattern for whole text` {
    @Test(arguments: [
        ("/products/[0-9]+", "/products/**"), ("^/a/b/.*$", "/a/b/**"), ("/a/b/?", "/a/**"), ("/a/bc?", "/a/**"),
        ("/a/(b|c)", nil), ("/.*", nil), (".*", nil), ("/a", nil), ("/a/b", "/a/**"), ("(?i)/a/b", nil),
        ("/a/x{2}/b", "/a/**"),
        ("/a%20b/c.", "/a b/**"), ("/a\\.b/c", nil), ("a/b/.*", nil), ("/a/*", nil), ("/a/+b", nil),
    ])
    func `knows the prefix of all its matches`(text: String, path: String?) throws {
        #expect(try WholeTextPattern(text).leadingPath?.description == path)
    }

    @Test func `always gives up on text that takes too long, and only then`() throws {
        let pattern = try WholeTextPattern("(a+)+b")
        let long = String(repeating: "a", count: 60)
        for _ in 0..<2 {
            #expect(throws: WholeTextPattern.Abandoned.self) { try pattern.matches(long + "c") }
            #expect(try pattern.matches(long + "b"))
            #expect(try !pattern.matches("c"))
        }
    }
}
