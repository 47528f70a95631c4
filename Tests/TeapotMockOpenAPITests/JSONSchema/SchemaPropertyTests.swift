import Teapot
import TeapotMockDocuments
import TeapotTestSupport
import TeapotTestTraits
import Testing

import TeapotMock
@testable import TeapotMockOpenAPI

/// Tests with random schemas and values: nothing traps, and equal inputs give equal results.
@Suite(.inTurn) struct `Random schemas` {
    private struct Chance {
        var generator: SeededGenerator

        mutating func pick<Value>(_ values: [Value]) -> Value {
            values[Int.random(in: values.indices, using: &generator)]
        }

        mutating func value(_ depth: Int) -> JSONTree {
            switch Int.random(in: 0..<(depth > 3 ? 5 : 7), using: &generator) {
            case 0: .null
            case 1: .bool(Bool.random(using: &generator))
            case 2: .number(pick([0, 1, 2, -1, 1.5, 0.1, 1e300, -1e-300, 1e19].map { JSONNumber($0) }))
            case 3: .string(pick(["", "a", "abc", "2024-01-31", "#/$defs/x", "#", "(", "\\", "🫖", "string", "~/"]))
            case 4: .number(JSONNumber(Int.random(in: Int.min...Int.max, using: &generator)))
            case 5: .list((0..<Int.random(in: 0..<4, using: &generator)).map { _ in value(depth + 1) })
            default:
                .object(
                    Dictionary(
                        (0..<Int.random(in: 0..<4, using: &generator)).map { _ in
                            (pick(["a", "b", "c", "kind", "$ref", "~/"]), value(depth + 1))
                        }
                    ) { $1 })
            }
        }

        mutating func schema(_ depth: Int) -> JSONTree {
            if depth > 4 || Int.random(in: 0..<12, using: &generator) == 0 { return value(3) }
            var keywords: [String: JSONTree] = [:]
            for _ in 0..<Int.random(in: 0..<4, using: &generator) {
                let keyword = pick(Self.keywords)
                keywords[keyword] = Int.random(in: 0..<6, using: &generator) == 0 ? value(2) : argument(keyword, depth)
            }
            return .object(keywords)
        }

        private mutating func argument(_ keyword: String, _ depth: Int) -> JSONTree {
            switch keyword {
            case "type": .string(pick(["string", "integer", "number", "object", "array", "null", "boolean", "x"]))
            case "$ref": .string(pick(["#", "#/$defs/x", "#/no", "#/properties/a", "a#", "#/%zz", "#/allOf/0"]))
            case "allOf", "anyOf", "oneOf", "prefixItems": .list([schema(depth + 1), schema(depth + 1)])
            case "properties", "patternProperties", "dependentSchemas", "$defs":
                .object(["a": schema(depth + 1), "x": schema(depth + 1)])
            case "required": .list([.string("a"), .string(pick(["b", "kind"]))])
            case "dependentRequired": .object(["a": .list([.string("b")])])
            case "pattern", "format": value(9)
            case "unevaluatedProperties", "unevaluatedItems", "not", "if", "then", "else", "items", "contains",
                "additionalProperties", "propertyNames":
                schema(depth + 1)
            case "discriminator": .object(["propertyName": .string("kind")])
            default: .number(JSONNumber(Int.random(in: 0...4, using: &generator)))
            }
        }

        private static let keywords = [
            "$ref", "type", "enum", "const", "multipleOf", "minimum", "maximum", "exclusiveMinimum", "minLength",
            "maxLength", "pattern", "format", "items", "prefixItems", "contains", "minContains", "maxContains",
            "minItems", "maxItems", "uniqueItems", "properties", "patternProperties", "additionalProperties",
            "propertyNames", "required", "dependentRequired", "dependentSchemas", "minProperties", "maxProperties",
            "allOf", "anyOf", "oneOf", "not", "if", "then", "else", "discriminator", "readOnly", "writeOnly",
            "nullable", "$defs", "unevaluatedProperties", "unevaluatedItems", "frobnicate",
        ]
    }

    @Test(arguments: Size.spread(0..<300 as Range<UInt64>, usual: 100))
    func `a schema means the same inside another`(seed: UInt64) {
        var chance = Chance(generator: SeededGenerator(seed: seed))
        let inner = chance.schema(0)
        let dialect: SchemaDialect = seed.isMultiple(of: 2) ? .jsonSchema2020 : .openAPI30
        func outcome(_ value: JSONTree, _ keywords: [String: JSONTree]) -> SchemaComparison.Outcome {
            let root = JSONTree.object(["inner": inner, "$defs": .object(["x": inner]), "outer": .object(keywords)])
            var checker = SchemaChecker(SchemaDocument(root: root, dialect: dialect))
            let outer = Schema(tree: .object(keywords), pointer: "#/outer")
            return checker.check(value, against: keywords.isEmpty ? Schema(tree: inner, pointer: "#/inner") : outer)
                .outcome
        }
        for _ in 0..<20 {
            let value = chance.value(0)
            let alone = outcome(value, [:])
            #expect(outcome(value, ["allOf": .list([inner, inner])]) == alone)
            #expect(outcome(value, ["anyOf": .list([inner])]) == alone)
            #expect(outcome(value, ["oneOf": .list([inner, .bool(false)])]) == alone)
            #expect(outcome(value, ["not": .object(["not": inner])]) == alone)
            let opposites: [SchemaComparison.Outcome: SchemaComparison.Outcome] = [
                .matches: .differs, .differs: .matches, .unknown: .unknown,
            ]
            #expect(outcome(value, ["not": inner]) == opposites[alone])
            #expect(outcome(value, ["if": inner, "then": .bool(true), "else": .bool(false)]) == alone)
            #expect(outcome(value, ["$ref": .string("#/inner")]) == alone)
            #expect(outcome(.list([value]), ["items": inner]) == alone)
            #expect(outcome(.object(["q": value]), ["additionalProperties": inner]) == alone)
        }
    }
}
