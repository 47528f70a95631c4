import Foundation
import Teapot
import TeapotMock
import TeapotMockRecording
import TeapotMockServer
import TeapotTestSupport
import Testing

extension ProgramSuites {
    @Suite struct `Recordings of the command line` {
        private func liveServer() throws -> (server: Server, url: String) {
            let router = Router()
            router.get("/v1/users/:id", handler: { request in .json(["id": request["id"] ?? "", "name": "Ada"]) })
            router.get("/v1/count", with: .json(["n": 1]), .json(["n": 2]))
            let server = Server(router: router)
            return (server, "http://127.0.0.1:\(try server.start())")
        }

        private func get(_ url: String) async throws -> String { try await Built.run(["get", url]).output }

        @Test func `a live server's responses become mocks and a scenario, which are served`() async throws {
            let (live, url) = try liveServer()
            let folder = try TemporaryFolder()
            let teapot = try await RunningTeapot([
                "record", url + "/v1", "--into", folder.place + "/Mocks", "-s", "visit",
            ])
            #expect(teapot.greeting.first == "Recording \(url)/v1 into \(folder.place)/Mocks at \(teapot.url)")
            let answer = try await get(teapot.url + "/users/1")
            #expect(try await teapot.nextLine().hasPrefix("GET /users/1 200 "))
            let (status, errors) = try await teapot.end(SIGINT)
            #expect(status == 0)
            #expect(errors == "Stopped after 1 request.\n")
            #expect(try await teapot.nextLine() == "Recorded 1 response in 2 files in \(folder.place)/Mocks")
            #expect(try await teapot.nextLine() == "Wrote the scenario “visit” to \(folder.place)/Scenarios/visit.json")
            #expect(
                folder.files == [
                    "Mocks/users/1/mocks.index.json", "Mocks/users/1/success_200_GET_1.json", "Scenarios/visit.json",
                ])
            try await live.stop()

            try await RunningTeapot.with(["serve", folder.place]) { teapot async throws in
                let mocked = try JSON(parsing: Data(try await get(teapot.url + "/users/1").utf8))
                #expect(try mocked == JSON(parsing: Data(answer.utf8)))
            }
            let check = try await Built.run(["check", folder.place])
            #expect(check.output == "No problems in 1 mock.\n")
        }

        @Test func `a recorded stream is replayed and served at a given speed`() async throws {
            var response = Response.text("data: one\n\ndata: two\n\n", contentType: "text/event-stream")
            // At the recording's own speed, the test would take hours.
            response.pieces = [.init(at: 7200, count: 11), .init(at: 14400, count: 11)]
            let request = Request(method: "GET", origin: "http://localhost", path: "/news")
            let folder = try TemporaryFolder()
            try HAR([HAR.Entry(request, response)]).write(to: folder.path("a.har"))
            let imported = try await Built.run(["import", "har", "a.har", "--into", "Mocks"], in: folder.url)
            #expect(imported.status == 0)
            for command in [
                ["replay", folder.place + "/a.har", "--speed", "max"],
                ["serve", folder.place + "/Mocks", "--speed", "1000000"],
            ] {
                try await RunningTeapot.with(command) { teapot async throws in
                    #expect(try await get(teapot.url + "/news") == "data: one\n\ndata: two\n\n")
                }
            }
        }

        @Test(arguments: [["a.har"], ["a.har", "--keep-files"], ["notes.txt"]])
        func `no existing file is replaced by a HAR file`(words: [String]) async throws {
            let folder = try TemporaryFolder([words[0]: "precious"])
            let run = try await Built.run(["record", "http://127.0.0.1:1", "--har"] + words, in: folder.url)
            #expect(run.status == 73)
            #expect(run.errors.contains("“\(words[0])” exists; use the name of a new file, or remove it first."))
            #expect(try String(contentsOf: folder.path(words[0]), encoding: .utf8) == "precious")
        }

