import Foundation
import Teapot
import TeapotMockDocuments
import TeapotTestResources
import TeapotTestSupport
import TeapotTestTraits
import Testing

import TeapotMock
import TeapotMockDrift
@testable import TeapotMockOpenAPI

/// Tests of the bodies that a router answers with: each matches its schema.
@Suite(.inTurn) struct `Bodies of documents like those of services` {
    private static let seeds = 0..<UInt64(Size.of(full: 8, usual: 2))

    @Test(arguments: ServiceDocument.all) func `match their schemas`(file: ServiceDocument) throws {
        let document = try file.read()
        #expect(document.problems.filter { !$0.reason.hasSuffix("no parameter describes “{id}”") } == [])
        var checker = SchemaChecker(document.schemas, assertsFormats: true)
        for body in ServiceDocument.bodies(of: document, seeds: Self.seeds) {
            switch body.value {
            case .success(let value):
                let differences = checker.check(value, against: body.schema).differences
                #expect(differences == [], "\(body.origin): \(value.json)")
            case .failure(let refusal): Issue.record("\(body.origin): \(refusal.reason)")
            }
        }
    }

    @Test func `are those of thirty documents and more`() throws {
        #expect(ServiceDocument.all.count == 33)
        let counts = try ServiceDocument.all.map { ServiceDocument.bodies(of: try $0.read(), seeds: 0..<1).count }
        #expect(counts.reduce(0, +) > 250)
    }

    @Test(.enabled(if: Clients.hasPython(with: "jsonschema"), "TEAPOT_PYTHON names no Python with jsonschema"))
    func `match for Python's jsonschema, too`() async throws {
        var (input, origins) = (Data(), [[String]]())
        for file in ServiceDocument.all {
            let document = try file.read()
            let bodies = ServiceDocument.bodies(of: document, seeds: Self.seeds).compactMap { body in
                (try? body.value.get()).map { (body, $0) }
            }
            let cases = bodies.map { JSONTree.list([.string($0.schema.pointer), $1]) }
            let line = JSONTree.object(["document": document.schemas.root, "cases": .list(cases)])
            input += Data(line.json.utf8) + [0x0A]
            origins.append(bodies.map { "\(document.name), \($0.0.origin): \($0.1.json)" })
        }
        let script = Fixtures.clientsDirectory.appendingPathComponent("openapi_bodies.py").path
        let python = try #require(Clients.equippedPython)
        let (output, status) = try await Program.run(python, ["-B", script], input: input)
        #expect(status == 0)
        let lines = output.split(separator: UInt8(ascii: "\n"))
        try #require(lines.count == origins.count)
        for (line, origins) in zip(lines, origins) {
            let results = try JSONTree(parsing: Data(line)).elements ?? []
            #expect(results.count == origins.count)
            for (result, origin) in zip(results, origins) {
                #expect(result == .null, "\(origin)")
            }
        }
    }
}
