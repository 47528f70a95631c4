import Foundation
import TeapotMock

/// The name of a member or of a format, for plausible texts and numbers.
struct PlausibleName {
    /// The ends of the name in words, the longest first: `postalcode` and `code` for `postalCode` and `postal_code`.
    private let ends: [String]

    init(_ name: String) {
        var text = ""
        for (previous, next) in zip(" " + name, name.prefix(100)) {
            text += (previous.isLowercase && next.isUppercase ? " " : "") + next.lowercased()
        }
        let words = text.split { "-_ .".contains($0) }
        ends = words.indices.map { words[$0...].joined() }
    }

    /// Returns texts, the most plausible first, or an empty list if the name isn't a common one.
    ///
    /// - Parameters:
    ///   - salt: The number of texts that were rejected.
    ///   - numbers: The random numbers.
    /// - Returns: The texts.
    func texts(salt: Int, _ numbers: inout SeededNumbers) -> [String] {
        for end in ends {
            let texts = Self.texts(end, &numbers)
            if !texts.isEmpty { return texts }
            guard let known = Self.texts[end] else { continue }
            // A country has shorter names, too.
            let names = numbers.pick(known).split(separator: "|").map(String.init)
            return salt < known.count ? names : ["\(names[0]) \(salt)", "\(numbers.below(10))"] + names
        }
        return []
    }

    /// The range of numbers with the name, and their decimal places.
    var range: (low: Decimal, high: Decimal, places: Int)? { ends.lazy.compactMap { Self.ranges[$0] }.first }

    /// Returns the texts of a format, with dates of the year before 2025.
    private static func texts(_ format: String, _ numbers: inout SeededNumbers) -> [String] {
        let word = numbers.pick(["ada", "grace", "alan", "robin", "hazel"])
        let byte = 1 + numbers.below(254)
        // Each month has these days, and two digits need no zeros.
        let date = "2024-\(10 + numbers.below(3))-\(10 + numbers.below(19))"
        let time = "\(10 + numbers.below(14)):\(10 + numbers.below(50)):00Z"
        switch format {
        case "at", "datetime", "timestamp": return ["\(date)T\(time)"]
        case "date", "birthday": return [date]
        case "time", "duration": return [format == "time" ? time : "PT\(byte)M"]
        case "email", "mail": return ["\(word).\(byte)@example.com", "a\(byte)@b.co", "a@b"]
        case "uuid", "guid": return [uuid(&numbers)]
        case "id": return [String(uuid(&numbers).prefix(8))]
        case "uri", "url", "link", "href", "website", "image", "avatar":
            return ["https://example.com/\(word)/\(byte)", "https://a.co/\(byte)", "a:"]
        case "urireference", "path": return ["/\(word)/\(byte)", "/\(byte)", ""]
        case "hostname", "host", "domain": return ["\(word)\(byte).example.com", "a\(byte).co", "a"]
        case "ipv4", "ip": return ["192.0.2.\(byte)", "1.1.1.1"]
        case "ipv6": return ["2001:db8::\(String(byte, radix: 16))", "::"]
        case "byte": return [Data("\(word) \(byte)".utf8).base64EncodedString(), "AA==", ""]
        case "binary", "password": return ["\(word)-Tea-\(byte)"]
        default: return []
        }
    }

    private static func uuid(_ numbers: inout SeededNumbers) -> String {
        var digits = (0..<32).map { _ in String(numbers.below(16), radix: 16) }
        // RFC 9562 §5.4: the version is 4, and the variant is 8 to b.
        (digits[12], digits[16]) = ("4", numbers.pick(["8", "9", "a", "b"]))
        for index in [20, 16, 12, 8] { digits.insert("-", at: index) }
        return digits.joined()
    }

    private static func table<Value>(_ rows: [(names: String, value: Value)]) -> [String: Value] {
        let pairs = rows.flatMap { row in row.names.split(separator: " ").map { (String($0), row.value) } }
        return Dictionary(pairs) { $1 }
    }

    private static let texts = table([
        ("firstname givenname", ["Ada", "Grace", "Alan"]), ("lastname surname familyname", ["Lovelace", "Hopper"]),
        ("fullname author customer", ["Ada Lovelace", "Grace Hopper"]), ("name", ["Juniper", "Robin", "Hazel"]),
        ("username login", ["ada", "grace", "alan"]), ("phone phonenumber mobile", ["+12025550143", "+442079460958"]),
        ("city", ["Lisbon", "Oslo", "Kyoto"]), ("country", ["Portugal|PT|PRT", "Norway|NO|NOR"]),
        ("language", ["en", "pt"]), ("countrycode", ["PT|PRT", "NO|NOR", "JP|JPN"]), ("color", ["teal", "amber"]),
        ("street address", ["12 Garden Street", "4 Harbor Road"]), ("zip zipcode postalcode", ["10115", "94103"]),
        ("title", ["A good day", "Small steps"]), ("description text message", ["The kettle is on.", "It works."]),
        ("currency currencycode", ["EUR", "USD", "JPY"]), ("price amount", ["19.99", "4.50"]),
        ("status state", ["active", "pending"]), ("word", ["tea", "kettle", "cup", "leaf", "mint", "ginger"]),
    ])

    private static let ranges: [String: (low: Decimal, high: Decimal, places: Int)] = table([
        ("price amount total", (1, 100, 2)), ("quantity count", (1, 10, 0)), ("age", (18, 80, 0)),
        ("year", (1990, 2025, 0)), ("lat latitude", (-60, 60, 4)), ("lon lng longitude", (-170, 170, 4)),
        ("id", (1, 10_000, 0)), ("rating", (1, 5, 1)), ("at timestamp", (1_735_689_600, 1_736_933_400, 0)),
    ])
}
