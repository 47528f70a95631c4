import Foundation
import Teapot
import TeapotMock

/// A type that writes texts in a transcript unambiguously.
enum TranscriptText {
    /// Returns a text as lines, with invisible characters escaped.
    ///
    /// No line ends with a blank, and no line begins with two hyphens, which separate requests and the parts of bodies.
    static func lines(_ text: String) -> String {
        let scalars = Array(text.unicodeScalars)
        let endsWithBreak = scalars.last == "\n"
        let lines = scalars.dropLast(endsWithBreak ? 1 : 0).split(separator: "\n", omittingEmptySubsequences: false)
        return lines.map { line in
            let escaped = self.line(String(String.UnicodeScalarView(line)))
            return escaped.hasPrefix("--") ? "\\" + escaped : escaped
        }.joined(separator: "\n") + (endsWithBreak ? "\\n" : "")
    }

    /// Returns a text as a single line, with invisible characters escaped.
    static func line(_ text: String) -> String {
        var line = ""
        let scalars = text.unicodeScalars
        for (index, scalar) in zip(scalars.indices, scalars) {
            let isLast = scalars.index(after: index) == scalars.endIndex
            switch scalar {
            case "\\": line += #"\\"#
            case "\n": line += #"\n"#
            case "\r": line += #"\r"#
            case "\t" where isLast: line += #"\t"#
            case " " where isLast: line += #"\u{20}"#
            case "\t": line.unicodeScalars.append(scalar)
            default:
                if isInvisible(scalar) { line += escape(scalar) } else { line.unicodeScalars.append(scalar) }
            }
        }
        return line
    }

    /// Returns a scalar as `\u{…}`.
    static func escape(_ scalar: Unicode.Scalar) -> String {
        "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
    }

    /// Returns whether a scalar is a control character, ends a line in some editors, or changes the direction of text.
    ///
    /// This is a list of our own, because Unicode's properties depend on its version.
    static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: true
        default: false
        }
    }

    /// Returns the value of a header without the white space around it (RFC 9110 §5.5).
    static func trimmed(_ value: String) -> String { value.trimmingCharacters(in: CharacterSet(charactersIn: " \t")) }

    /// Returns items sorted by name; items with the same name keep their order.
    static func sorted(_ items: [URLQueryItem]) -> [URLQueryItem] {
        items.enumerated().sorted { ($0.element.name, $0.offset) < ($1.element.name, $1.offset) }.map(\.element)
    }

    /// Returns a path in its normal form, with escapes in uppercase, and without escapes for letters, digits, `-`, `.`,
    /// `_` and `~` (RFC 3986 §6.2.2).
    static func normalPath(_ path: String) -> String {
        var bytes = Array(PercentEncoding.encode(path, as: .path).utf8)[...]
        var normal: [UInt8] = []
        while let byte = bytes.popFirst() {
            // After encoding, each percent sign begins an escape.
            let digits = String(decoding: bytes.prefix(2), as: UTF8.self)
            guard byte == UInt8(ascii: "%"), let value = UInt8(digits, radix: 16) else {
                normal.append(byte)
                continue
            }
            normal += isUnreserved(value) ? [value] : Array("%\(digits.uppercased())".utf8)
            bytes = bytes.dropFirst(2)
        }
        return String(decoding: normal, as: UTF8.self)
    }

    /// Returns the name or value of a query item, with only the ambiguous characters encoded.
    static func queryText(_ text: String) -> String {
        var encoded = ""
        for byte in text.utf8 {
            if isUnreserved(byte) || "!$'()*,/:;?@[]".utf8.contains(byte) {
                encoded.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                let digits = String(byte, radix: 16, uppercase: true)
                encoded += digits.count == 1 ? "%0\(digits)" : "%\(digits)"
            }
        }
        return encoded
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: true
        default: false
        }
    }
}
