import Foundation
import Teapot
import TeapotTestSupport
import Testing

extension ProgramSuites {
    @Suite struct `WireMock's roots on the command line` {
        private static let files = [
            "mappings/teas.json": """
            {"request": {"method": "GET", "urlPath": "/teas"}, "response": {"status": 200, "jsonBody": ["Assam"]}}
            """,
            "mappings/odd.json": """
            {"request": {"method": "GET", "urlPath": "/odd", "zebra": 1}, "response": {"status": 200}}
            """,
        ]

        @Test func `are served unchanged`() async throws {
            let folder = try TemporaryFolder(Self.files)
            let teapot = try await RunningTeapot(["serve", folder.place])
            #expect(teapot.greeting.first == "Serving 1 stub from \(folder.place) at \(teapot.url)")
            #expect(try await Built.run(["get", teapot.url + "/teas"]).output == #"["Assam"]"#)
            #expect(try await teapot.nextLine().hasSuffix(" ms  from mappings/teas.json"))
            let (status, errors) = try await teapot.end()
            #expect(status == 0)
            #expect(errors.hasPrefix("warning: \(folder.place)/mappings/odd.json:1:59 /request/zebra: "))
        }

        @Test func `without a stub say so`() async throws {
            let folder = try TemporaryFolder(["mappings/README": "x"])
            try FileManager.default.removeItem(at: folder.path("mappings/README"))
            let teapot = try await RunningTeapot(["serve", folder.place])
            #expect(
                teapot.greeting.contains("  no stubs yet: write one to “\(folder.place)/mappings” and start again"))
            _ = try await teapot.end()
            let run = try await Built.run(["check", folder.place])
            #expect(run.output == "The folder “mappings” has no stubs.\n")
        }

        @Test(arguments: [["import", "wiremock"], ["check"]])
        func `list their unsupported parts`(words: [String]) async throws {
            let folder = try TemporaryFolder(Self.files)
            let run = try await Built.run(words + [folder.place])
            #expect(run.output.contains("mappings/odd.json:1:59 /request/zebra: "))
            #expect(run.status == 1)
            try FileManager.default.removeItem(at: folder.path("mappings/odd.json"))
            // Files that editors and systems leave aren't stubs.
            try folder.write("", to: "mappings/teas.json~")
            try folder.write("", to: "mappings/Thumbs.db")
            #expect(try await Built.run(words + [folder.place]).status == 0)
        }

        @Test func `create no folder if they don't exist`() async throws {
            let folder = try TemporaryFolder(["other/a.json": "{}"])
            let run = try await Built.run(["import", "wiremock", "other", "--into", "Mocks"], in: folder.url)
            #expect(run.status == 66)
            #expect(folder.files == ["other/a.json"])
        }

