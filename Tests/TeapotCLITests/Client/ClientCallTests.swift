import Foundation
import Teapot
import TeapotMock
import TeapotMockServer
import TeapotTestSupport
import Testing

extension ProgramSuites {
    @Suite struct `Requests of the command line` {
        /// A server whose responses describe the requests.
        private final class Echo: Sendable {
            let server: Server
            let url: String

            init(_ configure: (Router) -> Void = { _ in }) throws {
                let router = Router()
                router.register({ request in
                    var fields: [String: any Sendable] = ["method": request.method, "path": request.path]
                    fields["query"] = request.query.map { "\($0.name)=\($0.value ?? "")" }.joined(separator: "&")
                    for name in ["Authorization", "Content-Type", "X-Tea", "User-Agent"] {
                        fields[name] = request.headers[name]
                    }
                    fields["body"] = String(decoding: request.body, as: UTF8.self)
                    return .json(JSON.dictionary(fields))
                })
                configure(router)
                server = Server(router: router)
                url = "http://127.0.0.1:\(try server.start())"
            }

            func run(_ words: String..., input: Data = Data(), in directory: URL? = nil) async throws -> [String:
                String]
            {
                let words = words.map { $0.replacingOccurrences(of: "URL", with: url) }
                let run = try await Built.run(words, input: input, in: directory)
                #expect(run.errors == "")
                #expect(run.status == 0)
                let json = try JSON(parsing: Data(run.output.utf8)).dictionary ?? [:]
                return json.compactMapValues { $0 as? String }
            }
        }

        @Test func `the fields of a get become its query`() async throws {
            let sent = try await Echo().run("get", "URL/teas?a=1", "b==2", "c=3 4", "d:=[5,true,\"x\"]")
            #expect(sent["method"] == "GET")
            #expect(sent["path"] == "/teas")
            #expect(sent["query"] == "a=1&b=2&c=3 4&d=5&d=true&d=x")
            #expect(sent["body"] == "")
            #expect(sent["User-Agent"] == "teapot/3.0.0-dev")
        }

        @Test(arguments: ["post", "put", "patch", "delete"])
        func `the fields of other methods become a JSON object`(verb: String) async throws {
            let sent = try await Echo().run(verb, "URL/teas/", "name=Assam", "cups:=2", "in:={\"pot\":null}", "page==1")
            #expect(sent["method"] == verb.uppercased())
            #expect(sent["path"] == "/teas/")
            #expect(sent["query"] == "page=1")
            #expect(sent["Content-Type"] == "application/json")
            #expect(sent["body"] == #"{"cups":2,"in":{"pot":null},"name":"Assam"}"#)
        }

        @Test func `a form repeats a list's name`() async throws {
            let sent = try await Echo().run("post", "URL", "--form", "a=b c", "d:=[1,2]")
            #expect(sent["Content-Type"] == "application/x-www-form-urlencoded")
            #expect(sent["body"] == "a=b+c&d=1&d=2")
        }

        @Test func `text, a file and standard input can be bodies`() async throws {
            let echo = try Echo()
            let json = try await echo.run("post", "URL", "-d", "[1]")
            #expect(json["Content-Type"] == "application/json")
            #expect(json["body"] == "[1]")
            let text = try await echo.run("post", "URL", "--data=hello")
            #expect(text["Content-Type"] == "text/plain; charset=utf-8")
            let input = try await echo.run("put", "URL", "-d", "-", input: Data("from afar".utf8))
            #expect(input["body"] == "from afar")
            let folder = try TemporaryFolder(["tea.csv": "a,b"])
            // The way a shell's `<(…)` names a pipe.
            mkfifo(folder.place + "/pipe", 0o600)
            let words = ["-c", "printf '[2]' > pipe & \(try #require(Built.teapot)) post \(echo.url) -d @pipe; wait"]
            let piped = try await Built.run(words, in: folder.url, program: "/bin/sh")
            #expect(try JSON(parsing: Data(piped.output.utf8)).dictionary?["body"] as? String == "[2]")
            #expect(try await echo.run("post", "URL", "-d", "@/dev/null")["body"] == "")
            #expect(try await echo.run("post", "URL", "-F", "a=@/dev/null")["body"]?.contains("name=\"a\"") == true)
            let file = try await echo.run("post", "URL", "-d", "@tea.csv", in: folder.url)
            #expect(file["Content-Type"] == "text/csv; charset=utf-8")
            #expect(file["body"] == "a,b")
        }

