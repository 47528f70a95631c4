import Foundation
import Teapot
import TeapotTestSupport
import TeapotTestTraits
import Testing

import TeapotMock
import TeapotMockFolders
@testable import TeapotMockRecording

@Suite(.inTurn, .serialized, .timeLimit(.minutes(2))) struct `A killed recorder's leftovers` {
    private func page(_ number: Int) -> Request {
        Request(method: "GET", path: "/list", query: [URLQueryItem(name: "page", value: "\(number)")])
    }

    /// Returns the files that a recorder leaves if it's killed after some exchanges.
    private func leftover(of numbers: Range<Int>, into destination: Recorder.Destination) throws -> Data {
        let recorder = Recorder(into: destination)
        for number in numbers { recorder.record(page(number), .json(["page": number])) }
        let folder = destination.url.deletingLastPathComponent()
        let name = ".teapot-recording-1-" + destination.url.lastPathComponent
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.appendingPathComponent(name).path)
        #expect(attributes[.posixPermissions] as? Int == 0o700)
        return try Data(contentsOf: folder.appendingPathComponent(name + "/exchanges"))
    }

    /// Leaves exchanges next to a destination.
    private func leave(_ exchanges: Data, beside destination: Recorder.Destination, number: Int = 1) throws {
        let name = ".teapot-recording-\(number)-" + destination.url.lastPathComponent
        let folder = destination.url.deletingLastPathComponent().appendingPathComponent(name)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try exchanges.write(to: folder.appendingPathComponent("exchanges"))
        try Data("half a fi".utf8).write(to: folder.appendingPathComponent("part-1"))
    }

    private func pages(in folder: URL) throws -> Set<Int> {
        let mocks = MockFolder(folder)
        #expect(mocks.problems == [])
        return Set(
            try (0..<10).filter { number in
                guard let mock = mocks.mocks(for: page(number)).first else { return false }
                return try JSON(parsing: mock.response().body) == ["page": number]
            })
    }

    private func destinations(in folder: TemporaryFolder) -> [Recorder.Destination] {
        [.folder(folder.path("Mocks")), .har(folder.path("a.har"))]
    }

    @Test func `become part of the next recording, which says so`() async throws {
        let (killed, folder) = (try TemporaryFolder(), try TemporaryFolder())
        for (old, new) in zip(destinations(in: killed), destinations(in: folder)) {
            try leave(try leftover(of: 0..<3, into: old), beside: new)
            let recorder = Recorder(into: new)
            recorder.record(page(3), .json(["page": 3]))
            try await recorder.finish()
            let place = new.form == .folder ? "folder" : "file"
            #expect(
                recorder.remarks == [
                    "An earlier recording into this \(place) was interrupted; 3 responses from it "
                        + "are in the \(place), too."
                ])
            #expect(recorder.count == 1)
            #expect(recorder.problems == [])
        }
        #expect(try pages(in: folder.path("Mocks")) == [0, 1, 2, 3])
        let har = try HAR(contentsOf: folder.path("a.har"))
        #expect(har.entries.map(\.request.queryText) == (0..<4).map { "page=\($0)" })
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted() == ["Mocks", "a.har"])
        let own = Recorder(into: .folder(folder.path("Other")))
        for number in 0..<4 { own.record(page(number), .json(["page": number])) }
        try await own.finish()
        let (one, other) = (folder.path("Mocks"), folder.path("Other"))
        #expect(FileManager.default.contentsEqual(atPath: one.path, andPath: other.path))
    }

    @Test func `are written when the next recording begins`() async throws {
        let (killed, folder) = (try TemporaryFolder(), try TemporaryFolder())
        let (old, new) = (destinations(in: killed)[0], destinations(in: folder)[0])
        try leave(try leftover(of: 0..<2, into: old), beside: new)
        try leave(try leftover(of: 2..<4, into: .folder(killed.path("Two"))), beside: new, number: 3)
        let recorder = Recorder(into: new)
        try recorder.claim()
        #expect(try pages(in: new.url) == [0, 1, 2, 3])
        try await recorder.finish()
        #expect(recorder.files == [] && recorder.count == 0)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["Mocks"])
    }

    @Test func `are usable up to the last whole exchange, wherever they were cut`() async throws {
        let (killed, folder) = (try TemporaryFolder(), try TemporaryFolder())
        let one = try leftover(of: 0..<1, into: .folder(killed.path("One"))).count
        let two = try leftover(of: 0..<2, into: .folder(killed.path("Two")))
        for length in stride(from: 0, through: two.count, by: max(1, two.count / Size.of(full: 80, usual: 40))) {
            let destination = Recorder.Destination.folder(folder.path("\(length)"))
            try leave(two.prefix(length), beside: destination)
            let recorder = Recorder(into: destination)
            try recorder.claim()
            try await recorder.finish()
            let expected = length == two.count ? [0, 1] : length >= one ? [0] : [] as Set<Int>
            #expect(try pages(in: destination.url) == expected, "\(length) of \(two.count)")
            #expect(recorder.remarks.count == min(expected.count, 1))
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).allSatisfy { Int($0) != nil })
    }

    @Test func `aren't claimed from a live recorder`() async throws {
        let folder = try TemporaryFolder()
        let destination = destinations(in: folder)[0]
        let (first, second) = (Recorder(into: destination), Recorder(into: destination))
        first.record(page(0), .json(["page": 0]))
        second.record(page(1), .json(["page": 1]))
        try await second.finish()
        #expect(second.remarks == [])
        #expect(try pages(in: destination.url).contains(1))
        first.record(page(2), .json(["page": 2]))
        try await first.finish()
        #expect(first.remarks == [])
        #expect(try pages(in: destination.url) == [0, 1, 2])
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["Mocks"])
    }
}

