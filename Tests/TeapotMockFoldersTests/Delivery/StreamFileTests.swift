import Foundation
import Teapot
import TeapotTestSupport
import TeapotTestTraits
import Testing

import TeapotMock
import TeapotMockFolders

@Suite(.inTurn, .timeLimit(.minutes(2))) struct `A mock's stream` {
    @Test func `has a piece for each line or each number of bytes`() async throws {
        let files = try TemporaryFolder([
            "a/lines.ndjson": "{\"n\": 1}\n\n[2]\n", "b/slow.json": "[1, 2]", "c/other.jsonl": "1\n",
            "a/mocks.index.json": #"{"lines.ndjson": {"stream": {"every": "1 ms"}}}"#,
            "b/mocks.index.json": #"{"slow": {"stream": {"bytes": 4, "every": "1 ms"}}}"#,
        ])
        let folder = MockFolder(files.url)
        #expect(folder.problems == [])
        let client = MockTeapot(router: .serving(files))
        var pieces: [String] = []
        for try await piece in try await client.stream("a") { pieces.append(String(decoding: piece, as: UTF8.self)) }
        #expect(pieces == ["{\"n\": 1}\n", "\n", "[2]\n"])
        let slow = try await client.get("b")
        #expect(slow.body == Data("[1, 2]".utf8))
        #expect(slow.headers["Content-Length"] == "6")
        #expect(slow.headers["Content-Type"] == "application/json")
        // Without an entry it's an ordinary body.
        let plain = try #require(folder.mock(at: "c/other.jsonl")).response()
        #expect(plain.body == Data("1\n".utf8))
        #expect(plain.headers["Content-Type"] == "application/jsonl")
    }

    @Test func `can break off`() async throws {
        let files = try TemporaryFolder([
            "a/x.json": "[1, 2, 3]",
            "a/mocks.index.json": #"{"x.json": {"stream": {"bytes": 2}, "fault": "cutShort 5"}}"#,
        ])
        let error = await #expect(throws: TeapotError.self) { try await MockTeapot(router: .serving(files)).get("a") }
        #expect(error?.response?.body == Data("[1, 2".utf8))
    }

    @Test func `that is invalid is reported with its place`() throws {
        let entries = [
            (#"{"every": 0.1}"#, "1:34: “x.json”: stream.every: expected a time of at most a day"),
            (#"{"every": "soon"}"#, "1:34: “x.json”: stream.every: expected a time of at most a day"),
            (#"{"bytes": 0}"#, "1:34: “x.json”: stream.bytes: expected at least 1, not 0"),
            (#"{"chunk": 1}"#, "1:24: “x.json”: stream: unknown member “chunk”; use “bytes”, “every”"),
            (#""x""#, "1:24: “x.json”: stream: expected an object"),
        ]
        for (entry, expected) in entries {
            let files = try TemporaryFolder([
                "a/x.json": "[]", "a/mocks.index.json": #"{"x.json":  {"stream": "# + entry + "}}",
            ])
            let problem = try #require(MockFolder(files.url).problems.first).description
            #expect(problem.hasPrefix("a/mocks.index.json:" + expected), "\(problem)")
        }
    }

    @Test func `is checked line by line if it is JSON`() throws {
        let files = try TemporaryFolder([
            "a/x.ndjson": "{}\r\n{\"é\": }\n", "a/y.jsonl": "1\n2 3\n", "a/z.sse": "data: 1\n\n",
            "a/mocks.index.json": #"{"z.sse": {"stream": {"bytes": 2}}}"#,
        ])
        #expect(
            MockFolder(files.url).problems.map(\.description) == [
                "a/x.ndjson:2:7: expected a value but found \"}\"; each line is a JSON value",
                "a/y.jsonl:2:3: expected the end of the text but found \"3\"; each line is a JSON value",
                "a/z.sse: events are sent one by one; leave “bytes” out of “stream” in “mocks.index.json”",
            ])
    }
}
