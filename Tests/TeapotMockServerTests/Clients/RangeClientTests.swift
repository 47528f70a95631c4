import Foundation
import Teapot
import TeapotMock
import TeapotMockFolders
import TeapotMockServer
import TeapotTestSupport
import Testing

extension SocketSuites {
    /// Tests of programs that continue a download, or ask whether a file has changed.
    @Suite struct `A program that continues a download` {
        private static let film = Data.sample(1_000_000)

        /// Runs `body` with the URLs of a fixture and of a mock in a folder, whose bytes are the film.
        private func serving(_ body: (_ port: UInt16, _ folder: TemporaryFolder) async throws -> Void) async throws {
            let folder = try TemporaryFolder()
            for name in ["Fixtures", "Mocks/film"] {
                try FileManager.default.createDirectory(at: folder.path(name), withIntermediateDirectories: true)
            }
            try Self.film.write(to: folder.path("Fixtures/film.mp4"))
            try Self.film.write(to: folder.path("Mocks/film/success_film.mp4"))
            let router = Router(fixtures: folder.path("Fixtures"))
            router.get("/fixture", with: .file("film.mp4").failing(.cutShort(after: 400_000)), .file("film.mp4"))
            let switchboard = Switchboard(MockFolder(folder.path("Mocks")))
            switchboard.undecided = .firstMock
            router.switchboard = switchboard
            try await Clients.serving(router) { try await body($0, folder) }
        }

        @Test(.enabled(if: Clients.curl != nil, "curl is not installed"), arguments: ["fixture", "film"])
        func `curl fetches only the missing bytes`(path: String) async throws {
            try await serving { port, folder in
                let (url, file) = ("http://127.0.0.1:\(port)/\(path)", folder.path("got"))
                if path == "fixture" {
                    // The body is cut, and curl says so.
                    _ = try await Clients.curl("-o", file.path, url, exits: [18])
                } else {
                    try Self.film.prefix(400_000).write(to: file)
                }
                let got = try await Clients.curl("-C", "-", "-o", file.path, "-w", "%{http_code} %{size_download}", url)
                #expect(got == "206 600000")
                #expect(try Data(contentsOf: file) == Self.film)
                // A complete file isn't fetched again.
                let again = try await Clients.curl("-C", "-", "-o", file.path, "-w", "%{http_code}", url)
                #expect(again == "416")
                #expect(try Data(contentsOf: file) == Self.film)
            }
        }

        @Test(.enabled(if: Clients.curl != nil, "curl is not installed"), arguments: ["fixture", "film"])
        func `curl asks whether a file changed`(path: String) async throws {
            try await serving { port, folder in
                let url = "http://127.0.0.1:\(port)/\(path)"
                if path == "fixture" { _ = try await Clients.curl("-o", "/dev/null", url, exits: [18]) }
                let (tags, copy) = (folder.path("tags").path, folder.path("copy").path)
                let first = try await Clients.curl("--etag-save", tags, "-R", "-o", copy, "-w", "%{http_code}", url)
                #expect(first == "200")
                let format = ["-o", "/dev/null", "-w", "%{http_code} %{size_download}", url]
                #expect(try await curl(["--etag-compare", tags] + format) == "304 0")
                #expect(try await curl(["-z", copy] + format) == "304 0")
                guard path == "film" else { return }
                try Data("new".utf8).write(to: folder.path("Mocks/film/success_film.mp4"))
                #expect(try await curl(["--etag-compare", tags] + format) == "200 3")
            }
        }

        private func curl(_ arguments: [String]) async throws -> String {
            let path = try #require(Clients.curl)
            let (output, status) = try await Program.run(path, Clients.curlArguments + arguments)
            #expect(status == 0)
            return String(decoding: output, as: UTF8.self)
        }

        @Test(.enabled(if: Clients.wget != nil, "wget is not installed"))
        func `wget fetches only the missing bytes`() async throws {
            let wget = try #require(Clients.wget)
            try await serving { port, folder in
                let file = folder.path("got")
                try Self.film.prefix(400_000).write(to: file)
                let arguments = [
                    "--no-config", "--no-proxy", "-q", "-S", "-t", "1", "-T", "60", "-c", "-O", file.path,
                    "http://127.0.0.1:\(port)/film",
                ]
                let (_, status) = try await Program.run("/bin/sh", ["-c", "exec \"$@\" 2>&1", "sh", wget] + arguments)
                #expect(status == 0)
                #expect(try Data(contentsOf: file) == Self.film)
            }
        }

        @Test(.enabled(if: Clients.python != nil, "Python is not installed"), arguments: ["fixture", "film"])
        func `Python reads a file in parts, and asks whether it changed`(path: String) async throws {
            let script = """
                import http.client, sys
                def ask(**fields):
                    connection = http.client.HTTPConnection("127.0.0.1", int(sys.argv[1]), timeout=60)
                    fields = {name.replace("_", "-"): value for name, value in fields.items()}
                    connection.request("GET", sys.argv[2], headers=fields)
                    response = connection.getresponse()
                    try: body = response.read()
                    except http.client.IncompleteRead as cut: body = cut.partial
                    return response, body
                whole, body = ask()
                if len(body) < 1000000: whole, body = ask()
                tag, date = whole.getheader("ETag"), whole.getheader("Last-Modified")
                print(whole.status, len(body), whole.getheader("Accept-Ranges"))
                parts = [ask(Range=f"bytes={start}-{start + 249999}", If_Range=tag) for start in range(0, 1000000, 250000)]
                print([part.status for part, _ in parts], b"".join(data for _, data in parts) == body)
                print(ask(If_None_Match=tag)[0].status, ask(If_Modified_Since=date)[0].status)
                other, data = ask(Range="bytes=5-", If_Range='"other"')
                print(other.status, len(data))
                """
            let python = try #require(Clients.python)
            try await serving { port, _ in
                let (output, status) = try await Program.run(python, ["-c", script, "\(port)", "/\(path)"])
                #expect(status == 0)
                #expect(
                    String(decoding: output, as: UTF8.self) == """
                        200 1000000 bytes
                        [206, 206, 206, 206] True
                        304 304
                        200 1000000

                        """)
            }
        }
    }
}
