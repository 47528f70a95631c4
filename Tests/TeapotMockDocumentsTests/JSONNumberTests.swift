import Foundation
import Teapot
import TeapotTestTraits
import Testing

import TeapotMock
import TeapotMockDocuments

@Suite(.inTurn) struct `A number in a JSON text` {
    private typealias Number = JSONNumber

    @Test(arguments: [
        ("2.3000", "2.3"), ("2.3", "23e-1"), ("1.0", "1"), ("-0", "0"), ("0.00", "0e5"), ("100", "1e2"),
        ("1E+2", "100"),
        ("12345678901234567890123", "12345678901234567890123.0"), ("0.1e1", "1"), ("+5", "5"), (".5", "0.5"),
        ("1e-400", "10e-401"), ("0e99999999999999999999", "0"),
    ])
    func `equals a number with the same value`(left: String, right: String) throws {
        #expect(try #require(Number(left)) == #require(Number(right)))
    }

    @Test(arguments: [
        ("-2", "-1"), ("-1", "0"), ("0", "1e-300"), ("1e-301", "1e-300"), ("9", "10"), ("10.5", "10.51"), ("-1", "1"),
        ("12345678901234567890123", "12345678901234567890124"), ("-1e3", "-1e2"), ("0.09", "0.1"),
        ("5", "1e99999999999999999999"),
    ])
    func `is less than a greater number, and not equal to it`(left: String, right: String) throws {
        let (left, right) = (try #require(Number(left)), try #require(Number(right)))
        #expect(left < right)
        #expect(!(right < left))
        #expect(left != right)
    }

    @Test(arguments: ["", "-", ".", "e5", "1e", "1e+", "1.2.3", "0x10", "1 ", "nan", "٣", "1_000"])
    func `isn't any other text`(text: String) {
        #expect(Number(text) == nil)
    }

    @Test(arguments: [0, -7, 1200, .max, .min]) func `gives an exact integer`(number: Int) throws {
        #expect(try Number(number) == #require(Number("\(number)")))
        #expect(Number(number).integer == number)
    }

    @Test(
        arguments: [
            ("2.50", nil), ("2.00", 2), ("-922337203685477580.8e1", .min), ("9223372036854775808.0", nil),
            ("1e99999999999999999999", nil),
        ] as [(String, Int?)])
    func `is an integer only if its value is`(text: String, integer: Int?) throws {
        #expect(try #require(Number(text)).integer == integer)
    }

    @Test(arguments: [
        #"{"a":1.0,"b":[12345678901234567890123,-0,1E2],"c":"é\"/"}"#, "[]", #""x""#, "1.50", "null", "[true,{}]",
    ])
    func `keeps its spelling in a value`(text: String) throws {
        #expect(try JSONTree(parsing: Data(text.utf8)).json == text)
    }

    @Test(arguments: ["{", "1e", "[1,]", ""])
    func `is an error unless it's JSON`(text: String) {
        #expect(throws: JSON.ParsingError.self) { try JSONTree(parsing: Data(text.utf8)) }
    }

    @Test(arguments: [
        ("1.0", "1"), ("1E2", "100"), ("1e19", "10000000000000000000"), ("1e300", "1e+300"), ("0.10", "0.1"),
        ("18446744073709551615", "18446744073709551615"), ("12345678901234567890123.0", "12345678901234567890123.0"),
        ("0.1000000000000000055511151231257827", "0.1000000000000000055511151231257827"),
        ("1e-400", "1e-400"), ("-0.0", "0"),
    ])
    func `has a short description, but never that of another number`(text: String, description: String) {
        #expect(Number(text)?.description == description)
    }

    @Test func `is described by its first digits if it is long`() {
        #expect(Number(String(repeating: "7", count: 1000))?.description == String(repeating: "7", count: 40) + "…")
    }

    @Test(
        arguments: [
            ("19.99", "0.01", true), ("19.995", "0.01", false), ("0", "3", true), ("5", "1", true), ("0.5", "1", false),
            ("1e999999999999", "7", false), ("7e999999999999", "7", true), ("7", "7e999999999999", false),
            ("7000000000000000000000000000000000001", "7", false), ("7000000000000000000000000000000000007", "7", true),
            ("9223372036854775807e30", "9223372036854775807", true), ("1e5", "9223372036854775807", false),
            ("123456789012345678901234567890", "123456789012345678901234567890", true), ("1", "0", nil),
            ("1", "-1", nil),
            ("1e-999999999999", "2", false), ("2", "1e-999999999999", true),
        ] as [(String, String, Bool?)])
    func `is or isn't a multiple of another number`(text: String, divisor: String, isMultiple: Bool?) throws {
        #expect(try #require(Number(text)).isMultiple(of: #require(Number(divisor))) == isMultiple)
    }
}
