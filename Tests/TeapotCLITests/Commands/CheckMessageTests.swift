import Foundation
import Teapot
import TeapotMock
import TeapotMockServer
import TeapotTestSupport
import Testing

extension ProgramSuites {
    @Suite struct `The messages of teapot check` {
        @Test func `a broken mock is counted once when others are compared with a live server`() async throws {
            let router = Router()
            router.get("/teas", with: .json([["id": "a"]]))
            router.get("/pots", with: .json([1]))
            let server = Server(router: router)
            let url = "http://127.0.0.1:\(try server.start())"
            let folder = try TemporaryFolder([
                "teas/success_list.json": #"[{"id": 1}]"#, "pots/success_list.json": "[",
            ])
            let words = ["check", ".", "--live", url]
            let run = try await Built.run(words, in: folder.url)
            #expect(run.output.hasSuffix("\n1 difference in 1 mock. 1 problem; 2 mocks checked.\n"))
            let json = try await Built.run(words + ["--json"], in: folder.url)
            let drift = try JSON(parsing: Data(json.output.utf8)).dictionary?["drift"] as? [String: any Sendable]
            #expect((drift?["drifts"] as? [[String: any Sendable]])?.map { $0["kind"] as? String } == ["body"])
            try await server.stop()
        }

        @Test(arguments: ["success_b.header.json", "success_b_headers.json"])
        func `a misnamed headers file is reported with the right name`(name: String) async throws {
            let folder = try TemporaryFolder(["teas/success_b.json": "{}", "teas/\(name)": "{}"])
            let run = try await Built.run(["check", "."], in: folder.url)
            let advice = "it's served as a response; for headers, name it “success_b.headers.json”"
            #expect(run.output == "teas/\(name): \(advice)\n1 problem; 2 mocks checked.\n")
        }

