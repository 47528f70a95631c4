import Foundation
import Teapot
import TeapotMock
import TeapotMockFolders
import TeapotMockInspector
import TeapotMockRecording
import TeapotTestSupport
import Testing

extension InspectorSuites {
    /// Tests of the inspector's API that creates the files of mocks again that are gone.
    @Suite struct `Files that are gone in the inspector's API` {
        private static let list = "products/success_productList.json"

        /// Creates a file again.
        private func create(
            _ more: [String: any Sendable], at path: String = list, _ inspected: InspectedServer
        ) async throws -> WireMessage {
            let members: [String: any Sendable] = ["text": "[7]", "version": NSNull()]
            let body = try JSON.dictionary(members.merging(more) { $1 }).data()
            return try await inspected.api("PUT", "mocks/\(path)", body: String(decoding: body, as: UTF8.self))
        }

        @Test func `creates a file again that's gone, with the headers and conditions that are left`() async throws {
            try await InspectedServer.run { inspected async throws in
                let folder = try inspected.prepareProducts()
                let before = try inspected.names(in: folder)
                let file = folder.appendingPathComponent("success_productList.json")
                // An existing file isn't replaced.
                let taken = try await create([:], inspected)
                #expect(taken.status == 409)
                let advice = "There’s already “success_productList.json”. Choose another name."
                #expect(taken.error == "Not saved. \(advice)")
                try FileManager.default.removeItem(at: file)
                #expect(try await create(["version": "1-2"], inspected).status == 404)
                let invalid = try await create(["text": "{"], inspected)
                #expect(invalid.status == 422 && !FileManager.default.fileExists(atPath: file.path), "\(invalid.text)")
                let made = try await create([:], inspected)
                #expect(made.status == 200 && made.text == #"{"files":["\#(Self.list)"]}"#, "\(made.text)")
                let mock = try #require(inspected.switchboard.folder?.mock(at: Self.list))
                #expect(mock.condition?.query == ["page": "2"])
                let response = try mock.response()
                #expect(response.body == Data("[7]".utf8) && response.headers["X-Auth-Token"] == "kX9vQ2mZ7pLw")
                #expect(try inspected.names(in: folder) == before)
                // Its status may be new.
                try FileManager.default.removeItem(at: file)
                let more: [String: any Sendable] = ["file": "error_503_productList.json", "headers": [any Sendable]()]
                #expect(try await create(more, inspected).status == 200)
                let renamed = try #require(
                    inspected.switchboard.folder?.mock(at: "products/error_503_productList.json"))
                #expect(renamed.condition?.query == ["page": "2"])
                let old = ["success_productList.json", "success_productList.headers.json"]
                #expect(
                    try inspected.names(in: folder) == before.subtracting(old).union(["error_503_productList.json"]))
            }
        }

        @Test(arguments: [
            "../success_x.json", "products/../success_x.json", ".tea/success_x.json", "products//success_x.json",
            "products/success_x.headers.json", "products/mocks.index.json", "products/README.md", "products/notes.txt",
            "new/deep/../success_x.json", "new/deep/notes.txt", "new/README.json", "new/success_x.json/",
            "products", "", "products/success_productList.json/success_x.json", "out/success_x.json", "a\\b.json",
        ])
        func `creates nothing again that's no mock in the folder`(path: String) async throws {
            try await InspectedServer.run { inspected async throws in
                let root = try #require(inspected.switchboard.folder).directory
                let outside = try TemporaryFolder()
                let link = root.appendingPathComponent("out")
                try FileManager.default.createSymbolicLink(at: link, withDestinationURL: outside.url)
                func list() throws -> [String] {
                    try FileManager.default.subpathsOfDirectory(atPath: root.deletingLastPathComponent().path).sorted()
                }
                let before = try list()
                let target = path.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
                let message = try await create(["file": "success_y.json"], at: target, inspected)
                #expect([404, 409].contains(message.status), "\(message.text)")
                #expect(try list() == before)
                #expect(try FileManager.default.contentsOfDirectory(atPath: outside.url.path).isEmpty)
            }
        }

        @Test func `waits for others that write to the folder, and keeps their file`() async throws {
            try await InspectedServer.run { inspected async throws in
                let root = try #require(inspected.switchboard.folder).directory
                for text in ["[7]", "{"] {
                    let file = root.appendingPathComponent("products/success_\(text.count).json")
                    let lock = FolderLock(root)
                    async let early = onOwnThread {
                        defer { lock.release() }
                        let (files, end) = (FileManager.default, Date() + 0.3)
                        var isEarly = false
                        while Date() < end { isEarly = isEarly || files.fileExists(atPath: file.path) }
                        try Data("[1]".utf8).write(to: file)
                        return isEarly
                    }
                    let refused = try await create(["text": text], at: "products/\(file.lastPathComponent)", inspected)
                    #expect(try await !early && refused.status == 409)
                    #expect(refused.error?.contains("There’s already") == true)
                    #expect(try Data(contentsOf: file) == Data("[1]".utf8))
                }
            }
        }

        @Test func `lets only one of several requests at once create a file`() async throws {
            try await InspectedServer.run { inspected async throws in
                let root = try #require(inspected.switchboard.folder).directory
                let texts = (0..<6).map { "[\($0)]" } + ["{", "["]
                let answers = try await withThrowingTaskGroup(of: (String, WireMessage).self) { group in
                    for text in texts {
                        group.addTask {
                            (text, try await create(["text": text], at: "products/success_x.json", inspected))
                        }
                    }
                    return try await group.reduce(into: []) { $0.append($1) }
                }
                let saved = answers.filter { $0.1.status == 200 }.map(\.0)
                #expect(answers.allSatisfy { [200, 409, 422].contains($0.1.status) }, "\(answers)")
                let text = try Data(contentsOf: root.appendingPathComponent("products/success_x.json"))
                #expect(saved == [String(decoding: text, as: UTF8.self)])
                #expect(
                    try inspected.names(in: root.appendingPathComponent("products")).allSatisfy { !$0.hasPrefix(".") })
            }
        }

        @Test(
            arguments: [
                ("products/success_x.json", ["text": "{"], 422, "Not saved. Line 1, column 2"),
                (
                    "products/success_x.json", ["headers": [["name": "a b", "value": "c"]] as [any Sendable]], 400,
                    "headers"
                ),
                ("products/success_x.json", ["file": "../success_y.json"], 400, "can’t be another name"),
                (
                    "products/success_x.json", ["file": "success_emptyList.json"], 409,
                    "There’s already “success_emptyList.json”."
                ),
                ("products/success_productList.txt", [:], 409, "There’s already “success_productList.json”."),
                ("products/SUCCESS_productlist.json", [:], 409, "There’s already “success_productList.json”."),
                ("place/success_x.json", [:], 409, "There’s already “success_x.json”. Choose another name."),
                ("products/success_x.json", ["version": 0], 400, "“version” is null for a file that’s gone."),
                ("products/success_\(String(repeating: "x", count: 300)).json", [:], 409, "its name isn’t a mock’s"),
                (
                    String(repeating: "\(String(repeating: "d", count: 99))/", count: 60) + "success_x.json", [:], 409,
                    "Its folder is gone"
                ),
                ("new/deep/success_x.json", [:], 409, "Its folder is gone or a link"),
                ("news*/success_x.json", [:], 409, "Create a new mock instead."),
                ("a\nb/success_x.json", [:], 409, "Create a new mock instead."),
                ("out/success_x.json", [:], 409, "Its folder is gone or a link"),
                ("out/in/success_x.json", [:], 409, "Its folder is gone or a link"),
                ("General/error_500_x.json", [:], 200, "General/error_500_x.json"),
            ] as [(String, [String: any Sendable], Int, String)])
        func `leaves nothing behind if it can't create the file`(
            _ path: String, _ members: [String: any Sendable], _ status: Int, _ reason: String
        ) async throws {
            try await InspectedServer.run { inspected async throws in
                let root = try #require(inspected.switchboard.folder).directory
                let outside = try TemporaryFolder()
                let files = FileManager.default
                try files.createSymbolicLink(
                    at: root.appendingPathComponent("out"), withDestinationURL: outside.url)
                for path in ["place/success_x.json", "General"] {
                    let place = root.appendingPathComponent(path)
                    try files.createDirectory(at: place, withIntermediateDirectories: true)
                }
                try files.createDirectory(
                    at: outside.url.appendingPathComponent("in"), withIntermediateDirectories: true)
                let before = try files.subpathsOfDirectory(atPath: root.path).sorted()
                let target = path.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
                let refused = try await create(members, at: target, inspected)
                #expect(refused.status == status && refused.text.contains(reason), "\(refused.text)")
                if status == 200 { return }
                #expect(try files.subpathsOfDirectory(atPath: root.path).sorted() == before)
            }
        }

        @Test func `says so if the served folder is gone`() async throws {
            try await InspectedServer.run { inspected async throws in
                let root = try #require(inspected.switchboard.folder).directory
                try FileManager.default.removeItem(at: root)
                let refused = try await create([:], inspected)
                #expect(refused.status == 409 && refused.error?.contains("Its folder is gone") == true)
                #expect(!FileManager.default.fileExists(atPath: root.path))
            }
        }
    }
}