        @Test func `become mocks where a folder can represent them`() async throws {
            var files = Self.files
            files["mappings/more.json"] = """
                {"mappings": [
                  {"request": {"method": "POST", "url": "/teas/1 2"}, "response": {"status": 201, "body": "made"}},
                  {"request": {"method": "GET", "urlPath": "/a", "headers": {"X": {"equalTo": "1"}}}, "response": {}},
                  {"request": {"method": "GET", "urlPathPattern": "/a/.*"}, "response": {}},
                  {"request": {"method": "GET", "urlPathTemplate": "/a/{id}"}, "response": {}},
                  {"request": {"method": "ANY", "urlPath": "/any"}, "response": {"body": "any"}},
                  {"request": {"method": "GET", "urlPath": "/a"}, "response": {"fixedDelayMilliseconds": 5}},
                  {"request": {"method": "GET", "urlPath": "/a"}, "response": {"fault": "EMPTY_RESPONSE"}},
                  {"request": {"method": "GET", "urlPath": "/a"}, "response": {}, "scenarioName": "s",
                    "requiredScenarioState": "Started"}
                ]}
                """
            let folder = try TemporaryFolder(files)
            let run = try await Built.run(["import", "wiremock", ".", "--into", "Mocks"], in: folder.url)
            let lines = run.output.split(separator: "\n").map(String.init)
            #expect(
                lines.filter { $0.hasPrefix("mappings/more.json") }
                    == [
                        "4:51 /mappings/2/request/urlPathPattern: it can't be converted to a mock: its path is a regular "
                            + "expression. The stub is skipped.",
                        "5:52 /mappings/3/request/urlPathTemplate: in a folder of mocks, it also matches longer paths "
                            + "with this ending. The stub answers without it.",
                        "9:83 /mappings/7/scenarioName: it can't be converted to a mock: its scenario has states. "
                            + "The stub is skipped.",
                    ].map { "mappings/more.json:" + $0 })
            #expect(run.output.contains("mappings/odd.json:1:59 /request/zebra: "))
            #expect(
                lines.suffix(2) == [
                    "Supported: 7 stubs; not supported: 3",
                    "Imported 12 responses in 17 files in \(folder.place)/Mocks",
                ])
            #expect(run.status == 1)
            let any = ["DELETE", "GET", "OPTIONS", "PATCH", "POST", "PUT"].map {
                "Mocks/any/success_200_\($0)_any.txt"
            }
            let mocks = folder.files.filter { $0.hasPrefix("Mocks") }
            #expect(
                mocks == [
                    "Mocks/a/error_GET_a.fault", "Mocks/a/mocks.index.json", "Mocks/a/success_200_5ms_GET_a.txt",
                    "Mocks/a/success_200_GET_a.txt", "Mocks/a/{id}/mocks.index.json",
                    "Mocks/a/{id}/success_200_GET_id.txt", "Mocks/any/mocks.index.json",
                ] + any + [
                    "Mocks/teas/1%202/mocks.index.json", "Mocks/teas/1%202/success_201_POST_1-2.txt",
                    "Mocks/teas/mocks.index.json", "Mocks/teas/success_200_GET_teas.json",
                ])
            try await RunningTeapot.with(["serve", "\(folder.place)/Mocks"]) { teapot async throws in
                #expect(try await Built.run(["post", teapot.url + "/teas/1%202"]).output == "made")
                for verb in ["get", "post", "put", "patch", "delete"] {
                    #expect(try await Built.run([verb, teapot.url + "/any"]).output == "any")
                }
            }
        }

        @Test func `become mocks, and the report names what was redacted`() async throws {
            let folder = try TemporaryFolder([
                "mappings/a.json": """
                {"mappings": [
                  {"request": {"method": "POST", "urlPath": "/login",
                    "bodyPatterns": [{"equalToJson": {"user": "ada", "password": "s3cretPass1"}}]},
                   "response": {"jsonBody": {"access_token": "dGhpc2lzYXNlY3JldA"},
                     "headers": {"Set-Cookie": ["a=1", "b=2"], "Content-Type": "application/json"}}},
                  {"request": {"method": "GET", "urlPath": "/b", "queryParameters": {
                    "api_key": {"equalTo": "k1"}, "page": {"equalTo": "2"}}}, "response": {"body": "b"}},
                  {"request": {"method": "GET", "urlPath": "/c"}, "response": {"jsonBody": {"tea": "Assam"}}}
                ]}
                """
            ])
            let run = try await Built.run(["import", "wiremock", ".", "--into", "Mocks"], in: folder.url)
            let lines = run.output.split(separator: "\n").map(String.init)
            #expect(
                lines.filter { $0.hasPrefix("mappings") }
                    == [
                        "5:32 /mappings/0/response/headers/Set-Cookie: mocks don't include this header.",
                        "2:15 /mappings/0/request: in a folder of mocks, secrets of its body are REDACTED, which matches "
                            + "any value.",
                        "4:16 /mappings/0/response: in a folder of mocks, secrets of its body are REDACTED.",
                        "6:15 /mappings/1/request: in a folder of mocks, secrets of its query are REDACTED, which matches "
                            + "any value.",
                    ].map { "mappings/a.json:" + $0 + " The stub answers without it." })
            #expect(run.status == 1)
        }

        @Test func `have no folder scenarios`() async throws {
            let folder = try TemporaryFolder(Self.files)
            let run = try await Built.run(["serve", folder.place, "--hold"])
            #expect(
                run.errors == """
                    teapot: “--hold” requires a folder of mocks, not a WireMock root. Run “teapot serve --help”.

                    """)
            #expect(run.status == 64)
        }

        @Test(arguments: ["--scenarios", "--openapi", "--live"])
        func `aren't compared with anything`(option: String) async throws {
            let folder = try TemporaryFolder(Self.files)
            let run = try await Built.run(["check", folder.place, option, "localhost"])
            #expect(
                run.errors == """
                    teapot: “\(option)” requires a folder of mocks, not a WireMock root. Run “teapot check --help”.

                    """)
            #expect(run.output == "")
            #expect(run.status == 64)
        }
    }
}
