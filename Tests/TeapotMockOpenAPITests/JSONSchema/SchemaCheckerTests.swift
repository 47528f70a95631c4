import Foundation
import Teapot
import TeapotMockDocuments
import TeapotTestTraits
import Testing

import TeapotMock
@testable import TeapotMockOpenAPI

@Suite(.inTurn) struct `A schema checker` {
    @Test(arguments: SchemaCase.all)
    func `a value is compared with a schema`(of: SchemaCase) {
        var checker = SchemaChecker(
            SchemaDocument(root: of.schema, dialect: of.dialect), assertsFormats: of.file == "formats")
        let schema = checker.document.schema
        #expect(!of.fits.isEmpty || !of.unknown.isEmpty || !of.differs.isEmpty)
        for value in of.fits {
            let found = checker.check(value, against: schema)
            #expect(found.outcome == .matches, "\(value.shown) should fit: \(found.differences)")
        }
        for value in of.unknown {
            let found = checker.check(value, against: schema)
            #expect(found.outcome == .unknown, "\(value.shown) should be unknown: \(found.differences)")
        }
        for case let (value, texts) in of.differs.map({ ($0.value, $0.texts) }) {
            #expect(checker.check(value, against: schema).differences.map(\.text).sorted() == texts.sorted())
        }
        #expect(checker.notes.map { "\($0.schema): \($0.reason)" }.sorted() == of.notes)
    }

    @Test func `each file has cases`() {
        let counts = Dictionary(grouping: SchemaCase.all, by: \.file).mapValues(\.count)
        #expect(SchemaCase.files.filter { counts[$0, default: 0] < 8 } == [])
    }

    @Test func `checking multiplying alternatives ends`() throws {
        // Each level refers to the next one twice: 2¹⁰⁰ paths in total.
        let levels = (0...100).map { level -> (String, JSONTree) in
            guard level < 100 else { return ("100", .object(["type": .string("string")])) }
            let next = JSONTree.object(["$ref": .string("#/$defs/\(level + 1)")])
            return ("\(level)", .object(["anyOf": .list([next, next])]))
        }
        let root = JSONTree.object([
            "$ref": .string("#/$defs/0"), "$defs": .object(Dictionary(uniqueKeysWithValues: levels)),
        ])
        var checker = SchemaChecker(SchemaDocument(root: root, dialect: .jsonSchema2020), maximumSteps: 10_000)
        #expect(checker.check(.number(JSONNumber(1)), against: checker.document.schema).outcome == .unknown)
        #expect(!checker.notes.isEmpty)
    }

    @Test func `nested schemas are followed up to a limit`() {
        var schema = JSONTree.object(["type": .string("string")])
        for _ in 0..<500 { schema = .object(["allOf": .list([schema])]) }
        var checker = SchemaChecker(SchemaDocument(root: schema, dialect: .jsonSchema2020))
        #expect(checker.check(.number(JSONNumber(1)), against: checker.document.schema).outcome == .unknown)
        #expect(checker.notes.map(\.reason) == ["more than 128 nested schemas are not followed"])
    }

    @Test func `a deep tree is compared up to a limit`() throws {
        let text = String(repeating: #"{"child":"#, count: 120) + "1" + String(repeating: "}", count: 120)
        let schema = try JSONTree(
            parsing: Data(##"{"type":"object","properties":{"child":{"$ref":"#"}}}"##.utf8))
        var checker = SchemaChecker(SchemaDocument(root: schema, dialect: .jsonSchema2020))
        let found = checker.check(try JSONTree(parsing: Data(text.utf8)), against: checker.document.schema)
        #expect(found.outcome == .unknown)
        #expect(checker.notes.count == 1)
    }
}

extension SchemaDifference {
    fileprivate var text: String { "\(pointer) \(schema): expected \(expected), found \(found)" }
}
