import Foundation
import Teapot
import TeapotMock
import TeapotMockDocuments
import TeapotMockFolders
import TeapotTestSupport
import TeapotTestTraits
import Testing

@testable import TeapotMockDrift
@testable import TeapotMockOpenAPI

/// Tests with large and deep input.
@Suite(.inTurn, .timeLimit(.minutes(3))) struct `The cost of checking mocks` {
    private func names(_ prefix: String, _ range: Range<Int>) -> [String] {
        range.map { prefix + String($0 + 1_000_000) }
    }

    @Test func `many missing names aren't compared with many others`() {
        let count = Size.of(full: 5000, usual: 1500)
        let members = Dictionary(uniqueKeysWithValues: names("other", 0..<count).map { ($0, JSONTree.null) })
        let live = Shape(of: .object(Dictionary(uniqueKeysWithValues: names("m", 0..<count).map { ($0, .null) })))
        #expect(live.differences(of: .object(members)).count == 2 * count)
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
