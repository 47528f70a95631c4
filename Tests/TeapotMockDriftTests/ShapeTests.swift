import Foundation
import Teapot
import TeapotMockDocuments
import TeapotTestTraits
import Testing

import TeapotMock
@testable import TeapotMockDrift

@Suite(.inTurn) struct `The shape of a value` {
    @Test(arguments: [
        ("1", "2.5", []), (#""a""#, "1", [": expected a string, found the number 1"]),
        ("true", "0", [": expected a boolean, found the number 0"]),
        ("null", "1", []), ("1", "null", []),
        (#"[1, "a"]"#, "[2]", []), (#"[1, "a"]"#, "[true]", ["/0: expected a number or a string, found true"]),
        ("[]", "[1, {}]", []), ("[[]]", "[[1]]", []),
        ("[[1], []]", #"[["a"]]"#, [#"/0/0: expected a number, found a string "a""#]),
        ("[null]", "[1]", []), (#"[null, "a"]"#, "[1]", ["/0: expected a string, found the number 1"]),
        (#"{"a": 1}"#, #"{"a": 2}"#, []),
        (#"{"a": 1}"#, "{}", [": expected a member “a”, a number, found none"]),
        (
            #"{"price": null}"#, #"{"prise": 1}"#,
            [
                ": expected a member “price”, found none, but “prise”",
                "/prise: expected no member of this name, found the number 1",
            ]
        ),
        (
            #"[{"a": 1}, {"a": 1, "b": 2}]"#, #"[{"a": 1}, {"a": 1, "b": "x"}, {"b": 1}, {"a": 1, "c": 1}]"#,
            [
                "/1/b: expected a number, found a string \"x\"", "/2: expected a member “a”, a number, found none",
                "/3/c: expected no member of this name, found the number 1",
            ]
        ),
        (
            #"{"1": {"a": 1}, "2": {"a": 2}}"#, #"{"7": {"a": 3}, "8": {"a": ""}}"#,
            ["/8/a: expected a number, found a string \"\""]
        ),
        (#"{"123e4567-e89b-12d3-a456-426614174000": 1}"#, #"{"323e4567-e89b-12d3-a456-426614174000": 2}"#, []),
        (
            #"{"a": {"b": [{"c": 1}]}}"#, #"{"a": {"b": [{"c": null}, {"c": {}}]}}"#,
            ["/a/b/1/c: expected a number, found an empty object"]
        ),
        ("{}", #"{"a": 1}"#, ["/a: expected no member of this name, found the number 1"]),
    ])
    func `a value is compared with another value's shape`(live: String, mock: String, texts: [String]) throws {
        let shape = Shape(of: try JSONTree(parsing: Data(live.utf8)))
        let found = shape.differences(of: try JSONTree(parsing: Data(mock.utf8)))
        #expect(found.map { "\($0.pointer): expected \($0.expected), found \($0.found)" }.sorted() == texts.sorted())
    }

    @Test(arguments: [
        "1", "null", "[]", "{}", #"[1, "a", null, [2, []], {"a": 1}]"#,
        #"[{"a": 1}, {"b": [{"c": 1}, {"d": null}]}, {}]"#,
        #"{"1": {"a": 1}, "2": {}}"#,
    ])
    func `a value matches its own shape`(text: String) throws {
        let value = try JSONTree(parsing: Data(text.utf8))
        #expect(Shape(of: value).differences(of: value) == [])
    }
}
