import Foundation
import TeapotJSON
import TeapotTestTraits
import Testing

@Suite(.inTurn) struct `Writing JSON` {
    private func write(_ value: Any, _ options: JSON.WritingOptions = .sortedKeys) throws -> String {
        String(decoding: try JSON.data(from: value, options), as: UTF8.self)
    }

    static let scalars: [(value: any Sendable, text: String)] = [
        (true, "true"), (false, "false"), (NSNull(), "null"), (1, "1"), (-1, "-1"), (Int8.min, "-128"),
        (Int16.max, "32767"), (Int32.min, "-2147483648"), (Int64.min, "-9223372036854775808"), (UInt8.max, "255"),
        (UInt16.max, "65535"), (UInt32.max, "4294967295"), (UInt.max, "18446744073709551615"),
        (UInt64.max, "18446744073709551615"), (0.1, "0.1"), (1.0, "1"), (-1.0, "-1"), (1e3, "1000"), (-0.0, "-0"),
        (1e15, "1000000000000000"), (1e19, "10000000000000000000"), (1e20, "1e+20"), (1e-7, "1e-07"),
        (Double.leastNonzeroMagnitude, "5e-324"),
        (Double.greatestFiniteMagnitude, "1.7976931348623157e+308"), (Float(0.1), "0.1"), (Float(2), "2"),
        (Float(1e30), "1e+30"), (CGFloat(0.5), "0.5"), (Decimal(string: "1.10") ?? 0, "1.1"), (Decimal(7), "7"),
        (Decimal(string: "12345678901234567890.123") ?? 0, "12345678901234567890.123"), (NSNumber(value: 5), "5"),
        (NSNumber(value: true), "true"), (NSNumber(value: false), "false"), (NSNumber(value: Int8(1)), "1"),
        (NSNumber(value: UInt64.max), "18446744073709551615"), (NSNumber(value: 0.25), "0.25"),
        (NSNumber(value: Float(0.1)), "0.1"), (NSNumber(value: -0.0), "-0"), (NSDecimalNumber(string: "1.5"), "1.5"),
        ("", #""""#), ("a", #""a""#), ("a".dropFirst(0), #""a""#),
        (Int?.none, "null"), (Int?.some(3), "3"), (Int??.some(nil), "null"), (String?.some("x"), #""x""#),
        (JSON.array([1]), "[1]"), (JSON.dictionary(["a": JSON.array([])]), #"{"a":[]}"#), ([1, 2], "[1,2]"),
        (["a", "b"], #"["a","b"]"#), (["a": 1], #"{"a":1}"#), ([[1], []], "[[1],[]]"), ([String](), "[]"),
        ([nil, 1] as [Int?], "[null,1]"), (["a": ["b": [nil]]] as [String: [String: [Int?]]], #"{"a":{"b":[null]}}"#),
    ]

    @Test(arguments: 0..<scalars.count)
    func `a value of each type that JSON can represent is written`(index: Int) throws {
        let (value, text) = Self.scalars[index]
        #expect(try write(value) == text)
        #expect(try write(["k": value]) == "{\"k\":\(text)}")
        #expect(try write([value]) == "[\(text)]")
    }

    @Test func `values within other existentials are written`() throws {
        let name: Any? = "Ada"
        #expect(try write(["name": name as Any]) == #"{"name":"Ada"}"#)
        #expect(try write(["u": ["name": name] as [String: Any?]]) == #"{"u":{"name":"Ada"}}"#)
        #expect(try write(["a", 1, true, 1.5] as [any Encodable]) == #"["a",1,true,1.5]"#)
        #expect(try write(["a": ["b"], "c": ["d": 1]] as [String: any Encodable]) == #"{"a":["b"],"c":{"d":1}}"#)
        #expect(try write(["a", 1] as [any Hashable]) == #"["a",1]"#)
        #expect(try write(["a", 1] as [any CustomStringConvertible]) == #"["a",1]"#)
        struct Wrapped { var value: Any = ["a": 1] as [String: Any] }
        #expect(try Mirror(reflecting: Wrapped()).children.map { try write($0.value) } == [#"{"a":1}"#])
        #expect(
            try JSON(dictionaryLiteral: ("a", ["b"] as [any Encodable]), ("c", name)).data(.sortedKeys)
                == Data(#"{"a":["b"],"c":"Ada"}"#.utf8))
    }

    @Test func `scalars within other existentials are written as themselves`() throws {
        struct Wrapped {
            var bool: any Hashable = true
            var real: any Hashable = 0.5
            var text: any Hashable = "a"
            var number: any Hashable = 1
        }
        #expect(
            try Mirror(reflecting: Wrapped()).children.map { try write($0.value) } == ["true", "0.5", #""a""#, "1"])
        let number: NSNumber = NSDecimalNumber(string: "12345678901234567890.123")
        let object: NSObject = NSNumber(value: true)
        #expect(try write([number, object] as [Any]) == "[12345678901234567890.123,true]")
    }

    @Test func `Foundation's containers and dictionaries of hashables are written`() throws {
        #expect(try write(NSDictionary(dictionary: ["a": NSArray(array: [1, "x", true])])) == #"{"a":[1,"x",true]}"#)
        #expect(try write(NSString(string: "é")) == #""é""#)
        #expect(try write(NSMutableString(string: "x")) == #""x""#)
        #expect(try write(["a": 1, "b": "x", "c": [1.5]] as [AnyHashable: Any]) == #"{"a":1,"b":"x","c":[1.5]}"#)
        #expect(try write(["a": AnyHashable(1), "b": AnyHashable("x")]) == #"{"a":1,"b":"x"}"#)
        #expect(try write([["a": 1], ["b": "x"]] as [[String: Any]]) == #"[{"a":1},{"b":"x"}]"#)
    }

    @Test func `a string has the escapes it needs and no others`() throws {
        #expect(
            try write("\"\\/\u{8}\u{C}\n\r\t\u{0}\u{1F}\u{7F}é€😀\u{2028}")
                == "\"\\\"\\\\/\\u0008\\u000c\\n\\r\\t\\u0000\\u001f\u{7F}é€😀\u{2028}\""
        )
        for length in 0..<20 {
            let plain = String(repeating: "x", count: length)
            #expect(try write(plain + "\"" + plain) == "\"\(plain)\\\"\(plain)\"")
        }
    }

    @Test func `numbers have the digits that Swift prints`() throws {
        var generator = SeededGenerator(seed: 15)
        for power in 0..<19 {
            let unit = (0..<power).reduce(1) { unit, _ in unit * 10 }
            for whole in [unit - 1, unit, unit + 1, Int.random(in: 0...unit, using: &generator)] {
                #expect(try write([whole, -whole, NSNumber(value: whole)]) == "[\(whole),\(-whole),\(whole)]")
            }
            for decimals in [10.0, 100, 1_000, 10_000, 100_000] {
                for _ in 0..<50 {
                    let price = Double(Int.random(in: 0...unit, using: &generator)) / decimals
                    for real in [price, price.nextUp, price.nextDown, price / 3] where real != real.rounded() {
                        #expect(try write([real, -real]) == "[\(real),\(-real)]")
                    }
                }
            }
        }
    }

    @Test func `a text of any length is written`() throws {
        for length in 480..<560 {
            for ending in ["", "\n", "€\"\u{1}"] {
                let text = String(repeating: "x", count: length) + ending
                #expect(try JSON.value(parsing: JSON.data(from: text)) as? String == text)
                #expect(try JSON.value(parsing: JSON.data(from: [text, text])) as? [String] == [text, text])
            }
        }
    }

    @Test func `members are sorted by name on request`() throws {
        let members = ["b": 1, "a": 2, "B": 3, "é": 4, "10": 5, "9": 6, "": 7]
        #expect(try write(members) == #"{"":7,"10":5,"9":6,"B":3,"a":2,"b":1,"é":4}"#)
        #expect(try JSON(parsing: JSON.data(from: members, [])) == JSON(parsing: JSON.data(from: members, .sortedKeys)))
    }

    @Test func `names are sorted by Unicode scalars and not by their normalized form`() throws {
        // U+212B, the angstrom sign, is U+00C5 normalized; U+FF21 comes before U+1F600 although its UTF-16 doesn't.
        let members = ["\u{212B}": 1, "\u{E9}": 2, "e\u{302}": 3, "f": 4, "\u{FF21}": 5, "\u{1F600}": 6]
        let text = "{\"e\u{302}\":3,\"f\":4,\"\u{E9}\":2,\"\u{212B}\":1,\"\u{FF21}\":5,\"\u{1F600}\":6}"
        #expect(try write(members).unicodeScalars.elementsEqual(text.unicodeScalars))
    }

    @Test func `pretty-printed text has a line for each value`() throws {
        let document: JSON = [
            "name": "x", "list": [1, [String: Int]()] as [any Sendable], "none": [Int](), "o": ["a": true],
        ]
        #expect(
            String(decoding: try document.data([.prettyPrinted, .sortedKeys]), as: UTF8.self) == """
                {
                  "list": [
                    1,
                    {}
                  ],
                  "name": "x",
                  "none": [],
                  "o": {
                    "a": true
                  }
                }
                """
        )
        #expect(try write([Int](), .prettyPrinted) == "[]")
    }

    @Test func `the indentation of pretty-printed text ends at 32 levels`() throws {
        var value: any Sendable = 1
        for _ in 0..<200 { value = [value] }
        let lines = try write(value, .prettyPrinted).split(separator: "\n")
        #expect(lines.count == 401)
        #expect(lines[31] == String(repeating: " ", count: 62) + "[")
        #expect(lines[200] == String(repeating: " ", count: 64) + "1")
        #expect(lines.map(\.count).max() == 65)
    }

    /// A type that JSON can't represent.
    private struct Opaque {}

    static let refused: [(value: any Sendable, String)] = [
        (
            Date(timeIntervalSince1970: 0),
            "a Date can't be written as JSON; make it a String or a number first, or use an Encodable type for the whole document"
        ),
        (
            Data([1]),
            "a Data can't be written as JSON; make it a String or a number first, or use an Encodable type for the whole document"
        ),
        (Opaque(), "an Opaque can't be written as JSON; make it a String or a number first"),
        (Double.nan, "NaN can't be written as JSON; a number must be finite"),
        (Float.infinity, "infinity can't be written as JSON; a number must be finite"),
        (-CGFloat.infinity, "-infinity can't be written as JSON; a number must be finite"),
        (NSNumber(value: Double.nan), "NaN can't be written as JSON; a number must be finite"),
        (NSDecimalNumber.notANumber, "NaN can't be written as JSON; a number must be finite"),
        (Decimal.nan, "NaN can't be written as JSON; a number must be finite"),
        ([1: "a"], "only a dictionary whose keys are Strings can be JSON"),
        (
            Set([1]),
            "a Set<Int> can't be written as JSON; make it a String or a number first, or use an Encodable type for the whole document"
        ),
        (
            Date?.some(Date()),
            "a Date can't be written as JSON; make it a String or a number first, or use an Encodable type for the whole document"
        ),
    ]

    @Test(arguments: 0..<refused.count)
    func `a value that JSON can't represent is an error that names its key path`(index: Int) throws {
        let (value, detail) = Self.refused[index]
        let ways: [(Any, String)] = [
            (value, ""), ([0, value], "[1]: "), (["born": value], "born: "), (["a b": [value]], #"["a b"][0]: "#),
            (["users": [1, 2, ["born": value]] as [Any]], "users[2].born: "), (["": value], #"[""]: "#),
            (JSON.array([JSON.dictionary(["x-y": value])]), "[0].x-y: "), (["a\"b": value], #"["a\"b"]: "#),
        ]
        for (payload, path) in ways {
            for options in [[], .sortedKeys, .prettyPrinted] as [JSON.WritingOptions] {
                let error = try #require(throws: JSON.WritingError.self) { try JSON.data(from: payload, options) }
                #expect(error.description == path + detail)
                #expect(error.localizedDescription == error.description)
                #expect(error.keyPath == String(path.dropLast(2)))
                #expect(error.reason == detail)
            }
        }
    }

    @Test func `512 levels are written and 513 are an error with a shortened path`() throws {
        var value: any Sendable = [any Sendable]()
        for level in 0..<511 { value = level % 2 == 0 ? [value] : ["a": value] as any Sendable }
        #expect(try JSON(parsing: JSON.data(from: value)) == #require(JSON(value)))
        let error = try #require(throws: JSON.WritingError.self) { try JSON.data(from: [value]) }
        #expect(error.description.hasPrefix("[0][0].a[0].a[0].a"))
        #expect(error.description.hasSuffix(".a[0].a[0]: more than 512 levels of nesting can't be written as JSON"))
        #expect(error.description.count < 320)
        for _ in 0..<5000 { value = [value] }
        #expect(throws: JSON.WritingError.self) { try JSON.data(from: value) }
    }
}
