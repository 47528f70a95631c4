import Foundation
import Teapot
import TeapotTestTraits
import Testing

import TeapotMock
@testable import TeapotMockRecording
import TeapotMockFolders

@Suite(.inTurn) struct `A name in a recording` {
    @Test(arguments: [
        ("users", "users"), ("a b", "a%20b"), ("..", "%2E%2E"), (".", "%2E"), ("...", "%2E.%2E"),
        (".ls.global.json", "%2Els.global.json"),
        ("a.", "a%2E"), ("a.b", "a.b"), ("a/b", "a%2Fb"), ("a\\b", "a%5Cb"), ("a:b", "a%3Ab"),
        ("a\u{0}b\n", "a%00b%0A"),
        ("{id}", "%7Bid%7D"), ("a%2Fb", "a%252Fb"), ("con", "%63on"), ("CON.txt", "%43ON.txt"), ("lpt1", "%6Cpt1"),
        ("console", "console"), ("General", "%47eneral"), ("Käse", "Käse"), ("Ka\u{308}se", "Käse"),
        ("a\u{202E}b", "a%E2%80%AEb"), ("🫖", "%F0%9F%AB%96"), ("*?\"<>|", "%2A%3F%22%3C%3E%7C"),
        ("me@x.test", "me@x.test"),
    ])
    func `is valid on every disk`(segment: String, expected: String) {
        let name = MockName.folder(segment, isFirst: true)
        #expect(name == expected)
        #expect(Request.decode(name) == segment.precomposedStringWithCanonicalMapping)
    }

    @Test func `may be a reserved word where that isn't reserved`() {
        #expect(MockName.folder("general", isFirst: false) == "general")
    }

    @Test func `is shortened if it's long, and stays unique`() {
        let (a, b) = (String(repeating: "x", count: 300), String(repeating: "x", count: 301))
        let names = [a, b, String(repeating: "ü", count: 300), String(repeating: " ", count: 300)].map {
            MockName.folder($0, isFirst: true)
        }
        #expect(Set(names).count == 4)
        #expect(names.allSatisfy { $0.utf8.count <= 200 && $0.contains("~") })
    }

    @Test(
        arguments: [
            ("/users", [:], "users"), ("/", [:], "root"), ("/users/1", [:], "1"), ("/a.json", [:], "a-json"),
            ("/users", ["page": "2"], "users-page-2"), ("/users", ["q": "a/../b_c"], "users-q-a-b-c"),
            ("/404", [:], "mock-404"), ("/100ms", [:], "mock-100ms"), ("/GET", [:], "mock-GET"),
            ("/%2E%2E", [:], "root"),
            ("/a_b", [:], "a-b"), ("/-", [:], "root"), ("/🫖", [:], "root"), ("/K%C3%A4se", [:], "Käse"),
        ] as [(String, [String: String], String)])
    func `is created from the path and the query`(path: String, query: [String: String], expected: String) throws {
        let request = Request(method: "GET", path: path, query: query.map { .init(name: $0.key, value: $0.value) })
        let name = MockName.name(of: request)
        #expect(name == expected)
        #expect(try MockFileName("success_200_GET_\(name).json").name == name)
    }

    @Test func `is short`() {
        let name = MockName.name(of: Request(method: "GET", path: "/" + String(repeating: "x", count: 300)))
        #expect(name.count == 69)
    }
}
