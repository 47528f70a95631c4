import Foundation
import Teapot
import TeapotMockDocuments
import TeapotMockFolders
import TeapotTestSupport
import TeapotTestTraits
import Testing

import TeapotMock
@testable import TeapotMockDrift

/// Tests with large and hostile input, most of which would take minutes if the time were quadratic.
@Suite(.inTurn, .timeLimit(.minutes(1))) struct `The cost of comparing` {
    private func comparison(
        _ schema: JSONTree, _ value: JSONTree, maximumSteps: Int = 1_000_000
    ) -> SchemaComparison {
        let document = SchemaDocument(root: schema, dialect: .jsonSchema2020)
        var checker = SchemaChecker(document, maximumSteps: maximumSteps)
        return checker.check(value, against: checker.document.schema)
    }

    private func numbers(_ range: Range<Int>) -> JSONTree { .list(range.map { .number(JSONNumber($0)) }) }

    private func names(_ prefix: String, _ range: Range<Int>) -> [String] {
        range.map { prefix + String($0 + 1_000_000) }
    }

    @Test func `unique elements aren't compared in pairs`() {
        let schema = JSONTree.object(["uniqueItems": .bool(true)])
        #expect(comparison(schema, numbers(0..<Size.of(full: 20_000, usual: 5000))).outcome == .matches)
        // Swift sorts successive marks for a text's own hash.
        let marks = String(repeating: "\u{301}\u{316}", count: 100_000)
        #expect(comparison(schema, .list([.string(marks + "a"), .string(marks + "b")])).outcome == .matches)
    }

    @Test func `many values can be compared with many choices`() {
        let count = Size.of(full: 20_000, usual: 5000)
        let schema = JSONTree.object(["items": .object(["enum": numbers(0..<count)])])
        #expect(comparison(schema, numbers(0..<count)).outcome == .matches)
        #expect(comparison(schema, numbers(count / 2..<count + 10)).differences.count == 10)
    }

    @Test func `a large constant isn't written for each value`() {
        let schema = JSONTree.object(["items": .object(["const": numbers(0..<10_000)])])
        let found = comparison(schema, numbers(0..<10_000)).differences
        #expect(found.count == 10_000)
        #expect(found[0].expected.count == 61)
        #expect(JSONTree.string(String(repeating: "a", count: 1_000_000)).shown.count == 43)
    }

    @Test func `many missing names aren't compared with many others`() {
        let count = Size.of(full: 5000, usual: 1500)
        let members = Dictionary(uniqueKeysWithValues: names("other", 0..<count).map { ($0, JSONTree.null) })
        let schema = JSONTree.object(["required": .list(names("member", 0..<count).map { .string($0) })])
        #expect(comparison(schema, .object(members)).differences.count == count)
        let live = Shape(of: .object(Dictionary(uniqueKeysWithValues: names("m", 0..<count).map { ($0, .null) })))
        #expect(live.differences(of: .object(members)).count == 2 * count)
    }

    @Test func `many required names of many objects don't take forever`() {
        let schema = JSONTree.object([
            "items": .object(["required": .list(names("member", 0..<2000).map { .string($0) })])
        ])
        let found = comparison(schema, .list((0..<2000).map { _ in .object([:]) }), maximumSteps: 50_000)
        #expect(!found.isComplete)
        #expect(found.differences.count <= 50_000)
    }

    @Test func `a pattern that needs too much memory isn't a difference`() {
        let text = JSONTree.string(String(repeating: "ab", count: 500_000))
        #expect(comparison(.object(["pattern": .string("^(a|b)*$")]), text).outcome == .unknown)
    }

    @Test func `many slow patterns are given up together`() {
        let patterns = (1...200).map { JSONTree.object(["pattern": .string("^(a{1,\($0)}a*)+$")]) }
        let text = JSONTree.string(String(repeating: "a", count: 40) + "b")
        #expect(comparison(.object(["allOf": .list(patterns)]), text).outcome == .unknown)
        #expect(comparison(.object(["allOf": .list(patterns)]), .string("aaa")).outcome == .matches)
    }

    @Test func `the lines of many drifts are found in one pass`() throws {
        let names = names("m", 0..<5000)
        let properties = names.map { #""\#($0)":{"type":"string"}"# }.joined(separator: ",")
        let document = try OpenAPIDocument(
            data: Data(
                """
                {"openapi": "3.1.0", "paths": {"/a": {"get": {"responses": {"200": {"content": {"application/json":
                {"schema": {"properties": {\(properties)}}}}}}}}}}
                """.utf8))
        let padding = String(repeating: " ", count: 100)
        let body = "{\n" + names.map { "\"\($0)\": \(padding)1" }.joined(separator: ",\n") + "}"
        let folder = try TemporaryFolder(["a/a.json": body])
        let report = MockFolder(folder.url).validate(against: document)
        #expect(report.drifts.map(\.line) == (2..<5002).map { $0 })
    }

    @Test func `the deepest values and schemas fit the stack of any thread`() async throws {
        let body = String(repeating: #"{"a":"#, count: 511) + "1" + String(repeating: "}", count: 511)
        let schema = String(repeating: #"{"allOf":["#, count: 200) + "true" + String(repeating: "]}", count: 200)
        let folder = try TemporaryFolder(["a/a.json": body])
        let text = """
            {"openapi": "3.1.0", "paths": {"/a": {"get": {"responses": {"200": {"content": {"application/json":
            {"schema": \(schema)}}}}}}}}
            """
        let reports = await withCheckedContinuation { continuation in
            let thread = Thread {
                let mocks = MockFolder(folder.url)
                let document = try? OpenAPIDocument(data: Data(text.utf8))
                continuation.resume(
                    returning: [document.map { mocks.validate(against: $0) }, mocks.validate(against: [Int].self)])
            }
            // The same as that of Swift concurrency's threads on Apple platforms.
            thread.stackSize = 512 << 10
            thread.start()
        }
        #expect(reports.map { $0?.drifts.count } == [0, 1])
        let tree = try JSONTree(parsingDeep: Data(body.utf8))
        #expect(onDeepStack { Shape(of: tree).differences(of: tree) } == [])
    }

    @Test func `tables in a list of tables are merged once`() {
        let table = JSONTree.object(
            Dictionary(uniqueKeysWithValues: (0..<300).map { ("\($0)", .object(["a": .null])) }))
        let list = JSONTree.list((0..<Size.of(full: 1000, usual: 100)).map { _ in table })
        #expect(Shape(of: list).differences(of: list) == [])
    }
}