        @Test func `headers and credentials are sent`() async throws {
            let echo = try Echo()
            let fields = try await echo.run(
                "post", "URL", "-H", "x-tea: green ", "-H", "X-Tea:black", "-H", "content-type: a/b", "-d", "x")
            #expect(fields["X-Tea"] == "green, black")
            #expect(fields["Content-Type"] == "a/b")
            #expect(try await echo.run("get", "URL", "-u", "ada:a:b")["Authorization"] == "Basic YWRhOmE6Yg==")
            let inURL = try await echo.run("get", echo.url.replacingOccurrences(of: "//", with: "//ada:a%3Ab@"))
            #expect(inURL["Authorization"] == "Basic YWRhOmE6Yg==")
        }

        @Test(arguments: [(200, 0), (204, 0), (302, 0), (304, 0), (404, 4), (418, 4), (500, 5), (503, 5)])
        func `the exit status reflects the response`(status: Int, exit: Int32) async throws {
            let hasBody = status != 204 && status != 304
            let body = Data((hasBody ? "told" : "").utf8)
            let response = Response(status: .init(rawValue: status), headers: ["Location": "/y"], body: body)
            let echo = try Echo { $0.get("/x", with: response) }
            let run = try await Built.run(["get", echo.url + "/x"])
            #expect(run.status == exit)
            #expect(run.output == (hasBody ? "told" : ""))
            #expect(try await Built.run(["get", echo.url + "/x", "--no-fail"]).status == 0)
        }

        @Test func `redirects are followed on request`() async throws {
            let echo = try Echo { $0.get("/old", with: Response(status: .found, headers: ["Location": "/new"])) }
            #expect(try await echo.run("get", "URL/old", "-L")["path"] == "/new")
            let run = try await Built.run(["get", echo.url + "/old", "-i"])
            #expect(run.output.hasPrefix("HTTP 302 Found\n"))
            #expect(run.output.contains("\nLocation: /new\n"))
            let silent = try await Built.run(["get", echo.url + "/old"])
            #expect(silent.errors == "302 Found → /new; --follow follows it\n")
        }

        @Test func `an error whose body goes to a file shows its status`() async throws {
            let echo = try Echo { $0.get("/x", with: Response(status: .notFound, body: Data("no".utf8))) }
            let folder = try TemporaryFolder()
            let run = try await Built.run(["get", echo.url + "/x", "-o", folder.place + "/x"])
            #expect(run.errors == "404 Not Found\n")
        }

        @Test func `a pipe gets the bytes unchanged, and color formats JSON`() async throws {
            let text = "{\"b\":  1.0,\"a\":\"\\u001b\"}"
            let echo = try Echo {
                $0.get("/x", with: Response(headers: ["Content-Type": "application/json"], body: Data(text.utf8)))
            }
            #expect(try await Built.run(["get", echo.url + "/x"]).output == text)
            let always = try await Built.run(
                ["get", echo.url + "/x", "--color", "always"], environment: ["NO_COLOR": "1"])
            #expect(
                always.output
                    == "{\n  \u{1B}[36m\"b\"\u{1B}[0m: \u{1B}[33m1.0\u{1B}[0m,\n  \u{1B}[36m\"a\"\u{1B}[0m: \u{1B}[32m\"\\u001b\"\u{1B}[0m\n}\n"
            )
        }

