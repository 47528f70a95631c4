import Foundation
import TeapotJSON
import TeapotTestTraits
import Testing

@Suite(.inTurn) struct `Numbers in JSON` {
    private func read(_ text: String) throws -> any Sendable { try JSON.value(parsing: Data(text.utf8)) }

    @Test(arguments: [
        0, 1, -1, -2, 1023, 1024, 12345, 999_999_999_999_999_999, -999_999_999_999_999_999, 1_000_000_000_000_000_000,
        9_007_199_254_740_993, Int64.max, Int64.min, Int64.max - 1, Int64.min + 1,
    ])
    func `a 64-bit integer is exact`(number: Int64) throws {
        let value = try read("\(number)")
        #expect(value as? Int64 == number)
        #expect(value as? Int == Int(number))
        #expect(String(decoding: try JSON.data(from: value), as: UTF8.self) == "\(number)")
    }

    @Test(arguments: [UInt64.max, UInt64.max - 1, UInt64(Int64.max) + 1, 10_000_000_000_000_000_000])
    func `an integer beyond Int64 is exact up to the end of UInt64`(number: UInt64) throws {
        let value = try read("\(number)")
        #expect(value as? UInt64 == number)
        #expect(value as? Int64 == nil)
        #expect(String(decoding: try JSON.data(from: value), as: UTF8.self) == "\(number)")
    }

    @Test(arguments: ["1.0", "1e0", "10e-1", "0.1e1", "1.000000000000000000000000000000", "1"])
    func `an integer is one however it's written`(text: String) throws {
        let value = try read(text)
        #expect(value as? Int == 1)
        #expect(value as? Double == 1)
    }

    static let whole: [(text: String, digits: String)] = [
        ("1234567890123456789.0", "1234567890123456789"), ("9007199254740993.0", "9007199254740993"),
        ("9007199254740991e3", "9007199254740991000"), ("1234567890123456789e1", "12345678901234567890"),
        ("-9223372036854775808.000", "-9223372036854775808"), ("9223372036854775807000e-3", "9223372036854775807"),
        ("1844674407370955161.5e1", "18446744073709551615"), ("1e19", "10000000000000000000"),
        ("0.00000000000000000000000000123e29", "123"), ("-922337203685477580.8e+1", "-9223372036854775808"),
        ("18446744073709551615", "18446744073709551615"), ("100000000000000000000000e-20", "1000"),
        ("1e00000000000000000000002", "100"), ("0.000000000000000000000", "0"),
        ("12345678901234567e2", "1234567890123456700"),
    ]

    @Test(arguments: whole)
    func `a 64-bit integer is exact however it's written`(text: String, digits: String) throws {
        let value = try read(text)
        #expect(String(decoding: try JSON.data(from: value), as: UTF8.self) == digits)
        #expect(value as? Int == Int(digits))
        #expect(value as? UInt64 == UInt64(digits))
    }

    @Test(arguments: [
        "-9223372036854775809", "18446744073709551616", "-18446744073709551615", "9007199254740992.5", "1e20",
        "-9223372036854775808.5", "4503599627370497.00000000000000000000001", "9223372036854775807.5",
        "0.99999999999999999999999", "1.00000000000000000000000000001", "184467440737095516160e-1",
    ])
    func `a fraction, or a number beyond 64 bits, isn't an Int`(text: String) throws {
        let value = try read(text)
        #expect(value as? Int == nil)
        #expect(value as? UInt64 == nil)
        #expect(value as? Double == Double(text))
    }

    @Test(arguments: ["1.5e-9223372036854775808", "10e-9223372036854775807", "1e-9223372036854775809"])
    func `a number with the smallest exponents is zero`(text: String) throws {
        #expect(try read(text) as? Double == 0)
    }

    @Test(arguments: ["-0", "-0.0", "-0e5", "-0.000", "-1e-999"])
    func `minus zero keeps its sign`(text: String) throws {
        let value = try #require(read(text) as? Double)
        #expect(value == 0)
        #expect(value.sign == .minus)
    }

    /// Numbers and the bits of the double nearest to them, computed without Swift.
    static let reals: [(text: String, bits: UInt64)] = [
        ("0.1", 0x3FB9_9999_9999_999A), ("0.3", 0x3FD3_3333_3333_3333), ("1e23", 0x44B5_2D02_C7E1_4AF6),
        ("1e308", 0x7FE1_CCF3_85EB_C8A0), ("1.7976931348623157e308", 0x7FEF_FFFF_FFFF_FFFF),
        ("1.7976931348623158e308", 0x7FEF_FFFF_FFFF_FFFF), ("5e-324", 1), ("2.5e-324", 1), ("2.4e-324", 0),
        ("2.2250738585072011e-308", 0x000F_FFFF_FFFF_FFFF), ("2.2250738585072014e-308", 0x0010_0000_0000_0000),
        ("18446744073709551616", 0x43F0_0000_0000_0000), ("-9223372036854775809", 0xC3E0_0000_0000_0000),
        ("123456789012345678901234567890", 0x45F8_EE90_FF6C_373E), ("9007199254740993.0", 0x4340_0000_0000_0000),
        ("9007199254740992.5", 0x4340_0000_0000_0000), ("9007199254740993.00000000000000000001", 0x4340_0000_0000_0001),
        ("0.000000000000000000000000000000000000001", 0x37D5_C72F_B155_2D83), ("4.35", 0x4011_6666_6666_6666),
        ("17976931348623157000e289", 0x7FEF_FFFF_FFFF_FFFF), ("8.41e21", 0x447C_7E83_209E_90B2),
    ]

    @Test(arguments: reals)
    func `any other number is the nearest double`(text: String, bits: UInt64) throws {
        let value = try read(text)
        let real = (value as? Double) ?? (value as? NSNumber)?.doubleValue
        #expect(real?.bitPattern == bits)
        #expect(try JSON.data(from: value).count > 0)
    }

    @Test func `a random double is read back from its shortest digits and from longer ones`() throws {
        var generator = SeededGenerator(seed: 3)
        for _ in 0..<20_000 {
            let real = Double(bitPattern: generator.next())
            guard real.isFinite else { continue }
            for text in ["\(real)", String(format: "%.17e", real), String(format: "%.25e", real)] {
                let value = try read(text)
                let back = (value as? Double) ?? (value as? NSNumber)?.doubleValue
                #expect(back?.bitPattern == real.bitPattern, "\(text)")
            }
            #expect(try read(String(decoding: JSON.data(from: real), as: UTF8.self)) as? Double ?? real == real)
        }
    }

    @Test func `a decimal with few digits is the same double that Swift reads`() throws {
        var generator = SeededGenerator(seed: 4)
        for _ in 0..<20_000 {
            let digits = UInt64.random(in: 0..<1 << UInt64.random(in: 1...63, using: &generator), using: &generator)
            let text = "\(digits)e\(Int.random(in: -30...30, using: &generator))"
            let value = try read(text)
            let real = (value as? Double) ?? (value as? NSNumber)?.doubleValue
            #expect(real == Double(text), "\(text)")
        }
    }
}