@Suite(.inTurn, .serialized, .timeLimit(.minutes(2))) struct `Writing a recording` {
    @Test func `takes one write for each mock, and few for an index file`() async throws {
        let folder = try TemporaryFolder()
        let count = Size.of(full: 600, usual: 300)
        let recorder = Recorder(into: .folder(folder.path("Mocks")))
        try recorder.claim()
        let staging = try #require(recorder.state.withLock { $0.staging })
        let start = Uptime.now
        for number in 0..<count {
            let query = [URLQueryItem(name: "page", value: "\(number)")]
            recorder.record(Request(method: "GET", path: "/list", query: query), .json(["page": number]))
        }
        try await recorder.finish()
        // The index file is written once a second, and at the end.
        let seconds = Int((Uptime.now - start) / 1_000_000_000)
        #expect(staging.parts > count && staging.parts <= count + seconds + 2, "\(staging.parts) in \(seconds) s")
        #expect(recorder.files.count == count + 1)
        #expect(recorder.scenario(named: "all").steps.count == count)
    }

    @Test func `doesn't wait for the end of the recording`() async throws {
        let folder = try TemporaryFolder()
        let recorder = Recorder(into: .folder(folder.path("Mocks")))
        recorder.record(Request(method: "GET", path: "/a"), .json(["a": 1]))
        let mocks = MockFolder(folder.path("Mocks"))
        #expect(await eventually(within: .seconds(60)) { mocks.mocks.count == 1 })
        #expect(await eventually(within: .seconds(60)) { recorder.files.count == 2 })
        try await recorder.finish()
        #expect(recorder.count == 1)
    }

    @Test func `happens even if a recorder is never finished`() async throws {
        let folder = try TemporaryFolder()
        for destination in [Recorder.Destination.folder(folder.path("Mocks")), .har(folder.path("a.har"))] {
            Recorder(into: destination).record(Request(method: "GET", path: "/a"), .json(["a": 1]))
        }
        #expect(MockFolder(folder.path("Mocks")).mocks.count == 1)
        #expect(try HAR(contentsOf: folder.path("a.har")).entries.count == 1)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted() == ["Mocks", "a.har"])
    }

    @Test func `continues after the recorder was finished`() async throws {
        let folder = try TemporaryFolder()
        for destination in [Recorder.Destination.folder(folder.path("Mocks")), .har(folder.path("a.har"))] {
            let recorder = Recorder(into: destination)
            for path in ["/a", "/b", "/a"] {
                recorder.record(Request(method: "GET", path: path), .json(["a": 1]))
                try await recorder.finish()
            }
            #expect(recorder.count == 3)
        }
        #expect(MockFolder(folder.path("Mocks")).mocks.count == 2)
        #expect(try HAR(contentsOf: folder.path("a.har")).entries.map(\.request.path) == ["/a", "/b", "/a"])
    }

    @Test func `doesn't need the staging folder, which may be deleted`() async throws {
        let folder = try TemporaryFolder()
        for (name, destination) in [
            ("Mocks", Recorder.Destination.folder(folder.path("Mocks"))), ("a.har", .har(folder.path("a.har"))),
        ] {
            let recorder = Recorder(into: destination)
            recorder.record(Request(method: "GET", path: "/a"), .json(["a": 1]))
            try FileManager.default.removeItem(at: folder.path(".teapot-recording-1-" + name))
            recorder.record(Request(method: "GET", path: "/b"), .json(["a": 1]))
            try await recorder.finish()
            #expect(recorder.count == 2)
        }
        #expect(MockFolder(folder.path("Mocks")).mocks.count == 2)
        #expect(try HAR(contentsOf: folder.path("a.har")).entries.count == 2)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted() == ["Mocks", "a.har"])
    }

    @Test func `is tried again after a file system error`() async throws {
        let folder = try TemporaryFolder()
        let recorder = Recorder(into: .folder(folder.path("Mocks")))
        // Only `finish()` writes, and not after a second, too.
        recorder.state.withLock { $0.isScheduled = true }
        for path in ["/a", "/b"] { recorder.record(Request(method: "GET", path: path), .json(["a": 1])) }
        // Nothing can be written into a folder that is the name of a part.
        let staging = try #require(recorder.state.withLock { $0.staging })
        let obstacle = staging.folder.appendingPathComponent("part-1/x")
        try FileManager.default.createDirectory(at: obstacle, withIntermediateDirectories: true)
        await #expect(throws: Recorder.Incomplete.self) { try await recorder.finish() }
        #expect(recorder.problems.map(\.kind) == [.notWritten])
        #expect(recorder.remarks == ["The unwritten responses are kept in “\(staging.folder.path)”."])
        #expect(recorder.files == ["b/mocks.index.json", "b/success_200_GET_b.json"])
        try FileManager.default.removeItem(at: obstacle.deletingLastPathComponent())
        try await recorder.finish()
        #expect(recorder.remarks == [] && recorder.problems == [] && recorder.count == 2)
        #expect(recorder.files.count == 4 && recorder.replacedFiles == [])
        #expect(recorder.scenario(named: "a").steps.map(\.folder) == ["/a", "/b"])
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["Mocks"])
    }

    @Test(arguments: [Recorder.Existing.replaced, .kept])
    func `removes a secret that is discovered after it was written`(existing: Recorder.Existing) async throws {
        let folder = try TemporaryFolder()
        let recorder = Recorder(into: .folder(folder.path("Mocks")), existing: existing)
        for (path, text) in [("/a", "a"), ("/users/plum7Tart", "b"), ("/body", "plum7Tart")] {
            recorder.record(Request(method: "GET", path: path), .json(["path": text]))
        }
        recorder.queue.sync { recorder.publish() }
        #expect(recorder.files.count == 6)
        recorder.record(
            Request(method: "GET", path: "/c", headers: ["Authorization": "Bearer plum7Tart"]), .json(["n": 1]))
        try await recorder.finish()
        #expect(recorder.count == 4)
        #expect(recorder.files.count == 8)
        #expect(recorder.texts["body/success_200_GET_body.json"] == "{\n  \"path\": \"REDACTED\"\n}\n")
        #expect(recorder.replacedFiles == [])
        #expect(recorder.scenario(named: "a").steps.map(\.folder) == ["/a", "/users/REDACTED", "/body", "/c"])
        let root = folder.path("Mocks")
        for path in try FileManager.default.subpathsOfDirectory(atPath: root.path) {
            let text = FileManager.default.contents(atPath: root.path + "/" + path) ?? Data()
            #expect(!(path + String(decoding: text, as: UTF8.self)).contains("plum7Tart"))
        }
        #expect(MockFolder(root).mocks.count == 4)
    }
}
