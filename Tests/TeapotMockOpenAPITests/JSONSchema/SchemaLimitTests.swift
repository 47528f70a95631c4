import Foundation
import Teapot
import TeapotMockDocuments
import TeapotTestSupport
import TeapotTestTraits
import Testing

import TeapotMock
@testable import TeapotMockOpenAPI

/// Tests with large and hostile input, most of which would take minutes if the time were quadratic.
@Suite(.inTurn, .timeLimit(.minutes(3))) struct `The cost of comparing` {
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
}