        @Test func `an empty file becomes a HAR file`() async throws {
            let (live, url) = try liveServer()
            let folder = try TemporaryFolder(["a.har": ""])
            let teapot = try await RunningTeapot(["record", url, "--har", folder.place + "/a.har"])
            #expect(try await get(teapot.url + "/v1/count") == #"{"n":1}"#)
            _ = try await teapot.end()
            try await live.stop()
            #expect(try HAR(contentsOf: folder.path("a.har")).entries.count == 1)
        }

        @Test func `a HAR file is recorded, replayed in order, and imported`() async throws {
            let (live, url) = try liveServer()
            let folder = try TemporaryFolder()
            let teapot = try await RunningTeapot(["record", url, "--har", folder.place + "/shop.har"])
            for count in 1...2 { #expect(try await get(teapot.url + "/v1/count") == #"{"n":\#(count)}"#) }
            _ = try await teapot.end()
            try await live.stop()

            let replay = ["replay", folder.place + "/shop.har", "--from", url + "/v1"]
            try await RunningTeapot.with(replay) { teapot async throws in
                #expect(teapot.greeting.first == "Replaying 2 responses to 1 request from shop.har at \(teapot.url)")
                for count in [1, 2, 2] { #expect(try await get(teapot.url + "/count") == #"{"n":\#(count)}"#) }
                let miss = try await Built.run(["get", teapot.url + "/cont"])
                #expect(miss.status == 4)
                #expect(
                    miss.output.hasPrefix(
                        """
                        GET /cont isn't in “shop.har”.
                        Did you mean “/count”?
                        Record it with “teapot record URL --har FILE”,
                        """))
            }

            let run = try await Built.run(["import", "har", "shop.har", "--into", "Mocks"], in: folder.url)
            #expect(run.output == "Imported 2 responses in 3 files in \(folder.place)/Mocks\n")
            #expect(run.status == 0)
            let mocks = folder.files.filter { $0.hasPrefix("Mocks") }
            #expect(
                mocks == [
                    "Mocks/v1/count/mocks.index.json", "Mocks/v1/count/success_200_GET_count-2.json",
                    "Mocks/v1/count/success_200_GET_count.json",
                ])
            #expect(
                run.errors.contains("GET /v1/count got 2 different responses: “v1/count/success_200_GET_count.json”"))
            #expect(
                run.errors.hasSuffix("\n1 of 2 entries in shop.har became a mock; 1 has the same request as another.\n")
            )
            let none = try await Built.run(
                ["import", "har", "shop.har", "--into", "None", "--only", "https://other.test"], in: folder.url)
            #expect(none.output == "Imported 0 responses\n")
        }

        @Test func `the recording lacks a request that can't be sent to the live server`() async throws {
            let (live, url) = try liveServer()
            let folder = try TemporaryFolder()
            let teapot = try await RunningTeapot(["record", url, "--into", folder.place + "/Mocks"])
            let port = try #require(URL(string: teapot.url)?.port.flatMap { UInt16(exactly: $0) })
            let status = try await RawClient.talking(to: port) { client in
                try client.exchange("GET /v1/../x HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n").status
            }
            #expect(status == 502)
            let end = try await teapot.end(SIGINT)
            #expect(end.status == 1)
            #expect(end.errors.contains("warning: GET /v1/../x was not recorded: "), "\(end.errors)")
            try await live.stop()
        }

        @Test func `a skipped entry is reported with the option that replays it`() async throws {
            let request = Request(method: "GET", origin: "http://a.test", path: "/news")
            let folder = try TemporaryFolder()
            try HAR([HAR.Entry(request, .text("hi"))]).write(to: folder.path("a.har"))
            let teapot = try await RunningTeapot(["replay", folder.place + "/a.har", "--from", "http://b.test"])
            _ = try await get(teapot.url + "/news")
            let (_, errors) = try await teapot.end(SIGINT)
            #expect(
                errors == """
                    warning: a.har: 1 request not below http://b.test/, so not replayed. Use --from http://a.test.
                    Stopped after 1 request, 1 unanswered.

                    """)
        }

        @Test func `an ignored query item that no request has is reported`() async throws {
            let request = Request(method: "GET", path: "/news", query: [URLQueryItem(name: "time", value: "1")])
            let folder = try TemporaryFolder()
            try HAR([HAR.Entry(request, .text("hi"))]).write(to: folder.path("a.har"))
            let words = ["replay", folder.place + "/a.har", "--ignore", "tim", "--ignore", "time"]
            let (_, errors) = try await RunningTeapot(words).end(SIGINT)
            let warning = "warning: “--ignore tim” has no effect: no request in a.har has this query item."
            #expect(errors == "\(warning)\nStopped.\n")
        }

        @Test func `reports entries that can't be replayed, with lines, and a file that has no others`() async throws {
            let entries = """
                {"log": {"entries": [
                 {"request": {"method": "GET"}},
                 {"request": {"method": "GET", "url": "http://a.test/x"}, "response": {"status": 0}},
                 {"request": {"method": "GET", "url": "data:x"}, "response": {"status": 200}}]}}
                """
            let folder = try TemporaryFolder(["a.har": entries, "b.har": #"{"log": 1}"#])
            let place = folder.place + "/a.har"
            let teapot = try await RunningTeapot(["replay", place])
            #expect(teapot.greeting.contains("  no response to replay, so requests go unanswered"))
            let (_, errors) = try await teapot.end(SIGINT)
            #expect(
                errors == """
                    warning: \(place):2:14: /log/entries/0/request/url: It is missing; it must be a string.
                    warning: \(place):3:82: /log/entries/1/response/status: GET /x was blocked or failed; it is skipped.
                    note: \(place):4:39: /log/entries/2/request/url: “data:x” has its own data and needs no server; it \
                    is skipped.
                    Stopped.

                    """)
            let broken = try await Built.run(["replay", "b.har"], in: folder.url)
            #expect(broken.errors == "teapot: b.har:1:9: /log: It must be an object.\n")
            #expect(broken.status == 65)
        }

        @Test func `a HAR file in use by another recording is refused at the start`() async throws {
            let folder = try TemporaryFolder()
            let words = ["record", "http://127.0.0.1:1", "--har", folder.place + "/a.har"]
            let teapot = try await RunningTeapot(words)
            let run = try await Built.run(words)
            #expect(run.status == 73)
            #expect(
                run.errors.hasSuffix(
                    "“\(folder.place)/a.har” was not written: another recording writes to it; use another file\n"))
            _ = try await teapot.end()
            #expect(folder.files.isEmpty)
        }

        @Test func `a body that wasn't recorded is a miss unless bodies are ignored`() async throws {
            let file = """
                {"log": {"entries": [{
                  "request": {"method": "POST", "url": "https://a.test/x", "postData": {"mimeType": "", "text": "{\\"n\\":1}"}},
                  "response": {"status": 200, "content": {"mimeType": "text/plain", "text": "hi"}}
                }]}}
                """
            let folder = try TemporaryFolder(["a.har": file])
            func post(_ options: [String], _ number: Int) async throws -> (output: String, status: Int32) {
                try await RunningTeapot.with(["replay", folder.place + "/a.har"] + options) { teapot async throws in
                    let run = try await Built.run(["post", teapot.url + "/x", "n:=\(number)"])
                    return (run.output + run.errors, run.status)
                }
            }
            #expect(try await post([], 1) == ("hi", 0))
            let miss = try await post([], 2)
            #expect(miss.status == 4)
            #expect(
                miss.output.contains("– /n: expected 1, received 2"), "\(miss.output)")
            #expect(miss.output.contains("let query items vary with --ignore NAME and bodies with --any-body"))
            #expect(try await post(["--any-body"], 2) == ("hi", 0))
        }

        @Test(
            arguments: [
                (["a 1", "b 2"], [], "2 of 2 entries in a.har became mocks."),
                (["a 1"], [], "1 of 1 entries in a.har became a mock."),
                (
                    ["a 1", "b 2"], ["--only", "https://other.test"],
                    "0 of 2 entries in a.har became mocks; 2 are not below https://other.test (but https://shop.test)."
                ),
                ([], [], "0 of 0 entries in a.har became mocks."),
                (
                    ["a 1", "a 1", "a 2", "b?page=1 1", "b?page=2 2", "a 3"], [],
                    "3 of 6 entries in a.har became mocks; 2 have the same request as another, 1 is identical to another."
                ),
                (
                    ["a 1", "data:,x 2", "b", "c 0 blocked", "d 1", "//other.test/a 1", "e {\"password"],
                    ["--only", "https://shop.test"],
                    "2 of 7 entries in a.har became mocks; 1 has a data: URL, 2 have no response, "
                        + "1 is not below https://shop.test (but https://other.test), 1 was not recorded."
                ),
                (
                    ["ws://shop.test/a 1", "data:, 1", "data:,2 1"], [],
                    "0 of 3 entries in a.har became mocks; 2 have a data: URL, 1 can't be used."
                ),
            ] as [([String], [String], String)])
        func `the report says what happened to each entry of a HAR file`(
            entries: [String], options: [String], summary: String
        ) async throws {
            // The URL, and the body of the response; a request without a body wasn't exported, or failed.
            let list = entries.map { entry -> [String: any Sendable] in
                let words = entry.split(separator: " ", maxSplits: 1).map(String.init)
                let url = URL(string: words[0], relativeTo: URL(string: "https://shop.test"))?.absoluteString ?? ""
                let isBlocked = entry.hasSuffix("blocked")
                var content: [String: any Sendable] = ["size": 10, "mimeType": "application/json"]
                if words.count > 1 { content["text"] = words[1] }
                return [
                    "request": ["method": "GET", "url": url] as [String: any Sendable],
                    "response": ["status": isBlocked ? 0 : 200, "content": content] as [String: any Sendable],
                ]
            }
            let har = try JSON.data(from: ["log": ["entries": list]])
            let folder = try TemporaryFolder(["a.har": String(decoding: har, as: UTF8.self)])
            let run = try await Built.run(["import", "har", "a.har", "--into", "Mocks"] + options, in: folder.url)
            #expect(run.errors.split(separator: "\n").last.map(String.init) == summary)
            let isNothing = entries.isEmpty || summary.hasPrefix("0 of 2")
            #expect((run.errors.contains("warning:") || isNothing) == (run.status != 0))
        }

        @Test(arguments: [["--har", "a.har"], ["--into", "Mocks"]])
        func `interrupted and unfinished responses are reported`(words: [String]) async throws {
            let gate = Gate()
            let live = try HostileServer { connection in
                let request = try connection.readRequest()
                try connection.send("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 6\r\n\r\none")
                if request.target == "/cut" { return connection.reset() }
                try connection.wait(for: gate)
            }
            defer { live.stop() }
            let folder = try TemporaryFolder()
            let teapot = try await RunningTeapot(
                ["record", live.url.absoluteString, words[0], folder.place + "/" + words[1]])
            _ = try? await get(teapot.url + "/cut")
            let client = Task { try? await get(teapot.url + "/stream") }
            #expect(await eventually(within: .seconds(60)) { live.requests.contains { $0.target == "/stream" } })
            let (status, errors) = try await teapot.end(SIGINT)
            gate.open()
            _ = await client.value
            #expect(status == 1)
            #expect(errors.contains("warning: GET /cut was not recorded: "))
            #expect(errors.contains("warning: GET /stream was not recorded: "))
            #expect(folder.files.isEmpty)
        }

        @Test func `a body that can't be searched for secrets is reported with the option that allows it`() async throws
        {
            let router = Router()
            router.get("/broken", with: .data(Data(#"{"password": "plum"#.utf8), contentType: "application/json"))
            let server = Server(router: router)
            let url = "http://127.0.0.1:\(try server.start())"
            let folder = try TemporaryFolder()
            for words in [[], ["--allow", "GET /broken response body"]] {
                let teapot = try await RunningTeapot(["record", url, "--into", folder.place + "/Mocks"] + words)
                _ = try await get(teapot.url + "/broken")
                let (status, errors) = try await teapot.end(SIGINT)
                #expect(status == (words.isEmpty ? 1 : 0))
                #expect(errors.contains("“response body” can't be searched for secrets") == words.isEmpty)
                let remedy = "To record these anyway: --allow 'GET /broken response body'\n"
                #expect(errors.contains(remedy) == words.isEmpty)
                #expect(folder.files.isEmpty == words.isEmpty)
            }
            try await server.stop()
        }

        @Test(arguments: [["--har", "a.har"], ["--into", "Mocks", "-s", "visit"]])
        func `is complete even if the log is closed`(words: [String]) async throws {
            let (live, url) = try liveServer()
            let folder = try TemporaryFolder()
            let teapot = try await RunningTeapot(
                ["record", url, words[0], folder.place + "/" + words[1]] + words.dropFirst(2))
            try teapot.closeOutput()
            // Its log line can't be written, which ends the program.
            _ = try await get(teapot.url + "/v1/users/1")
            let (status, errors) = try await teapot.end(0)
            #expect(status == 141)
            #expect(errors.contains("Recorded 1 response in "), "\(errors)")
            #expect(folder.files.contains(words[0] == "--har" ? "a.har" : "Scenarios/visit.json"))
            try await live.stop()
        }

        @Test func `requests without a mock are recorded while mocks are served`() async throws {
            let (live, url) = try liveServer()
            let folder = try TemporaryFolder(["Mocks/v1/count/success_mine.json": "[]"])
            let teapot = try await RunningTeapot(["serve", folder.place, "--live", url, "--record"])
            #expect(teapot.greeting.contains("  live: \(url)/, recorded"))
            #expect(try await get(teapot.url + "/v1/count") == "[]")
            _ = try await get(teapot.url + "/v1/users/7")
            _ = try await teapot.end()
            #expect(
                folder.files == [
                    "Mocks/v1/count/success_mine.json", "Mocks/v1/users/7/mocks.index.json",
                    "Mocks/v1/users/7/success_200_GET_7.json",
                ])
            try await live.stop()
        }

        @Test(
            arguments: [
                (
                    ["record"],
                    "“teapot record” requires a URL, as in “teapot record https://api.example.com/v1 --into Shop/Mocks”. "
                        + "Run “teapot record --help”.", 64
                ),
                (
                    ["record", ":1"],
                    "“teapot record” requires --into FOLDER or --har FILE. Run “teapot record --help”.",
                    64
                ),
                (
                    ["record", ":1", "--into", "a", "--har", "b"],
                    "“--into” and “--har” can't be combined; use one. Run “teapot record --help”.", 64
                ),
                (
                    ["record", ":1", "--har", "b", "-s", "x"],
                    "“--scenario” requires “--into”. Run “teapot record --help”.", 64
                ),
                (
                    ["record", ":1", "--into", "a", "-s", "../x"],
                    "“../x” is not a name for a scenario; use one without a slash, such as login. "
                        + "Run “teapot record --help”.", 64
                ),
                (
                    ["record", ":1", "--into", "a", "-s", ""],
                    "“” is not a name for a scenario; use one without a slash, such as login. "
                        + "Run “teapot record --help”.", 64
                ),
                (
                    ["record", "ftp://x", "--into", "a"],
                    "“ftp://x” is not a URL for a live server, because it begins with neither http:// nor https://; use one such as https://api.example.com/v1. "
                        + "Run “teapot record --help”.", 64
                ),
                (["record", ":1", "--into", "file"], "“file” is a file; use a folder.", 73),
                (["replay", "nowhere.har"], "there is no file “nowhere.har”.", 66),
                (
                    ["replay", "."],
                    "“.” can't be replayed. Use a HAR file, or “teapot serve” for mocks and OpenAPI documents.", 66
                ),
                (["replay", "/dev/zero"], "“/dev/zero” is not a regular file; use one that is.", 66),
                (
                    ["import", "har", "/dev/null", "--into", "x"],
                    "“/dev/null” is not a regular file; use one that is.", 66
                ),
                (["serve", ".", "--openapi", "/dev/zero"], "“/dev/zero” is not a regular file; use one that is.", 66),
                (["replay", "file"], "file:1:1: expected a value but found \"x\"", 65),
                (
                    ["import", "har", "file"],
                    "“teapot import har” requires --into FOLDER. Run “teapot import har --help”.",
                    64
                ),
                (["import", "har", "nowhere", "--into", "x"], "there is no file “nowhere”.", 66),
                (["import", "wiremock", "nowhere"], "there is no folder “nowhere”.", 66),
                (
                    ["import", "wiremock", ".", "--keep-files"],
                    "“--keep-files” requires “--into”. Run “teapot import wiremock --help”.", 64
                ),
                (
                    ["import", "wiremock", ".", "--redact", "note"],
                    "“--redact” requires “--into”. Run “teapot import wiremock --help”.", 64
                ),
                (
                    ["import", "wiremock", "."],
                    "“.” has no folder “mappings”; use the WireMock root, which contains it.", 66
                ),
                (
                    ["import"],
                    "“teapot import” is incomplete; write “teapot import har” or “teapot import wiremock”. "
                        + "Run “teapot import --help”.", 64
                ),
                (
                    ["import", "postman"],
                    "there is no “teapot import postman”; write “teapot import har” or “teapot import wiremock”. "
                        + "Run “teapot import --help”.", 64
                ),
                (
                    ["serve", "--live", ":1", "--record"],
                    "“--record” requires a FOLDER to write to. Run “teapot serve --help”.", 64
                ),
                (["serve", ".", "--record"], "“--record” requires --live URL. Run “teapot serve --help”.", 64),
                (
                    ["serve", ".", "--network", "4g"],
                    "“4g” is not a value for “--network”; use edge, 3g, lte, wifi, lossy or offline. "
                        + "Did you mean “lte”? Run “teapot serve --help”.", 64
                ),
                (
                    ["serve", ".", "--host", "0.0.0.0"],
                    "unknown option “--host” for “teapot serve”; use --all. "
                        + "Run “teapot serve --help”.", 64
                ),
                (
                    ["serve", ".", "--keep-files"],
                    "“--keep-files” requires “--record”. Run “teapot serve --help”.", 64
                ),
            ] as [([String], String, Int32)])
        func `an error is printed on one line`(words: [String], message: String, status: Int32) async throws {
            let folder = try TemporaryFolder(["file": "x"])
            let run = try await Built.run(words, in: folder.url)
            #expect(run.errors == "teapot: \(message)\n")
            #expect(run.output == "")
            #expect(run.status == status)
        }

        @Test(
            arguments: [
                (["--har", "none/x.har"], "there is no folder “§/none” for “none/x.har”; create it first."),
                (["--har", "folder"], "“folder” is a folder; use a file."),
                (["--har", "link"], "“link” is not a regular file; use one that is."),
                (["--into", "file/Mocks"], "“file” is a file; use a folder."),
            ] as [([String], String)])
        func `a recording that can't be written doesn't start`(words: [String], message: String) async throws {
            let folder = try TemporaryFolder(["file": "x", "folder/a": "b"])
            try FileManager.default.createSymbolicLink(
                at: folder.path("link"), withDestinationURL: folder.path("file"))
            let run = try await Built.run(["record", "http://127.0.0.1:1"] + words, in: folder.url)
            #expect(run.errors == "teapot: \(message.replacingOccurrences(of: "§", with: folder.place))\n")
            #expect(run.output == "")
            #expect(run.status == 73)
        }
    }
}
