import Foundation
import Teapot
import TeapotTestSupport
import TeapotTestTraits
import Testing

import TeapotMock
@testable import TeapotMockFolders

@Suite(.inTurn) struct `A mock's fault` {
    /// The names of the faults that are public.
    private static let names: Set<String> = {
        let root = (0..<4).reduce(URL(fileURLWithPath: #filePath)) { url, _ in url.deletingLastPathComponent() }
        let file = root.appendingPathComponent("Sources/TeapotMock/Responses/Response+Fault.swift")
        let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        return Set(
            text.split(separator: "\n").compactMap { line in
                let words = line.split { $0 == " " || $0 == "(" || $0 == ":" }
                guard words.prefix(2) == ["public", "static"], words.count > 3, words[2] == "let" || words[2] == "func",
                    words[3] != "=="
                else { return nil }
                return String(words[3])
            })
    }()

    @Test func `is named as in Swift`() throws {
        #expect(Self.names.count >= 8)
        #expect(Set(WrittenFault.Name.allCases.map(\.rawValue)) == Self.names)
        for name in WrittenFault.Name.allCases {
            #expect(name.fault() != nil || name.fault(1) != nil)
            #expect(name.fault() == nil ? name.fault(1) != nil : name.fault(1) == nil || name == .reset)
        }
    }

    @Test(
        arguments: [
            ("refused", .refused), ("timedOut\n", .timedOut), (" reset", .reset), ("reset 5", .reset(after: 5)),
            ("empty", .empty), ("garbage", .garbage), ("cutShort\t5", .cutShort(after: 5)),
            ("malformedChunk 0", .malformedChunk(after: 0)), ("contentLength 99", .contentLength(99)),
        ] as [(String, Response.Fault)])
    func `is written as its name and a number of bytes`(text: String, fault: Response.Fault) throws {
        #expect(try WrittenFault(text).fault == fault)
    }

    private static let list =
        "expected a fault: “refused”, “timedOut”, “reset”, “empty”, “garbage”, “cutShort”, “malformedChunk” or"
        + " “contentLength”"

    @Test(arguments: [
        ("", "\(list), but the text is empty"), ("timeout", "\(list), but found “timeout”; did you mean “timedOut”?"),
        ("cutShort", "expected a number of bytes after “cutShort”, as in “cutShort 100”"),
        ("cutShort -1", "expected a number of bytes after “cutShort”, as in “cutShort 100”"),
        ("cutShort 1 2", "expected a number of bytes after “cutShort”, as in “cutShort 100”"),
        ("refused 1", "expected nothing after “refused”"),
        ("reset x", "expected “reset”, or a number of bytes, as in “reset 100”"),
    ])
    func `that is invalid is reported`(text: String, reason: String) {
        #expect(throws: WrittenFault.ParsingError(reason: reason)) { try WrittenFault(text) }
    }

    @Test func `is stated by a file, or by the index file for a mock with a body`() throws {
        let files = try TemporaryFolder([
            "a/error_200ms_POST_offline.fault": "refused\n", "b/success_cut.json": "[1, 2, 3]",
            "b/mocks.index.json": #"{"success_cut.json": {"query": {"page": "2"}, "fault": "cutShort 4"}}"#,
        ])
        let folder = MockFolder(files.url)
        #expect(folder.problems == [])
        let offline = try #require(folder.mock(at: "a/error_200ms_POST_offline.fault"))
        #expect(offline.name == "offline")
        #expect(offline.method == "POST")
        let response = try offline.response()
        #expect(response.fault == .refused)
        #expect(response.delay == 0.2)
        #expect(response.body.isEmpty)
        #expect(response.headers.isEmpty)
        let cut = try #require(folder.mock(at: "b/success_cut.json"))
        #expect(cut.condition == RequestCondition(query: ["page": "2"]))
        #expect(try cut.response().fault == .cutShort(after: 4))
        #expect(try cut.response().body == Data("[1, 2, 3]".utf8))
        #expect(try cut.document().fault == nil)
    }

    @Test func `without an effect, or with an unknown fault, is a problem with its place`() throws {
        let files = try TemporaryFolder([
            "a/x.fault": "cutShort 5", "a/y.fault": "hang", "b/x.json": "[1]", "b/y.json": "[1]", "b/z.fault": "reset",
            "b/mocks.index.json": """
            {
              "x.json": {"fault": "cutShort 3"},
              "y.json": {
                "fault": "cutshort 1"},
              "z.fault": {"fault": "empty"}
            }
            """,
        ])
        let problems = MockFolder(files.url).problems.map(\.description)
        #expect(
            Set(problems) == [
                "a/x.fault:1:1: “cutShort” needs a body; write {\"success_list.json\": {\"fault\": \"cutShort 100\"}}"
                    + " into “mocks.index.json”",
                "a/y.fault:1:1: \(Self.list), but found “hang”",
                "b/x.json: the body has 3 bytes, so the “fault” in “mocks.index.json” has no effect",
                "b/mocks.index.json:4:14: “y.json”: fault: \(Self.list), but found “cutshort”;"
                    + " did you mean “cutShort”?",
                "b/z.fault: “fault” and “stream” in “mocks.index.json” apply only to files that are bodies",
            ])
    }

    @Test func `changes with its file, and is never half-saved`() async throws {
        let files = try TemporaryFolder(["a/x.fault": "reset\n"])
        let router = Router.serving(files)
        let client = MockTeapot(router: router)
        for (text, code) in [
            ("reset\n", URLError.Code.networkConnectionLost), ("ref", .networkConnectionLost),
            ("", .networkConnectionLost),
            ("refused\n", .cannotConnectToHost),
        ] {
            try files.write(text, to: "a/x.fault")
            let error = await #expect(throws: TeapotError.self) { try await client.get("a") }
            #expect((error?.underlyingError as? URLError)?.code == code, "after “\(text)”")
        }
    }
}
