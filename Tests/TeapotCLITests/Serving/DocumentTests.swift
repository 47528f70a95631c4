import Foundation
import Teapot
import TeapotTestSupport
import Testing

extension ServingSuites {
    @Suite struct `teapot serve with an OpenAPI document` {
        private static let document = """
            openapi: 3.1.0
            paths:
              /teas:
                get:
                  responses:
                    200:
                      content:
                        application/json:
                          schema: {type: array, items: {$ref: "#/components/schemas/Tea"}}
                post:
                  requestBody:
                    required: true
                    content: {application/json: {schema: {$ref: "#/components/schemas/Tea"}}}
                  responses:
                    201: {content: {application/json: {schema: {$ref: "#/components/schemas/Tea"}}}}
              /teas/{id}:
                get:
                  responses:
                    200: {content: {application/json: {schema: {$ref: "#/components/schemas/Tea"}}}}
              /status:
                get: {responses: {204: {}}}
            components:
              schemas:
                Tea:
                  type: object
                  required: [id, name]
                  properties: {id: {type: integer, readOnly: true}, name: {type: string}}

            """

        @Test(arguments: [[], ["--stateless"]])
        func `every operation is answered, and what is created is remembered`(options: [String]) async throws {
            let folder = try TemporaryFolder(["openapi.yaml": Self.document])
            let file = folder.path("openapi.yaml").path
            let teapot = try await RunningTeapot(["serve", file] + options)
            let memory = options.isEmpty ? ["  in memory: /teas"] : []
            let lines = [
                "  for another response, send the header “Prefer: code=404” or “Prefer: example=name”",
                "  any credential is accepted; restart to read the file again",
                "  try: teapot get \(teapot.url)/status",
            ]
            let title = "Serving 4 operations from \(file) at \(teapot.url)"
            #expect(teapot.greeting.dropLast(2) == [title] + memory + lines)
            let created = try await Built.run(["post", teapot.url + "/teas", "name=Assam"])
            #expect(created.status == 0)
            let read = try await Built.run(["get", teapot.url + "/teas/4"])
            #expect((read.output == created.output) == options.isEmpty)
            let refused = try await Built.run(["post", teapot.url + "/teas", "name:=1"])
            #expect(refused.status == 4)
            #expect(refused.output.contains("#/body/name"))
            let missing = try await Built.run(["get", teapot.url + "/tea"])
            #expect(
                missing.output.hasPrefix(
                    """
                    GET /tea has no path in openapi.yaml.
                    Did you mean “/teas”? Add the path to the document.
                    The document “\(file)” is read once, at the start; with --live URL, a live server answers the rest.
                    The request:
                       Host:
                    """))
            let source = try await teapot.source()
            #expect(source["title"] as? String == "Serving 4 operations from \(file)")
            let rows = source["table"] as? [[String]]
            #expect(rows?.first == ["METHOD", "PATH", "STATUSES"] + (options.isEmpty ? ["MEMORY"] : []))
            #expect(rows?.contains(["POST", "/teas", "201"] + (options.isEmpty ? ["in memory"] : [])) == true)
            _ = try await teapot.end()
        }

        @Test func `the log says why a request gets an error`() async throws {
            let folder = try TemporaryFolder([
                "a.yaml": Self.document.replacingOccurrences(
                    of: "/teas/{id}:\n    get:\n      responses:\n",
                    with: """
                        /teas/{id}:
                            get:
                              responses:
                                404: {description: none}

                        """)
            ])
            let teapot = try await RunningTeapot(["serve", folder.path("a.yaml").path])
            for (words, line) in [
                (["get", "/teas/99"], "GET /teas/99 404 … a.yaml: There is no “99” in /teas."),
                (["get", "/teas/1", "-H", "Prefer: code=404"], "GET /teas/1 404 … a.yaml: no body, as preferred"),
                (
                    ["delete", "/teas"],
                    "DELETE /teas 405 … a.yaml: refused: a.yaml has GET, POST for this path, but not DELETE."
                ),
            ] {
                _ = try await Built.run([words[0], teapot.url + words[1]] + words.dropFirst(2))
                let parts = try await teapot.nextLine().split(separator: "  ")
                let start = parts.first?.split(separator: " ").prefix(3).joined(separator: " ") ?? ""
                #expect("\(start) … \(parts.last ?? "")" == line)
            }
            _ = try await teapot.end()
        }

