import Foundation
import Teapot
import TeapotMockDocuments
import TeapotTestSupport

import TeapotMock
import TeapotMockOpenAPI

/// A maker of valid schemas in JSON Schema 2020-12, with values that match them about as often as not.
///
/// It omits known differences from other validators: patterns whose meaning depends on the dialect of
/// regular expressions, divisors such as 0.01 that a double does not represent exactly, and numbers of more than 64
/// bits.
struct RandomSchema {
    /// A placeholder for a schema that can't be followed.
    static let hole = JSONTree.object(["$ref": .string("elsewhere.json")])

    var generator: SeededGenerator
    /// Whether some nested schemas are ``hole``.
    var hasHoles = false

    mutating func chance(_ one: Int) -> Bool { Int.random(in: 0..<one, using: &generator) == 0 }

    mutating func pick<Value>(_ values: [Value]) -> Value {
        values[Int.random(in: values.indices, using: &generator)]
    }

    mutating func document() -> JSONTree {
        var keywords = object(0)
        keywords["$defs"] = .object([
            "leaf": schema(3),
            "tree": .object(["properties": .object(["a": .object(["$ref": .string("#/$defs/tree")]), "b": schema(3)])]),
        ])
        return .object(keywords)
    }

    mutating func value(_ depth: Int = 0) -> JSONTree {
        switch Int.random(in: 0..<(depth > 2 ? 5 : 9), using: &generator) {
        case 0: return .null
        case 1: return .bool(chance(2))
        case 2, 3: return number()
        case 4: return text()
        case 5, 6: return .list((0..<count(4)).map { _ in value(depth + 1) })
        default:
            var members: [String: JSONTree] = [:]
            for _ in 0..<count(5) { members[name()] = value(depth + 1) }
            return .object(members)
        }
    }

    private mutating func count(_ end: Int) -> Int { Int.random(in: 0..<end, using: &generator) }
    private mutating func name() -> String { pick(["a", "b", "c", "aa", "ab", "é", "e\u{301}", "x/y~z", ""]) }
    private mutating func text() -> JSONTree {
        .string(pick(["", "a", "b", "abc", "aab", "é", "e\u{301}", "🫖🫖", "1"]))
    }
    private mutating func number() -> JSONTree {
        .number(JSONNumber(pick([0, 1, 2, 3, -1, 1.5, 0.5, -2.5, 12, 1e18])))
    }
    private mutating func pattern() -> String { pick(["a", "^a", "b+", "^[ab]*$", "^.$", "^$", "a|é"]) }
    private mutating func small() -> JSONTree { .number(JSONNumber(count(4))) }

    private mutating func schema(_ depth: Int) -> JSONTree {
        if hasHoles, chance(6) { return Self.hole }
        if chance(8) { return .bool(!chance(3)) }
        return .object(object(depth))
    }

    private mutating func schemas(_ depth: Int) -> JSONTree { .list((0...count(3)).map { _ in schema(depth + 1) }) }

    private mutating func named(_ depth: Int) -> JSONTree {
        var members: [String: JSONTree] = [:]
        for _ in 0...count(3) { members[name()] = schema(depth + 1) }
        return .object(members)
    }

    private mutating func object(_ depth: Int) -> [String: JSONTree] {
        var keywords: [String: JSONTree] = [:]
        for _ in 0...count(3) {
            let keyword = pick(depth > 2 ? Self.simple : Self.simple + Self.nested + Self.nested)
            keywords[keyword] = argument(keyword, depth)
        }
        return keywords
    }

    private mutating func argument(_ keyword: String, _ depth: Int) -> JSONTree {
        switch keyword {
        case "type":
            let names = ["string", "integer", "number", "object", "array", "null", "boolean"]
            return chance(3) ? .list([.string(pick(names)), .string("object")]) : .string(pick(names))
        case "enum": return .list((0..<count(4)).map { _ in value(2) })
        case "const": return value(2)
        case "multipleOf": return .number(JSONNumber(pick([1, 2, 0.5, 3])))
        case "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum": return number()
        case "pattern": return .string(pattern())
        case "format": return .string(pick(["date", "email", "ipv4"]))
        case "uniqueItems": return .bool(!chance(4))
        case "required": return .list([.string(name())])
        case "dependentRequired": return .object([name(): .list([.string(name())])])
        case "$ref": return .string(pick(["#/$defs/leaf", "#/$defs/tree"]))
        case "allOf", "anyOf", "oneOf", "prefixItems": return schemas(depth)
        case "properties", "dependentSchemas": return named(depth)
        case "patternProperties":
            let (first, second) = ((pattern(), schema(depth + 1)), (pattern(), schema(depth + 1)))
            return .object(Dictionary([first, second]) { $1 })
        case "not", "if", "then", "else", "items", "contains", "additionalProperties", "propertyNames",
            "unevaluatedProperties", "unevaluatedItems":
            return schema(depth + 1)
        default: return small()
        }
    }

    private static let simple = [
        "type", "enum", "const", "multipleOf", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum",
        "minLength", "maxLength", "pattern", "format", "minItems", "maxItems", "uniqueItems", "required",
        "dependentRequired", "minProperties", "maxProperties", "minContains", "maxContains",
    ]
    private static let nested = [
        "$ref", "allOf", "anyOf", "oneOf", "not", "if", "then", "else", "items", "prefixItems", "contains",
        "properties", "patternProperties", "additionalProperties", "propertyNames", "dependentSchemas",
        "unevaluatedProperties", "unevaluatedItems",
    ]
}

extension JSONTree {
    /// The value in the form that the writer accepts.
    var parts: any Sendable {
        switch self {
        case .null: NSNull()
        case .bool(let truth): truth
        case .number(let number): number.integer as (any Sendable)? ?? number.double
        case .string(let text): text
        case .list(let elements): elements.map(\.parts)
        case .object(let members): members.mapValues(\.parts)
        }
    }

    /// The value with another value in place of each ``RandomSchema/hole``.
    func filled(with other: JSONTree) -> JSONTree {
        switch self {
        case RandomSchema.hole: other
        case .list(let elements): .list(elements.map { $0.filled(with: other) })
        case .object(let members): .object(members.mapValues { $0.filled(with: other) })
        default: self
        }
    }
}
