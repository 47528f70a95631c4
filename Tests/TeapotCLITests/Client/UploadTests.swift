import Foundation
import Teapot
import TeapotMock
import TeapotMockServer
import TeapotTestSupport
import Testing

extension ProgramSuites {
    @Suite struct `Other requests of the command line` {
        /// Runs the program with a server, whose URL replaces `URL`.
        private func run(
            _ words: [String], in directory: URL? = nil,
            _ answer: @escaping @Sendable (Request) throws -> Response = { _ in .status(200) }
        ) async throws -> Built.Run {
            let router = Router()
            router.register(answer)
            let server = Server(router: router)
            let url = "http://127.0.0.1:\(try server.start())"
            let run = try await Built.run(words.map { $0.replacingOccurrences(of: "URL", with: url) }, in: directory)
            try await server.stop()
            return run
        }

        @Test func `HEAD prints the status and the headers`() async throws {
            let run = try await run(["head", "URL/teas", "a=1"]) { request in
                #expect(request.method == "HEAD")
                #expect(request.queryValue("a") == "1")
                return Response(headers: ["X-Tea": "green"], body: Data("body".utf8))
            }
            #expect(run.output.hasPrefix("HTTP 200 OK\n"))
            #expect(run.output.contains("\nX-Tea: green\n"))
            #expect(!run.output.contains("body"))
            #expect(run.status == 0)
        }

        @Test func `OPTIONS prints the allowed methods and the body`() async throws {
            let run = try await run(["options", "URL/teas"]) { request in
                #expect(request.method == "OPTIONS")
                return Response(headers: ["Allow": "GET, HEAD"], body: Data("told".utf8))
            }
            #expect(run.output.contains("\nAllow: GET, HEAD\n"))
            #expect(run.output.hasSuffix("\n\ntold"))
        }

        @Test func `parts become a multipart form`() async throws {
            let folder = try TemporaryFolder(["tea; 1.png": "pixels", "notes": "text"])
            let words = [
                "post", "URL", "cups:=2", "-F", "name=Assam", "-F", "photo=@tea; 1.png", "-F", "raw=@notes;type=a/b",
            ]
            let run = try await run(words, in: folder.url) { request in
                let parts = try request.multipart()
                #expect(parts.map(\.name) == ["cups", "name", "photo", "raw"])
                #expect(parts.map { String(decoding: $0.data, as: UTF8.self) } == ["2", "Assam", "pixels", "text"])
                #expect(parts.map(\.filename) == [nil, nil, "tea; 1.png", "notes"])
                #expect(parts.map { $0.headers["Content-Type"] } == [nil, nil, "image/png", "a/b"])
                return .status(201)
            }
            #expect(run.errors == "")
            #expect(run.status == 0)
        }

        @Test func `a token is sent, and not logged`() async throws {
            let run = try await run(["get", "URL", "--bearer", "secret-token-1234", "-v"]) { request in
                #expect(request.headers["Authorization"] == "Bearer secret-token-1234")
                return .status(200)
            }
            #expect(run.errors.contains("Authorization: Bearer "))
            #expect(!run.errors.contains("secret-token"))
        }

        @Test(
            arguments: [
                ("post :1 -F x", "“x” is not a part: write -F name=text, or -F name=@file for a file.", 64),
                ("post :1 -F =x", "“=x” is not a part: write -F name=text, or -F name=@file for a file.", 64),
                (
                    "post :1 -F a=b --form",
                    "“--part” makes a multipart form; “--data” and “--form” can't be combined with it.", 64
                ),
                ("post :1 -F a=@nowhere", "there is no file “nowhere”.", 66),
                ("get :1 --bearer a -u b:c", "“--bearer” and a user with a password can't be combined; use one.", 64),
                ("get :1 --continue", "“--continue” requires “--output FILE”.", 64),
                ("get :1 --continue -o /dev/null", "“/dev/null” is not a file, so it can't be continued.", 73),
            ] as [(String, String, Int32)])
        func `invalid arguments are reported`(words: String, message: String, status: Int32) async throws {
            let run = try await Built.run(words.split(separator: " ").map(String.init))
            let help = status == 64 ? " Run “teapot \(words.prefix { $0 != " " }) --help”." : ""
            #expect(run.errors == "teapot: \(message)\(help)\n")
            #expect(run.status == status)
        }
    }
}
