package import Foundation
import Teapot
import TeapotMock

/// JSON in lines, with the members of objects in the order of their names.
///
/// Numbers are kept as they are written, such as `1.50`.
package enum FormattedJSON {
    private indirect enum Node {
        case token(ArraySlice<UInt8>)
        case list([Node])
        case object([(name: ArraySlice<UInt8>, value: Node)])
    }

    /// Returns a text in lines, with a line feed at the end; `nil` if it is not valid JSON.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - hasPlainStrings: A Boolean value that indicates whether strings have only the escapes that they need, so
    ///     that equal ones are written the same; otherwise they are kept as they are written.
    /// - Returns: The text in lines.
    package static func data(from text: Data, withPlainStrings hasPlainStrings: Bool = false) -> Data? {
        // The parser limits the depth.
        guard (try? JSON.looseValue(parsing: text)) != nil else { return nil }
        var tokens = JSONTokens(text)
        guard let node = node(&tokens, hasPlainStrings) else { return nil }
        var lines: [UInt8] = []
        write(node, indentation: 0, to: &lines)
        return Data(lines + [0x0A])
    }

    /// Reads the next value; `nil` at the end of a container.
    private static func node(_ tokens: inout JSONTokens, _ hasPlainStrings: Bool) -> Node? {
        guard let token = tokens.next() else { return nil }
        switch token.kind {
        case .beginObject:
            var members: [(name: JSONTokens.Token, value: Node)] = []
            while let name = tokens.next(), name.kind == .name, let value = node(&tokens, hasPlainStrings) {
                members.append((name, value))
            }
            let sorted = members.enumerated().sorted {
                ($0.element.name.string, $0.offset) < ($1.element.name.string, $1.offset)
            }
            return .object(
                sorted.map { (hasPlainStrings ? plain($0.element.name) : $0.element.name.bytes, $0.element.value) })
        case .beginList:
            var elements: [Node] = []
            while let element = node(&tokens, hasPlainStrings) { elements.append(element) }
            return .list(elements)
        case .endObject, .endList: return nil
        case .string where hasPlainStrings: return .token(plain(token))
        case .name, .string, .number, .word: return .token(token.bytes)
        }
    }

    /// Returns the bytes of a string or a name with only the escapes that it needs.
    private static func plain(_ token: JSONTokens.Token) -> ArraySlice<UInt8> {
        guard token.bytes.contains(UInt8(ascii: "\\")),
            let string = (try? JSON.value(parsing: Data(token.bytes))) as? String
        else { return token.bytes }
        return (try? JSON.data(from: string)).map { [UInt8]($0)[...] } ?? token.bytes
    }

    private static func write(_ node: Node, indentation: Int, to text: inout [UInt8]) {
        switch node {
        case .token(let bytes): text += bytes
        case .list(let elements):
            write(elements, "[]", indentation, to: &text) { write($0, indentation: indentation + 2, to: &$1) }
        case .object(let members):
            write(members, "{}", indentation, to: &text) { member, text in
                text += member.name + Array(": ".utf8)
                write(member.value, indentation: indentation + 2, to: &text)
            }
        }
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
