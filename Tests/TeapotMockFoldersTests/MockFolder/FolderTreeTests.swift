import Foundation
import Teapot
import TeapotTestSupport
import TeapotTestTraits
import Testing

@testable import TeapotMockFolders

@Suite(.inTurn, .timeLimit(.minutes(2))) struct `A folder's tree` {
    private func paths(_ tree: FolderTree) -> [String] {
        tree.directories.flatMap { path, directory in directory.files.map { FolderTree.path(of: $0, in: path) } }
            .sorted()
    }

    /// Expects a value that comes from a mutation, which the macro can't contain.
    private func expect(_ isTrue: Bool, at place: SourceLocation = #_sourceLocation) {
        #expect(isTrue, sourceLocation: place)
    }

    @Test(arguments: [true, false]) func `notices each change at the next refresh`(isWatched: Bool) throws {
        let files = try TemporaryFolder(["root/a/b/x.json": "1"])
        let manager = FileManager.default
        func move(_ from: String, _ to: String) throws {
            try manager.moveItem(at: files.path("root/" + from), to: files.path("root/" + to))
        }
        var tree = FolderTree(files.path("root").path, isWatched: isWatched)
        _ = tree.refresh()
        #expect(paths(tree) == ["a/b/x.json"])
        try files.write("1", to: "root/a/c/d/y.json")
        expect(tree.refresh())
        #expect(paths(tree) == ["a/b/x.json", "a/c/d/y.json"])
        try files.write("1", to: "root/a/c/d/z.json")
        expect(tree.refresh())
        try move("a/c", "a/e")
        expect(tree.refresh())
        #expect(paths(tree) == ["a/b/x.json", "a/e/d/y.json", "a/e/d/z.json"])
        try files.write("1", to: "root/a/e/d/w.json")
        expect(tree.refresh())
        #expect(paths(tree).contains("a/e/d/w.json"))
        // Another directory replaces one.
        try files.write("1", to: "root/f/d/v.json")
        _ = tree.refresh()
        try files.remove("root/a/e")
        try move("f", "a/e")
        expect(tree.refresh())
        #expect(paths(tree) == ["a/b/x.json", "a/e/d/v.json"])
        try files.write("1", to: "root/a/e/d/u.json")
        expect(tree.refresh())
        try files.write(#"{"u.json": {"method": "PUT"}}"#, to: "root/a/e/d/mocks.index.json")
        expect(tree.refresh())
        #expect(tree.directories["a/e/d"]?.conditions?.entries.count == 1)
        try files.write(#"{"u.json": {"method": "PUT"}, "v.json": {}}"#, to: "root/a/e/d/mocks.index.json")
        expect(tree.refresh())
        #expect(tree.directories["a/e/d"]?.conditions?.entries.count == 2)
        // Another folder replaces the whole one.
        try files.write("1", to: "other/g/t.json")
        try manager.moveItem(at: files.path("root"), to: files.path("former"))
        try manager.moveItem(at: files.path("other"), to: files.path("root"))
        expect(tree.refresh())
        #expect(paths(tree) == ["g/t.json"])
        try files.write("1", to: "root/g/s.json")
        expect(tree.refresh())
        try files.remove("root")
        expect(tree.refresh())
        #expect(paths(tree) == [])
        try files.write("1", to: "root/h/r.json")
        expect(tree.refresh())
        try files.write("1", to: "root/h/q.json")
        expect(tree.refresh())
        #expect(paths(tree) == ["h/q.json", "h/r.json"])
    }

    @Test func `is checked in one step if the system reports changes`() throws {
        let count = 500
        let files = try TemporaryFolder(
            Dictionary(uniqueKeysWithValues: (0..<count).map { ("a\($0)/x.json", "1") }))
        var tree = FolderTree(files.url.path)
        _ = tree.refresh()
        #expect(tree.checked > count)
        guard DirectoryWatch(of: files.url.path) != nil else { return }
        expect(!tree.refresh())
        #expect(tree.checked == 1)
        try files.write("2", to: "a7/x.json")
        expect(!tree.refresh())
        #expect(tree.checked == 1)
        try files.write("1", to: "a7/y.json")
        expect(tree.refresh())
        #expect(tree.checked == 2)
    }

    @Test func `belongs to the new folder if its parent was replaced`() throws {
        let files = try TemporaryFolder(["now/root/a/x.json": "1", "next/root/b/y.json": "1"])
        var tree = FolderTree(files.path("now/root").path)
        _ = tree.refresh()
        try FileManager.default.moveItem(at: files.path("now"), to: files.path("former"))
        try FileManager.default.moveItem(at: files.path("next"), to: files.path("now"))
        expect(tree.refresh())
        #expect(paths(tree) == ["b/y.json"])
    }

    @Test func `is listed again if the system lost changes`() throws {
        let files = try TemporaryFolder(["a/x.json": "1", "b/y.json": "1"])
        let text = try? String(contentsOfFile: "/proc/sys/fs/inotify/max_queued_events", encoding: .utf8)
        // The queue holds 16,384 events by default.
        guard let text, let limit = Int(text.trimmingCharacters(in: .whitespacesAndNewlines)), limit < 100_000,
            DirectoryWatch(of: files.url.path) != nil
        else { return }
        var tree = FolderTree(files.url.path)
        _ = tree.refresh()
        let names = ["a/x.json", "a/z.json"].map { files.path($0).path }
        // Each of these is two events.
        for number in 0...limit / 2 {
            try #require(rename(names[number % 2], names[(number + 1) % 2]) == 0)
        }
        try files.write("1", to: "b/w.json")
        expect(tree.refresh())
        #expect(paths(tree).contains("b/w.json"))
    }
}
