import Foundation
import Teapot
import TeapotMock
import TeapotMockDocuments
import TeapotTestTraits
import Testing

@testable import TeapotMockOpenAPI

@Suite(.inTurn, .timeLimit(.minutes(3))) struct `The members of a schema` {
    private func members(_ text: String) throws -> (properties: [String: Schema], required: Set<String>) {
        let document = SchemaDocument(root: try JSONTree(parsing: Data(text.utf8)), dialect: .jsonSchema2020)
        return document.members(of: document.schema)
    }

    @Test func `are those of references and of all parts, and the first one wins`() throws {
        let found = try members(
            ##"""
            {"$ref": "#/$defs/a", "$defs": {
              "a": {"required": ["x"], "properties": {"x": true}, "allOf": [{"$ref": "#/$defs/b"}, {"required": ["z"]}]},
              "b": {"properties": {"x": false, "y": true}, "required": ["y"]}}}
            """##)
        #expect(
            found.properties.mapValues(\.pointer) == ["x": "#/$defs/a/properties/x", "y": "#/$defs/b/properties/y"])
        #expect(found.required == ["x", "y", "z"])
    }

    @Test func `are found once in a schema that consists of itself`() throws {
        let parts = String(repeating: ##"{"$ref": "#"}, "##, count: 10)
        let found = try members(##"{"allOf": [\##(parts){"properties": {"id": true}}]}"##)
        #expect(found.properties.keys.sorted() == ["id"])
    }
}
