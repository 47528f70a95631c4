import Foundation
import Teapot
import TeapotMock
import TeapotMockFolders
import TeapotMockRecording
import TeapotMockServer
import TeapotTestSupport
import Testing

extension ProgramSuites {
    @Suite struct `Recordings of a killed command` {
        /// Requests pages from several tasks until the server is gone, and returns the received pages.
        private func visit(_ url: String, for time: Duration, then kill: () -> Void) async throws -> Set<Int> {
            let received = Locked<Set<Int>>([])
            try await withThrowingTaskGroup(of: Void.self) { group in
                for task in 0..<4 {
                    group.addTask {
                        let teapot = Teapot(baseURL: try #require(URL(string: url)))
                        var page = task
                        while try await teapot.get("list?page=\(page)").json == ["page": "\(page)"] {
                            _ = received.withLock { [page] in $0.insert(page) }
                            page += 4
                        }
                    }
                }
                try await Task.sleep(for: time)
                kill()
                while await group.nextResult() != nil {}
            }
            return received.withLock { $0 }
        }

        /// Returns the pages of a folder of mocks, whose index files name only files that exist.
        private func pages(in mocks: URL, _ folder: TemporaryFolder) throws -> Set<Int> {
            var pages: Set<Int> = []
            let names = try FileManager.default.contentsOfDirectory(atPath: mocks.path + "/list")
            let index = try JSON(parsing: Data(contentsOf: mocks.appendingPathComponent("list/mocks.index.json")))
            #expect(Set(names) == Set(index.dictionary?.keys ?? [:].keys).union(["mocks.index.json"]))
            for name in names where name != "mocks.index.json" {
                let body = try JSON(parsing: Data(contentsOf: mocks.appendingPathComponent("list/" + name)))
                pages.insert(try #require((body.dictionary?["page"] as? String).flatMap { Int($0) }))
            }
            return pages
        }

        @Test(arguments: ["Mocks", "a.har"])
        func `contain everything that a client received, after the next recording`(target: String) async throws {
            let router = Router()
            router.get(
                "/list",
                handler: { request in
                    .json(["page": request.query.first?.value ?? ""])
                })
            let live = Server(router: router)
            let url = "http://127.0.0.1:\(try live.start())"
            var random = SeededGenerator(seed: 7)
            for round in 0..<Size.of(full: 6, usual: 3) {
                let folder = try TemporaryFolder()
                let words = ["record", url, target == "Mocks" ? "--into" : "--har", folder.place + "/" + target]
                let killed = try await RunningTeapot(words)
                let time = Duration.milliseconds(Int.random(in: 5...1500, using: &random))
                let received = try await visit(killed.url, for: time) { killed.send(SIGKILL) }
                _ = try await killed.end(0)
                let (status, _) = try await RunningTeapot(words).end()
                #expect(status == 0)
                var pages: Set<Int> = []
                if target == "Mocks", !received.isEmpty {
                    pages = try self.pages(in: folder.path(target), folder)
                } else if !received.isEmpty {
                    let entries = try HAR(contentsOf: folder.path(target)).entries
                    pages = Set(entries.compactMap { $0.request.query.first?.value.flatMap { Int($0) } })
                }
                #expect(received.subtracting(pages) == [], "round \(round), killed after \(time)")
                let left = try FileManager.default.contentsOfDirectory(atPath: folder.place)
                #expect(left == [target] || left.isEmpty && received.isEmpty, "round \(round): \(left)")
            }
            try await live.stop()
        }
    }
}
