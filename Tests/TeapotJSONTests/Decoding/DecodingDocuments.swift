import Foundation

/// Random JSON texts: valid ones, and the same ones with a mistake.
struct DecodingDocuments {
    var generator: SeededGenerator

    init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    mutating func number(below limit: Int) -> Int { Int.random(in: 0..<limit, using: &generator) }

    mutating func isChosen(oneIn count: Int) -> Bool { number(below: count) == 0 }

    mutating func pick<Element>(_ list: [Element]) -> Element { list[number(below: list.count)] }

    /// Names that are equal in some way, that a strategy converts, and that need care in a text.
    static let names =
        [
            "a", "b", "c", "id", "name", "value", "super", "is_on", "one_two", "oneTwo", "one_two_", "_one_two",
            "one__two", "one_2", "one_2b", "ONE_TWO", "straße_über", "_", "__", "", "Index 0", "0", "1", "01", "-1",
            "é", "e\u{301}", "\u{212A}", "K", "k", "a name that is longer than fifteen bytes", #"\u0061"#, #"\n"#,
            #"\ud83d\ude00"#, #"\u0000"#, "kind", "items", "next", "left", "right", "type", "some", "other", "none",
            "_0",
            "wrapped_value", "url_string", "first-name", "first.name", "a_b_c_d",
        ]

    /// Texts of numbers, from ordinary ones to those at the limits of a type.
    static let numbers =
        [
            "0", "1", "2", "-1", "7", "42", "-0", "0.0", "-0.0", "1.0", "1e2", "1E+2", "100e-2", "1.5", "-2.25", "0.1",
            "127", "128", "-128", "-129", "255", "256", "32767", "32768", "65535", "65536", "2147483647", "2147483648",
            "4294967295", "4294967296", "9007199254740991", "9007199254740992", "9007199254740993",
            "9007199254740993.0", "9007199254740992.0", "9223372036854775807", "9223372036854775808",
            "-9223372036854775808", "-9223372036854775809", "18446744073709551615", "18446744073709551616",
            "9223372036854775807.0", "1e18", "1e19", "1e20", "1e22", "1e23", "12345678901234567890123456789",
            "170141183460469231731687303715884105727", "340282366920938463463374607431768211455",
            "340282366920938463463374607431768211456", "0.1234567890123456789012345", "1.7976931348623157e308",
            "1.7976931348623159e308", "1e308", "1e309", "-1e400", "4.9e-324", "2e-324", "1e-400", "0e-400", "0e400",
            "3.4028235e38", "3.4028236e38", "1e39", "1.1754944e-38", "1e-45", "1e-46", "16777217", "16777217.0",
            "0.3", "0.30000000000000004", "1.00000005960464477539", "1.000000059604644775390625", "2.5e0", "123.456e3",
            "700000000.5", "1700000000", "1700000000123", "-86400.25", "1.7e9", "5e-1", "1e-7", "1e127", "1e128",
            "1e-128", "99999999999999999999999999999999999999", "123456789.123456789", "1e00000000000000000000002",
            "1.0000000000000001", "4503599627370497.5", "9.5", "36.25", "72057594037927945", "1e15",
            "123456789012345678",
        ]

    /// Strings as they are written between quotes.
    static let strings =
        [
            "", "a", "text", "two words", "2024-02-29T12:30:45Z", "2024-02-29T12:30:45+02:00", "2023-02-29T12:30:45Z",
            "2024-02-29T12:30:45.123Z", "2024-02-29", "SGVsbG8=", "SGVsbG8", "SGVs bG8=", #"SGVs\/w=="#, "AAEC/+8=",
            "====",
            "https://example.com/a?b=c#d", "not a url", "http://[::1", "//host/path", "é/ü", "inf", "-inf", "nan",
            "Infinity",
            #"\u0069nf"#, "1", "0", "-5", "true", "null", #"\"quoted\""#, #"back\\slash"#, #"a\/b"#, #"\b\f\n\r\t"#,
            #"\u00e9"#, #"\uD83D\uDE00"#, #"\ud83d"#, #"\ude00"#, #"\ud83dx"#, #"\ud83d\u0041"#, #"\u0000"#,
            #"x\u0000y"#,
            #"\x"#, #"\u00g0"#, #"\u+041"#, "é", "e\u{301}", "😀", "\u{FEFF}bom", "\u{7F}", "0123456789abcdef",
            "exactly fifteen", "a text of more than fifteen bytes, as most are", "E621E1F8-C36C-495A-93FC-0C247A3E6E5F",
            "red", "green", "blue", "1.5", "12.50", "circle", "square", "\u{212A}",
        ]

    mutating func scalar() -> String {
        switch number(below: 8) {
        case 0: pick(["true", "false"])
        case 1: "null"
        case 2, 3: pick(Self.numbers)
        case 4: anyNumber()
        case 5: "\"\(anyString())\""
        default: "\"\(pick(Self.strings))\""
        }
    }

