import Teapot

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
        case .null: "null"
        case .bool(let truth): "\(truth)"
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
            let whole = (try? JSON.data(from: text)).map { String(decoding: $0, as: UTF8.self) } ?? text
            return text.count <= 40 ? whole : "\"\(text.shortened(to: 40))\""
        case .number(let number): return "\(number)"
        case .bool(let truth): return "\(truth)"
        case .null: return "null"
        case .list, .object:
            let text = (try? JSON.data(from: value, .sortedKeys)).map { String(decoding: $0, as: UTF8.self) }
            return (text ?? kind.name).shortened(to: 60)
        }
    }

    /// The value in the form of a document's parts.
    private var value: any Sendable {
        switch self {
        case .null: NSNull()
        case .bool(let truth): truth
        case .number(.integer(let integer)): integer
        case .number(.unsigned(let unsigned)): unsigned
        case .number(.real(let real)): real
        case .string(let text): text
        case .list(let elements): elements.map(\.value)
        case .object(let members): members.mapValues(\.value)
        }
    }
}

extension Collection<String> {
    /// The texts as a choice: `a`, `a or b`, `a, b or c`.
    package var asChoice: String {
        var texts = Array(self)
        guard let last = texts.popLast(), !texts.isEmpty else { return first ?? "" }
        return texts.joined(separator: ", ") + " or " + last
    }
}
