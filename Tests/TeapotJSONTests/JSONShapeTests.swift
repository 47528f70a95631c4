import Foundation
import TeapotJSON
import TeapotTestTraits
import Testing

/// Tests that objects of a known shape, which take an optimized path, give the same result.
@Suite(.inTurn) struct `JSON objects of one shape` {
    private func read(_ text: String) throws -> String { try JSON(parsing: Data(text.utf8)).description }

    @Test func `objects of the same shape keep their own values`() throws {
        let text = "[" + (0..<50).map { #"{"a":\#($0),"b":"v\#($0)","c":[\#($0)]}"# }.joined(separator: ",") + "]"
        #expect(try read(text) == text)
    }

    @Test func `a member that comes and goes is neither lost nor invented`() throws {
        let text =
            "["
            + (0..<60).map { $0 % 3 == 0 ? #"{"a":\#($0),"b":1,"c":2}"# : #"{"a":\#($0),"b":1}"# }.joined(
                separator: ","
            ) + "]"
        #expect(try read(text) == text)
    }

    @Test func `members in another order make the same object`() throws {
        #expect(
            try read(#"[{"a":1,"b":2},{"a":3,"b":4},{"b":6,"a":5},{"b":8,"a":7},{"b":10,"a":9},{"a":11,"b":12}]"#)
                == #"[{"a":1,"b":2},{"a":3,"b":4},{"a":5,"b":6},{"a":7,"b":8},{"a":9,"b":10},{"a":11,"b":12}]"#
        )
    }

    @Test func `the last of two members with the same name wins, the first and the tenth time`() throws {
        let text = "[" + (0..<10).map { #"{"a":\#($0),"b":0,"a":\#($0 + 100)}"# }.joined(separator: ",") + "]"
        let expected = "[" + (0..<10).map { #"{"a":\#($0 + 100),"b":0}"# }.joined(separator: ",") + "]"
        #expect(try read(text) == expected)
    }

    @Test func `names with a common prefix are distinguished`() throws {
        let text =
            #"[{"a":1},{"ab":1},{"abc":1},{"a":2},{"ab":2},{"abc":2},{"a":3},{"ab":3},{"abc":3},{"":4},{"":5},{"":6}]"#
        #expect(try read(text) == text)
    }

    @Test func `the same name written with an escape is the same name`() throws {
        #expect(
            try read(
                #"[{"a":1},{"\u0061":2},{"a":3},{"\u0061":4},{"a":5,"\u0061":6},{"a":5,"\u0061":6},{"a":5,"\u0061":7}]"#
            )
                == #"[{"a":1},{"a":2},{"a":3},{"a":4},{"a":6},{"a":6},{"a":7}]"#
        )
    }

    @Test func `two names that differ only by Unicode normalization are an error that shows both`() throws {
        for text in ["[{\"\u{E9}\":1,\"e\u{301}\":2}]", #"[{"\u00e9":1,"e\u0301":2,"x":3}]"#] {
            let error = try #require(throws: JSON.ParsingError.self) { try JSON(parsing: Data(text.utf8)) }
            #expect(error.line == 1)
            #expect(error.column == 3)
            #expect(error.expected == "names that differ by more than their Unicode normalization")
            #expect(error.found == #""\u{00E9}" and "e\u{0301}""#)
        }
        let inner = "{\"\u{E9}\":1,\"e\u{301}\":2}"
        #expect(throws: JSON.ParsingError.self) { try JSON(parsing: Data("[{\"\u{E9}\":1},\(inner)]".utf8)) }
        #expect(throws: JSON.ParsingError.self) { try JSON(parsing: Data("[{\"a\":\(inner)}]".utf8)) }
        #expect(throws: JSON.ParsingError.self) { try JSON(parsing: Data("{\"\u{E9}\":1,\"e\u{301}\":\(inner)}".utf8)) }
    }

    @Test func `two objects keep the Unicode forms of their names`() throws {
        let text = "[{\"\u{E9}\":1},{\"e\u{301}\":2},{\"\u{E9}\":3},{\"e\u{301}\":4},{\"\u{E9}\":5},{\"e\u{301}\":6}]"
        #expect(try read(text) == text)
        #expect(try read(text).unicodeScalars.elementsEqual(text.unicodeScalars))
    }

    @Test func `an object inside one with the same names is read on its own`() throws {
        let inner = #"{"id":1,"kind":"x","next":null}"#
        let text =
            "[" + Array(repeating: #"{"id":0,"kind":"y","next":\#(inner)}"#, count: 20).joined(separator: ",") + "]"
        #expect(try read(text) == text)
    }

    @Test func `a table with ten thousand different names is read`() throws {
        let text =
            "["
            + (0..<4).map { table in
                "{"
                    + (0..<2500).map { "\"k\(String(format: "%05d", table * 2500 + $0))\":{\"v\":\($0)}" }.joined(
                        separator: ","
                    ) + "}"
            }.joined(separator: ",") + "]"
        #expect(try read(text) == text)
        let twice = "[\(text),\(text),\(text)]"
        #expect(try read(twice) == twice)
    }

    @Test func `ten thousand objects with one name each are read quickly`() throws {
        let text = "[" + (0..<10_000).map { "{\"k\($0)\":\($0)}" }.joined(separator: ",") + "]"
        #expect(try read(text) == text)
    }
}