        @Test(arguments: [
            ("{\"a\": 1,\n}", #"2:1: expected a member's name but found "}"; remove the comma before it"#),
            ("[1, ]", #"1:5: expected a value but found "]"; remove the comma before it, or add a value"#),
            ("{\"a\": ]", #"1:7: expected a value but found "]"; remove the comma before it, or add a value"#),
            (
                #"{"a": 1 "b": 2}"#,
                #"1:9: expected "," or "}" but found "\""; add a comma before it or, for a quote in a string, write \""#
            ),
            (
                #"["say "hi""]"#,
                #"1:8: expected "," or "]" but found "hi"; add a comma before it or, for a quote in a string, write \""#
            ),
            ("{'a': 1}", #"1:2: expected a member's name or "}" but found "'"; write double quotes"#),
            ("[“a”]", #"1:2: expected a value or "]" but found "“"; write double quotes"#),
            ("{a: 1}", #"1:2: expected a member's name or "}" but found "a"; put it in double quotes"#),
            ("{\"a\": None}", #"1:7: expected a value but found "None"; write null"#),
            ("[True]", #"1:2: expected a value or "]" but found "True"; write true"#),
            ("[1] # x", ##"1:5: expected the end of the text but found "#"; JSON has no comments, so remove it"##),
            ("[1] // x", "1:5: expected the end of the text but found a comment; JSON has no comments, so remove it"),
            (
                "[\"a\n]",
                "1:4: expected no bare control character in a string but found U+000A; "
                    + #"close the string in its line, or write \n or \t"#
            ),
            ("[[1]", #"1:5: expected "," or "]" but found the end of the text; add a "]""#),
            ("[{\"a\": 1]", #"1:9: expected "," or "}" but found "]"; add a "}""#),
            ("[1.2.3]", #"1:5: expected "," or "]" but found ".""#),
            ("\u{1F}\u{8}", "1:1: expected a value but found U+001F; decompress the file, which is in gzip format"),
        ])
        func `a common mistake in JSON comes with the fix`(text: String, problem: String) async throws {
            let folder = try TemporaryFolder(["Mocks/a/success_a.json": text])
            let run = try await Built.run(["check", "Mocks"], in: folder.url)
            #expect(run.output == "Mocks/a/success_a.json:\(problem)\n1 problem; 1 mock checked.\n")
        }

        @Test func `the scenarios next to “Mocks” aren't those of another folder there`() async throws {
            let scenario = #"{"steps": [{"folder": "/teas", "responseFileName": "none"}]}"#
            let files = ["Mocks/teas/success_a.json": "{}", "Other/pots/success_a.json": "{}"]
            let folder = try TemporaryFolder(files.merging(["Scenarios/s.json": scenario]) { $1 })
            let other = try await Built.run(["check", "Other"], in: folder.url)
            #expect(other.output == "No problems in 1 mock.\n")
            let mocks = try await Built.run(["check", "Mocks"], in: folder.url)
            #expect(mocks.output.hasPrefix("Scenarios/s.json:1:12: step 1: there is no mock “none”"))
            try FileManager.default.removeItem(at: folder.path("Mocks"))
            let alone = try await Built.run(["check", "Other"], in: folder.url)
            #expect(alone.output.hasPrefix("Scenarios/s.json:1:12: step 1: there is no mock “none”"))
        }

        @Test func `a colon doesn't make a variable of a document's path`() async throws {
            let operation = "get: {responses: {200: {description: a}}}"
            let paths = ["/pets/:petId", "/pets/{id}:adopt", "/a:b"].map { "  \($0): {\(operation)}\n" }
            let folder = try TemporaryFolder(["api.yaml": "openapi: 3.1.0\npaths:\n" + paths.joined()])
            let run = try await Built.run(["check", "api.yaml"], in: folder.url)
            let reason = "“:petId” isn't a variable; write “{petId}”"
            #expect(run.output.contains("api.yaml:3:17: #/paths/~1pets~1:petId: \(reason)\n"), "\(run.output)")
            #expect(run.output.components(separatedBy: "isn't a variable").count == 2)
        }

        @Test func `a file of another kind is named with its command`() async throws {
            let mapping = #"{"request": {"url": "/a"}, "response": {"status": 200}}"#
            let folder = try TemporaryFolder([
                "x/openapi.yaml": "openapi: 3.1.0\n", "x/api.json": #"{"openapi": "3.1.0"}"#, "x/a.yaml": "a: 1\n",
                "shop.json": #"{"log": {"creator": {}, "entries": []}}"#, "wm/mappings/a.json": mapping,
                "mocks.index.json": "{}",
            ])
            let run = try await Built.run(["check", "x"], in: folder.url)
            let openAPI = "is an OpenAPI document: run “teapot serve x/"
            #expect(run.output.contains("x/openapi.yaml: ignored: it \(openAPI)openapi.yaml” or, with mocks, use"))
            #expect(run.output.contains("x/api.json: it's served as a response, but \(openAPI)api.json” or"))
            #expect(run.output.contains("x/a.yaml: ignored: not a mock."))
            for (path, text) in [
                ("shop.json", "“shop.json” is a HAR file: run “teapot replay shop.json” or “teapot import"),
                ("wm/mappings", "“wm/mappings” is the folder “mappings” of a WireMock root; use “wm”."),
                ("wm/mappings/a.json", "is a WireMock mapping: run “teapot check” with the folder above “mappings”"),
                ("mocks.index.json", "“mocks.index.json” is a mock folder's index"),
            ] {
                let run = try await Built.run(["check", path], in: folder.url)
                #expect(run.errors.contains(text), "\(run.errors)")
                #expect(run.status != 0)
            }
        }

        @Test func `a misspelled member of a document is a problem, and mocks can't be checked with it`() async throws {
            let folder = try TemporaryFolder([
                "api.yaml": "openapi: 3.1.0\npath:\n  /teas: {}\n", "dr/Mocks/teas/success_a.json": "{}",
            ])
            let document = try await Built.run(["check", "api.yaml"], in: folder.url)
            #expect(document.output.contains("#/path: “path” is ignored; did you mean “paths”?\n1 problem"))
            #expect(document.status == 1)
            let mocks = try await Built.run(["check", "dr", "--openapi", "api.yaml"], in: folder.url)
            #expect(mocks.output.contains("dr/Mocks: expected operations in “api.yaml”, found none\n"))
            #expect(mocks.status == 1)
        }

        @Test(arguments: [
            (#"{"step": []}"#, "unknown member “step”; did you mean “steps”?"),
            (
                #"{"steps": [{"folder": "/teas", "response": "a"}]}"#,
                "step 1: unknown member “response”; did you mean “responseFileName”?"
            ),
        ])
        func `a misspelled member of a scenario is one problem`(text: String, reason: String) async throws {
            let folder = try TemporaryFolder(["Mocks/teas/success_a.json": "{}", "Scenarios/s.json": text])
            let run = try await Built.run(["check", "."], in: folder.url)
            #expect(run.output.contains(reason))
            #expect(run.output.hasSuffix("\n1 problem; 1 mock checked.\n"))
        }

        @Test(arguments: [
            ("success_2000_x.json", "“2000” in its name isn't a status, so it answers with status 200", "200"),
            ("error_4004_x.json", "“4004” in its name isn't a status, so it answers with status 400", "404"),
            ("success_10m_x.json", "“10m” in its name isn't a delay, so it answers at once", "600s"),
            ("success_1.5mins_x.json", "“1.5mins” in its name isn't a delay, so it answers at once", "90s"),
            ("success_500msec_x.json", "“500msec” in its name isn't a delay, so it answers at once", "500ms"),
            ("success_2seconds_x.json", "“2seconds” in its name isn't a delay, so it answers at once", "2s"),
            ("users.POST.json", "“POST” in its name doesn't set the method", "success_POST_users.json"),
            ("list.post.json", "“post” in its name doesn't set the method", "success_POST_list.json"),
            ("success_GET-list.json", "“GET” in its name doesn't set the method", "success_GET_list.json"),
            ("error404_x.json", "“error” in its name has no effect", "error_404_x.json"),
            ("error list.json", "“error” in its name has no effect", "error_list.json"),
            ("fail_x.json", "“fail_” isn't a prefix, so it answers GET with status 200", "error_"),
        ])
        func `a misnamed file is reported with its effect and the right name`(
            name: String, reason: String, meant: String
        ) async throws {
            let folder = try TemporaryFolder(["teas/\(name)": "{}"])
            let run = try await Built.run(["check", "."], in: folder.url)
            #expect(
                run.output == "teas/\(name): \(reason); did you mean “\(meant)”?\n1 problem; 1 mock checked.\n")
        }

        @Test(arguments: [
            "success_2024_x.json", "success_2022_x.json", "success_1234_x.json", "2000_x.json", "success_5mb_x.json",
            "success_24h_x.json", "success_20.json", "success_20_items.json", "error_50_percent.json",
            "success_12_x.json", "success_20-x.json", "Success_x.json", "ERROR_404_x.json", "2000.js",
        ])
        func `a name that only resembles another isn't reported`(name: String) async throws {
            let folder = try TemporaryFolder(["teas/\(name)": "{}"])
            #expect(try await Built.run(["check", "."], in: folder.url).output == "No problems in 1 mock.\n")
        }

        @Test(arguments: [
            ("error_200_q.json", "its name says “error” and 200; did you mean “success_200_q.json”?"),
            ("success_500_q.json", "its name says “success” and 500; did you mean “error_500_q.json”?"),
            ("success_FETCH_q.json", "“FETCH” isn't a method; did you mean “success_GET_q.json”?"),
            ("success_200_UPDATE_q.json", "“UPDATE” isn't a method; did you mean “success_200_PATCH_q.json”?"),
            (
                "success_QUERY_q.json",
                #"“QUERY” in its name doesn't set the method; write {"success_QUERY_q.json": {"method": "QUERY"}} into "#
                    + "“mocks.index.json”"
            ),
            ("get_201_x.json", "“get” in its name isn't a method; did you mean “GET”?"),
            ("post_201_x.json", "“post” in its name isn't a method, so it answers GET; did you mean “POST”?"),
            ("success_q.jsn", "“.jsn” isn't a known extension; did you mean “success_q.json”?"),
        ])
        func `a name that contradicts itself is reported with the right one`(name: String, reason: String) async throws
        {
            let folder = try TemporaryFolder(["teas/\(name)": "{}"])
            let run = try await Built.run(["check", "."], in: folder.url)
            #expect(run.output == "teas/\(name): \(reason)\n1 problem; 1 mock checked.\n")
            #expect(run.status == 1)
        }

        @Test func `a WebSocket for a method other than GET, and an index next to “Mocks”, have no effect`()
            async throws
        {
            let script = #"[{"send": "a"}]"#
            let folder = try TemporaryFolder([
                "Mocks/a/success_POST_x.ws.json": script, "Mocks/a/success_GET_y.ws.json": script,
                "Mocks/a/success_z.ws.json": script, "mocks.index.json": "{}",
            ])
            #expect(
                try await Built.run(["check", "."], in: folder.url).output == """
                    Mocks/a/success_POST_x.ws.json: a WebSocket begins with GET, so a mock for POST never answers; \
                    remove the method
                    mocks.index.json: it's ignored; move it next to its mocks
                    2 problems; 3 mocks checked.

                    """)
        }

        @Test func `an empty JSON file is reported unless the response has no body`() async throws {
            let folder = try TemporaryFolder([
                "a/success_x.json": "", "a/success_204_y.json": "", "a/success_HEAD_z.json": "", "a/success_w.txt": "",
            ])
            #expect(
                try await Built.run(["check", "."], in: folder.url).output == """
                    a/success_x.json: it's empty, so it isn't JSON; write JSON or, for a response without a body, \
                    name it “success_x.txt”
                    1 problem; 4 mocks checked.

                    """)
        }

        @Test func `a name that fits isn't reported`() async throws {
            let folder = try TemporaryFolder([
                "a/error_200_graphQL.json": #"{"errors": []}"#, "a/error_302_x.txt": "x", "a/success_304_y.txt": "",
                "a/success_USA_x.json": "1", "a/success_z.dat": "1", "a/success_list.json": "1", "a/UPDATE.json": "1",
                "a/success_QUERY_w.json": "1", "a/mocks.index.json": #"{"success_QUERY_w.json": {"method": "QUERY"}}"#,
            ])
            #expect(try await Built.run(["check", "."], in: folder.url).output == "No problems in 8 mocks.\n")
        }

        @Test func `all mistakes of an entry, of headers, of a body and of a scenario are reported`() async throws {
            let folder = try TemporaryFolder([
                "Mocks/a/success_x.json": #"{"a": }"#,
                "Mocks/a/success_x.headers.json": #"{"ETag": 1, "X Y": "a"}"#,
                "Mocks/a/mocks.index.json": """
                {"success_x.json": {"method": 5, "qery": {}, "headers": {"A": 1, "B": "b", "C": 2}, "json": 1}}
                """,
                "Scenarios/s.json": #"{"nam": 1, "steps": [{"folder": 1, "responseFileName": "x"}, {"folder": "/a"}]}"#,
            ])
            let entry = "Mocks/a/mocks.index.json:1"
            #expect(
                try await Built.run(["check", "."], in: folder.url).output == """
                    \(entry):20: “success_x.json”: unknown member “qery”; did you mean “query”?
                    \(entry):31: “success_x.json”: method: expected a string, found a number
                    \(entry):63: “success_x.json”: headers.A: expected a string, found a number
                    \(entry):81: “success_x.json”: headers.C: expected a string, found a number
                    \(entry):93: “success_x.json”: json: expected an object or a list; for any other body, use “body”
                    Mocks/a/success_x.headers.json:1:10: “ETag” must be a string, or a list of strings
                    Mocks/a/success_x.headers.json:1:20: "X Y" isn't a valid header name (RFC 9110 §5.1)
                    Mocks/a/success_x.json:1:7: expected a value but found "}"
                    Scenarios/s.json:1:1: unknown member “nam”; did you mean “name”?
                    Scenarios/s.json:1:33: step 1: folder: expected a string, found a number
                    Scenarios/s.json:1:62: step 2: responseFileName: the key is missing
                    11 problems; 1 mock checked.

                    """)
        }

        @Test func `a comment in JSON is called a comment`() async throws {
            let folder = try TemporaryFolder(["a/success_x.json": "{ // x\n}", "a/success_y.json": "[/* y */]"])
            let output = try await Built.run(["check", "."], in: folder.url).output
            let found = "but found a comment; JSON has no comments, so remove it\n"
            #expect(output.hasPrefix("a/success_x.json:1:3: expected a member's name or \"}\" \(found)"))
            #expect(output.contains("a/success_y.json:1:2: expected a value or \"]\" \(found)"))
        }

        @Test func `a document's syntax error has the same form in JSON and YAML`() async throws {
            let folder = try TemporaryFolder([
                "a.json": "{\"openapi\": \"3.0.0\",\n", "a.yaml": "openapi: 3.0.0\ninfo: {\n",
                "Mocks/a/success_x.json": "1",
            ])
            for (file, place) in [("a.json", "2:1"), ("a.yaml", "3:1")] {
                let run = try await Built.run(["check", file], in: folder.url)
                #expect(run.output.hasPrefix("\(file):\(place): expected "))
                #expect(run.output.hasSuffix("\n1 problem: the document can't be read.\n"))
                #expect(run.status == 1)
                for words in [["serve", file], ["routes", file], ["check", "Mocks", "--openapi", file]] {
                    let run = try await Built.run(words, in: folder.url)
                    #expect(run.errors.hasPrefix("teapot: \(file):\(place): expected "))
                    #expect(run.status == 65)
                }
            }
        }

        @Test func `an index with another name is recognized by its contents`() async throws {
            let folder = try TemporaryFolder([
                "teas/rules.json": #"{"success_a.json": {}}"#, "teas/success_a.json": "{}", "teas/list.json": "{}",
            ])
            let run = try await Built.run(["check", "."], in: folder.url)
            #expect(
                run.output == """
                    teas/rules.json: it's served as a response; for conditions, name it “mocks.index.json”
                    1 problem; 3 mocks checked.

                    """)
        }

        @Test func `a misnamed folder is reported with its effect`() async throws {
            let step = #"{"steps": [{"folder": "/teas", "responseFileName": "x"}]}"#
            let folder = try TemporaryFolder([
                "a/Mocks/teas/success_x.json": "{}", "a/mocks/teas/success_x.json": "{}", "a/Scenario/s.json": step,
                "a/Mocks/Mock/pots/success_x.json": "{}", "b/mocks/teas/success_x.json": "{}",
                "c/socks/success_x.json": "{}", "c/scenarios/s.json": step, "d/scenario/s.json": "{}",
            ])
            func output(_ name: String) async throws -> String {
                try await Built.run(["check", "."], in: folder.path(name)).output
            }
            #expect(
                try await output("a") == """
                    Mocks/Mock: it's part of the paths, as in /Mock/products; move its contents up
                    Scenario: it's ignored; did you mean “Scenarios”?
                    mocks: it's ignored, since “Mocks” is next to it; move its files there
                    3 problems; 2 mocks checked.

                    """)
            #expect(
                try await output("b") == """
                    mocks: it's part of the paths, as in /mocks/products; did you mean “Mocks”?
                    1 problem; 1 mock checked.

                    """)
            #expect(
                try await output("c") == """
                    scenarios: its scenarios are served as mocks; did you mean “Scenarios”?
                    1 problem; 2 mocks checked.

                    """)
            #expect(try await output("d") == "No problems in 1 mock.\n")
            let words = ["check", "a", "--scenarios", "a/Scenario"]
            #expect(try await !Built.run(words, in: folder.url).output.contains("Scenario:"))
        }

        @Test func `a document that can't be read isn't called checked`() async throws {
            let folder = try TemporaryFolder(["a.yaml": "swagger: 2.0\n"])
            let run = try await Built.run(["check", "a.yaml"], in: folder.url)
            #expect(run.output.hasPrefix("a.yaml:1:10: #/swagger: this is Swagger 2.0, and only OpenAPI"))
            #expect(run.output.hasSuffix("\n1 problem: the document can't be read.\n"))
        }

        @Test func `each difference of an example is listed, and a misspelled place of a parameter is corrected`()
            async throws
        {
            let folder = try TemporaryFolder([
                "a.yaml": """
                openapi: 3.1.0
                paths:
                  /a:
                    gett: {}
                    get:
                      parameters: [{name: q, in: qurey}]
                      responses:
                        200: {content: {application/json: {
                          schema: {items: {type: string}}, example: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]}}}
                """
            ])
            let run = try await Built.run(["check", "a.yaml"], in: folder.url)
            #expect(run.output.contains("“gett” is ignored; did you mean “get”?"))
            #expect(run.output.contains("a parameter can't be in “qurey”; did you mean “query”?"))
            let differences = run.output.split(separator: "\n").filter { $0.contains("the example doesn't match") }
            #expect(differences.count == 10)
            #expect(differences.last?.contains("and 2 more; correct") == true)
        }
    }
}