    /// Returns a number of any length, with any exponent.
    private mutating func anyNumber() -> String {
        func digits(_ count: Int) -> String { (0..<count).map { _ in "\(number(below: 10))" }.joined() }
        var text = isChosen(oneIn: 3) ? "-" : ""
        text +=
            isChosen(oneIn: 4) ? "0" : "\(1 + number(below: 9))" + digits(number(below: isChosen(oneIn: 3) ? 42 : 9))
        if isChosen(oneIn: 2) { text += "." + digits(1 + number(below: isChosen(oneIn: 3) ? 30 : 6)) }
        guard isChosen(oneIn: 3) else { return text }
        return text + pick(["e", "E"]) + pick(["", "+", "-"]) + "\(number(below: isChosen(oneIn: 4) ? 420 : 30))"
    }

    /// Returns a string that is nearly Base64, a date or a URL.
    private mutating func anyString() -> String {
        let alphabets = [
            "AZaz09+/=", "ABCDabcd====", "AB= \u{E9}-_", "0123456789-:TZ+.", "2024-01T:Z", "ah:/?#[]@%. é",
        ]
        let alphabet = Array(pick(alphabets))
        return (0..<number(below: 24)).map { _ in String(pick(alphabet)) }.joined()
    }

    mutating func value(depth: Int = 0) -> String {
        guard depth < 4, !isChosen(oneIn: 3) else { return scalar() }
        let count = isChosen(oneIn: 12) ? number(below: 45) : number(below: 5)
        let isObject = isChosen(oneIn: 2)
        let values = (0..<count).map { _ in
            (isObject ? "\"\(pick(Self.names))\"\(space()):" : "") + value(depth: depth + 1)
        }
        let list = values.joined(separator: "\(space()),\(space())")
        return isObject ? "{\(space())\(list)}" : "[\(list)\(space())]"
    }

    private mutating func space() -> String { isChosen(oneIn: 6) ? pick([" ", "\n", "\t", "\r\n", "  "]) : "" }

    /// Returns a text with a few changes, most of which are mistakes.
    mutating func mutated(_ text: String) -> Data {
        var bytes = Array(text.utf8)
        let alphabet = Array(#"{}[],:"\/-+.eE01 9nulltruefalse"#.utf8) + [0, 0x0B, 0x1F, 0x7F, 0x80, 0xC3, 0xED, 0xFF]
        for _ in 0...number(below: 2) where !bytes.isEmpty {
            let index = number(below: bytes.count)
            switch number(below: 6) {
            case 0: bytes[index] = pick(alphabet)
            case 1: bytes.remove(at: index)
            case 2: bytes.insert(pick(alphabet), at: index)
            case 3: bytes.removeSubrange(index...)
            case 4: bytes.removeFirst(min(index, 3))
            default:
                let piece = Array(bytes[index..<min(bytes.count, index + 1 + number(below: 12))])
                bytes.insert(contentsOf: piece, at: number(below: bytes.count))
            }
        }
        return Data(bytes)
    }

    /// Returns a text in which some values are replaced, or some members are omitted or repeated.
    ///
    /// - Parameter text: A valid text.
    /// - Returns: Another text, which is mostly valid.
    mutating func varied(_ text: String) -> String {
        guard let value = try? JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed) else {
            return text
        }
        return write(value)
    }

    private mutating func write(_ value: Any) -> String {
        if isChosen(oneIn: 25) { return self.value(depth: 2) }
        switch value {
        case let members as [String: Any]:
            var parts: [String] = []
            for (name, value) in members.sorted(by: { $0.key < $1.key }) where !isChosen(oneIn: 15) {
                let name = isChosen(oneIn: 30) ? pick(Self.names) : Self.escape(name)
                parts.append("\"\(name)\"\(space()):\(space())\(write(value))")
                if isChosen(oneIn: 20) { parts.append("\"\(name)\":\(scalar())") }
                if isChosen(oneIn: 20) { parts.insert("\"\(pick(Self.names))\":\(self.value(depth: 2))", at: 0) }
            }
            if isChosen(oneIn: 3) { parts.shuffle(using: &generator) }
            return "{\(parts.joined(separator: ","))}"
        case let elements as [Any]:
            return "[\(elements.map { write($0) }.joined(separator: ",\(space())"))]"
        default:
            guard let data = try? JSONSerialization.data(withJSONObject: value, options: .fragmentsAllowed) else {
                return "0"
            }
            let text = String(decoding: data, as: UTF8.self)
            guard isChosen(oneIn: 4) else { return text }
            return value is String ? "\"\(pick(Self.strings))\"" : value is NSNull ? scalar() : pick(Self.numbers)
        }
    }

    private static func escape(_ name: String) -> String {
        let data = (try? JSONSerialization.data(withJSONObject: name, options: .fragmentsAllowed)) ?? Data()
        return String(decoding: data.dropFirst().dropLast(), as: UTF8.self)
    }
}
