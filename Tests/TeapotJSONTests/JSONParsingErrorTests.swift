import Foundation
import TeapotJSON
import TeapotTestTraits
import Testing

@Suite(.inTurn) struct `A JSON parsing error` {
    static let cases: [(text: String, message: String)] = [
        ("", "line 1, column 1: expected a value but found the end of the text"),
        ("  \n ", "line 2, column 2: expected a value but found the end of the text"),
        ("{\n  \"a\": 1,\n  \"b\": [1, 2 x]\n}", #"line 3, column 14: expected "," or "]" but found "x""#),
        ("{\"a\":1 \"b\":2}", #"line 1, column 8: expected "," or "}" but found "\"""#),
        ("{\"a\" 1}", #"line 1, column 6: expected ":" but found "1""#),
        ("{\"a\":}", #"line 1, column 6: expected a value but found "}""#),
        ("{", #"line 1, column 2: expected a member's name or "}" but found the end of the text"#),
        ("{a:1}", #"line 1, column 2: expected a member's name or "}" but found "a""#),
        ("{\"a\":1,}", #"line 1, column 8: expected a member's name but found "}""#),
        ("[", #"line 1, column 2: expected a value or "]" but found the end of the text"#),
        ("[,", #"line 1, column 2: expected a value or "]" but found ",""#),
        ("[1,]", #"line 1, column 4: expected a value but found "]""#),
        ("[1", #"line 1, column 3: expected "," or "]" but found the end of the text"#),
        ("[1]x", #"line 1, column 4: expected the end of the text but found "x""#),
        ("[1]\n]", #"line 2, column 1: expected the end of the text but found "]""#),
        ("[True]", #"line 1, column 2: expected a value or "]" but found "True""#),
        ("[1,\u{A0}2]", "line 1, column 4: expected a value but found U+00A0"),
        ("[1,\u{0}2]", "line 1, column 4: expected a value but found U+0000"),
        ("[“a”]", #"line 1, column 2: expected a value or "]" but found "“""#),
        ("[\"äöü\", x]", #"line 1, column 9: expected a value but found "x""#),
        ("[\"😀\" x]", #"line 1, column 6: expected "," or "]" but found "x""#),
        ("\u{FEFF}[x]", #"line 1, column 2: expected a value or "]" but found "x""#),
        ("[1,\r\n2,\r3,\n\n x]", #"line 5, column 2: expected a value but found "x""#),
        ("[01]", #"line 1, column 3: expected no digit after a leading zero but found "1""#),
        ("[-01]", #"line 1, column 4: expected no digit after a leading zero but found "1""#),
        ("[-x]", #"line 1, column 3: expected a digit after "-" but found "x""#),
        ("[1.]", #"line 1, column 4: expected a digit after "." but found "]""#),
        ("[1e+]", #"line 1, column 5: expected a digit after the exponent's "e" but found "]""#),
        ("[1e400]", "line 1, column 2: expected a number that a Double can hold but found 1e400"),
        (
            "[10.5e9223372036854775807]",
            "line 1, column 2: expected a number that a Double can hold but found 10.5e9223372036854775807"
        ),
        (
            "[-1" + String(repeating: "0", count: 400) + "]",
            "line 1, column 2: expected a number that a Double can hold but found -10000000000000000000000…"
        ),
        ("[\"a", "line 1, column 4: expected a closing quote but found the end of the text"),
        ("[\"a\nb\"]", "line 1, column 4: expected no bare control character in a string but found U+000A"),
        (#"["a\x"]"#, #"line 1, column 5: expected one of " \ / b f n r t u after "\" but found "x""#),
        (#"["\"#, #"line 1, column 4: expected one of " \ / b f n r t u after "\" but found the end of the text"#),
        (#"["\u00g0"]"#, #"line 1, column 7: expected four hexadecimal digits after "\u" but found "g0""#),
        (#"["\ude00"]"#, #"line 1, column 3: expected a high surrogate before this low one but found \uDE00"#),
        (#"["\ud83dx"]"#, #"line 1, column 9: expected a low surrogate after \uD83D but found "x""#),
        (#"["\ud83d\u0041"]"#, #"line 1, column 9: expected a low surrogate after \uD83D but found another escape"#),
        ("averyveryverylongwordindeed", #"line 1, column 1: expected a value but found "averyveryverylongwor""#),
        ("12 ", "line 1, column 1: expected an object or a list at the top level but found a number"),
        ("\n \"a\"", "line 2, column 2: expected an object or a list at the top level but found a string"),
        ("true", "line 1, column 1: expected an object or a list at the top level but found a boolean"),
        ("1", "line 1, column 1: expected an object or a list at the top level but found a number"),
        ("-0", "line 1, column 1: expected an object or a list at the top level but found a number"),
        ("0", "line 1, column 1: expected an object or a list at the top level but found a number"),
        ("null", "line 1, column 1: expected an object or a list at the top level but found null"),
    ]

    @Test(arguments: cases)
    func `the error names the line, the column, and the expected and actual text`(text: String, message: String) throws
    {
        let error = try #require(throws: JSON.ParsingError.self) { try JSON(parsing: Data(text.utf8)) }
        #expect(error.description == message)
        #expect(error.localizedDescription == message)
    }

    @Test func `reading the tokens of a text cut at any byte gives the same error as reading its value`() throws {
        for text in JSONDocuments.valid.map(\.text) + JSONDocuments.invalid {
            let bytes = Data(text.utf8)
            for end in 0...bytes.count {
                let data = bytes.prefix(end)
                let value = Result { () throws(JSON.ParsingError) in try JSON.value(parsing: data) }
                let tokens = Result { () throws(JSON.ParsingError) in try JSON.tokens(parsing: data) }
                guard case .failure(let error) = tokens else { continue }
                guard case .failure(let other) = value else {
                    Issue.record("\(text.debugDescription) up to \(end) has a value, but \(error)")
                    continue
                }
                // A single surrogate or too large a number, which come first, are errors only in a value.
                let isOfValue = ["surrogate", "Double"].contains { other.expected.contains($0) }
                #expect(error == other || isOfValue, "\(text.debugDescription)")
            }
        }
    }

    @Test func `the parts of the error are available individually`() throws {
        let error = try #require(throws: JSON.ParsingError.self) { try JSON(parsing: Data("[\n\"é\",\n 1 2]".utf8)) }
        #expect(error.line == 3)
        #expect(error.column == 4)
        #expect(error.byteOffset == 11)
        #expect(error.expected == #""," or "]""#)
        #expect(error.found == "\"2\"")
    }

    @Test func `an error names a byte that isn't UTF-8 with its position`() throws {
        let error = try #require(throws: JSON.ParsingError.self) {
            try JSON(parsing: Data([0x5B, 0x22, 0x61, 0xFF, 0x22, 0x5D]))
        }
        #expect(error.description == "line 1, column 4: expected UTF-8 but found the byte 0xFF")
        #expect(error.byteOffset == 3)
        let mark = try #require(throws: JSON.ParsingError.self) {
            try JSON(parsing: Data([0xFF, 0xFE, 0x5B, 0, 0x5D, 0]))
        }
        #expect(mark.description == "line 1, column 1: expected a value but found the byte 0xFF")
    }

    @Test func `the offset counts a byte order mark, but the column doesn't`() throws {
        let error = try #require(throws: JSON.ParsingError.self) { try JSON(parsing: Data("\u{FEFF}x".utf8)) }
        #expect(error.column == 1)
        #expect(error.byteOffset == 3)
    }
}
