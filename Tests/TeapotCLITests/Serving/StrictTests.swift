import Foundation
import Teapot
import TeapotMock
import TeapotTestSupport
import Testing

extension ServingSuites {
    @Suite struct `teapot serve with other programs` {
        private static let files = ["Mocks/teas/success_list.json": #"["Assam"]"#]

        @Test func `strict fails if a request wasn't answered`() async throws {
            let folder = try TemporaryFolder(Self.files)
            let teapot = try await RunningTeapot(["serve", folder.place, "--strict"])
            for path in ["/teas", "/pots?token=abc", "/pots?token=abc", "/cups"] {
                _ = try await Built.run(["get", teapot.url + path])
            }
            let (status, errors) = try await teapot.end()
            #expect(status == 1)
            #expect(
                errors == """
                    Stopped after 4 requests, 3 unanswered.
                    teapot: 3 unanswered or refused requests:
                      GET /pots?token=…, 2 times: has no mock in “Mocks”
                      GET /cups: has no mock in “Mocks”

                    """)
        }

        @Test func `strict fails if a document doesn't allow a request`() async throws {
            let document = """
                openapi: 3.1.0
                security: [{b: []}]
                paths:
                  /teas: {get: {responses: {200: {}}}}
                  /cups: {get: {security: [], responses: {200: {content: {application/json: {example: 1}}}}}}
                  /pots: {get: {security: [], responses: {200: {}}}}
                components: {securitySchemes: {b: {type: http, scheme: bearer}}}

                """
            let folder = try TemporaryFolder(["shop.yaml": document])
            let teapot = try await RunningTeapot(["serve", folder.path("shop.yaml").path, "--strict"])
            for path in ["/teas", "/pots", "/cups"] { _ = try await Built.run(["get", teapot.url + path]) }
            _ = try await Built.run(["put", teapot.url + "/pots"])
            let preferences = [
                ("/pots?a=1", "code=404"), ("/pots", "code=x"), ("/cups", "example=big"), ("/cups", "code=x"),
                ("/cups", "code=x"),
            ]
            for (path, preference) in preferences {
                _ = try await Built.run(["get", teapot.url + path, "-H", "Prefer: \(preference)"])
            }
            let (status, errors) = try await teapot.end()
            #expect(status == 1)
            #expect(
                errors == """
                    Stopped after 9 requests, 7 refused or failed.
                    teapot: 7 unanswered or refused requests:
                      GET /teas: shop.yaml: refused: #/security the header “Authorization: Bearer …” is missing
                      PUT /pots: shop.yaml: refused: shop.yaml has GET for this path, but not PUT.
                      GET /pots?a=1: shop.yaml: refused: The operation has no response with the status 404. It has: 200.
                      GET /pots: shop.yaml: refused: “x” in “Prefer” isn't a status such as 404.
                      GET /cups: shop.yaml: refused: The response 200 has no example “big”; it has no named examples.
                      GET /cups, 2 times: shop.yaml: refused: “x” in “Prefer” isn't a status such as 404.

                    """)
        }

        @Test func `strict lists the requests even if the signal to stop comes twice at once`() async throws {
            let folder = try TemporaryFolder(Self.files)
            let teapot = try await RunningTeapot(["serve", folder.place, "--strict"])
            _ = try await Built.run(["get", teapot.url + "/pots"])
            teapot.send(SIGTERM)
            let (status, errors) = try await teapot.end(SIGTERM)
            #expect(status == 1)
            #expect(errors.hasSuffix("  GET /pots: has no mock in “Mocks”\n"))
        }

        @Test func `strict succeeds if all requests were answered`() async throws {
            let folder = try TemporaryFolder(Self.files)
            let teapot = try await RunningTeapot(["serve", folder.place, "--strict"])
            _ = try await Built.run(["get", teapot.url + "/teas"])
            // A browser that opens the page.
            _ = try await Built.run(["get", teapot.url + "/", "-H", "Accept: text/html"])
            _ = try await Built.run(["get", teapot.url + "/favicon.ico"])
            #expect(try await teapot.end().status == 0)
        }

