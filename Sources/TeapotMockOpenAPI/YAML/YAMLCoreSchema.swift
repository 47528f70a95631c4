import TeapotMockDocuments

/// The core schema, which gives scalars without quotes their values (YAML 1.2.2 §10.3.2).
enum YAMLCoreSchema {
    /// Returns the value of a text, or `nil` for a number that JSON can't hold.
    static func tree(of text: String) -> JSONTree? {
        guard let first = text.utf8.first else { return .null }
        switch first {
        case 0x30...0x39, .plus, .dash, .dot: return number(text)
        default: break
        }
        switch text {
        case "null", "Null", "NULL", "~": return .null
        case "true", "True", "TRUE": return .bool(true)
        case "false", "False", "FALSE": return .bool(false)
        default: return .string(text)
        }
    }

    private static func number(_ text: String) -> JSONTree? {
        let unsigned = text.utf8.first == .plus || text.utf8.first == .dash ? text.dropFirst() : text[...]
        switch unsigned {
        case ".inf", ".Inf", ".INF": return nil
        case ".nan", ".NaN", ".NAN": return text.utf8.first == .dot ? nil : .string(text)
        default: break
        }
        for (prefix, radix) in [("0o", 8), ("0x", 16)] where text.hasPrefix(prefix) {
            let digits = text.dropFirst(2)
            guard !digits.isEmpty, digits.utf8.allSatisfy({ isDigit($0, radix) }) else { return .string(text) }
            return UInt64(digits, radix: radix).flatMap { JSONNumber(String($0)) }.map { .number($0) }
        }
        let isNumber = unsigned.utf8.allSatisfy { isDigit($0, 10) || ".eE+-".utf8.contains($0) } && Double(text) != nil
        guard isNumber else { return .string(text) }
        // JSON needs digits on both sides of a point, and allows neither `+` nor zeros in front.
        let significand = unsigned.prefix { $0 != "e" && $0 != "E" }
        let parts = significand.split(separator: ".", omittingEmptySubsequences: false)
        let (whole, fraction) = (parts[0].drop { $0 == "0" }, parts.dropFirst().first ?? "")
        let written =
            (text.utf8.first == .dash ? "-" : "") + (whole.isEmpty ? "0" : whole)
            + (fraction.isEmpty ? "" : "." + fraction) + unsigned.dropFirst(significand.count)
        return JSONNumber(String(written)).map { .number($0) }
    }

    private static func isDigit(_ byte: UInt8, _ radix: Int) -> Bool {
        Character(Unicode.Scalar(byte)).hexDigitValue.map { $0 < radix } ?? false
    }
}
