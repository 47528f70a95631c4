import Foundation
import Teapot
import TeapotTestTraits
import Testing

import TeapotMock
import TeapotMockDocuments

@Suite(.inTurn) struct `The tokens of a JSON text` {
    private func tokens(_ text: String) -> [String] {
        JSONTokens(Data(text.utf8)).map { "\($0.kind) \($0.text)" }
    }

    @Test func `keep the bytes as written, including repeated names`() {
        #expect(
            tokens("\u{FEFF} {\"a\" : [1.0, \"b,\\\"}\",{ }],\r\n\"a\":null, \"c\":-1e+2} ") == [
                "beginObject {", "name \"a\"", "beginList [", "number 1.0", "string \"b,\\\"}\"", "beginObject {",
                "endObject }", "endList ]", "name \"a\"", "word null", "name \"c\"", "number -1e+2", "endObject }",
            ])
        #expect(tokens("[\"a\",{\"b\":\"c\"},\"d\"]").filter { $0.hasPrefix("name") } == ["name \"b\""])
        #expect(tokens("true") == ["word true"])
        #expect(tokens("") == [])
    }

    @Test(arguments: [(#""a""#, "a"), (#""""#, ""), (#""\u00e9\n\"""#, "é\n\""), (#""\ud83d\ude00""#, "😀")])
    func `have the value of a string`(text: String, value: String) {
        #expect(JSONTokens(Data(text.utf8)).map(\.string) == [value])
    }

    @Test(arguments: ["\"", "{", "[,,", "\"\\", "]]]", "\u{0}\u{1}", "{\"a", "1]2}3"])
    func `don't exist in a text that isn't JSON, which is an error`(text: String) {
        #expect(tokens(text) == [])
        #expect(throws: JSON.ParsingError.self) { try JSONTokens(parsing: Data(text.utf8)) }
    }

    @Test func `represent valid JSON for which Swift has no value`() throws {
        let tokens = try JSONTokens(parsing: Data(#"[1e400,"\ud800","x"]"#.utf8))
        #expect(tokens.map(\.string).suffix(3).prefix(2) == ["\u{FFFD}", "x"])
    }
}