        @Test func `strict fails for a request to the page's path that isn't a browser's`() async throws {
            let folder = try TemporaryFolder(Self.files)
            let teapot = try await RunningTeapot(["serve", folder.place, "--strict"])
            _ = try await Built.run(["post", teapot.url + "/", "-H", "Accept: text/html"])
            let (status, errors) = try await teapot.end()
            #expect(status == 1)
            #expect(
                errors.hasSuffix("1 unanswered or refused request:\n  POST /: has no mock in “Mocks”\n"), "\(errors)")
        }

        @Test func `strict fails if a mock is invalid`() async throws {
            let folder = try TemporaryFolder(["teas/success_x.json": "{"])
            let teapot = try await RunningTeapot(["serve", folder.place, "--strict"])
            _ = try await Built.run(["get", teapot.url + "/teas"])
            let line = try await teapot.nextLine()
            #expect(line.hasPrefix("GET /teas 500 "), "\(line)")
            #expect(line.contains("  no usable mock (first match): teas/success_x.json:1:2: "), "\(line)")
            let (status, errors) = try await teapot.end()
            #expect(status == 1)
            let reason = "no usable mock (first match): teas/success_x.json:1:2: "
            let end = "teapot: 1 unanswered or refused request:\n  GET /teas: \(reason)"
            #expect(errors.contains(end), "\(errors)")
        }

        @Test func `strict counts the refusals of a document, not the words of a request`() async throws {
            let text = "openapi: 3.1.0\npaths:\n  /teas/{id}: {get: {responses: {'200': {}}}}\n"
            let folder = try TemporaryFolder(["a:b.yaml": text])
            let teapot = try await RunningTeapot(["serve", folder.path("a:b.yaml").path, "--strict"])
            _ = try await Built.run(["get", teapot.url + "/teas/x%3A%20refused%3A%20y"])
            _ = try await Built.run(["put", teapot.url + "/teas/1"])
            let (status, errors) = try await teapot.end()
            #expect(status == 1)
            let end = "teapot: 1 unanswered or refused request:\n  PUT /teas/1: a:b.yaml: refused: "
            #expect(errors.contains(end), "\(errors)")
        }

        @Test func `strict fails a recording, too`() async throws {
            let folder = try TemporaryFolder(Self.files)
            let teapot = try await RunningTeapot(
                ["serve", folder.place, "--live", "http://127.0.0.1:1", "--record", "--strict"])
            let token = try #require(teapot.inspector.split(separator: "=").last)
            let words = ["patch", teapot.url + "/__teapot/api/state", "undecided=unanswered"]
            #expect(try await Built.run(words + ["-H", "Authorization: Bearer \(token)"]).status == 0)
            _ = try await Built.run(["get", teapot.url + "/pots"])
            let (status, errors) = try await teapot.end()
            #expect(status == 1)
            #expect(errors.contains("teapot: 1 unanswered or refused request:\n  GET /pots: "), "\(errors)")
        }

        @Test func `strict fails if the live server didn't respond`() async throws {
            let folder = try TemporaryFolder(Self.files)
            let teapot = try await RunningTeapot(["serve", folder.place, "--live", "http://127.0.0.1:1", "--strict"])
            for words in [["/pots"], ["/cups?token=abc"], ["/foreign", "-H", "Host: evil.example"]] {
                _ = try await Built.run(["get", teapot.url + words[0]] + words.dropFirst())
            }
            let first = try await teapot.nextLine()
            let reason = "but nothing is listening at 127.0.0.1:1; start the server, or correct its URL"
            #expect(first.hasPrefix("GET /pots failed") && first.hasSuffix(", \(reason)"), "\(first)")
            #expect(try await teapot.nextLine().hasPrefix("GET /cups?token=… failed"))
            let line = try await teapot.nextLine()
            #expect(line.hasPrefix("GET /foreign 403") && line.contains("  not passed through"), "\(line)")
            let (status, errors) = try await teapot.end()
            #expect(status == 1)
            #expect(errors.contains("Stopped after 3 requests, 3 refused or failed.\n"), "\(errors)")
            let lines = errors.split(separator: "\n").suffix(3)
            for (line, target) in zip(lines, ["GET /pots", "GET /cups?token=…", "GET /foreign"]) {
                #expect(line.hasPrefix("  \(target): "), "\(errors)")
            }
        }

        /// Returns the next object of a JSON log.
        private func event(from program: Program) async throws -> [String: any Sendable] {
            let line = try await onOwnThread { try program.readLine() }
            return try #require(try JSON(parsing: Data(line.utf8)).dictionary)
        }

        @Test func `the log can be JSON, and so is the greeting`() async throws {
            let folder = try TemporaryFolder(Self.files)
            // The greeting isn't on standard output, so wait for the first object.
            let program = try Program(
                try #require(Built.teapot), ["serve", folder.place, "--log", "json", "--port", "0"])
            // A program that ended and isn't waited for would hide the end of every other program from the tests.
            defer {
                program.terminate()
                program.wait()
            }
            let first = try await event(from: program)
            #expect(first["event"] as? String == "listening")
            let url = try #require(first["url"] as? String)
            _ = try await Built.run(["get", url + "/teas?a=1"])
            let answered = try await event(from: program)
            #expect(answered["event"] as? String == "request")
            #expect(answered["method"] as? String == "GET")
            #expect(answered["path"] as? String == "/teas?a=1")
            #expect(answered["status"] as? Int == 200)
            #expect(answered["ending"] as? String == "responded")
            #expect(answered["isAnswered"] as? Bool == true)
            #expect((answered["milliseconds"] as? Double) ?? -1 >= 0)
            #expect((answered["time"] as? String)?.hasSuffix("Z") == true)
            // As in the client's logs.
            _ = try await Built.run(["get", url + "/pots?a=1&access_token=0123456789abcdef&key=x"])
            let missed = try await event(from: program)
            #expect(missed["path"] as? String == "/pots?a=1&access_token=…ef&key=…")
            #expect(missed["isAnswered"] as? Bool == false)
            #expect(missed["status"] as? Int == 404)
        }

        @Test func `the JSON log reports a held request`() async throws {
            let folder = try TemporaryFolder(Self.files)
            let program = try Program(
                try #require(Built.teapot), ["serve", folder.place, "--hold", "--log", "json", "--port", "0"])
            defer {
                program.terminate()
                program.wait()
            }
            let url = try #require(try await event(from: program)["url"] as? String)
            let client = Teapot(baseURL: try #require(URL(string: url)), defaultDeliveryQueue: nil)
            let call = Task { try await client.get("teas?a=1") }
            let held = try await event(from: program)
            #expect(held["event"] as? String == "held")
            #expect(held["method"] as? String == "GET")
            #expect(held["path"] as? String == "/teas?a=1")
            #expect(held["mocks"] as? [String] == ["teas/success_list.json"])
            call.cancel()
        }

        @Test func `a miss is explained in the command's terms, as text or as JSON on request`() async throws {
            let folder = try TemporaryFolder(Self.files)
            try await RunningTeapot.with(["serve", folder.place]) { teapot async throws in
                let words = ["get", teapot.url + "/pots/red", "-i", "-H"]
                for fields in [["Accept: text/html, */*"], ["Accept: */*", "-H", "User-Agent: curl/8.5.0"]] {
                    let text = try await Built.run(words + fields)
                    #expect(text.output.contains("\nContent-Type: text/plain; charset=utf-8\n"))
                    #expect(text.output.contains("GET /pots/red has no mock"))
                    #expect(
                        text.output.contains(
                            "\nThe mocks are in “\(folder.place)/Mocks”; with --live URL, a live server answers the "
                                + "rest.\nThe request:\n   Host: "))
                    #expect(!text.output.contains("router."))
                }
                let own = try await Built.run(["get", teapot.url + "/pots/red"])
                #expect(own.output.hasPrefix("GET /pots/red has no mock"))
                let json = try await Built.run(["get", teapot.url + "/pots/red", "-H", "Accept: application/json"])
                let members = try #require(try JSON(parsing: Data(json.output.utf8)).dictionary)
                #expect(members["stub"] == nil)
                #expect((members["remedy"] as? String)?.contains("--live URL") == true)
                let error = "No mock answers the request: GET /pots/red has no mock in “Mocks”."
                #expect(members["detail"] as? String == error)
            }
        }

        @Test func `a JSON file is served as resources`() async throws {
            let folder = try TemporaryFolder(["data.json": #"{"posts": [{"id": 1, "title": "Tea"}], "profile": {}}"#])
            let file = folder.place + "/data.json"
            try await RunningTeapot.with(["serve", file]) { teapot async throws in
                #expect(teapot.greeting.first == "Serving 2 resources from \(file) at \(teapot.url)")
                #expect(teapot.greeting.contains("  resources: /posts, /profile"))
                #expect(try await Built.run(["get", teapot.url + "/posts/1"]).output == #"{"id":1,"title":"Tea"}"#)
                let line = try await teapot.nextLine()
                #expect(line.hasPrefix("GET /posts/1 200 ") && line.hasSuffix(" ms  from \(file)"), "\(line)")
                let made = try await Built.run(["post", teapot.url + "/posts", "title=Pot"])
                #expect(made.output == #"{"id":2,"title":"Pot"}"#)
                #expect(try await Built.run(["delete", teapot.url + "/posts/1"]).status == 0)
                let miss = try await Built.run(["get", teapot.url + "/post"])
                #expect(
                    miss.output.hasPrefix(
                        """
                        GET /post has no answer in “\(file)”, which has the resources /posts, /profile.
                        Did you mean “/posts”?
                        To add a resource, add a member to the file and start again; with --live URL, a live server \
                        answers the rest.
                        The request:
                           Host:
                        """))
                #expect(!miss.output.contains("route"))
                let other = try await Built.run(["delete", teapot.url + "/posts"])
                #expect(other.output.contains("\nThe path has routes for GET and POST, but none for DELETE.\n"))
                #expect(miss.status == 4)
            }
            #expect(try folder.text(of: "data.json").contains("Tea"))
        }

        @Test(
            arguments: [
                ("[]", ["data.json"], "teapot: “data.json” can't be served. It must be an object", 65),
                ("{}", ["data.json"], "“data.json” has no resources: add a member such as “teas”.", 65),
                ("{}", ["data.json", "--stateless"], "“--stateless” requires an OpenAPI document.", 64),
                ("{}", ["data.json", "--hold"], "“--hold” requires a folder of mocks, not a file.", 64),
                ("{}", ["data.txt"], "“data.txt” can't be served. Use a folder of mocks, an OpenAPI document, a", 66),
                ("{}", ["none.json"], "there is no file or folder “none.json”", 66),
            ] as [(String, [String], String, Int32)])
        func `a JSON file that can't be served is reported`(
            text: String, words: [String], message: String, status: Int32
        ) async throws {
            let folder = try TemporaryFolder(["data.json": text, "data.txt": text])
            let run = try await Built.run(["serve"] + words, in: folder.url)
            #expect(run.errors.contains(message))
            #expect(run.status == status)
        }
    }
}
