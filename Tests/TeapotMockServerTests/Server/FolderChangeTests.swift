import Foundation
import Teapot
import TeapotMock
import TeapotMockServer
import TeapotSequences
import TeapotTestSupport
import TeapotTestTraits
import Testing

@testable import TeapotMockFolders

/// Tests of changes to a folder, which the very next request sees, however the folder notices them.
@Suite(.inTurn, .timeLimit(.minutes(2))) struct `The next request after a folder changes` {
    /// How a folder notices changes.
    enum Notice: CaseIterable {
        case reported
        /// The system reports the changes of the folder itself only.
        case reportedAtTop
        case checked
    }

    /// A change, and the answers to a request before and after it.
    struct Change: CustomTestStringConvertible, Sendable {
        let testDescription: String
        var path = "a"
        var before: String? = "[0]"
        let after: String?
        let apply: @Sendable (TemporaryFolder) throws -> Void

        init(
            _ name: String, at path: String = "a", from before: String? = "[0]", to after: String?,
            _ apply: @escaping @Sendable (TemporaryFolder) throws -> Void
        ) {
            (testDescription, self.path, self.before, self.after, self.apply) = (name, path, before, after, apply)
        }
    }

    private static let files = [
        "root/a/success_x.json": "[0]", "root/b/c/success_y.json": "[1]", "root/b/mocks.index.json": "{}",
        "root/b/success_z.json": "[2]", "root/.ls.global.json": #"{"maps": [{"folder": "/b", "to": "/v1"}]}"#,
        "root/.store/kept.json": "[3]", "root/d/success_other.json": "[4]", "root/e/success_e.json": "[5]",
        "root/h/success_h.json": "[9]",
        "outside/success_new.json": "[6]", "index.json": "{}", "next/b/success_z.json": "[7]",
    ]

    private static let onlyForPage = #"{"success_z.json": {"query": {"page": "2"}}}"#
    private static let otherMap = #"{"maps": [{"folder": "/b", "to": "/v2"}]}"#

    static let changes = [
        Change("a file is saved", to: "[8]") { try $0.write("[8]", to: "root/a/success_x.json") },
        Change("a file is replaced", to: "[6]") { try rename("outside/success_new.json", "root/a/success_x.json", $0) },
        Change("a file is removed", to: nil) { try $0.remove("root/a/success_x.json") },
        Change("a file comes before another", to: "[8]") { try $0.write("[8]", to: "root/a/success_a.json") },
        Change("a directory is renamed", at: "f", from: nil, to: "[0]") { try rename("root/a", "root/f", $0) },
        Change("a directory is moved away", to: nil) { try rename("root/a", "a", $0) },
        Change("a directory is moved in", at: "new", from: nil, to: "[6]") { try rename("outside", "root/new", $0) },
        Change("two directories are exchanged", to: "[4]") {
            try rename("root/a", "root/.a", $0)
            try rename("root/d", "root/a", $0)
            try rename("root/.a", "root/d", $0)
        },
        Change("a deep directory is made", at: "g/h/i", from: nil, to: "[8]") {
            try $0.write("[8]", to: "root/g/h/i/success_x.json")
        },
        Change("the target of a link is saved", at: "linked", from: "[3]", to: "[8]") {
            try $0.write("[8]", to: "root/.store/kept.json")
        },
        Change("a link is replaced", at: "linked", from: "[3]", to: "[0]") {
            try link("root/linked/.new", to: "../a/success_x.json", $0)
            try rename("root/linked/.new", "root/linked/success_link.json", $0)
        },
        Change("a file is saved by another name", at: "d", from: "[4]", to: "[8]") {
            try overwrite("hard", with: "[8]", $0)
        },
        Change("the missing target of a link is made", at: "missing", from: nil, to: "[8]") {
            try $0.write("[8]", to: "root/.store/missing.json")
        },
        Change("the missing target of an index file is made", at: "h", from: "[9]", to: nil) {
            try $0.write(#"{"success_h.json": {"query": {"page": "2"}}}"#, to: "root/.store/index.json")
        },
        Change("a file is saved with its old time", to: "[8]") {
            let path = $0.path("root/a/success_x.json").path
            var status = stat()
            try #require(stat(path, &status) == 0)
            try overwrite("root/a/success_x.json", with: "[8]", $0)
            let time = status.modificationTime
            try #require(utimensat(AT_FDCWD, path, [time, time], 0) == 0)
        },
        Change("an index file is saved", at: "v1/b", from: "[2]", to: nil) {
            try $0.write(onlyForPage, to: "root/b/mocks.index.json")
        },
        Change("an index file is saved by another name", at: "e", from: "[5]", to: nil) {
            try overwrite("index.json", with: #"{"success_e.json": {"query": {"page": "2"}}}"#, $0)
        },
        Change("a map is saved", at: "v2/b", from: nil, to: "[2]") {
            try $0.write(otherMap, to: "root/.ls.global.json")
        },
        Change("a map is removed", at: "v2/b", from: nil, to: "[2]") { try $0.remove("root/.ls.global.json") },
        Change("a map is replaced", at: "v2/b", from: nil, to: "[2]") {
            try $0.write(otherMap, to: "map.json")
            try rename("map.json", "root/.ls.global.json", $0)
        },
        Change("the folder is another one", at: "v1/b", from: "[2]", to: "[7]") {
            try rename("root", "former", $0)
            try rename("next", "root", $0)
        },
        Change("a link that leads to the folder is replaced", at: "v1/b", from: "[2]", to: "[7]") {
            try link("new", to: "next", $0)
            try rename("new", "current", $0)
        },
    ]

    private static func rename(_ from: String, _ to: String, _ files: TemporaryFolder) throws {
        try #require(Foundation.rename(files.path(from).path, files.path(to).path) == 0)
    }

    private static func link(_ path: String, to target: String, _ files: TemporaryFolder) throws {
        try FileManager.default.createSymbolicLink(atPath: files.path(path).path, withDestinationPath: target)
    }

    /// Writes into a file, which keeps its other hard links.
    private static func overwrite(_ path: String, with text: String, _ files: TemporaryFolder) throws {
        let file = try FileHandle(forWritingTo: files.path(path))
        try file.truncate(atOffset: 0)
        try file.write(contentsOf: Data(text.utf8))
        try file.close()
    }

    /// Creates files that haven't changed for an hour.
    private func oldFiles(_ more: (TemporaryFolder) throws -> Void = { _ in }) throws -> TemporaryFolder {
        let files = try TemporaryFolder(Self.files)
        let manager = FileManager.default
        try manager.createDirectory(at: files.path("root/linked"), withIntermediateDirectories: true)
        try Self.link("root/linked/success_link.json", to: "../.store/kept.json", files)
        try Self.link("current", to: "root", files)
        try manager.createDirectory(at: files.path("root/missing"), withIntermediateDirectories: true)
        try Self.link("root/missing/success_x.json", to: "../.store/missing.json", files)
        try Self.link("root/h/mocks.index.json", to: "../.store/index.json", files)
        try manager.linkItem(at: files.path("root/d/success_other.json"), to: files.path("hard"))
        try manager.linkItem(at: files.path("index.json"), to: files.path("root/e/mocks.index.json"))
        try more(files)
        for path in try manager.subpathsOfDirectory(atPath: files.url.path)
        where manager.fileExists(atPath: files.path(path).path) {
            let date = Date(timeIntervalSinceNow: -3600)
            try manager.setAttributes([.modificationDate: date], ofItemAtPath: files.path(path).path)
        }
        return files
    }

    private func router(_ directory: URL, _ notice: Notice) -> Router {
        let limit = notice == .reportedAtTop ? 1 : Int.max
        let folder = MockFolder(directory, isWatched: notice != .checked, watchLimit: limit)
        let switchboard = Switchboard(folder)
        switchboard.undecided = .firstMock
        let router = Router()
        router.switchboard = switchboard
        return router
    }

    private func body(_ path: String, _ client: any TeapotClient) async -> String? {
        (try? await client.get(path)).map { String(decoding: $0.body, as: UTF8.self) }
    }

    /// Expects the answers before and after a change, of a mock client and of a server.
    private func check(_ change: Change, in folder: String, _ notice: Notice, _ make: () throws -> TemporaryFolder)
        async throws
    {
        let files = try make()
        let mock = MockTeapot(router: router(files.path(folder), notice))
        #expect(await body(change.path, mock) == change.before)
        try change.apply(files)
        #expect(await body(change.path, mock) == change.after)

        let others = try make()
        let server = Server(router: router(others.path(folder), notice))
        let url = try #require(URL(string: "http://127.0.0.1:\(try server.start())"))
        let client = Teapot(baseURL: url, defaultDeliveryQueue: nil)
        #expect(await body(change.path, client) == change.before)
        try change.apply(others)
        #expect(await body(change.path, client) == change.after)
        try await server.stop(within: 0)
    }

    @Test(arguments: changes, Notice.allCases) func `sees the change`(change: Change, notice: Notice) async throws {
        let folder = change.testDescription.hasPrefix("a link that leads") ? "current" : "root"
        try await check(change, in: folder, notice) { try oldFiles() }
    }

    @Test(arguments: Notice.allCases) func `sees a change to a linked map`(notice: Notice) async throws {
        func files(_ add: (TemporaryFolder) throws -> Void) throws -> TemporaryFolder {
            try oldFiles {
                try Self.rename("root/.ls.global.json", "root/.store/map.json", $0)
                try add($0)
            }
        }
        let change = Change("", at: "v2/b", from: nil, to: "[2]") {
            try Self.overwrite("root/.store/map.json", with: Self.otherMap, $0)
        }
        try await check(change, in: "root", notice) {
            try files { try Self.link("root/.ls.global.json", to: ".store/map.json", $0) }
        }
        try await check(change, in: "root", notice) {
            try files {
                let map = $0.path("root/.ls.global.json")
                try FileManager.default.linkItem(at: $0.path("root/.store/map.json"), to: map)
            }
        }
    }

    @Test(arguments: Notice.allCases) func `sees a change to a map that became a link`(notice: Notice) async throws {
        let files = try oldFiles()
        let mock = MockTeapot(router: router(files.path("root"), notice))
        #expect(await body("v1/b", mock) == "[2]")
        try Self.rename("root/.ls.global.json", "root/.store/map.json", files)
        try Self.link("root/.ls.global.json", to: ".store/map.json", files)
        #expect(await body("v1/b", mock) == "[2]")

        try Self.overwrite("root/.store/map.json", with: Self.otherMap, files)

        #expect(await body("v2/b", mock) == "[2]")
    }

    @Test(arguments: Notice.allCases) func `sees another folder with the same files`(notice: Notice) async throws {
        // Like a deployment that hard-links unchanged files: the answer's file stays the same.
        let change = Change("", from: "[0]", to: "[8]") {
            try Self.link("new", to: "second", $0)
            try Self.rename("new", "current", $0)
        }
        try await check(change, in: "current", notice) {
            try oldFiles {
                try $0.write("[8]", to: "second/a/success_a.json")
                let same = $0.path("second/a/success_x.json")
                try FileManager.default.linkItem(at: $0.path("root/a/success_x.json"), to: same)
            }
        }
    }

    @Test(arguments: Notice.allCases) func `sees each of many quick edits`(notice: Notice) async throws {
        let files = try oldFiles()
        let mock = MockTeapot(router: router(files.path("root"), notice))
        for number in 0..<200 {
            try files.write("[\(number)]", to: "root/a/success_x.json")
            #expect(await body("a", mock) == "[\(number)]")
            try files.write("[\(number)]", to: "root/n\(number % 7)/success_n\(999 - number).json")
            #expect(await body("n\(number % 7)", mock) == "[\(number)]")
        }
    }
}
