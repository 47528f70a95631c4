import Foundation
import Teapot
import TeapotTestSupport
import TeapotTestTraits
import Testing

import TeapotMock
@testable import TeapotMockFolders

@Suite(.inTurn, .timeLimit(.minutes(2))) struct `A folder's responses` {
    private let past = Date().addingTimeInterval(-60)

    private func body(_ router: Router, _ path: String) async -> String {
        String(decoding: await router.serverAnswer(to: path).body, as: UTF8.self)
    }

    /// Sets the time of the last change, so that the file counts as saved.
    private func age(_ file: String, in files: TemporaryFolder) throws {
        try FileManager.default.setAttributes([.modificationDate: past], ofItemAtPath: files.path(file).path)
    }

    /// Changes a file in shared memory, which doesn't change its times until the system has written it.
    ///
    /// - Parameters:
    ///   - name: The path of the file.
    ///   - files: The folder.
    ///   - before: The content before.
    ///   - after: The content after the change, of the same length.
    ///   - body: A closure that runs in between, and again if the system wrote the file meanwhile.
    /// - Throws: An error of the file system, or of the closure.
    private func change(
        _ name: String, in files: TemporaryFolder, from before: String, unseenTo after: String,
        _ body: () async throws -> Void
    ) async throws {
        let (path, count) = (files.path(name).path, before.utf8.count)
        let descriptor = open(path, O_RDWR)
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        let address = mmap(nil, count, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0)
        try #require(address != UnsafeMutableRawPointer(bitPattern: -1))
        let memory = UnsafeMutableRawBufferPointer(start: address, count: count)
        defer { munmap(address, count) }
        var stamp: FileStamp?
        repeat {
            memory.copyBytes(from: before.utf8)
            try age(name, in: files)
            stamp = FileStamp(path)
            try await body()
            memory.copyBytes(from: after.utf8)
        } while stamp != FileStamp(path)
    }

    @Test func `stay the last good ones while a file is saved in place`() async throws {
        let files = try TemporaryFolder(["a/x.json": "[1]", "b/success_x.txt": "one", "c/x.json": "[3"])
        let router = Router.serving(files)
        #expect(await body(router, "/a") == "[1]")
        #expect(await body(router, "/b") == "one")
        for piece in ["", "[", "[2,", "[2,\n"] {
            try files.write(piece, to: "a/x.json")
            #expect(await body(router, "/a") == "[1]", "after “\(piece)”")
        }
        try files.write("[2,\n3]", to: "a/x.json")
        #expect(await body(router, "/a") == "[2,\n3]")
        try files.write("", to: "b/success_x.txt")
        #expect(await body(router, "/b") == "one")
        try files.write("two", to: "b/success_x.txt")
        #expect(await body(router, "/b") == "two")
        #expect(await body(router, "/c").contains("c/x.json:1:3"))
        // A change that stays is intended.
        try files.write("[4", to: "a/x.json")
        try age("a/x.json", in: files)
        #expect(await body(router, "/a").contains("a/x.json:1:3"))
        try files.write("", to: "b/success_x.txt")
        try age("b/success_x.txt", in: files)
        #expect(await body(router, "/b") == "")
    }

    @Test func `say which version is used, and why, while a file isn't valid`() async throws {
        let long = "[\"\(String(repeating: "a", count: ResponseCache.directLimit))\"]"
        let files = try TemporaryFolder(["a/x.json": "[1]", "b/x.json": long])
        let router = Router.serving(files)
        func reason(_ path: String) async -> String? {
            _ = await body(router, path)
            return router.journal.entries.last?.reason
        }
        #expect(await reason("/a") == "a/x.json, first match")
        #expect(await reason("/b") == "b/x.json, first match")
        let still = "x.json, first match; still the last valid version: "
        let problems = [
            "[2": ":1:3: expected \",\" or \"]\" but found the end of the text; add a \"]\"",
            "": ": the file is being saved",
            "hello": ":1:1: expected a value but found \"hello\"",
        ]
        // A time in the future counts as recent, however slow the test is.
        func write(_ text: String, _ file: String) throws {
            try files.write(text, to: file)
            let later = Date().addingTimeInterval(3600)
            try FileManager.default.setAttributes([.modificationDate: later], ofItemAtPath: files.path(file).path)
        }
        for (text, problem) in problems {
            try write(text, "a/x.json")
            for _ in 0..<2 { #expect(await reason("/a") == "a/\(still)a/x.json\(problem)", "“\(text)”") }
        }
        try write(long.dropLast() + ",", "b/x.json")
        #expect(await reason("/b")?.hasPrefix("b/\(still)b/x.json:1:") == true)
        try files.write("[3]", to: "a/x.json")
        #expect(await reason("/a") == "a/x.json, first match")
    }

    @Test func `follow the last good conditions while an index file is saved in place`() async throws {
        let index = "a/mocks.index.json"
        let files = try TemporaryFolder(["a/x.json": "[1]", index: #"{"x.json": {"query": {"n": "1"}}}"#])
        let folder = MockFolder(files.url)
        let switchboard = Switchboard(folder)
        switchboard.undecided = .firstMock
        let router = Router()
        router.switchboard = switchboard
        func status(_ value: String) async -> Int {
            let query = [URLQueryItem(name: "n", value: value)]
            return await router.serverAnswer(to: Request(method: "GET", path: "/a", query: query)).statusCode
        }
        #expect(await status("1") == 200)
        for piece in ["", "{", #"{"x.json": {"query"#] {
            try files.write(piece, to: index)
            // A time in the future counts as recent, however slow the test is.
            let later = Date().addingTimeInterval(3600)
            try FileManager.default.setAttributes([.modificationDate: later], ofItemAtPath: files.path(index).path)
            #expect(await status("1") == 200, "after “\(piece)”")
            #expect(await status("2") == 404)
        }
        try files.write(#"{"x.json": {"query": {"n": "2"}}}"#, to: index)
        #expect(await status("1") == 404)
        #expect(await status("2") == 200)
        // A change that stays is intended, even if nothing changes any more.
        try files.write("{", to: index)
        #expect(folder.problems == [])
        #expect(await eventually(within: .seconds(60)) { folder.problems.map(\.file) == [index] })
    }

    @Test func `are kept until a file changes`() async throws {
        let files = try TemporaryFolder(["a/x.json": "[1]"])
        let router = Router.serving(files)
        // Only a reader would see the change.
        try await change("a/x.json", in: files, from: "[1]", unseenTo: "[2]") {
            #expect(await body(router, "/a") == "[1]")
        }
        #expect(await body(router, "/a") == "[1]")
        try files.write("[3]", to: "a/x.json")
        #expect(await body(router, "/a") == "[3]")
    }

    @Test func `are checked again in skipped time, however much time was skipped`() async throws {
        let files = try TemporaryFolder(["a/x.json": "[1]"])
        let router = Router.serving(files)
        router.time = .skipped
        let mock = MockTeapot(router: router)
        for (number, days) in [(1, 0), (2, 0), (3, 1000), (4, 1), (5, 0)] {
            try files.write("[\(number)]", to: "a/x.json")
            router.clock.advance(by: .seconds(days * 86_400))
            #expect(try await mock.get("a").json?.array as? [Int] == [number])
        }
    }

    @Test func `are checked once for requests that had already begun`() async throws {
        let files = try TemporaryFolder([
            "a/x.json": "[1]", "a/mocks.index.json": #"{"x.json": {"query": {"n": "1"}}}"#,
        ])
        let router = Router.serving(files)
        let request = Request(method: "GET", path: "/a", query: [URLQueryItem(name: "n", value: "1")])
        func body(began: UInt64) -> String? {
            guard case .now(let response, _) = router.resolve(request, began: began), !response.isExplanation else {
                return nil
            }
            return String(decoding: response.body, as: UTF8.self)
        }
        for round in 0..<20 {
            let began = Uptime.now
            try files.write("[\(round)]", to: "a/x.json")
            #expect(body(began: Uptime.now) == "[\(round)]")
            // A change after a request has begun may or may not be seen; here nothing checks again.
            try files.write("[0, \(round)]", to: "a/x.json")
            #expect(body(began: began) == "[\(round)]")
            #expect(body(began: Uptime.now) == "[0, \(round)]")
        }
        let began = Uptime.now
        #expect(body(began: Uptime.now) != nil)
        try files.write(#"{"x.json": {"query": {"n": "2"}}}"#, to: "a/mocks.index.json")
        #expect(body(began: began) != nil)
        #expect(body(began: Uptime.now) == nil)
    }

    @Test func `have different entity tags, even if their files have the same size and time`() async throws {
        let files = try TemporaryFolder(["a/1.json": "[1]", "a/2.json": "[2]"])
        for file in ["a/1.json", "a/2.json"] { try age(file, in: files) }
        let router = Router.serving(files)
        let switchboard = try #require(router.switchboard)
        func answer(_ mock: String, has tag: String? = nil) async -> Answer {
            switchboard.set(.mock(mock), for: "/a")
            let fields: Teapot.HeaderFields = tag.map { ["If-None-Match": $0] } ?? [:]
            return await router.serverAnswer(to: Request(method: "GET", path: "/a", headers: fields))
        }
        let tag = try #require(await answer("a/1.json").headers["ETag"])
        #expect(await answer("a/1.json", has: tag).status == 304)
        let other = await answer("a/2.json", has: tag)
        #expect(other.status == 200)
        #expect(other.body == Data("[2]".utf8))
    }

    @Test func `stay within their memory limit`() throws {
        let text = "[" + String(repeating: " ", count: 97) + "1]"
        let files = try TemporaryFolder(
            Dictionary(uniqueKeysWithValues: (0..<50).map { ("a\($0)/x.json", text) } + [("b/x.json", text + text)]))
        let folder = MockFolder(files.url)
        let cache = ResponseCache(limit: 1000)
        for mock in folder.mocks where mock.folder != "/b" {
            try age(mock.path, in: files)
            _ = try cache.response(of: mock)
            #expect(cache.cost <= 1000)
        }
        #expect(cache.cost > 1000 - 1000 / 8 - 100)
    }

    @Test func `are read once and off the caller's thread if they are long`() async throws {
        let text = "[" + String(repeating: " ", count: ResponseCache.directLimit) + "1]"
        let files = try TemporaryFolder(["a/x.json": text, "b/x.json": text + "x"])
        try age("a/x.json", in: files)
        let switchboard = Switchboard(MockFolder(files.url))
        switchboard.undecided = .firstMock
        let router = Router()
        router.switchboard = switchboard
        let request = Request(method: "GET", path: "/a")
        guard case .later(let exchange) = router.resolve(request) else {
            Issue.record("It was read at once.")
            return
        }
        let count = await withCheckedContinuation { continuation in
            exchange.start { response in continuation.resume(returning: response.body.count) }
        }
        #expect(count == text.utf8.count)
        #expect(router.journal.entries.last?.reason == "a/x.json, first match")
        guard case .now = router.resolve(request) else {
            Issue.record("It was read again.")
            return
        }
        #expect(await body(router, "/b").contains("b/x.json:1:"))
        let reason = "no usable mock (first match): b/x.json:1:"
        #expect(router.journal.entries.last?.reason.hasPrefix(reason) == true)
    }

    @Test func `have the current headers of the file next to them`() async throws {
        let files = try TemporaryFolder(["a/x.json": "[1]", "a/x.headers.json": #"{"X-A": "1"}"#])
        for file in ["a/x.json", "a/x.headers.json"] { try age(file, in: files) }
        let router = Router.serving(files)
        for value in ["1", "2"] {
            try files.write(#"{"X-A": "\#(value)"}"#, to: "a/x.headers.json")
            let response = await router.serverAnswer(to: "/a")
            #expect(response.headers["X-A"] == value)
        }
    }

    @Test func `aren't checked again if their file is unchanged, even if they weren't kept`() async throws {
        let files = try TemporaryFolder(["a/x.json": "[1]"])
        let mock = try #require(MockFolder(files.url).mocks.first)
        let cache = ResponseCache(limit: 0)
        // Only a check would see that it isn't JSON.
        try await change("a/x.json", in: files, from: "[1]", unseenTo: "[1}") {
            let found = try cache.response(of: mock)
            #expect(found?.response.body == Data("[1]".utf8))
        }
        #expect(try cache.response(of: mock)?.response.body == Data("[1}".utf8))
    }
}