        @Test(.enabled(if: hasTerminal, "there is no program “script” to make a terminal"), arguments: [false, true])
        func `a terminal gets color unless the environment disables it`(isPlain: Bool) async throws {
            let echo = try Echo { $0.get("/x", with: .json(["b": 1])) }
            let program = try #require(Built.teapot)
            let words = ["-qec", "\(program) get \(echo.url)/x 2>/dev/null", "/dev/null"]
            let run = try await Built.run(
                words, environment: isPlain ? ["NO_COLOR": "1"] : ["NO_COLOR": "", "TERM": "xterm"],
                program: "/usr/bin/script")
            let name = isPlain ? "\"b\"" : "\u{1B}[36m\"b\"\u{1B}[0m"
            let number = isPlain ? "1" : "\u{1B}[33m1\u{1B}[0m"
            #expect(run.output == "{\r\n  \(name): \(number)\r\n}\r\n")
        }

        private static var hasTerminal: Bool {
            #if canImport(Darwin)
                false  // Its `script` takes other arguments.
            #else
                access("/usr/bin/script", X_OK) == 0
            #endif
        }

        @Test func `the log shows requests and responses, but no secrets`() async throws {
            let echo = try Echo()
            let run = try await Built.run(["post", echo.url, "a=1", "-v", "-u", "ada:lovelace"])
            #expect(run.errors.contains("→ POST \(echo.url)/\n"))
            #expect(run.errors.contains("\nAuthorization: Basic …Nl\n"))
            #expect(run.errors.contains("\n{\"a\":\"1\"}\n← 200 POST \(echo.url)/\n"))
        }

        @Test func `the body is saved to the file, and no other file remains`() async throws {
            let folder = try TemporaryFolder(["tea.txt": "old"])
            let echo = try Echo { $0.get("/x", with: Response(body: Data("new".utf8))) }
            let run = try await Built.run(["get", echo.url + "/x", "-o", "tea.txt"], in: folder.url)
            #expect(run.output == "")
            #expect(run.status == 0)
            #expect(try folder.text(of: "tea.txt") == "new")
            #expect(folder.files == ["tea.txt"])
        }

        @Test func `a body that breaks off leaves the file unchanged`() async throws {
            let folder = try TemporaryFolder(["tea.txt": "old"])
            let echo = try Echo { $0.get("/x", with: Response(body: Data("new tea".utf8)).failing(.reset(after: 3))) }
            let run = try await Built.run(["get", echo.url + "/x", "-o", "tea.txt"], in: folder.url)
            #expect(run.status == 2)
            #expect(run.errors.hasPrefix("teapot: GET \(echo.url)/x: "))
            #expect(folder.files == ["tea.txt", "tea.txt.part"])
            #expect(try folder.text(of: "tea.txt") == "old")
            #expect(try folder.text(of: "tea.txt.part") == "new")
        }

        @Test func `a refused connection is reported, with its own exit status`() async throws {
            let server = Server()
            let port = try server.start()
            try await server.stop()
            let run = try await Built.run(["get", ":\(port)/x"])
            let place = "http://localhost:\(port)"
            #expect(run.errors == "teapot: GET \(place)/x: nothing is listening at \(place).\n")
            #expect(run.status == 2)
        }

        @Test func `http is suggested for a local server without TLS, and an empty error is named`() async throws {
            let router = Router()
            router.get("/x", with: .status(404))
            let server = Server(router: router)
            let port = try server.start()
            let run = try await Built.run(["get", "https://127.0.0.1:\(port)/x"])
            #expect(run.errors.hasSuffix(" If it has no TLS, use http://127.0.0.1:\(port).\n"), "\(run.errors)")
            #expect(run.status == 2)
            let empty = try await Built.run(["get", ":\(port)/x"])
            #expect((empty.output, empty.errors, empty.status) == ("", "404 Not Found\n", 4))
            #expect(try await Built.run(["get", ":\(port)/x", "-i"]).errors.isEmpty)
            try await server.stop()
        }

