import Foundation
import Teapot
import TeapotMock

extension JSONTree.Kind {
    /// The kind of value, for messages, such as `a number`.
    package var name: String {
        switch self {
        case .null: "null"
        case .bool: "a boolean"
        case .number: "a number"
        case .string: "a string"
        case .list: "a list"
        case .object: "an object"
        }
    }
}

extension JSONTree {
    /// A description of the value, shortened, such as `a string "12"`.
    package var found: String {
        switch self {
        case .null, .bool: shown
        case .number(let number): "the number \(number)"
        case .string: "a string \(shown)"
        case .list(let elements): elements.isEmpty ? "an empty list" : "a list"
        case .object(let members): members.isEmpty ? "an empty object" : "an object"
        }
    }

    /// The value as JSON text, shortened.
    package var shown: String {
        switch self {
        case .string(let text):
            // Examine only the beginning of a long text.
            let start = String(text.unicodeScalars.prefix(400))
            let isWhole = start.count <= 40 && start.utf8.count == text.utf8.count
            return isWhole ? Self.quoted(start) : "\"\(start.onOneLine.prefix(40))…\""
        case .number(let number): return "\(number)"
        case .bool(let truth): return "\(truth)"
        case .null: return "null"
        case .list, .object:
            var text = ""
            write(to: &text, limit: 400)
            return text.shortened(to: 60)
        }
    }

    /// The value as compact JSON text, with sorted names and with numbers as written.
    package var json: String {
        var text = ""
        write(to: &text, limit: .max)
        return text
    }

    private static func quoted(_ text: String) -> String {
        // Most texts don't need escapes (RFC 8259 §7), and a writer for each text would take three times as long.
        guard text.utf8.contains(where: { $0 < 0x20 || $0 == 0x22 || $0 == 0x5C }) else { return "\"\(text)\"" }
        return (try? JSON.data(from: text)).map { String(decoding: $0, as: UTF8.self) } ?? "\"\(text)\""
    }

    /// Appends the value as compact JSON text with sorted names, cut off shortly after a number of bytes.
    private func write(to text: inout String, limit: Int) {
        switch self {
        case .null, .bool: text += shown
        case .number(let number): text += number.text.prefix(limit)
        case .string(let string): text += Self.quoted(String(string.unicodeScalars.prefix(limit)))
        case .list(let elements):
            text += "["
            for (index, element) in elements.enumerated() where text.utf8.count < limit {
                if index > 0 { text += "," }
                element.write(to: &text, limit: limit)
            }
            text += "]"
        case .object(let members):
            text += "{"
            for (index, name) in members.keys.sorted().enumerated() where text.utf8.count < limit {
                text += (index > 0 ? "," : "") + Self.quoted(name) + ":"
                members[name]?.write(to: &text, limit: limit)
            }
            text += "}"
        }
    }
}

extension Collection<String> {
    /// The texts as a choice: `a`, `a or b`, `a, b or c`.
    package var asChoice: String { joined(with: "or") }
    /// The texts as a list: `a`, `a and b`, `a, b and c`.
    package var asList: String { joined(with: "and") }

    private func joined(with word: String) -> String {
        var texts = Array(self)
        guard let last = texts.popLast(), !texts.isEmpty else { return first ?? "" }
        return "\(texts.joined(separator: ", ")) \(word) \(last)"
    }
}
