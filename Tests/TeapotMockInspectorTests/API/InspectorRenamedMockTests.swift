import Foundation
import Teapot
import TeapotMock
import TeapotMockFolders
import TeapotMockInspector
import TeapotMockServer
import TeapotTestSupport
import Testing

extension InspectorSuites {
    /// Tests of the inspector's API that renames, changes and copies the files of mocks.
    @Suite struct `Renamed and copied mocks in the inspector's API` {
        private static let list = "products/success_productList.json"

        /// Writes the list, unless `version` isn't `nil` and not that of its files.
        private func write(
            _ method: String, _ more: [String: any Sendable], version: String? = nil, at path: String = list,
            _ inspected: InspectedServer
        ) async throws -> WireMessage {
            let known = try await inspected.api("GET", "mocks/\(path)")
            let current = try JSON(parsing: known.body).dictionary?["version"] as? String ?? ""
            let members: [String: any Sendable] = ["text": "[7]", "version": version ?? current]
            let body = try JSON.dictionary(members.merging(more) { $1 }).data()
            return try await inspected.api(method, "mocks/\(path)", body: String(decoding: body, as: UTF8.self))
        }

        @Test func `renames the file with its headers, its condition and its setting`() async throws {
            try await InspectedServer.run { inspected async throws in
                let place = try inspected.prepareProducts()
                let (before, file) = (try inspected.names(in: place), "success_503_250ms_productList.json")
                inspected.switchboard.set(.mock(Self.list), for: "/tea/99")
                let saved = try await write("PUT", ["file": file], inspected)
                #expect(saved.status == 200 && saved.text == #"{"files":["products/\#(file)"]}"#, "\(saved.text)")
                let folder = try #require(inspected.switchboard.folder)
                let mock = try #require(folder.mock(at: "products/\(file)"))
                #expect(mock.delay == 0.25 && mock.status == 503)
                let response = try mock.response()
                #expect(response.body == Data("[7]".utf8) && response.headers["X-Auth-Token"] == "kX9vQ2mZ7pLw")
                #expect(mock.requestPath.hasSuffix("/tea/99") && mock.condition?.query == ["page": "2"])
                #expect(inspected.switchboard.settings == ["/tea/99": [nil: .mock(mock.path)]])
                let old = ["success_productList.json", "success_productList.headers.json"]
                let new = [file, "success_503_250ms_productList.headers.json"]
                #expect(try inspected.names(in: place) == before.subtracting(old).union(new))
                // The only problem is the one from before.
                #expect(folder.problems.map(\.file) == ["products/success_unfinished.json"])
                #expect(try await write("PUT", ["file": file], inspected).status == 404)
            }
        }

        @Test func `changes the headers`() async throws {
            try await InspectedServer.run { inspected async throws in
                let place = try inspected.prepareProducts()
                let shown = try await inspected.members("mocks/\(Self.list)").list("headers")
                let fields = shown.map { $0["name"] as? String == "Set-Cookie" ? ["name": "X-A", "value": "b"] : $0 }
                #expect(try await write("PUT", ["headers": fields as [any Sendable]], inspected).status == 200)
                let file = place.appendingPathComponent("success_productList.headers.json")
                #expect(try JSON(parsing: Data(contentsOf: file)) == ["X-A": "b", "X-Auth-Token": "kX9vQ2mZ7pLw"])
                // Events are another text, but with any other media type, the file must still be JSON.
                for (type, text, status) in [("text/plain", "tea", 422), ("text/event-stream", "data: tea\n\n", 200)] {
                    let field: [String: any Sendable] = ["name": "Content-Type", "value": type]
                    let more: [String: any Sendable] = ["text": text, "headers": [field] as [any Sendable]]
                    #expect(try await write("PUT", more, inspected).status == status)
                }
                #expect(try JSON(parsing: Data(contentsOf: file)) == ["Content-Type": "text/event-stream"])
                let mock = try #require(inspected.switchboard.folder?.mock(at: Self.list))
                #expect(try mock.response().headers["Content-Type"] == "text/event-stream")
                #expect(try await write("PUT", ["headers": [any Sendable]()], inspected).status == 200)
                #expect(!FileManager.default.fileExists(atPath: file.path))
            }
        }

