import Foundation
import Teapot
import TeapotTestSupport
import TeapotTestTraits
import Testing

import TeapotMock
import TeapotMockFolders
@testable import TeapotMockRecording

@Suite(.inTurn, .serialized, .timeLimit(.minutes(2))) struct `A recording into an edited folder` {
    private let folder: TemporaryFolder
    private let file = "a/success_200_GET_a.json"
    private let index = "a/mocks.index.json"

    init() throws { folder = try TemporaryFolder() }

    private func text(_ name: String) -> String? {
        FileManager.default.contents(atPath: folder.path(name).path).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Records responses to requests for paths with queries.
    @discardableResult
    private func record(
        _ responses: [(String, Response)], existing: Recorder.Existing = .keptIfEdited, twice: Bool = false
    ) async throws -> Recorder {
        let recorder = Recorder(into: .folder(folder.url), existing: existing)
        for (target, response) in responses {
            let parts = target.split(separator: "?").map(String.init)
            let query = parts.dropFirst().map { URLQueryItem(name: "page", value: $0) }
            recorder.record(Request(method: "GET", path: parts[0], query: query), response)
            if twice { recorder.queue.sync { recorder.publish() } }
        }
        try await recorder.finish()
        return recorder
    }

    @Test func `replaces its own files, and keeps and names edited ones`() async throws {
        try await record([("/a", .json(["a": 1])), ("/b", .json(["b": 1]))])
        #expect(text(".recorded.json")?.contains("\"\(file)\": ") == true)
        try folder.write("{\"mine\": true}", to: file)
        let again = try await record([("/a", .json(["a": 2])), ("/b", .json(["b": 2]))])
        #expect(text(file) == "{\"mine\": true}")
        #expect(text("b/success_200_GET_b.json") == "{\n  \"b\": 2\n}\n")
        #expect(again.keptFiles == [file])
        #expect(again.replacedFiles == ["b/success_200_GET_b.json"])
        #expect(again.count == 2)
        #expect(!again.files.contains(file))
        // It stays an edit.
        #expect(try await record([("/a", .json(["a": 3]))]).keptFiles == [file])
        #expect(try await record([("/a", .json(["a": 1]))], existing: .replaced).replacedFiles == [file])
        #expect(text(file) == "{\n  \"a\": 1\n}\n")
        let own = try await record([("/a", .json(["a": 4]))])
        #expect(own.keptFiles == [] && own.replacedFiles == [file])
    }

    @Test func `keeps edited headers, and unknown files next to its own`() async throws {
        let headers = "a/success_200_GET_a.headers.json"
        let response = Response.json(["a": 1], headers: ["X-Build": "7"])
        try await record([("/a", response)])
        try folder.write("{\"X-Build\": \"mine\"}", to: headers)
        let again = try await record([("/a", .json(["a": 1])), ("/b", .json(["b": 1]))])
        #expect(again.keptFiles == [headers])
        #expect(text(headers) == "{\"X-Build\": \"mine\"}")
        try folder.write("by hand", to: "c/success_200_GET_c.json")
        #expect(try await record([("/c", .json(["c": 1]))]).keptFiles == ["c/success_200_GET_c.json"])
        #expect(text("c/success_200_GET_c.json") == "by hand")
    }

    @Test func `replaces and names existing files if there never was a list`() async throws {
        let old = ["a/success_200_GET_a.json": "old", "b/success_200_GET_b.json": "old"]
        for (name, text) in old { try folder.write(text, to: name) }
        let recorder = try await record([("/a", .json(["a": 1])), ("/b", .json(["b": 1]))], twice: true)
        #expect(recorder.replacedFiles == old.keys.sorted())
        #expect(recorder.keptFiles == [])
    }

    @Test(arguments: ["", "{", "[]", "<<<<<<< ours\n"])
    func `keeps files that differ if the list can't be read`(list: String) async throws {
        try await record([("/a", .json(["a": 1])), ("/b", .json(["b": 1]))])
        try folder.write(list, to: ".recorded.json")
        let again = try await record([("/a", .json(["a": 2])), ("/b", .json(["b": 1]))])
        #expect(again.keptFiles == [file])
        // An unchanged file is its own again.
        #expect(try await record([("/b", .json(["b": 2]))]).replacedFiles == ["b/success_200_GET_b.json"])
    }

    @Test func `keeps an edited condition, and finds its mock by the request that was recorded`() async throws {
        try await record([("/a?1", .json(["a": 1])), ("/a?2", .json(["a": 2]))])
        let mock = "a/success_200_GET_a-page-1.json"
        let edited = try #require(text(index)).replacingOccurrences(of: "\"page\": \"1\"", with: "\"page\": \"one\"")
        try folder.write(edited, to: index)
        for _ in 0..<2 {
            let again = try await record([("/a?1", .json(["a": 3])), ("/a?2", .json(["a": 2]))], twice: true)
            #expect(text(index) == edited)
            #expect(again.keptFiles == [index])
            #expect(text(mock) == "{\n  \"a\": 3\n}\n")
            #expect(Set(again.files) == [mock, "a/success_200_GET_a-page-2.json", index])
        }
        let replaced = try await record([("/a?1", .json(["a": 3]))], existing: .replaced)
        #expect(text(index) != edited && text(index)?.contains("\"page\": \"1\"") == true)
        #expect(replaced.keptFiles == [])
    }

    @Test func `keeps a fault and a host that were added or removed`() async throws {
        try await record([("/a", .json(["a": 1]))])
        let own = try #require(text(index))
        let members = ["fault\": \"cutShort 1", "host\": \"x.test", "method"].map { "\"\($0)\"" }
        let edited = own.replacingOccurrences(of: "\"method\"", with: members.joined(separator: ",\n    "))
        try folder.write(edited, to: index)
        #expect(try await record([("/a", .json(["a": 1]))]).keptFiles == [index])
        #expect(text(index) == edited)
        try folder.write(own, to: index)
        #expect(try await record([("/a", .json(["a": 1]))]).keptFiles == [])
        #expect(text(index) == own)
    }

    @Test(arguments: ["1.50", "1e3", "12345678901234567890", "\"é\\u0000😀/\"", "[{\"b\":1,\"a\":[]}]"])
    func `doesn't mistake its own condition for an edit`(json: String) async throws {
        for _ in 0..<3 {
            let recorder = Recorder(into: .folder(folder.url))
            let body = Data("{\"n\":\(json)}".utf8)
            let fields: Teapot.HeaderFields = ["Content-Type": "application/json"]
            recorder.record(
                Request(method: "POST", origin: "https://a.test", path: "/a", headers: fields, body: body),
                .json(["a": 1]))
            recorder.record(Request(method: "GET", origin: "https://b.test", path: "/a"), .json(["a": 1]))
            try await recorder.finish()
            #expect(recorder.keptFiles == [] && recorder.replacedFiles == [])
        }
    }

    @Test func `is ignored by readers of the folder`() async throws {
        try await record([("/a", .json(["a": 1]))])
        let mocks = MockFolder(folder.url)
        #expect(mocks.problems == [])
        #expect(mocks.mocks.map(\.path) == [file])
        #expect(mocks.mocks(for: Request(method: "GET", path: "/.recorded.json")).isEmpty)
    }

    @Test func `lists no file that was removed for a secret in its name`() async throws {
        let recorder = Recorder(into: .folder(folder.url))
        recorder.record(Request(method: "GET", path: "/users/plum7Tart"), .json(["a": 1]))
        recorder.queue.sync { recorder.publish() }
        #expect(text(".recorded.json")?.contains("plum7Tart") == true)
        recorder.record(
            Request(method: "GET", path: "/c", headers: ["Authorization": "Bearer plum7Tart"]), .json(["n": 1]))
        try await recorder.finish()
        #expect(text(".recorded.json")?.contains("plum7Tart") == false)
        #expect(text(".recorded.json")?.contains("users/REDACTED/") == true)
    }

    @Test func `treats the files of two concurrent recorders as their own`() async throws {
        let recorders = [Recorder(into: .folder(folder.url)), Recorder(into: .folder(folder.url))]
        for round in 0..<3 {
            for (number, recorder) in recorders.enumerated() {
                recorder.record(Request(method: "GET", path: "/\(number)/\(round)"), .json(["n": round]))
                recorder.queue.sync { recorder.publish() }
            }
        }
        for recorder in recorders { try await recorder.finish() }
        let again = try await record((0..<6).map { ("/\($0 % 2)/\($0 / 2)", Response.json(["n": 9])) })
        #expect(again.keptFiles == [])
        #expect(again.replacedFiles.count == 6)
    }

    @Test func `names the redacted files, except those that are kept`() async throws {
        func visit(_ secret: String) async throws -> Recorder {
            let recorder = Recorder(into: .folder(folder.url))
            for page in ["1", "2", "3"] {
                let query = [URLQueryItem(name: "page", value: page), URLQueryItem(name: "api_key", value: secret)]
                recorder.record(
                    Request(method: "GET", path: "/a", query: query),
                    .json(page == "3" ? ["n": page] : ["token": secret, "n": page]))
                if page == "1" { recorder.queue.sync { recorder.publish() } }
            }
            try await recorder.finish()
            return recorder
        }
        let name = "a/success_200_GET_a-page-%-api-key-REDACTED.json"
        let files = ["1", "2"].map { name.replacingOccurrences(of: "%", with: $0) }
        let first = try await visit("plum7Tart")
        #expect(first.redactions.map(\.change.place) == ["request query api_key", "response body /token"])
        #expect(first.redactions.map(\.count) == [3, 2])
        #expect(first.redactions.map(\.files) == [[index], files])
        try folder.write("mine", to: files[0])
        #expect(try await visit("plum8Tart").redactions.map(\.files) == [[index], [files[1]]])
    }
}
