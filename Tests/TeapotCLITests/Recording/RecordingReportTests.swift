import Foundation
import Teapot
import TeapotMock
import TeapotMockServer
import TeapotTestSupport
import Testing

extension ProgramSuites {
    @Suite struct `The command line's reports about recordings` {
        private func get(_ url: String) async throws -> String { try await Built.run(["get", url]).output }

        @Test func `an edited file is kept, and the report names the option that replaces it`() async throws {
            let entry = """
                {"request":{"method":"GET","url":"https://a.test/x"},"response":{"status":200,"content":{"text":"$"}}}
                """
            let folder = try TemporaryFolder()
            func run(_ text: String, _ options: [String] = []) async throws -> Built.Run {
                let har = #"{"log":{"entries":[$]}}"#.replacingOccurrences(
                    of: "$", with: entry.replacingOccurrences(of: "$", with: text))
                try folder.write(har, to: "a.har")
                return try await Built.run(["import", "har", "a.har", "--into", "Mocks"] + options, in: folder.url)
            }
            _ = try await run("one")
            try folder.write("mine", to: "Mocks/x/success_200_GET_x.txt")
            let kept = try await run("two")
            #expect(kept.status == 0)
            #expect(
                kept.errors.hasPrefix(
                    "kept, because it was edited: x/success_200_GET_x.txt (--replace-files replaces it)\n"))
            #expect(try folder.text(of: "Mocks/x/success_200_GET_x.txt") == "mine")
            #expect(try await run("two", ["--keep-files"]).status == 1)
            let replaced = try await run("two", ["--replace-files"])
            #expect(replaced.errors.hasPrefix("replaced: x/success_200_GET_x.txt\n"))
            #expect(try folder.text(of: "Mocks/x/success_200_GET_x.txt") == "two")
            let both = try await run("two", ["--replace-files", "--keep-files"])
            #expect(both.status == 64)
            #expect(both.errors.contains("“--keep-files” and “--replace-files” can't be combined; use one."))
            #expect(try await Built.run(["check", "Mocks"], in: folder.url).output == "No problems in 1 mock.\n")
        }

        @Test func `removed secrets are listed with the options that keep them`() async throws {
            let router = Router()
            router.get("/build", with: .json(["note": "AK" + "IAIOSFODNN7EXAMPLE", "session_token": "a1b2c3d4"]))
            let server = Server(router: router)
            let url = "http://127.0.0.1:\(try server.start())"
            let summary = """
                Replaced 2 secrets in 1 file. To keep one:
                  build/success_200_GET_build.json /note: --keep 'GET /build response body /note'
                  build/success_200_GET_build.json /session_token: --keep 'GET /build response body /session_token' \
                or --no-redact 'session_token'

                """
            for (words, expected, kept) in [
                ([], summary, [false, false]),
                (["--keep", "GET /build response body /note"], "response body /session_token", [true, false]),
                (["--no-redact", "session_token"], "response body /note", [false, true]),
                (
                    ["--keep", "GET /build response body /*", "--redact", "x", "--keep", "response body /y"],
                    "“x” had no effect: no recorded secret has this name or place.",
                    [true, true]
                ),
            ] {
                let folder = try TemporaryFolder()
                let teapot = try await RunningTeapot(["record", url, "--into", folder.place + "/Mocks"] + words)
                _ = try await get(teapot.url + "/build")
                let (status, errors) = try await teapot.end(SIGINT)
                #expect(status == 0)
                #expect(errors.contains(expected), "\(errors)")
                let unmet = "“response body /y” had no effect: no recorded secret has this name or place."
                #expect(errors.contains(unmet) == words.contains("response body /y"), "\(errors)")
                let mock = try String(
                    contentsOf: folder.path("Mocks/build/success_200_GET_build.json"), encoding: .utf8)
                #expect([mock.contains("AKIA"), mock.contains("a1b2c3d4")] == kept, "\(mock)")
            }
            try await server.stop()
        }

        @Test(arguments: [["--har", "a.har"], ["--into", "Mocks", "-s", "visit"]])
        func `removed secrets are also in the JSON log`(words: [String]) async throws {
            let router = Router()
            router.get("/build", with: .json(["pin": 1234], headers: ["X-Api-Key": "a1b2c3d4"]))
            let server = Server(router: router)
            let url = "http://127.0.0.1:\(try server.start())"
            let folder = try TemporaryFolder()
            let program = try Program(
                try #require(Built.teapot),
                ["record", url, words[0], folder.place + "/" + words[1], "--log", "json", "--port", "0"]
                    + words.dropFirst(2))
            defer { program.wait() }
            func nextLine() async throws -> String { try await onOwnThread { try program.readLine() } }
            let first = try JSON(parsing: Data(try await nextLine().utf8)).dictionary
            let place = try #require(first?["url"] as? String)
            for _ in 0..<2 {
                _ = try await get(place + "/build")
                #expect(try await nextLine().contains(#""event":"request""#))
            }
            program.terminate()
            let isHAR = words[0] == "--har"
            let mock = "build/success_200_GET_build"
            let files = isHAR ? ["a.har", "a.har"] : [mock + ".json", mock + ".headers.json"]
            #expect(
                try await nextLine() == """
                    {"event":"recorded","files":\(isHAR ? 1 : 3),"places":2,"problems":0,"responses":2,"secrets":4}
                    """)
            for (place, name, file) in [
                ("response body /pin", "pin", files[0]), ("response header X-Api-Key", "X-Api-Key", files[1]),
            ] {
                #expect(
                    try await nextLine()
                        == """
                        {"count":2,"event":"removed","files":["\(file)"],"name":"\(name)","option":"--keep 'GET /build \
                        \(place)'","place":"\(place)","request":"GET /build"}
                        """)
            }
            try await server.stop()
        }
    }
}
