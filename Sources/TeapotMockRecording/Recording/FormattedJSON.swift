import Foundation
import Teapot
import TeapotMock

/// JSON in lines, with the members of objects in the order of their names.
///
/// Strings and numbers are kept as they are written, such as `1.50`.
enum FormattedJSON {
    private indirect enum Node {
        case token(ArraySlice<UInt8>)
        case list([Node])
        case object([(name: JSONTokens.Token, value: Node)])
    }

    /// Returns a text in lines, with a line feed at the end; `nil` if it is not valid JSON.
    static func data(from text: Data) -> Data? {
        // The parser limits the depth.
        guard (try? JSON.value(parsing: text)) != nil else { return nil }
        var tokens = JSONTokens(text)
        guard let node = node(&tokens) else { return nil }
        var lines: [UInt8] = []
        write(node, indentation: 0, to: &lines)
        return Data(lines + [0x0A])
    }

    /// Reads the next value; `nil` at the end of a container.
    private static func node(_ tokens: inout JSONTokens) -> Node? {
        guard let token = tokens.next() else { return nil }
        switch token.kind {
        case .beginObject:
            var members: [(name: JSONTokens.Token, value: Node)] = []
            while let name = tokens.next(), name.kind == .name, let value = node(&tokens) {
                members.append((name, value))
            }
            let sorted = members.enumerated().sorted {
                ($0.element.name.string, $0.offset) < ($1.element.name.string, $1.offset)
            }
            return .object(sorted.map(\.element))
        case .beginList:
            var elements: [Node] = []
            while let element = node(&tokens) { elements.append(element) }
            return .list(elements)
        case .endObject, .endList: return nil
        case .name, .string, .number, .word: return .token(token.bytes)
        }
    }

    private static func write(_ node: Node, indentation: Int, to text: inout [UInt8]) {
        switch node {
        case .token(let bytes): text += bytes
        case .list(let elements):
            write(elements, "[]", indentation, to: &text) { write($0, indentation: indentation + 2, to: &$1) }
        case .object(let members):
            write(members, "{}", indentation, to: &text) { member, text in
                text += member.name.bytes + Array(": ".utf8)
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
