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

        @Test(arguments: [[], ["."], ["./"]])
        func `copies the sample to the current folder without a name`(words: [String]) async throws {
            let folder = try TemporaryFolder()
            let run = try await Built.run(["init"] + words, in: folder.url)
            #expect(run.output.contains("\n  next: teapot serve .\n"))
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.place).sorted()
            #expect(names == ["Mocks", "Scenarios"])
        }

        @Test func `refuses an empty name, and quotes a name that looks like an option`() async throws {
            let folder = try TemporaryFolder()
            let empty = try await Built.run(["init", ""], in: folder.url)
            #expect(empty.errors.hasPrefix("teapot: “teapot init” can't use an empty name for DIR."))
            #expect(empty.status == 64)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.place).isEmpty)
            let run = try await Built.run(["init", "--", "-x"], in: folder.url)
            #expect(run.output.contains("\n  next: teapot serve ./-x\n"))
        }

        @Test func `a file in the way is named`() async throws {
            let folder = try TemporaryFolder(["file": "x"])
            for words in [["init", "file/x/y"], ["init", "file"], ["import", "har", "file", "--into", "file/x"]] {
                let run = try await Built.run(words, in: folder.url)
                let isImport = words[0] == "import"
                #expect(
                    run.errors.hasPrefix(isImport ? "teapot: file:1:1: " : "teapot: “file” is a file; use a folder."))
                #expect(run.status == (isImport ? 65 : 73))
            }
        }

        @Test(arguments: ["Mocks/mine.json", "Scenarios/mine.json"])
        func `overwrites nothing`(path: String) async throws {
            let folder = try TemporaryFolder([path: "{}"])
            let run = try await Built.run(["init", folder.place])
            #expect(run.status == 73)
            let existing = folder.path(path).deletingLastPathComponent().path
            #expect(
                run.errors
                    == "teapot: “\(existing)” already exists; run “teapot serve \(folder.place)” to serve it, or "
                    + "choose another name, as in “teapot init \(folder.place)2”.\n")
            #expect(try FileManager.default.subpathsOfDirectory(atPath: folder.place).count == 2)
        }

        @Test(arguments: [("Mocks", "Mocks2", "Mocks"), (".", "Shop", ".")])
        func `hides no mocks`(name: String, other: String, shown: String) async throws {
            let folder = try TemporaryFolder(["Mocks/teas/success_a.json": "{}"])
            let place = name == "." ? folder.path("Mocks") : folder.url
            let run = try await Built.run(["init", name], in: place)
            let serve = "run “teapot serve \(shown)” to serve it"
            let advice = "or choose another name, as in “teapot init \(other)”."
            #expect(run.errors == "teapot: “\(name)” already has mocks; \(serve), \(advice)\n")
            #expect(run.status == 73)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("Mocks").path) == ["teas"])
        }

        @Test func `says what to do when it runs for the second time`() async throws {
            let folder = try TemporaryFolder()
            for (words, advice) in [
                (["init", "Shop"], "“Shop/Mocks” already exists; run “teapot serve Shop”|“teapot init Shop2”"),
                (
                    ["init", "My Shop"],
                    "“My Shop/Mocks” already exists; run “teapot serve 'My Shop'”|“teapot init 'My Shop2'”"
                ),
                (["init"], "“Mocks” already exists; run “teapot serve .”|“teapot init Shop”"),
            ] {
                #expect(try await Built.run(words, in: folder.url).status == 0)
                let again = try await Built.run(words, in: folder.url)
                let parts = advice.split(separator: "|")
                #expect(
                    again.errors
                        == "teapot: \(parts[0]) to serve it, or choose another name, as in \(parts[1]).\n")
            }
        }

        @Test func `reports a folder that can't be created`() async throws {
            let folder = try TemporaryFolder(["file": ""])
            let run = try await Built.run(["init", folder.place + "/file"])
            #expect(run.status == 73)
            #expect(run.errors == "teapot: “\(folder.place)/file” is a file; use a folder.\n")
            let below = try await Built.run(["init", folder.place + "/file/below"])
            #expect(below.status == 73)
            #expect(below.errors == "teapot: “\(folder.place)/file” is a file; use a folder.\n")
        }

        @Test(arguments: ["check", "routes"])
        func `without a path, the folder is “Mocks”`(command: String) async throws {
            let folder = try TemporaryFolder(["Mocks/teas/success_list.json": "[]"])
            let (run, named) = (
                try await Built.run([command], in: folder.url), try await Built.run([command, "Mocks"], in: folder.url)
            )
            #expect(run.status == 0)
            #expect(run.output == named.output && run.errors == named.errors)
            #expect(!(run.output + run.errors).isEmpty)
            let empty = try TemporaryFolder([:])
            let nowhere = try await Built.run([command], in: empty.url)
            #expect(nowhere.errors.hasPrefix("teapot: there is no file or folder “Mocks”. Use "))
        }
    }
}
