import Foundation
import TeapotMockDocuments
import TeapotTestResources
import TeapotTestSupport
import TeapotTestTraits
import Testing

import TeapotMock
@testable import TeapotMockOpenAPI

/// Tests with what other programs write.
@Suite(.inTurn, .timeLimit(.minutes(5))) struct `YAML of other writers` {
    /// The number of trees, each of which both write.
    private static let count = 300

    @Test(
        .enabled(
            if: Clients.hasPython(with: "yaml", "ruamel.yaml"),
            "TEAPOT_PYTHON names no Python with PyYAML and ruamel.yaml"))
    func `has the tree that PyYAML and ruamel.yaml wrote`() async throws {
        let script = Fixtures.clientsDirectory.appendingPathComponent("yaml_writers.py").path
        let python = try #require(Clients.equippedPython)
        let (output, status) = try await Program.run(python, ["-B", script, "\(Self.count)"], input: Data())
        #expect(status == 0)
        let lines = output.split(separator: UInt8(ascii: "\n"))
        #expect(lines.count == 2 * Self.count)
        for line in lines {
            let entry = try JSONTree(parsing: Data(line))
            let (writer, yaml) = (entry["writer"]?.text ?? "", entry["yaml"]?.text ?? "")
            let tree = try JSONTree(parsing: Data((entry["json"]?.text ?? "").utf8))
            do throws(YAMLDocument.ParsingError) {
                let document = try YAMLDocument(parsing: Data(yaml.utf8))
                #expect(document.tree == tree, "\(writer) wrote:\n\(yaml)")
                #expect(!document.hasMoreDocuments, "\(writer) wrote:\n\(yaml)")
            } catch {
                Issue.record("\(writer), \(error), wrote:\n\(yaml)")
            }
        }
    }
}
