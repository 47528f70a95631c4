import Foundation
import Teapot
import TeapotMockDocuments
import TeapotTestResources
import TeapotTestSupport
import TeapotTestTraits
import Testing

import TeapotMock
@testable import TeapotMockOpenAPI

/// Compares outcomes with another validator's, and with its own if a part of a schema is unknown.
@Suite(.inTurn) struct `The outcome of comparing with a schema` {
    private func outcomes(_ schema: JSONTree, _ values: [JSONTree]) -> [SchemaComparison.Outcome] {
        var checker = SchemaChecker(SchemaDocument(root: schema, dialect: .jsonSchema2020))
        return values.map { checker.check($0, against: checker.document.schema).outcome }
    }

    @Test(arguments: Size.spread(0..<400 as Range<UInt64>, usual: 130))
    func `it never depends on unknown parts`(seed: UInt64) {
        var random = RandomSchema(generator: SeededGenerator(seed: seed), hasHoles: true)
        let schema = random.document()
        let values = (0..<20).map { _ in random.value() }
        let found = outcomes(schema, values)
        for filling in [true, false] {
            let known = outcomes(schema.filled(with: .bool(filling)), values)
            #expect(!known.contains(.unknown))
            for (index, outcome) in found.enumerated() where outcome != .unknown {
                #expect(known[index] == outcome, "\(values[index].shown) with \(filling)")
            }
        }
    }

    @Test(arguments: [["E", "E/allOf/0"], ["E/allOf/0", "E"]])
    func `an unfollowed reference is unknown, whatever else leads to its schema`(names: [String]) throws {
        let parts = names.map { "{\"$ref\": \"#/$defs/\($0)\"}" }.joined(separator: ", ")
        let schema = """
            {"allOf": [\(parts)], "unevaluatedProperties": false, "$defs": {
              "E": {"$id": "https://e.test/e", "allOf": [{"$ref": "#/$defs/B"}]}, "B": {"properties": {"b": true}}}}
            """
        let value = try JSONTree(parsing: Data(#"{"b": 1, "c": 2}"#.utf8))
        #expect(outcomes(try JSONTree(parsing: Data(schema.utf8)), [value]) == [.unknown])
    }

    @Test(.enabled(if: Clients.hasPython(with: "jsonschema"), "TEAPOT_PYTHON names no Python with jsonschema"))
    func `it agrees with Python's jsonschema`() async throws {
        var cases: [(schema: JSONTree, values: [JSONTree])] = []
        for seed in 0..<1500 as Range<UInt64> {
            var random = RandomSchema(generator: SeededGenerator(seed: seed))
            let schema = random.document()
            cases.append((schema, (0..<20).map { _ in random.value() }))
        }
        var input = Data()
        for (schema, values) in cases {
            input += try JSON.data(from: ["schema": schema.parts, "values": values.map(\.parts)]) + [0x0A]
        }
        let script = Fixtures.clientsDirectory.appendingPathComponent("json_schema.py").path
        let python = try #require(Clients.equippedPython)
        let (output, status) = try await Program.run(python, ["-B", script], input: input)
        #expect(status == 0)
        let lines = String(decoding: output, as: UTF8.self).split(separator: "\n").map(Array.init)
        try #require(lines.count == cases.count)
        var counts: [Character: Int] = [:]
        for (line, (schema, values)) in zip(lines, cases) {
            let text = String(decoding: try JSON.data(from: schema.parts), as: UTF8.self)
            for (index, outcome) in outcomes(schema, values).enumerated() {
                counts[line[index], default: 0] += 1
                let letter: Character = [.matches: "t", .differs: "f"][outcome] ?? "u"
                #expect(letter == line[index], "\(text) of \(values[index].shown)")
            }
        }
        // Neither outcome is rare.
        #expect(counts["t", default: 0] > 5000)
        #expect(counts["f", default: 0] > 5000)
    }
}
