import Foundation
import Teapot
import TeapotMock
import TeapotMockServer
import TeapotTestSupport
import Testing

extension ProgramSuites {
    @Suite struct `teapot check` {
        private static let files = [
            "Mocks/.ls.global.json": #"{"maps": [{"folder": "/teas", "to": "/v1"}]}"#,
            "Mocks/teas/success_list.json": #"[{"id": 1, "name": "Assam"}]"#,
            "Mocks/teas/error_404_20ms_GET_none.json": #"{"error": "none"}"#,
            "Scenarios/visit.json": #"{"steps": [{"folder": "/teas", "responseFileName": "list"}]}"#,
            "openapi.json": """
            {"openapi": "3.0.3", "info": {"title": "Teas", "version": "1"}, "paths": {"/v1/teas": {"get": {"responses": {
              "200": {"description": "", "content": {"application/json": {"schema": {"type": "array", "items": {
                "type": "object", "required": ["id"], "properties": {"id": {"type": "integer"}}}}}}},
              "404": {"description": ""}}}}}}
            """,
        ]

        @Test(arguments: [["check", "."], ["check", "Mocks"], ["check", ".", "--openapi", "openapi.json"]])
        func `a folder without problems exits with 0 and says so`(words: [String]) async throws {
            let folder = try TemporaryFolder(Self.files)
            let run = try await Built.run(words, in: folder.url)
            #expect(run.output.hasSuffix("No problems in 2 mocks.\n"))
            #expect(run.errors == "")
            #expect(run.status == 0)
        }

        @Test func `problems are reported with their place, and the exit status is 1`() async throws {
            var files = Self.files
            files["Mocks/teas/success_999_bad.json"] = "[]"
            files["Mocks/teas/success_broken.json"] = "[1,]"
            files["Scenarios/lost.json"] = #"{"steps": [{"folder": "/teas", "responseFileName": "lst"}]}"#
            let folder = try TemporaryFolder(files)
            let run = try await Built.run(["check", "."], in: folder.url)
            let lines = run.output.split(separator: "\n").map(String.init)
            #expect(
                lines == [
                    "Mocks/teas/success_999_bad.json: “999” is not a valid response status: use one from 200 to 599",
                    #"Mocks/teas/success_broken.json:1:4: expected a value but found "]"; "#
                        + "remove the comma before it, or add a value",
                    "Scenarios/lost.json:1:12: step 1: there is no mock “lst” in “/teas”; did you mean “list”?",
                    "3 problems; 3 mocks checked.",
                ])
            #expect(run.status == 1)
            let fromAbove = try await Built.run(["check", "Mocks"], in: folder.url)
            #expect(fromAbove.output.hasPrefix("Mocks/teas/success_999_bad.json: "))
            let elsewhere = try await Built.run(["check", folder.place], in: folder.path("Scenarios"))
            #expect(elsewhere.output.hasPrefix(folder.path("Mocks/teas/success_999_bad.json").path + ": "))
        }

