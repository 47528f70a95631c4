import Foundation
import Teapot
import Testing

@testable import TeapotMock
@testable import TeapotMockWireMock

@Suite struct `A number in a stub` {
    private typealias Number = WireMockImport.Number

    @Test(arguments: [
        ("2.3000", "2.3"), ("2.3", "23e-1"), ("1.0", "1"), ("-0", "0"), ("0.00", "0e5"), ("100", "1e2"),
        ("1E+2", "100"),
        ("12345678901234567890123", "12345678901234567890123.0"), ("0.1e1", "1"), ("+5", "5"), (".5", "0.5"),
        ("1e-400", "10e-401"), ("0e99999999999999999999", "0"),
    ])
    func `is equal to one of the same value`(left: String, right: String) throws {
        #expect(try #require(Number(left)) == #require(Number(right)))
    }

    @Test(arguments: [
        ("-2", "-1"), ("-1", "0"), ("0", "1e-300"), ("1e-301", "1e-300"), ("9", "10"), ("10.5", "10.51"), ("-1", "1"),
        ("12345678901234567890123", "12345678901234567890124"), ("-1e3", "-1e2"), ("0.09", "0.1"),
        ("5", "1e99999999999999999999"),
    ])
    func `is less than a greater one, and not equal to it`(left: String, right: String) throws {
        let (left, right) = (try #require(Number(left)), try #require(Number(right)))
        #expect(left < right)
        #expect(!(right < left))
        #expect(left != right)
    }

    @Test(arguments: ["", "-", ".", "e5", "1e", "1e+", "1.2.3", "0x10", "1 ", "nan", "٣", "1_000"])
    func `is no other text`(text: String) {
        #expect(Number(text) == nil)
    }

    @Test func `is a whole one exactly`() throws {
        for number in [0, -7, 1200, Int.max, Int.min + 1] {
            #expect(try Number(number) == #require(Number("\(number)")))
            #expect(Number(number).integer == number)
        }
        #expect(Number("2.50")?.integer == nil)
        #expect(Number("2.00")?.integer == 2)
    }

    @Test(arguments: [
        #"{"a":1.0,"b":[12345678901234567890123,-0,1E2],"c":"é\"/"}"#, "[]", #""x""#, "1.50", "null", "[true,{}]",
    ])
    func `keeps its spelling in a value`(text: String) throws {
        #expect(try WireMockImport.Value(parsing: Data(text.utf8)).json == text)
    }

    @Test(arguments: ["{", "1e999", "[1,]", ""])
    func `and what is no JSON is an error`(text: String) {
        #expect(throws: JSON.ParsingError.self) { try WireMockImport.Value(parsing: Data(text.utf8)) }
    }
}
