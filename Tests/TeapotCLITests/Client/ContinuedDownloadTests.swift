import Foundation
import Teapot
import TeapotMock
import TeapotMockServer
import TeapotTestSupport
import Testing

extension ProgramSuites {
    @Suite struct `A continued download` {
        /// A server of a versioned file, which breaks off the body on request.
        fileprivate final class Origin: Sendable {
            struct State {
                var text: String
                var tag: String? = "\"1\""
                /// The number of bytes after which a body breaks off.
                var cut: Int?
                /// The headers of the requests.
                var received: [Teapot.HeaderFields] = []
            }

            let state: Locked<State>
            let server: Server
            let url: String

            init(_ text: String) throws {
                state = Locked(State(text: text))
                let router = Router()
                router.get("/file", handler: { [state] request in state.withLock { $0.answer(request) } })
                server = Server(router: router)
                url = "http://127.0.0.1:\(try server.start())/file"
            }

            func change(_ change: (inout State) -> Void) { state.withLock { change(&$0) } }

            /// Downloads the file to `f`.
            func download(in folder: TemporaryFolder) async throws -> Built.Run {
                try await Built.run(["get", url, "-o", "f", "--continue"], in: folder.url)
            }
        }

        @Test func `continues where it was interrupted, with the same version`() async throws {
            let (folder, origin) = (try TemporaryFolder(), try Origin("0123456789"))
            origin.change { $0.cut = 4 }
            let first = try await origin.download(in: folder)
            #expect(first.status == 2)
            #expect(folder.files == ["f.part", "f.part.json"])
            #expect(try folder.text(of: "f.part") == "0123")
            origin.change { $0.cut = nil }
            let second = try await origin.download(in: folder)
            #expect(second.errors == "")
            #expect(second.status == 0)
            #expect(folder.files == ["f"])
            #expect(try folder.text(of: "f") == "0123456789")
            let fields = origin.state.withLock { $0.received }
            #expect(fields.map { $0["Range"] } == [nil, "bytes=4-"])
            #expect(fields.map { $0["If-Range"] } == [nil, "\"1\""])
        }

        @Test func `may begin without the option, and keeps the bytes from before the connection was cut`() async throws
        {
            let (folder, origin) = (try TemporaryFolder(["f": "old"]), try Origin("0123456789"))
            origin.change { $0.cut = 4 }
            let first = try await Built.run(["get", origin.url, "-o", "f"], in: folder.url)
            #expect(first.status == 2)
            let advice = " “\(folder.place)/f.part” has the first 4 bytes; --continue requests the rest.\n"
            #expect(first.errors.hasSuffix(advice))
            #expect(try folder.text(of: "f.part") == "0123")
            // A second download doesn't write into the first one's partial file.
            let second = try await Built.run(["get", origin.url, "-o", "f"], in: folder.url)
            #expect(second.errors.contains("/f.part-"))
            #expect(folder.files.count == 4)
            #expect(try folder.text(of: "f") == "old")
            origin.change { $0.cut = nil }
            #expect(try await origin.download(in: folder).status == 0)
            #expect(try folder.text(of: "f") == "0123456789")
            #expect(origin.state.withLock { $0.received.last?["Range"] } == "bytes=4-")
        }

        @Test func `isn't promised if the server names no version`() async throws {
            let (folder, origin) = (try TemporaryFolder(), try Origin("0123456789"))
            origin.change { ($0.cut, $0.tag) = (4, nil) }
            let run = try await Built.run(["get", origin.url, "-o", "f"], in: folder.url)
            #expect(run.errors.hasSuffix(" “f.part” has the first 4 bytes.\n"))
            #expect(folder.files == ["f.part"])
        }

        @Test func `starts over if the version changes`() async throws {
            let (folder, origin) = (try TemporaryFolder(["f": "old"]), try Origin("0123456789"))
            origin.change { $0.cut = 4 }
            _ = try await origin.download(in: folder)
            #expect(try folder.text(of: "f") == "old")
            origin.change { $0 = Origin.State(text: "abcdefghijkl", tag: "\"2\"") }
            #expect(try await origin.download(in: folder).status == 0)
            #expect(try folder.text(of: "f") == "abcdefghijkl")
            #expect(folder.files == ["f"])
        }

        @Test func `never joins bytes from a server that breaks the rules`() async throws {
            let (folder, origin) = (try TemporaryFolder(), try Origin("0123456789"))
            origin.change { $0.cut = 4 }
            _ = try await origin.download(in: folder)
            let liar = Server { _ in
                Response(
                    status: 206, headers: ["Content-Range": "bytes 4-9/10", "ETag": "\"2\""],
                    body: Data("efghij".utf8))
            }
            let port = try liar.start()
            let path = try folder.text(of: "f.part.json").replacingOccurrences(
                of: #"127.0.0.1:\#(try #require(URL(string: origin.url)?.port))"#, with: "127.0.0.1:\(port)")
            try folder.write(path, to: "f.part.json")
            let run = try await Built.run(
                ["get", "http://127.0.0.1:\(port)/file", "-o", "f", "--continue"], in: folder.url)
            #expect(run.status == 2)
            #expect(run.errors.contains("doesn't continue “f.part”"))
            #expect(folder.files == [])
            try await liar.stop()
        }

        @Test func `keeps nothing that it couldn't continue`() async throws {
            let (folder, origin) = (try TemporaryFolder(), try Origin("0123456789"))
            origin.change { ($0.cut, $0.tag) = (4, nil) }
            #expect(try await origin.download(in: folder).status == 2)
            #expect(folder.files == [])
        }

        @Test func `keeps its bytes if the server fails or the file is complete`() async throws {
            let (folder, origin) = (try TemporaryFolder(), try Origin("0123456789"))
            origin.change { $0.cut = 4 }
            _ = try await origin.download(in: folder)
            let text = origin.state.withLock { $0.text }
            origin.change { $0.text = "" }
            let failed = try await origin.download(in: folder)
            #expect(failed.status == 5)
            #expect(failed.output == "gone")
            #expect(try folder.text(of: "f.part") == "0123")
            origin.change { ($0.text, $0.cut) = (text, nil) }
            try folder.write(text, to: "f.part")
            #expect(try await origin.download(in: folder).status == 0)
            #expect(try folder.text(of: "f") == text)
            #expect(folder.files == ["f"])
        }
    }
}

extension ProgramSuites.`A continued download`.Origin.State {
    /// Returns the response to a request, with a range if the request asks for one of the current version.
    fileprivate mutating func answer(_ request: Request) -> Response {
        received.append(request.headers)
        if text.isEmpty { return Response(status: 500, body: Data("gone".utf8)) }
        var (start, response) = (0, Response())
        let range = request.headers["Range"]?.dropFirst("bytes=".count).dropLast()
        if let range, let offset = Int(range), request.headers["If-Range"] == tag {
            start = offset
            response.status = 206
            response.headers["Content-Range"] = "bytes \(start)-\(text.count - 1)/\(text.count)"
        }
        if start >= text.count {
            return Response(status: 416, headers: ["Content-Range": "bytes */\(text.count)"])
        }
        response.headers["ETag"] = tag
        response.body = Data(text.dropFirst(start).utf8)
        return cut.map { response.failing(.reset(after: $0)) } ?? response
    }
}
