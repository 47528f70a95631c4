import Foundation
import TeapotJSON
import TeapotTestTraits
import Testing

/// Tests of texts designed to be slow to parse.
///
/// Each is so long that a cost quadratic in its length takes minutes.
@Suite(.inTurn) struct `Hostile JSON` {
    @Test(.timeLimit(.minutes(3))) func `a megabyte of objects, two of each shape, is read in linear time`() throws {
        let text = "[" + (0..<110_000).map { "{\"k\($0 / 2)\":1}" }.joined(separator: ",") + "]"
        #expect(try JSON(parsing: Data(text.utf8)).array?.count == 110_000)
    }

    @Test(.timeLimit(.minutes(3))) func `a string with a million escapes is read in linear time`() throws {
        let text = "[\"" + String(repeating: #"abcdefghijklmn\n"#, count: 1_000_000) + "\"]"
        let string = try JSON(parsing: Data(text.utf8)).array?.first as? String
        #expect(string?.utf8.count == 15_000_000)
    }

    /// A dictionary hashes its keys in normalized form, which takes Swift quadratic time in the number of marks.
    @Test(arguments: ["\u{301}\u{316}", #"\u0301\u0316"#])
    func `a name with a long run of combining marks is an error`(marks: String) throws {
        func text(_ count: Int) -> Data { Data("{\"a\":{\"e\(String(repeating: marks, count: count))\":1}}".utf8) }
        #expect(try (JSON(parsing: text(125)).dictionary?["a"] as? [String: Any])?.count == 1)
        let error = try #require(throws: JSON.ParsingError.self) { try JSON(parsing: text(100_000)) }
        #expect(error.expected == "at most 250 combining marks in a row in a name")
        #expect(error.column == 7)
        #expect(error.description.count < 200)
    }

    /// Foundation's decoder would hash the name, too.
    @Test(.timeLimit(.minutes(3))) func `a decoder refuses a name with a long run of combining marks, too`() throws {
        #if canImport(FoundationNetworking)
            let text = Data("{\"e\(String(repeating: "\u{301}\u{316}", count: 100_000))\":1}".utf8)
            let error = try #require(throws: JSON.ParsingError.self) {
                try JSON.decode([String: Int].self, from: text, with: JSONDecoder())
            }
            #expect(error.expected == "at most 250 combining marks in a row in a name")
        #endif
    }

    @Test func `combining marks in a value have no limit`() throws {
        let marks = "e" + String(repeating: "\u{301}\u{316}", count: 10_000)
        let value = try JSON(parsing: Data("[\"\(marks)\"]".utf8)).array?.first as? String
        #expect(value?.utf8.elementsEqual(marks.utf8) == true)
    }

    /// The numbers, with an ellipsis after the repeated digit, because Swift Testing encodes and keeps each argument.
    static let numbers: [(text: String, bits: UInt64)] = [
        ("0.7…", 0x3FE8_E38E_38E3_8E39), ("7…e-1000000", 0x3FE8_E38E_38E3_8E39),
        ("0.0…7e1000001", 0x401C_0000_0000_0000), ("1e0…1", 0x4024_0000_0000_0000), ("1e-7…", 0), ("0e7…", 0),
    ]

    @Test(arguments: numbers)
    func `a megabyte-long number is read as the nearest double`(text: String, bits: UInt64) throws {
        let end = try #require(text.firstIndex(of: "…"))
        let digits = String(repeating: text[text.index(before: end)], count: 1_000_000)
        let number = text[..<end].dropLast() + digits + text[end...].dropFirst()
        let value = try JSON.value(parsing: Data(number.utf8))
        #expect(((value as? Double) ?? (value as? NSNumber)?.doubleValue)?.bitPattern == bits)
    }
}
