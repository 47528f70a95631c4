import Foundation
import Teapot
import TeapotMockDocuments
import TeapotTestResources
import TeapotTestSupport
import TeapotTestTraits
import Testing

import TeapotMock
@testable import TeapotMockOpenAPI

/// Tests with many schemas: each value passes the checker, and equal seeds give equal values.
@Suite(.inTurn) struct `Examples of many schemas` {
    /// The example, or the failure, of a document's schema, and whether the checker accepts it.
    private func outcome(
        _ document: SchemaDocument, _ schema: Schema? = nil, seed: UInt64
    ) -> (value: Result<JSONTree, ExampleFailure>, differences: [SchemaDifference]) {
        var generator = ExampleGenerator(document, seed: seed)
        let schema = schema ?? document.schema
        let value = Result { () throws(ExampleFailure) in try generator.value(for: schema) }
        var checker = SchemaChecker(document, assertsFormats: true)
        return (value, (try? value.get()).map { checker.check($0, against: schema).differences } ?? [])
    }

    @Test(arguments: SchemaCase.all)
    func `a schema with a fitting value has an example`(of: SchemaCase) {
        let document = SchemaDocument(root: of.schema, dialect: of.dialect)
        for seed in 0..<5 as Range<UInt64> {
            let (value, differences) = outcome(document, seed: seed)
            #expect(differences == [])
            if case .failure(let failure) = value, !of.fits.isEmpty {
                // These are outside the subset of patterns.
                let isSpecial = failure.description.contains("\\p{") || failure.description.contains("\\u{")
                #expect(isSpecial, "\(failure)")
            }
        }
    }

    @Test func `most random schemas have examples`() {
        let count = Size.of(full: 1500, usual: 500)
        var failures = 0
        for seed in 0..<UInt64(count) {
            var random = RandomSchema(generator: SeededGenerator(seed: seed), hasHoles: seed.isMultiple(of: 4))
            let document = SchemaDocument(
                root: random.document(), dialect: seed % 3 == 0 ? .openAPI30 : .jsonSchema2020)
            let (value, differences) = outcome(document, seed: seed)
            #expect(differences == [], "\(document.root.json)")
            if (try? value.get()) == nil { failures += 1 }
        }
        #expect(failures < count / 5)
    }

    @Test(arguments: ["3.0", "3.1"])
    func `each schema of a document has an example`(version: String) throws {
        let url = Fixtures.driftDirectory.appendingPathComponent("Shop/openapi-\(version).json")
        let document = try OpenAPIDocument(contentsOf: url)
        let operations = document.operations.map { document.details(of: $0) }
        let media = operations.flatMap { ($0.answers.flatMap(\.content)) + ($0.body?.content ?? []) }.compactMap(
            \.schema)
        #expect(media.count > 5)
        for schema in media
            + (document.schemas.schema["components"]?["schemas"].map { place in
                (place.tree.members ?? [:]).keys.sorted().compactMap { place[$0] }
            } ?? [])
        {
            let (value, differences) = outcome(document.schemas, schema, seed: 0)
            #expect(differences == [])
            #expect(throws: Never.self) { try value.get() }
        }
    }

    @Test func `equal seeds give equal values, and others other values`() throws {
        let schema =
            #"{"properties": {"name": {"type": "string"}, "id": {"type": "integer"}, "at": {"format": "uuid"}}}"#
        let values = try (0..<20 as Range<UInt64>).map { try example(schema, seed: $0) }
        #expect(try (0..<20 as Range<UInt64>).map { try example(schema, seed: $0) } == values)
        #expect(Set(values).count == 20)
    }

    @Test func `a member's value doesn't depend on other members or earlier calls`() throws {
        let document = SchemaDocument(root: .bool(true), dialect: .jsonSchema2020)
        var generator = ExampleGenerator(document, seed: 3)
        func schema(_ names: [String]) -> Schema {
            let properties = names.map { ($0, JSONTree.object(["type": .string("integer")])) }
            let tree = JSONTree.object(["properties": .object(Dictionary(properties) { $1 })])
            return Schema(tree: tree, pointer: "#/\(names.count)")
        }
        let few = try generator.value(for: schema(["a", "b"]))
        let many = try generator.value(for: schema((0..<50).map { "m\($0)" } + ["b", "a"]))
        #expect(few["a"] == many["a"])
        #expect(few["b"] == many["b"])
        #expect(try generator.value(for: schema(["b", "a"])) == few)
    }

    @Test func `a wide and deep schema gives a value of limited size`() throws {
        let names = (0..<12).map { "m\($0)" }
        var schema = JSONTree.object(["type": .string("string")])
        for _ in 0..<12 { schema = .object(["properties": .object(Dictionary(names.map { ($0, schema) }) { $1 })]) }
        let (value, differences) = outcome(SchemaDocument(root: schema, dialect: .jsonSchema2020), seed: 0)
        #expect(differences == [])
        #expect(try value.get().json.utf8.count < 50_000)
    }

    @Test(arguments: ["integer", "string"]) func `a long list can have different elements`(type: String) throws {
        let schema = ##"{"type": "array", "minItems": 300, "uniqueItems": true, "items": {"type": "\##(type)"}}"##
        #expect(try example(schema).hasPrefix("["))
    }
}
