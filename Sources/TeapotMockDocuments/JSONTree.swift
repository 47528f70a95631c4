package import Foundation
package import Teapot
import TeapotMock

/// A JSON value whose kind is known without a cast and whose numbers are kept as written.
///
/// The parser accepts at most 512 levels, which limits recursion over a tree.
package enum JSONTree: Sendable {
    case null
    case bool(Bool)
    case number(JSONNumber)
    case string(String)
    case list([JSONTree])
    case object([String: JSONTree])

    /// The kind of a value.
    package enum Kind: Int, Sendable, Hashable {
        case null, bool, number, string, list, object
    }

    package var kind: Kind {
        switch self {
        case .null: .null
        case .bool: .bool
        case .number: .number
        case .string: .string
        case .list: .list
        case .object: .object
        }
    }

    /// The members if the value is an object; otherwise, `nil`.
    package var members: [String: JSONTree]? { if case .object(let members) = self { members } else { nil } }

    /// The elements if the value is a list; otherwise, `nil`.
    package var elements: [JSONTree]? { if case .list(let elements) = self { elements } else { nil } }

    /// The text if the value is a string; otherwise, `nil`.
    package var text: String? { if case .string(let text) = self { text } else { nil } }

    /// The Boolean if the value is a Boolean; otherwise, `nil`.
    package var truth: Bool? { if case .bool(let truth) = self { truth } else { nil } }

    /// The number if the value is a number; otherwise, `nil`.
    package var number: JSONNumber? { if case .number(let number) = self { number } else { nil } }

    /// The number if the value is a nonnegative whole number; otherwise, `nil`.
    package var count: Int? { number?.integer.flatMap { $0 < 0 ? nil : $0 } }

    /// Accesses a member of an object.
    package subscript(name: String) -> JSONTree? { members?[exactly: name] }
}

extension JSONTree {
    /// Creates a tree by parsing a text, which may be a single string, number, Boolean or `null`.
    ///
    /// - Parameter data: The text's bytes.
    /// - Throws: An error with the place where the text isn't valid JSON.
    package init(parsing data: Data) throws(JSON.ParsingError) {
        var tokens = try JSONTokens(parsing: data)
        self = tokens.next().flatMap { JSONTree($0, &tokens) } ?? .null
    }

    /// Creates a value from its first token and the ones after it, or returns `nil` for the end of a container.
    private init?(_ token: JSONTokens.Token, _ tokens: inout JSONTokens) {
        switch token.kind {
        case .beginObject:
            var members: [String: JSONTree] = [:]
            while let name = tokens.next(), name.kind == .name, let first = tokens.next() {
                members[name.string] = JSONTree(first, &tokens)
            }
            self = .object(members)
        case .beginList:
            var elements: [JSONTree] = []
            while let first = tokens.next(), let element = JSONTree(first, &tokens) { elements.append(element) }
            self = .list(elements)
        case .name, .string: self = .string(token.string)
        case .number: self = .number(JSONNumber(token))
        case .word: self = token.text == "null" ? .null : .bool(token.text == "true")
        case .endObject, .endList: return nil
        }
    }
}

extension JSONTree: Hashable {
    /// Returns whether two values are equal: numbers by value, strings by Unicode scalars (RFC 8259 §8.3).
    @inline(never)
    package static func == (left: JSONTree, right: JSONTree) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.bool(let left), .bool(let right)): left == right
        case (.number(let left), .number(let right)): left == right
        case (.string(let left), .string(let right)): left.utf8.elementsEqual(right.utf8)
        case (.list(let left), .list(let right)): left == right
        case (.object(let left), .object(let right)):
            left.count == right.count && left.allSatisfy { right[exactly: $0.key] == $0.value }
        default: false
        }
    }

    /// Hashes the parts of the value that are the same for equal values.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(kind)
        switch self {
        case .null: break
        case .bool(let truth): hasher.combine(truth)
        case .number(let number): hasher.combine(number)
        case .string(var text): text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        case .list(let elements): hasher.combine(elements)
        case .object(let members): hasher.combine(members)
        }
    }
}

extension Dictionary where Key == String {
    /// Returns the value of the name with the same Unicode scalars (RFC 8259 §8.3).
    ///
    /// A dictionary's own subscript treats an `é` of one scalar and an `é` of two scalars as equal. It also takes time
    /// quadratic in the number of successive combining marks, but the names in a parsed object have few.
    package subscript(exactly name: String) -> Value? {
        guard name.utf8.count <= 1000 else { return first { $0.key.utf8.elementsEqual(name.utf8) }?.value }
        guard let index = index(forKey: name), self[index].key.utf8.elementsEqual(name.utf8) else { return nil }
        return self[index].value
    }
}
