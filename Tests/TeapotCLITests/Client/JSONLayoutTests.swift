import Foundation
import Teapot
import TeapotTestTraits
import Testing

@testable import TeapotCLI

@Suite(.inTurn) struct `JSON formatted for people` {
    @Test(arguments: [
        ("{}", "{}"),
        ("[ ]", "[]"),
        (" \"a\" ", "\"a\""),
        ("1.50", "1.50"),
        ("\u{FEFF}[1]", "[\n  1\n]"),
        ("{\"b\":1,\"a\":[true,null]}", "{\n  \"b\": 1,\n  \"a\": [\n    true,\n    null\n  ]\n}"),
        ("{\"a\":{},\"a\":1e400}", "{\n  \"a\": {},\n  \"a\": 1e400\n}"),
        ("[\"\\\"],{\\\\\"]", "[\n  \"\\\"],{\\\\\"\n]"),
        ("[\"\u{9B}31m\u{202E}\u{7F}\"]", "[\n  \"\\u009b31m\\u202e\\u007f\"\n]"),
    ])
    func `keeps the order, repeated names and numbers`(text: String, lines: String) {
        #expect(JSONLayout.text(of: Data(text.utf8)) { text, _ in text } == lines)
    }

    @Test func `colors names, strings, numbers and literals differently`() {
        let text = JSONLayout.text(of: Data(#"{"a":["b",1,null]}"#.utf8)) { "<\($1)>\($0)" }
        #expect(text == "{\n  <cyan>\"a\": [\n    <green>\"b\",\n    <yellow>1,\n    <magenta>null\n  ]\n}")
    }
}