        @Test func `shows and keeps each of several headers with the same name`() async throws {
            try await InspectedServer.run { inspected async throws in
                let file = try inspected.prepareProducts().appendingPathComponent("success_productList.headers.json")
                let headers = Data(#"{"Set-Cookie":["session=kX9vQ2mZ7pLw","theme=dark"]}"#.utf8)
                try headers.write(to: file)
                let shown = try await inspected.members("mocks/\(Self.list)").list("headers")
                #expect(shown.prefix(2).map { $0["value"] as? String } == ["session=kX9vQ2mZ7pLw", "theme=dark"])
                let more: [String: any Sendable] = ["headers": shown as [any Sendable]]
                #expect(try await write("PUT", more, inspected).status == 200)
                #expect(try JSON(parsing: Data(contentsOf: file)) == JSON(parsing: headers))
            }
        }

        @Test func `keeps the headers of a mock from another with the same name`() async throws {
            try await InspectedServer.run { inspected async throws in
                let place = try inspected.prepareProducts()
                try Data("x".utf8).write(to: place.appendingPathComponent("success_productList.txt"))
                let field: [String: any Sendable] = ["name": "X-A", "value": "b"]
                for path in [Self.list, "products/success_productList.txt"] {
                    let refused = try await write("PUT", ["headers": [field] as [any Sendable]], at: path, inspected)
                    #expect(refused.status == 409 && refused.error?.contains("for both") == true, "\(refused.text)")
                }
            }
        }

        @Test func `copies a mock with its headers and all its conditions`() async throws {
            try await InspectedServer.run { inspected async throws in
                let place = try inspected.prepareProducts()
                inspected.switchboard.set(.mock(Self.list), for: "/tea/99")
                let made = try await write(
                    "POST", ["file": "success_250ms_productListCopy.json"], version: "", inspected)
                #expect(made.status == 201, "\(made.text)")
                let folder = try #require(inspected.switchboard.folder)
                let (copy, original) = (
                    try #require(folder.mock(at: "products/success_250ms_productListCopy.json")),
                    try #require(folder.mock(at: Self.list))
                )
                #expect(copy.condition == original.condition && copy.requestPath == original.requestPath)
                #expect(try copy.response().headers["Set-Cookie"] == "a=b")
                #expect(try copy.bytes() == Data("[7]".utf8) && original.bytes() != copy.bytes())
                #expect(inspected.switchboard.settings == ["/tea/99": [nil: .mock(Self.list)]])
                #expect(try inspected.names(in: place).allSatisfy { !$0.hasPrefix(".") })
                #expect(try await write("POST", ["file": "success_productList.json"], inspected).status == 409)
                #expect(try await write("POST", [:], inspected).status == 409)
            }
        }

        @Test(arguments: [
            ("../success_x.json", 400), ("..%2Fsuccess_x.json", 400), ("success_..%2F..%2Fx.json", 201),
            ("a/success_x.json", 400), ("/tmp/x.json", 400),
            (#"..\x.json"#, 400), ("", 400), (".json", 400), (".success_x.json", 400), ("success_x.txt", 400),
            ("success_x.ws.json", 400), ("success_x.fault", 400), ("success_x.headers.json", 400),
            ("mocks.index.json", 400), ("README.json", 400), ("success_700_x.json", 400), ("success_\u{7}x.json", 400),
            ("success_" + String(repeating: "x", count: 300) + ".json", 400), ("success_emptyList.json", 409),
            ("SUCCESS_emptylist.json", 409), ("error_404_notFound.json", 409), ("success_orphan.json", 409),
            ("success_lost.json", 409),
        ])
        func `writes no file outside the folder, of another kind or with a name that exists`(
            _ file: String, _ status: Int
        ) async throws {
            try await InspectedServer.run { inspected async throws in
                let place = try inspected.prepareProducts()
                try Data(#"{"X-A": "b"}"#.utf8).write(to: place.appendingPathComponent("success_orphan.headers.json"))
                let index = #"{"success_lost": {"query": {"a": "b"}}}"#
                try Data(index.utf8).write(to: place.appendingPathComponent("mocks.index.json"))
                let root = place.deletingLastPathComponent().deletingLastPathComponent()
                func state() throws -> [String: Data?] {
                    let paths = try FileManager.default.subpathsOfDirectory(atPath: root.path)
                    let files = paths.map { ($0, FileManager.default.contents(atPath: root.path + "/" + $0)) }
                    return Dictionary(uniqueKeysWithValues: files)
                }
                let before = try state()
                for method in ["POST", "PUT"] {
                    let answer = try await write(method, ["file": file], inspected)
                    if status == 201 {
                        // The name isn't decoded.
                        #expect(
                            Set(try state().keys).subtracting(before.keys).allSatisfy {
                                $0.contains("products/success_..%2F")
                            })
                        continue
                    }
                    #expect(answer.status == status, "\(answer.text)")
                    #expect(try state() == before, "\(answer.text)")
                }
            }
        }

        @Test func `doesn't change an index file that a link leads to outside the folder`() async throws {
            try await InspectedServer.run { inspected async throws in
                let place = try inspected.prepareProducts()
                let outside = place.deletingLastPathComponent().deletingLastPathComponent()
                    .appendingPathComponent("outside.json")
                let text = Data(#"{"success_productList": {"query": {"a": "b"}}}"#.utf8)
                try text.write(to: outside)
                let index = place.appendingPathComponent("mocks.index.json")
                try FileManager.default.removeItem(at: index)
                try FileManager.default.createSymbolicLink(at: index, withDestinationURL: outside)
                _ = try await write("PUT", ["file": "success_x.json"], inspected)
                for path in [Self.list, "products/success_x.json"] {
                    _ = try await inspected.api("DELETE", "mocks/\(path)")
                }
                #expect(try Data(contentsOf: outside) == text)
            }
        }

        @Test func `lets only one of several renames at once succeed`() async throws {
            try await InspectedServer.run { inspected async throws in
                let place = try inspected.prepareProducts()
                let before = try inspected.names(in: place).count
                let version = try #require(try await inspected.members("mocks/\(Self.list)")["version"] as? String)
                let answers = try await withThrowingTaskGroup(of: WireMessage.self) { group in
                    for number in 0..<8 {
                        group.addTask {
                            try await write(
                                "PUT", ["file": "success_\(number)s_x.json", "text": "[\(number)]"], version: version,
                                inspected)
                        }
                    }
                    return try await group.reduce(into: []) { $0.append($1) }
                }
                let saved = answers.filter { $0.status == 200 }
                #expect(saved.count == 1 && answers.allSatisfy { [200, 404].contains($0.status) }, "\(answers)")
                #expect(try inspected.names(in: place).count == before)
                let number = try #require(try inspected.names(in: place).first { $0.hasSuffix("s_x.json") }).dropFirst(
                    8
                ).prefix(
                    1)
                let text = try Data(contentsOf: place.appendingPathComponent("success_\(number)s_x.json"))
                #expect(text == Data("[\(number)]".utf8) && saved.first?.text.contains("_\(number)s_x") == true)
            }
        }

        @Test func `keeps files that have changed on disk in the meantime`() async throws {
            try await InspectedServer.run { inspected async throws in
                let place = try inspected.prepareProducts()
                let version = try #require(try await inspected.members("mocks/\(Self.list)")["version"] as? String)
                let headers = place.appendingPathComponent("success_productList.headers.json")
                try Data(#"{"X-A": "b"}"#.utf8).write(to: headers)
                let refused = try await write("PUT", ["file": "success_x.json"], version: version, inspected)
                #expect(refused.status == 409 && refused.error?.contains("has changed on disk") == true)
                #expect(try Data(contentsOf: headers) == Data(#"{"X-A": "b"}"#.utf8))
                try FileManager.default.removeItem(at: place.appendingPathComponent("success_productList.json"))
                #expect(try await write("PUT", ["file": "success_x.json"], version: version, inspected).status == 404)
            }
        }

        @Test func `names the nearest mock of an unanswered request, and a restart`() async throws {
            try await InspectedServer.run { inspected async throws in
                _ = try inspected.prepareProducts()
                inspected.switchboard.undecided = .firstMock
                #expect(try await inspected.send("GET", "/v1/staging/tea/99").status == 404)
                #expect(try await inspected.members("journal/1")["nearest"] as? String == Self.list)
                let later = try await inspected.api("GET", "journal/2")
                #expect(later.status == 404)
                #expect(later.error == "Request 2 is from before the server was restarted, or never arrived.")
                try await inspected.change("DELETE", "journal", "")
                let former = try await inspected.api("GET", "journal/1")
                #expect(former.error == "Request 1 is no longer kept.")
            }
        }
    }
}
