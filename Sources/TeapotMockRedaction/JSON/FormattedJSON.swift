package import Foundation
import Teapot

/// A type that formats JSON with line breaks and sorted members.
///
/// Numbers are kept as written, such as `1.50`.
package enum FormattedJSON {
    /// Returns formatted JSON, with a line feed at the end, or `nil` if the text isn't valid JSON.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - hasPlainStrings: Whether strings have only the escapes they need, so equal strings are written the same way.
    ///     Otherwise, they're kept as written.
    /// - Returns: The formatted text.
    package static func data(from text: Data, withPlainStrings hasPlainStrings: Bool = false) -> Data? {
        let bytes = [UInt8](text)
        guard let value = JSONOutline.value(in: bytes[...]) else { return nil }
        var lines: [UInt8] = []
        write(value, of: bytes, hasPlainStrings, indentation: 0, to: &lines)
        return Data(lines + [0x0A])
    }

    /// Returns the bytes of a string or a name in its quotes; if it's plain, it has only the escapes it needs.
    private static func string(_ range: Range<Int>, of bytes: [UInt8], isPlain: Bool) -> ArraySlice<UInt8> {
        let quoted = bytes[range.lowerBound - 1..<range.upperBound + 1]
        guard isPlain, quoted.contains(UInt8(ascii: "\\")), let string = try? JSON.value(parsing: Data(quoted)) else {
            return quoted
        }
        return (try? JSON.data(from: string)).map { [UInt8]($0)[...] } ?? quoted
    }

    private static func write(
        _ value: JSONOutline, of bytes: [UInt8], _ isPlain: Bool, indentation: Int, to text: inout [UInt8]
    ) {
        switch value {
        case .string(let range): text += string(range, of: bytes, isPlain: isPlain)
        case .number(let range), .literal(let range): text += bytes[range]
        case .array(let elements):
            write(elements, "[]", indentation, to: &text) {
                write($0, of: bytes, isPlain, indentation: indentation + 2, to: &$1)
            }
        case .object(let members):
            let sorted = members.map { (name: name($0.name, of: bytes), member: $0) }.enumerated()
                .sorted { ($0.element.name, $0.offset) < ($1.element.name, $1.offset) }.map(\.element.member)
            write(sorted, "{}", indentation, to: &text) { member, text in
                text += string(member.name, of: bytes, isPlain: isPlain) + Array(": ".utf8)
                write(member.value, of: bytes, isPlain, indentation: indentation + 2, to: &text)
            }
        }
    }

    private static func name(_ range: Range<Int>, of bytes: [UInt8]) -> String {
        JSON.string(quoted: bytes[range.lowerBound - 1..<range.upperBound + 1])
    }

    private static func write<Element>(
        _ elements: [Element], _ brackets: StaticString, _ indentation: Int, to text: inout [UInt8],
        _ write: (Element, inout [UInt8]) -> Void
    ) {
        let brackets = Array("\(brackets)".utf8)
        text.append(brackets[0])
        for (index, element) in elements.enumerated() {
            text += (index > 0 ? [0x2C, 0x0A] : [0x0A]) + [UInt8](repeating: 0x20, count: indentation + 2)
            write(element, &text)
        }
        if !elements.isEmpty { text += [0x0A] + [UInt8](repeating: 0x20, count: indentation) }
        text.append(brackets[1])
    }
}