        @Test func `a silent server causes a timeout`() async throws {
            let echo = try Echo { $0.get("/slow", with: Response(delay: 600)) }
            let run = try await Built.run(["get", echo.url + "/slow", "--timeout", "0.2"])
            #expect(run.errors == "teapot: GET \(echo.url)/slow: the request timed out.\n")
            #expect(run.status == 2)
        }

        @Test(
            arguments: [
                (["post", "URL", "-d", "@nowhere"], "there is no file “nowhere”.", 66),
                (["post", "URL", "-d", "@."], "“.” is a folder; use a file.", 66),
                (["get", "URL", "-o", "."], "“.” is a folder; use a file.", 73),
                (["get", "URL", "-o", "nowhere/x"], "“nowhere/x” can't be written: No such file or directory.", 73),
            ] as [([String], String, Int32)])
        func `missing files are reported`(words: [String], message: String, status: Int32) async throws {
            let (folder, echo) = (try TemporaryFolder(), try Echo())
            let run = try await Built.run(words.map { $0 == "URL" ? echo.url : $0 }, in: folder.url)
            #expect(run.errors == "teapot: \(message)\n")
            #expect(run.status == status)
            #expect(folder.files == [])
        }

        @Test func `a path that leaves the base is refused before anything is sent`() async throws {
            let run = try await Built.run(["get", ":1/a/../b"])
            #expect(
                run.errors == """
                    teapot: The request's URL is invalid: GET /a/../b: “/a/../b” has the segment “..”, which could \
                    lead outside the base URL. Run “teapot get --help”.

                    """)
            #expect(run.status == 64)
        }

        @Test(arguments: [true, false])
        func `Ctrl-C ends a download and deletes its partial file`(hasBegun: Bool) async throws {
            let folder = try TemporaryFolder()
            let gate = Gate()
            let echo = try Echo { router in
                router.get(
                    "/x",
                    handler: { _ in
                        if hasBegun {
                            return Response.events([.init(data: "one"), .init(data: "two")], every: 600)
                        }
                        gate.open()
                        try await Task.sleep(nanoseconds: 600_000_000_000)
                        return Response()
                    })
            }
            let path = try #require(Built.teapot)
            let script = #"echo $$; exec "$0" "$@" 2>/dev/null"#
            let program = try Program(
                "/bin/sh", ["-c", script, path, "get", echo.url + "/x", "-t", "9999", "-o", folder.place + "/f"])
            let id = try await onOwnThread { try program.readLine() }
            if hasBegun {
                let isThere = await eventually(within: .seconds(60)) {
                    folder.files.contains { (try? folder.text(of: $0))?.isEmpty == false }
                }
                #expect(isThere)
            } else {
                await gate.wait()
            }
            kill(try #require(pid_t(id)), SIGINT)
            let status = try await onOwnThread { program.wait() }
            #expect(status == 130)
            #expect(folder.files == [])
        }

        @Test func `output goes directly to a pipe, and to the target of a link`() async throws {
            let folder = try TemporaryFolder(["real": "old"])
            try FileManager.default.createSymbolicLink(atPath: folder.place + "/link", withDestinationPath: "real")
            let echo = try Echo { $0.get("/x", with: Response(body: Data("new".utf8))) }
            #expect(try await Built.run(["get", echo.url + "/x", "-o", "link"], in: folder.url).status == 0)
            #expect(try folder.text(of: "real") == "new")
            #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.place + "/link") == "real")
            mkfifo(folder.place + "/pipe", 0o600)
            let words = ["-c", "cat pipe & \(try #require(Built.teapot)) get \(echo.url)/x -o pipe && wait"]
            #expect(try await Built.run(words, in: folder.url, program: "/bin/sh").output == "new")
        }
    }
}