        @Test func `names that probably mean something else are reported`() async throws {
            let folder = try TemporaryFolder([
                "teas/success_post_new.json": "{}", "teas/success_500mss_slow.json": "{}",
                "teas/success_list.json": "[]", "teas/mocks.json": #"{"success_list.json": {"query": {"page": "1"}}}"#,
                "posts/success_post_1.json": "{}", "posts/success_2024_posts.json": "{}", "any/*/success_x.json": "{}",
                "open/{id/success_x.json": "{}", "page?n=2/success_x.json": "{}", "GET/success_x.json": "{}",
            ])
            let check = try await Built.run(["check", "."], in: folder.url)
            #expect(
                check.output == """
                    GET/success_x.json: “GET” in its path isn't a method: write it in a file's name, as in \
                    success_GET_list.json
                    any/*/success_x.json: “*” in its path isn't a wildcard: for any value, name the folder “{id}”
                    open/{id/success_x.json: “{id” in its path has only one brace: write “{id}”
                    page?n=2/success_x.json: “page?n=2” in its path never matches: a query belongs in “mocks.index.json”
                    teas/mocks.json: it's served as a response; for conditions, name it “mocks.index.json”
                    teas/success_500mss_slow.json: “500mss” in its name isn't a delay, so it answers at once; \
                    did you mean “500ms”?
                    teas/success_post_new.json: “post” in its name isn't a method, so it answers GET; did \
                    you mean “POST”?
                    7 problems; 10 mocks checked.

                    """)
            #expect(check.status == 1)
        }

        @Test func `a misspelled prefix and an invalid mock are visible in check and routes`() async throws {
            let folder = try TemporaryFolder(["teas/eror_busy.json": "{}", "teas/success_x.json": "{"])
            let check = try await Built.run(["check", "."], in: folder.url)
            #expect(
                check.output.hasPrefix(
                    """
                    teas/eror_busy.json: “eror_” isn't a prefix, so it answers GET with status 200; did you mean “error_”?

                    """))
            #expect(check.status == 1)
            let routes = try await Built.run(["routes", "."], in: folder.url)
            #expect(
                routes.output == """
                    METHOD  PATH   STATUS            DELAY  FILE
                    GET     /teas  200               –      teas/eror_busy.json
                    GET     /teas  invalid, default  –      teas/success_x.json

                    """)
        }

        @Test func `a mock that the document doesn't allow is reported`() async throws {
            var files = Self.files
            files["Mocks/teas/success_odd.json"] = #"[{"id": "one"}]"#
            let folder = try TemporaryFolder(files)
            let run = try await Built.run(["check", ".", "--openapi", "openapi.json"], in: folder.url)
            #expect(run.output.contains("Mocks/teas/success_odd.json:1 /0/id: "))
            #expect(run.status == 1)
            let json = try await Built.run(["check", ".", "--openapi", "openapi.json", "--json"], in: folder.url)
            let document = try JSON(parsing: Data(json.output.utf8)).dictionary
            #expect((document?["problems"] as? [any Sendable])?.isEmpty == true)
            let drift = document?["drift"] as? [String: any Sendable]
            #expect(
                (drift?["drifts"] as? [[String: any Sendable]])?.first?["file"] as? String == "teas/success_odd.json")
            #expect(json.status == 1)
        }

        private static let shop = [
            "openapi.yaml": """
            openapi: 3.1.0
            paths:
              /teas:
                get:
                  responses:
                    200: {content: {application/json: {schema: {items: {required: [id, name], properties: {id: {type: integer}}}}}}}
                post: {responses: {201: {}}}
              /teas/{id}: {get: {responses: {200: {}}}}
            """,
            "Mocks/teas/success_list.json": """
            [{"name": 1},
             {"id": "one"}]
            """,
            "Mocks/teas/success_broken.json": "[", "Mocks/cups/success_list.json": "[]",
        ]

        @Test func `findings are sorted, and what has no mock or no operation is listed`() async throws {
            let folder = try TemporaryFolder(Self.shop)
            let words = ["check", "Mocks", "--openapi", "openapi.yaml"]
            let run = try await Built.run(words, in: folder.url)
            #expect(
                run.output == """
                    Mocks/teas/success_broken.json:1:2: expected a value or "]" but found the end of the text
                    Mocks/teas/success_list.json:1 /0: expected a member “id”, found none
                    Mocks/teas/success_list.json:2 /1: expected a member “name”, found none
                    Mocks/teas/success_list.json:2 /1/id: expected an integer, found a string "one"
                    no operation for Mocks/cups/success_list.json: the document has no path like /cups
                    no mock for POST /teas
                    no mock for GET /teas/{id}
                    3 differences in 1 mock; 2 operations have no mock. 1 problem; 3 mocks checked.

                    """)
            #expect(run.status == 1)
            let json = try await Built.run(words + ["--json"], in: folder.url)
            let drift = try JSON(parsing: Data(json.output.utf8)).dictionary?["drift"] as? [String: any Sendable]
            #expect(drift?["operationsWithoutMock"] as? [String] == ["POST /teas", "GET /teas/{id}"])
            #expect(drift?["mocksWithoutOperation"] as? [String] == ["cups/success_list.json"])
        }

        @Test(arguments: [([], 0), (["--require-all"], 1)] as [([String], Int32)])
        func `an operation without a mock fails only on request`(options: [String], status: Int32) async throws {
            var files = Self.shop
            files["Mocks/teas/success_broken.json"] = nil
            files["Mocks/teas/success_list.json"] = "[]"
            let folder = try TemporaryFolder(files)
            let run = try await Built.run(["check", "Mocks", "--openapi", "openapi.yaml"] + options, in: folder.url)
            #expect(run.output.contains("\nno mock for POST /teas\n"))
            #expect(run.output.contains("No problems") == options.isEmpty)
            #expect(run.status == status)
        }

        @Test func `a document is checked without mocks`() async throws {
            var files = Self.shop
            let get = "{get: {responses: {204: {description: none}}}}"
            files["twice.yaml"] = "openapi: 3.1.0\npaths:\n  /b/{y}: \(get)\n  /a/{x}: \(get)\n"
            files["broken.yaml"] = "openapi: 3.1.0\npaths:\n  teas: {}\n"
            let folder = try TemporaryFolder(files)
            let run = try await Built.run(["check", "twice.yaml"], in: folder.url)
            #expect(
                run.output == """
                    twice.yaml:3:17: #/paths/~1b~1{y}/get: no parameter describes “{y}”
                    twice.yaml:4:17: #/paths/~1a~1{x}/get: no parameter describes “{x}”
                    2 problems; 2 operations checked.

                    """)
            #expect(run.errors == "")
            #expect(run.status == 1)
            let broken = try await Built.run(["check", "broken.yaml"], in: folder.url)
            let flaw = "broken.yaml:3:9: #/paths/teas: a path must begin with “/”; it's read as “/teas”\n"
            #expect(broken.output.hasPrefix(flaw))
            #expect(broken.status == 1)
            let valid = try TemporaryFolder(Self.files)
            let clean = try await Built.run(["check", "openapi.json", "--json"], in: valid.url)
            #expect(clean.output == "{\n  \"problems\": []\n}\n")
            #expect(clean.status == 0)
            let json = try await Built.run(["check", "twice.yaml", "--json"], in: folder.url)
            let members = try JSON(parsing: Data(json.output.utf8)).dictionary
            let problems = members?["problems"] as? [[String: any Sendable]]
            #expect(problems?.map { $0["line"] as? Int } == [3, 4])
            #expect(problems?.first?["pointer"] as? String == "#/paths/~1b~1{y}/get")
            try folder.write("openapi: 3.1.0\npaths: {/a: {get: {responses: {200: {$ref: x.yaml}}}}}", to: "d/o.yaml")
            try folder.write("content:\n  text/plain:\n    schema: {$ref: \"#/no\"}", to: "d/x.yaml")
            let beside = try await Built.run(["check", "d/o.yaml"], in: folder.url)
            #expect(beside.output.hasPrefix("d/x.yaml:3:13: #/content/text~1plain/schema: “#/no” doesn't exist\n"))
            try folder.write("{\"openapi\": \"3.1.0\", \"paths\":\n  {\"/a/{x}\": {\"get\": {}}}}", to: "a.json")
            let place = try await Built.run(["check", "a.json"], in: folder.url)
            #expect(place.output.hasPrefix("a.json:2:22: #/paths/~1a~1{x}/get: no parameter describes “{x}”\n"))
            let both = try await Built.run(["check", "twice.yaml", "--openapi", "openapi.yaml"], in: folder.url)
            #expect(both.errors.contains("“--openapi” requires a folder of mocks, not a document."))
        }

        @Test func `a format is checked only on request`() async throws {
            var files = Self.files
            files["openapi.json"] = files["openapi.json"]?.replacingOccurrences(
                of: #"{"id": {"type": "integer"}}"#, with: #"{"name": {"format": "date"}}"#)
            let folder = try TemporaryFolder(files)
            let words = ["check", ".", "--openapi", "openapi.json"]
            #expect(try await Built.run(words, in: folder.url).status == 0)
            let run = try await Built.run(words + ["--assert-formats"], in: folder.url)
            #expect(run.output.hasPrefix("Mocks/teas/success_list.json:1 /0/name: expected a date such as 2024-01-31"))
            #expect(run.status == 1)
        }

        @Test func `a live server that answers differently is reported`() async throws {
            let router = Router()
            router.get(
                "/v1/teas",
                handler: { request in
                    request.headers["X-Key"] == "k" ? .json([["id": "a", "name": "Assam"]]) : .status(401)
                })
            let server = Server(router: router)
            let url = "http://127.0.0.1:\(try server.start())"
            let folder = try TemporaryFolder(Self.files)
            let words = ["check", ".", "--live", url, "-H", "X-Key: k"]
            let run = try await Built.run(words, in: folder.url)
            #expect(run.output.contains("teas/success_list.json:1 /0/id: "))
            #expect(run.status == 1)
            try await server.stop()
        }

        @Test func `the JSON report is a document even without problems`() async throws {
            let folder = try TemporaryFolder(Self.files)
            let run = try await Built.run(["check", ".", "--json"], in: folder.url)
            #expect(run.output == "{\n  \"problems\": []\n}\n")
            #expect(run.status == 0)
        }

        private static let kinds =
            "Use a folder of mocks, one with “Mocks” and “Scenarios”, a WireMock root, or an OpenAPI document."

        @Test(
            arguments: [
                (
                    ["routes", "wm"],
                    "“wm” can't be listed. Use a folder of mocks, or an OpenAPI document. For a WireMock root, first run "
                        + "“teapot import wiremock wm --into Mocks”.", 66
                ),
                (
                    ["check", "http://a.test"],
                    "there is no file or folder “http://a.test”. \(kinds) For a live server, use --live http://a.test.",
                    66
                ),
                (["check", "nowhere"], "there is no file or folder “nowhere”. \(kinds)", 66),
                (["check", "text"], "“text” can't be checked. \(kinds)", 66),
                (
                    ["check", "data.json"],
                    "“data.json” is JSON with “teas”, but neither a document (it has no “openapi”) nor a folder of "
                        + "mocks; for a mock, use its folder, and to serve the members as resources, run “teapot serve data.json”. \(kinds)",
                    66
                ),
                (
                    ["routes", "data.json"],
                    "“data.json” is JSON with “teas”, but neither a document (it has no “openapi”) nor a folder of "
                        + "mocks; for a mock, use its folder, and to serve the members as resources, run “teapot serve data.json”. "
                        + "Use a folder of mocks, or an OpenAPI document.", 66
                ),
                (
                    ["check", "list.json"],
                    "“list.json” isn't a JSON object with members, so it's neither a document nor a folder of mocks. \(kinds)",
                    66
                ),
                (["routes", "bad.json"], "bad.json:1:5: expected \":\" but found \"}\"", 65),
                (
                    ["check", "3.json"],
                    "“3.json” isn't a JSON object with members, so it's neither a document nor a folder of mocks. \(kinds)",
                    66
                ),
                (
                    ["check", "None/Empty"],
                    "“None/Empty” has no mocks yet: write a file such as None/Empty/products/success_list.json, for requests "
                        + "to /products.", 66
                ),
                (["check", "/dev/zero"], "“/dev/zero” can't be checked. \(kinds)", 66),
                (["check", ".", "--openapi", "nowhere"], "there is no file “nowhere”.", 66),
                (["check", ".", "--openapi", "Mocks"], "“Mocks” is a folder; use a file.", 66),
                (
                    ["check", ".", "--openapi", "a", "--live", ":1"],
                    "“--openapi” and “--live” can't be combined; use one at a time. Run “teapot check --help”.",
                    64
                ),
                (
                    ["check", ".", "--assert-formats"],
                    "“--assert-formats” requires “--openapi”. Run “teapot check --help”.", 64
                ),
                (
                    ["check", ".", "--value", "id=1"],
                    "“--value” requires “--live”. Run “teapot check --help”.", 64
                ),
                (
                    ["check", ".", "--live", ":1", "--value", "id"],
                    "“id” is not a value: write --value name=text. Run “teapot check --help”.", 64
                ),
                (
                    ["check", ".", "--live", ":1", "--value", "nope=1"],
                    "“--value nope=…” has no effect, because no path has “{nope}”; the paths have no variables. "
                        + "Run “teapot check --help”.", 64
                ),
                (
                    ["routes", "nowhere"],
                    "there is no file or folder “nowhere”. Use a folder of mocks, or an OpenAPI document.", 66
                ),
            ] as [([String], String, Int32)])
        func `a check that can't start explains why in one line`(words: [String], message: String, status: Int32)
            async throws
        {
            let folder = try TemporaryFolder(Self.files)
            try folder.write("", to: "text")
            try folder.write(#"{"teas": [{"id": 1}]}"#, to: "data.json")
            try folder.write(#"[{"id": 1}]"#, to: "list.json")
            try folder.write(#"{"a"}"#, to: "bad.json")
            try folder.write("3", to: "3.json")
            try folder.write("{}", to: "wm/mappings/a.json")
            try FileManager.default.createDirectory(at: folder.path("None/Empty"), withIntermediateDirectories: true)
            let run = try await Built.run(words, in: folder.url)
            #expect(run.errors == "teapot: \(message)\n")
            #expect(run.status == status)
        }

        @Test func `a WireMock root without a valid stub can't be served`() async throws {
            let folder = try TemporaryFolder(["mappings/a.json": "["])
            let run = try await Built.run(["check", "."], in: folder.url)
            #expect(run.output.hasSuffix("\n1 problem: no stub can be served.\n"), "\(run.output)")
        }

        @Test func `an invalid document is reported with its place`() async throws {
            var files = Self.files
            files["openapi.json"] = "{"
            let folder = try TemporaryFolder(files)
            let run = try await Built.run(["check", ".", "--openapi", "openapi.json"], in: folder.url)
            #expect(run.errors.hasPrefix("teapot: openapi.json:1:2: "))
            #expect(run.status == 65)
        }

        @Test(arguments: [[], ["--json"]])
        func `an unreachable live server is reported with the error`(words: [String]) async throws {
            let folder = try TemporaryFolder(["teas/success_list.json": "[]"])
            let run = try await Built.run(["check", ".", "--live", "http://127.0.0.1:1"] + words, in: folder.url)
            #expect(
                run.errors == "teapot: can't reach the live server http://127.0.0.1:1/: nothing is listening there; "
                    + "start the server.\n")
            #expect(!run.output.contains("Nothing could be compared"))
            #expect(run.status == 2)
        }

        @Test func `routes distinguish mocks for one path by their conditions`() async throws {
            let folder = try TemporaryFolder([
                "teas/success_1.json": "[]", "teas/success_2.json": "[]", "cups/success_a.json": "[]",
                "teas/mocks.index.json": #"""
                {"success_1.json": {"exactPath": "/teas", "exactQuery": {"page": "1"}},
                "success_2.json": {"query": {"page": "2"}, "headers": {"A": "b"}}}
                """#,
            ])
            let run = try await Built.run(["routes", "."], in: folder.url)
            #expect(
                run.output == """
                    METHOD  PATH   STATUS  DELAY  FILE                 CONDITION
                    GET     /cups  200     –      cups/success_a.json  –
                    GET     /teas  200     –      teas/success_1.json  query page=1 and nothing else
                    GET     /teas  200     –      teas/success_2.json  query page=2, header A: b

                    """)
        }

        @Test func `a value for a variable that isn't in any path is refused`() async throws {
            let folder = try TemporaryFolder(["teas/{teaID}/success_x.json": "{}", "cups/{id}/success_x.json": "{}"])
            let words = ["check", ".", "--live", "http://127.0.0.1:1", "--value", "teaid=1", "--value"]
            let run = try await Built.run(words + ["tea=1"], in: folder.url)
            #expect(
                run.errors == """
                    teapot: “--value tea=…” has no effect, because no path has “{tea}”; the variables are {id}, \
                    {teaID}. Run “teapot check --help”.

                    """)
            #expect(run.status == 64)
            #expect(try await Built.run(words + ["ID=1"], in: folder.url).status == 2)
        }

        @Test func `a scenario with the wrong structure is reported in JSON's terms`() async throws {
            let folder = try TemporaryFolder([
                "Mocks/teas/success_list.json": "[]", "Scenarios/a.json": "[]", "Scenarios/b.json": #"{"steps": {}}"#,
            ])
            let run = try await Built.run(["check", "."], in: folder.url)
            #expect(
                run.output == """
                    Scenarios/a.json:1:1: expected an object, found a list
                    Scenarios/b.json:1:11: steps: expected a list, found an object
                    2 problems; 1 mock checked.

                    """)
        }

        @Test func `a mock without a body gets no empty line`() async throws {
            let folder = try TemporaryFolder(["teas/success_204_none.json": "\n", "cups/success_none.json": "\n"])
            let run = try await Built.run(["check", "."], in: folder.url)
            #expect(
                run.output
                    == "cups/success_none.json:2:1: expected a value but found the end of the text\n"
                    + "1 problem; 2 mocks checked.\n")
            let teapot = try await RunningTeapot(["serve", folder.place])
            let answer = try await Built.run(["get", teapot.url + "/teas", "-i"])
            #expect(answer.output.hasPrefix("HTTP 204 No Content\n"))
            #expect(answer.status == 0)
            _ = try await teapot.end()
        }

        @Test func `a long path widens its column of routes`() async throws {
            let long = String(repeating: "long", count: 20)
            let space = String(repeating: " ", count: 77)
            let folder = try TemporaryFolder(["\(long)/success_list.json": "[]", "teas/success_list.json": "[]"])
            let run = try await Built.run(["routes", "."], in: folder.url)
            #expect(
                run.output == """
                    METHOD  PATH\(space)  STATUS  DELAY  FILE
                    GET     /\(long)  200     –      \(long)/success_list.json
                    GET     /teas\(space.dropFirst())  200     –      teas/success_list.json

                    """)
        }

        @Test(arguments: [":id", "[id]", "<id>", "[0-9]+"])
        func `a folder with another tool's variable is reported`(name: String) async throws {
            let folder = try TemporaryFolder(["teas/\(name)/success_one.json": "{}"])
            let run = try await Built.run(["check", "."], in: folder.url)
            #expect(
                run.output == """
                    teas/\(name): it's only for requests with “\(name)”; for any value, name it “{id}”
                    1 problem; 1 mock checked.

                    """)
        }

        @Test func `a scenario that is invalid isn't reported as missing`() async throws {
            let folder = try TemporaryFolder([
                "Mocks/a/success_a.json": "1", "Scenarios/second.json": #"{"stepz": []}"#,
            ])
            let run = try await Built.run(["serve", ".", "-s", "second", "--port", "0"], in: folder.url)
            #expect(run.errors.hasPrefix("teapot: second.json:1:1: "))
            #expect(run.status == 65)
        }

        @Test func `an empty folder is reported with an example of its contents`() async throws {
            let folder = try TemporaryFolder()
            let hint = "no mocks yet: write a file such as products/success_list.json, for requests to /products"
            #expect(try await Built.run(["routes", "."], in: folder.url).errors == hint + "\n")
            let path = folder.place + "/products"
            let teapot = try await RunningTeapot(["serve", folder.place])
            #expect(teapot.greeting.contains("  " + hint.replacing("as products", with: "as " + path)))
            _ = try await teapot.end()
        }

        @Test func `an unreachable live server is reported even if a mock can't be read`() async throws {
            let folder = try TemporaryFolder(["a/success_a.json": "{", "b/success_b.json": "{}"])
            let run = try await Built.run(["check", ".", "--live", "http://127.0.0.1:1"], in: folder.url)
            #expect(run.errors.hasPrefix("teapot: can't reach the live server http://127.0.0.1:1/: "))
            #expect(run.status == 2)
        }

        @Test func `a missing scenario is reported with the folder that was searched`() async throws {
            let folder = try TemporaryFolder(["Mocks/a/success_a.json": "1"])
            let run = try await Built.run(["serve", ".", "--scenario", "nope", "--port", "0"], in: folder.url)
            #expect(run.errors.contains("There are no scenarios in “"))
            #expect(run.errors.contains("/Scenarios”. Run “teapot serve --help”."))
        }

        @Test func `routes are listed in a table`() async throws {
            let folder = try TemporaryFolder(Self.files)
            let run = try await Built.run(["routes", "."], in: folder.url)
            #expect(
                run.output == """
                    METHOD  PATH      STATUS        DELAY  FILE
                    GET     /v1/teas  404           20 ms  teas/error_404_20ms_GET_none.json
                    *       /v1/teas  200, default  –      teas/success_list.json

                    """)
            #expect(run.status == 0)
        }
    }
}
