import Foundation
import Teapot
import TeapotMock
import TeapotMockServer
import TeapotTestSupport
import Testing

extension SocketSuites {
    /// Tests of clients that ask for compressed bodies.
    @Suite struct `A client of a server that compresses` {
        /// Runs `body` with the port of a server with texts of several lengths and a picture.
        private func serving(_ body: (UInt16) async throws -> Void) async throws {
            let router = Router()
            for (path, data) in Self.texts {
                router.get(path, with: .data(data, contentType: "application/json").acceptingRanges())
            }
            router.get("/picture", with: .data(Data.sample(50_000), contentType: "image/png"))
            router.compressesResponses = true
            try await Clients.serving(router, body)
        }

        private static let texts = ["/short": 100, "/medium": 10_000, "/long": 300_000].mapValues {
            CompressionSamples.json($0)
        }

        @Test func `such as URLSession gets the same bytes as without compression`() async throws {
            try await serving { port in
                let session = URLSession(configuration: .ephemeral)
                defer { session.finishTasksAndInvalidate() }
                for (path, text) in Self.texts.merging(["/picture": Data.sample(50_000)], uniquingKeysWith: { $1 }) {
                    var request = URLRequest(url: try #require(URL(string: "http://127.0.0.1:\(port)\(path)")))
                    request.cachePolicy = .reloadIgnoringLocalCacheData
                    // Foundation asks for gzip automatically.
                    let (data, response) = try await session.data(for: request)
                    let http = try #require(response as? HTTPURLResponse)
                    let isCompressed = path == "/medium" || path == "/long"
                    #expect(http.value(forHTTPHeaderField: "Vary") == (isCompressed ? "Accept-Encoding" : nil))
                    #expect(
                        http.value(forHTTPHeaderField: "Etag")?.hasPrefix("W/")
                            == (path == "/picture" ? nil : isCompressed))
                    #expect(data == text)
                    request.setValue("identity", forHTTPHeaderField: "Accept-Encoding")
                    #expect(try await session.data(for: request).0 == text)
                }
            }
        }

        @Test(.enabled(if: Clients.curl != nil, "curl is not installed"))
        func `such as curl decodes the same bytes`() async throws {
            try await serving { port in
                let url = "http://127.0.0.1:\(port)/long"
                let text = try #require(Self.texts["/long"])
                let format = ["-w", "%{size_download}"]
                for (arguments, isCoded) in [([], false), (["--compressed"], true)] {
                    try await Clients.withFile(Data()) { file in
                        let path = try #require(Clients.curl)
                        let (output, status) = try await Program.run(
                            path, Clients.curlArguments + arguments + format + ["-o", file, url])
                        #expect(status == 0)
                        let count = try #require(Int(String(decoding: output, as: UTF8.self)))
                        // Each of five blocks has a five-byte header, after the header of the format.
                        #expect(count == text.count + (isCoded ? 18 + 5 * 5 : 0))
                        #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == text)
                    }
                }
            }
        }
    }
}