        @Test(
            arguments: [
                ("[1]", #"“items.json” must contain lists, such as {"teas": [ … ]}."#),
                (
                    #"{"teas": {}}"#,
                    #"“items.json” must contain lists, such as {"teas": [ … ]}; “teas” isn't a list."#
                ),
                (#"{"tea": []}"#, "the document keeps no list “tea” in memory; did you mean “/teas”?"),
                ("{", "“items.json” isn't JSON: "),
            ])
        func `items that can't be the first ones of a list are refused`(items: String, error: String) async throws {
            let folder = try TemporaryFolder(["openapi.yaml": Self.document, "items.json": items])
            let run = try await Built.run(["serve", "openapi.yaml", "--items", "items.json", "-p0"], in: folder.url)
            #expect(run.errors.contains("\nteapot: " + error), "\(run.errors)")
            #expect(run.status == 65)
        }

        @Test(arguments: [0, 300]) func `problems of a document are reported, after the start if it's large`(
            others: Int
        ) async throws {
            let paths = (0..<others).map { "  /other\($0):\n    get: {responses: {204: {}}}\n" }.joined()
            let broken = "  /broken:\n    get: {responses: {200: {$ref: '#/components/responses/None'}}}\n"
            let document = Self.document.replacingOccurrences(of: "paths:\n", with: "paths:\n" + paths + broken)
            let folder = try TemporaryFolder(["openapi.yaml": document])
            try await RunningTeapot.with(["serve", folder.path("openapi.yaml").path]) { teapot in
                #expect(await eventually(within: .seconds(60)) { teapot.errorsSoFar.contains("responses/None") })
            }
        }

        @Test(arguments: ["teas", "/teas"])
        func `the first items of a list come from a file`(name: String) async throws {
            let items = #"{"\#(name)": [{"id": 7, "name": "Assam"}]}"#
            let folder = try TemporaryFolder(["openapi.yaml": Self.document, "items.json": items])
            let words = ["serve", folder.path("openapi.yaml").path, "--items", folder.path("items.json").path]
            let teapot = try await RunningTeapot(words)
            #expect(try await Built.run(["get", teapot.url + "/teas"]).output == #"[{"id":7,"name":"Assam"}]"#)
            #expect(try await Built.run(["get", teapot.url + "/teas/7"]).output == #"{"id":7,"name":"Assam"}"#)
            _ = try await teapot.end()
        }

        @Test func `an empty folder doesn't differ from the document`() async throws {
            let folder = try TemporaryFolder(["openapi.yaml": Self.document, "Mocks/.keep": ""])
            let words = ["serve", folder.path("Mocks").path, "--openapi", folder.path("openapi.yaml").path]
            let teapot = try await RunningTeapot(words)
            #expect((try await teapot.source()["lines"] as? [any Sendable])?.isEmpty == true)
            #expect(!teapot.errorsSoFar.contains("could be checked"))
            _ = try await teapot.end()
        }

        @Test func `requests aren't checked if told so`() async throws {
            let folder = try TemporaryFolder(["openapi.yaml": Self.document])
            let teapot = try await RunningTeapot(["serve", folder.path("openapi.yaml").path, "--no-validate"])
            #expect(try await Built.run(["post", teapot.url + "/teas", "name:=1"]).status == 0)
            _ = try await teapot.end()
        }

        @Test func `mocks in a folder come before the document`() async throws {
            let folder = try TemporaryFolder([
                "openapi.yaml": Self.document, "Mocks/teas/success_list.json": #"[{"id": 7, "name": "Mock"}]"#,
                "Mocks/teas/error_500_lost.json": #"[{"name": 1}]"#,
            ])
            let (mocks, file) = (folder.path("Mocks").path, folder.path("openapi.yaml").path)
            // The document comes before a live server.
            let words = ["serve", mocks, "--openapi", file, "--live", "http://127.0.0.1:9"]
            let teapot = try await RunningTeapot(words)
            #expect(try await Built.run(["get", teapot.url + "/teas"]).output.contains("Mock"))
            let source = try await teapot.source()
            #expect(source["title"] as? String == "Other requests: openapi.yaml")
            let advice = "differences in the mocks at the start: 1; see teapot check \(mocks) --openapi \(file)"
            #expect(source["lines"] as? [any Sendable] as? [String] == [advice])
            #expect(try await Built.run(["get", teapot.url + "/status", "-i"]).output.hasPrefix("HTTP 204 No Content"))
            _ = try await Built.run(["get", teapot.url + "/nothing"])
            #expect(try await teapot.inspected("journal/2")["document"] as? String == "openapi.yaml")
            #expect(try await teapot.inspected("journal/3")["document"] == nil)
            #expect(try await teapot.inspected("journal/3")["status"] as? Int == 502)
            #expect(try await teapot.source()["document"] as? String == "openapi.yaml")
            _ = try await teapot.end()
        }

        @Test func `a document comes before a live server, unless a person decides otherwise`() async throws {
            let folder = try TemporaryFolder(["openapi.yaml": Self.document])
            let words = ["serve", folder.path("openapi.yaml").path, "--live", "http://127.0.0.1:9"]
            let teapot = try await RunningTeapot(words)
            #expect(try await Built.run(["get", teapot.url + "/status", "-i"]).output.hasPrefix("HTTP 204 No Content"))
            let missing = ["get", teapot.url + "/nothing", "-i"]
            #expect(try await Built.run(missing).output.hasPrefix("HTTP 502"))
            let token = String(teapot.inspector.split(separator: "=").last ?? "")
            let path = teapot.url + "/__teapot/api/state"
            _ = try await Built.run(["patch", path, "undecided=unanswered", "--bearer", token])
            #expect(try await Built.run(missing).output.hasPrefix("HTTP 404"))
            _ = try await teapot.end()
        }

        @Test func `a document's responses can be chosen`() async throws {
            let folder = try TemporaryFolder(["openapi.yaml": Self.document])
            let teapot = try await RunningTeapot(["serve", folder.path("openapi.yaml").path, "--hold"])
            let call = Task { try await Built.run(["get", teapot.url + "/status", "-i"]) }
            var answers: [any Sendable]?
            while answers == nil {
                answers = try? await teapot.inspected("held/1")["answers"] as? [any Sendable]
            }
            #expect(answers?.count == 1)
            let words = ["post", teapot.url + "/__teapot/api/held/1", "decision=document", "status:=204", "--bearer"]
            _ = try await Built.run(words + [String(teapot.inspector.split(separator: "=").last ?? "")])
            #expect(try await call.value.output.hasPrefix("HTTP 204 No Content"))
            let reason = try await teapot.inspected("journal/1")["reason"] as? String
            #expect(reason == "204 from openapi.yaml, chosen while it was held")
            _ = try await teapot.end()
        }

        @Test func `the page shows the timing of a folder's responses`() async throws {
            let folder = try TemporaryFolder(["Mocks/teas/success_list.json": "[]"])
            let words = ["serve", folder.path("Mocks").path, "--latency", "20ms", "--network", "wifi"]
            let teapot = try await RunningTeapot(words)
            let source = try await teapot.source()
            #expect(source["title"] as? String == "All responses")
            #expect(source["lines"] as? [any Sendable] as? [String] == ["  latency: 0.02 s", "  network: wifi"])
            _ = try await teapot.end()
        }

        @Test func `routes lists the operations of a document`() async throws {
            let folder = try TemporaryFolder(["openapi.yaml": Self.document])
            let run = try await Built.run(["routes", "openapi.yaml"], in: folder.url)
            #expect(
                run.output == """
                    METHOD  PATH        STATUSES  MEMORY
                    GET     /status     204       no (no path for an item)
                    GET     /teas       200       in memory
                    POST    /teas       201       in memory
                    GET     /teas/{id}  200       in memory

                    """)
        }

        @Test func `a document without operations says so`() async throws {
            let folder = try TemporaryFolder(["openapi.yaml": "openapi: 3.1.0\ninfo: {title: T, version: '1'}\n"])
            let run = try await Built.run(["check", "openapi.yaml"], in: folder.url)
            #expect(run.output == "The document has no operations.\n")
            #expect(run.status == 0)
        }

        @Test func `a document that can't be read is reported with the line`() async throws {
            let folder = try TemporaryFolder(["openapi.yaml": "openapi: 3.1.0\npaths:\n  /teas: 1\n"])
            let run = try await Built.run(["serve", "openapi.yaml", "--port", "0"], in: folder.url)
            #expect(
                run.errors
                    == "teapot: openapi.yaml:3:10: #/paths/~1teas: expected an object, found the number 1\n")
            #expect(run.status == 65)
        }
    }
}
