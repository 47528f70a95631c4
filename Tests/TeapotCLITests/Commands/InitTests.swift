import Foundation
import TeapotTestSupport
import Testing

extension ServingSuites {
    @Suite struct `teapot init` {
        @Test func `copies the sample to a folder, which can then be checked and served`() async throws {
            let folder = try TemporaryFolder()
            let run = try await Built.run(["init", "My Shop/"], in: folder.url)
            #expect(run.status == 0)
            #expect(run.errors == "")
            #expect(
                run.output == """
                    Wrote the sample to My Shop/Mocks and My Shop/Scenarios
                      next: teapot serve 'My Shop'
                      to write your own: teapot help mocks, teapot help scenarios

                    """)
            let check = try await Built.run(["check", "My Shop"], in: folder.url)
            #expect(check.output == "No problems in 8 mocks.\n")
            let shop = folder.path("My Shop").path
            try await RunningTeapot.with(["serve", shop]) { teapot in
                #expect(teapot.greeting.contains("  scenarios: flakyFilters, soldOut"))
                #expect(!teapot.greeting.contains { $0.contains("teapot init") })
                let first = try await Built.run(["get", teapot.url + "/products"]).output
                #expect(first.contains("Assam"))
                let second = try await Built.run(["get", teapot.url + "/products", "page==2"]).output
                #expect(second.contains("Gyokuro"))
            }
        }

        @Test(arguments: [[], [""], ["."], ["./"]])
        func `copies the sample to the current folder without a name`(words: [String]) async throws {
            let folder = try TemporaryFolder()
            let run = try await Built.run(["init"] + words, in: folder.url)
            #expect(run.output.contains("\n  next: teapot serve .\n"))
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.place).sorted()
            #expect(names == ["Mocks", "Scenarios"])
        }

        @Test(arguments: ["Mocks/mine.json", "Scenarios/mine.json"])
        func `overwrites nothing`(path: String) async throws {
            let folder = try TemporaryFolder([path: "{}"])
            let run = try await Built.run(["init", folder.place])
            #expect(run.status == 73)
            let existing = folder.path(path).deletingLastPathComponent().path
            #expect(
                run.errors
                    == "teapot: “\(existing)” already exists; use another folder, as in “teapot init Shop”.\n")
            #expect(try FileManager.default.subpathsOfDirectory(atPath: folder.place).count == 2)
        }

        @Test func `reports a folder that can't be created`() async throws {
            let folder = try TemporaryFolder(["file": ""])
            let run = try await Built.run(["init", folder.place + "/file"])
            #expect(run.status == 73)
            #expect(run.errors.hasPrefix("teapot: the sample can't be written to “\(folder.place)/file”: "))
        }
    }
}
