import Foundation
import Teapot
import TeapotMock

extension WireMockImport {
    /// A JSON value whose numbers are kept as they are written.
    indirect enum Value: Sendable {
        case object([String: Value])
        case list([Value])
        case text(String)
        case number(Number)
        case flag(Bool)
        case null

        /// Creates a value by parsing a JSON text, which may be a single string, number, Boolean or `null`.
        init(parsing data: Data) throws(JSON.ParsingError) {
            _ = try JSON.value(parsing: data)
            var tokens = JSONTokens(data)
            self = tokens.next().flatMap { Self(from: $0, &tokens) } ?? .null
        }

        /// Creates a value from its first token and those after it; `nil` for the end of a container.
        ///
        /// The parser accepts at most 512 levels.
        private init?(from token: JSONTokens.Token, _ tokens: inout JSONTokens) {
            switch token.kind {
            case .beginObject:
                var members: [String: Value] = [:]
                while let name = tokens.next(), name.kind == .name, let first = tokens.next() {
                    members[name.string] = Self(from: first, &tokens)
                }
                self = .object(members)
            case .beginList:
                var elements: [Value] = []
                while let next = tokens.next(), let element = Self(from: next, &tokens) { elements.append(element) }
                self = .list(elements)
            case .name, .string: self = .text(token.string)
            case .number: self = Number(token.text).map { .number($0) } ?? .null
            case .word: self = token.text == "null" ? .null : .flag(token.text == "true")
            case .endObject, .endList: return nil
            }
        }

        /// A Boolean value that indicates whether the value is empty, as members written only for completeness are.
        var isEmpty: Bool {
            switch self {
            case .object(let members): members.isEmpty
            case .list(let elements): elements.isEmpty
            case .null: true
            case .text, .number, .flag: false
            }
        }

        /// The name of the kind of value in messages.
        var kind: String {
            switch self {
            case .object: "an object"
            case .list: "a list"
            case .text: "a string"
            case .number: "a number"
            case .flag: "a boolean"
            case .null: "null"
            }
        }

        /// The value as compact JSON text, with members sorted by name.
        var json: String {
            switch self {
            case .object(let members):
                let sorted = members.sorted { $0.key < $1.key }
                return "{" + sorted.map { Self.quoted($0.key) + ":" + $0.value.json }.joined(separator: ",") + "}"
            case .list(let elements): return "[" + elements.map(\.json).joined(separator: ",") + "]"
            case .text(let text): return Self.quoted(text)
            case .number(let number): return number.text
            case .flag(let flag): return "\(flag)"
            case .null: return "null"
            }
        }

        private static func quoted(_ text: String) -> String {
            (try? JSON.data(from: text)).map { String(decoding: $0, as: UTF8.self) } ?? "\"\""
        }

        /// A string as it is, or the JSON text of a number or a Boolean; `nil` for others.
        var scalarText: String? {
            switch self {
            case .text(let text): text
            case .number, .flag: json
            case .object, .list, .null: nil
            }
        }
    }
}

extension WireMockImport.Value: Equatable {
    /// Returns whether two values are equal: numbers by value, strings by Unicode scalars (RFC 8259 §8.3).
    static func == (left: Self, right: Self) -> Bool {
        switch (left, right) {
        case (.object(let left), .object(let right)): left == right
        case (.list(let left), .list(let right)): left == right
        case (.text(let left), .text(let right)): left.isExactly(right)
        case (.number(let left), .number(let right)): left == right
        case (.flag(let left), .flag(let right)): left == right
        case (.null, .null): true
        default: false
        }
    }
}
