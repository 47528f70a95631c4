import Foundation
import Teapot
import TeapotMock
import TeapotMockFolders
import TeapotTestSupport
import Testing

@testable import TeapotMockServer

extension SocketSuites {
    /// Tests of responses that are compressed, over a raw socket.
    @Suite struct `A server that compresses` {
        private static let json = CompressionSamples.json(3_000)

        /// Returns the responses of a server that compresses, to requests with a method and lines.
        private func responses(
            _ router: Router, isOn: Bool = true, _ requests: [(method: String, path: String, lines: [String])]
        ) async throws -> [WireMessage] {
            router.compressesResponses = isOn
            return try await Clients.serving(router) { port in
                try await RawClient.talking(to: port) { client in
                    try requests.map { request in
                        let lines = (["\(request.method) \(request.path) HTTP/1.1", "Host: a"] + request.lines)
                        return try client.exchange(
                            lines.map { $0 + "\r\n" }.joined() + "\r\n", method: request.method)
                    }
                }
            }
        }

        private func response(
            to lines: String..., method: String = "GET", isOn: Bool = true, with response: Response
        ) async throws -> WireMessage {
            let router = Router()
            router.any("/", with: response)
            return try #require(try await responses(router, isOn: isOn, [(method, "/", lines)]).first)
        }

        @Test func `sends compressed bytes and their length to a client that asks for them`() async throws {
            let plain = Response.data(Self.json, contentType: "application/json")
            let message = try await response(to: "Accept-Encoding: gzip", with: plain)
            #expect(message.status == 200)
            #expect(message.body == Gzip.coded(Self.json))
            #expect(message.headers["Content-Encoding"] == "gzip")
            #expect(message.headers["Vary"] == "Accept-Encoding")
            #expect(message.headers["Content-Length"] == "\(message.body.count)")
            #expect(message.headers["Content-Type"] == "application/json")
            for lines in [["Accept: */*"], ["Accept-Encoding: gzip;q=0, br"], ["Accept-Encoding: identity"]] {
                let message = try await response(to: lines[0], with: plain)
                #expect(message.body == Self.json)
                #expect(message.headers["Content-Encoding"] == nil)
                #expect(message.headers["Vary"] == "Accept-Encoding")
                #expect(message.headers["Content-Length"] == "\(Self.json.count)")
            }
        }

        @Test func `compresses nothing unless it is configured to`() async throws {
            #expect(!Router().compressesResponses)
            let plain = Response.data(Self.json, contentType: "application/json")
            let message = try await response(to: "Accept-Encoding: gzip", isOn: false, with: plain)
            #expect(message.body == Self.json)
            #expect(message.headers["Vary"] == nil)
        }

        @Test func `leaves short, compressed and no-transform bodies unchanged`() async throws {
            let text = Data(repeating: 0x61, count: 1024)
            func response(
                _ fields: Teapot.HeaderFields, _ body: Data = text, status: Teapot.StatusCode = 200
            ) -> Response {
                Response(status: status, headers: fields, body: body)
            }
            let type: Teapot.HeaderFields = ["Content-Type": "text/plain"]
            let noise = CompressionSamples.random(2_000, of: 256)
            // Whether the response is compressed, and whether it could be.
            let cases: [(Response, isCompressed: Bool, varies: Bool)] = [
                (response(type), true, true), (response(type, status: 404), true, true),
                (response(type, text.dropLast()), false, false), (response(type, Data()), false, false),
                (response(type, noise), true, true), (response([:]), false, false),
                (response(["Content-Type": "image/png"]), false, false),
                (response(["Content-Type": "application/octet-stream"]), false, false),
                (response(["Content-Type": "text/plain", "Content-Encoding": "br"]), false, false),
                (response(["Content-Type": "text/plain", "Cache-Control": "no-transform"]), false, false),
                (response(["Content-Type": "text/plain", "Content-MD5": "AA=="]), false, false),
                (response(["Content-Type": "text/plain", "Vary": "Origin"]), true, true),
                (response(["Content-Type": "text/plain", "Vary": "*"]), true, true),
                (response(type, Data(repeating: 0x61, count: (1 << 20) + 1)), false, false),
            ]
            let router = Router()
            for (index, answer) in cases.enumerated() { router.get("/\(index)", with: answer.0) }
            let messages = try await responses(
                router, cases.indices.map { ("GET", "/\($0)", ["Accept-Encoding: gzip, deflate, br"]) })
            for (index, (message, expected)) in zip(messages, cases).enumerated() {
                let isCompressed = message.body.starts(with: [0x1F, 0x8B])
                #expect(isCompressed == expected.isCompressed, "case \(index)")
                let hasCoding = message.headers["Content-Encoding"] == "gzip"
                #expect(hasCoding == expected.isCompressed, "case \(index)")
                let vary = message.headers["Vary"] ?? ""
                #expect((vary == "*" || vary.contains("Accept-Encoding")) == expected.varies, "case \(index)")
            }
            #expect(messages[11].headers["Vary"] == "Origin, Accept-Encoding")
            #expect(messages[12].headers["Vary"] == "*")
        }

        @Test func `sends no form that a client refuses`() async throws {
            let noise = CompressionSamples.random(2_000, of: 256)
            for body in [noise, Data("tea".utf8), Self.json] {
                let plain = Response.data(body, contentType: "image/png")
                let message = try await response(to: "Accept-Encoding: gzip, identity;q=0", with: plain)
                #expect(message.body == Gzip.coded(body))
                #expect(message.headers["Content-Encoding"] == "gzip")
                #expect(message.headers["Vary"] == "Accept-Encoding")
            }
            let empty = try await response(to: "Accept-Encoding: gzip, identity;q=0", with: .status(200))
            #expect(empty.headers["Content-Encoding"] == nil)
        }

        @Test func `answers HEAD with the headers of GET (RFC 9110 §9.3.2)`() async throws {
            let router = Router()
            router.get("/short", with: .data(Self.json, contentType: "application/json").acceptingRanges())
            router.get("/long", with: .data(CompressionSamples.json(100_000), contentType: "application/json"))
            // The length of a body that the handler doesn't produce is unknown.
            let unknown: Teapot.HeaderFields = ["Content-Length": "5000", "Content-Type": "text/css"]
            router.head("/unknown", with: Response(headers: unknown))
            let lines = ["Accept-Encoding: gzip"]
            let messages = try await responses(
                router,
                ["/short", "/long"].flatMap { [("GET", $0, lines), ("HEAD", $0, lines)] }
                    + [("HEAD", "/unknown", lines)])
            for index in [0, 2] {
                #expect(messages[index].headers["Content-Encoding"] == "gzip")
                #expect(messages[index].headers.undated == messages[index + 1].headers.undated)
            }
            #expect(messages[4].headers["Content-Length"] == "5000")
            #expect(messages[4].headers["Content-Encoding"] == nil)
        }

        @Test func `leaves streams, events and broken responses unchanged`() async throws {
            let text = String(decoding: Self.json, as: UTF8.self)
            let router = Router()
            router.get("/stream", with: .stream([Self.json, Self.json], contentType: "text/plain"))
            router.get("/events", with: .events { $0(Teapot.ServerSentEvent(event: "json", data: text)) })
            router.get("/fault", with: .data(Self.json, contentType: "text/plain").failing(.contentLength(3_500)))
            router.compressesResponses = true
            try await Clients.serving(router) { port in
                for path in ["/stream", "/events", "/fault"] {
                    let head = try await RawClient.talking(to: port) { client in
                        try client.send(SocketSuites.get(path, "Accept-Encoding: gzip"))
                        return try client.stream.readHead()
                    }
                    #expect(head.headers["Content-Encoding"] == nil)
                    #expect(head.headers["Vary"] == nil)
                }
            }
        }

        @Test func `answers 304 to a client that has the body in either form (RFC 9110 §13.1.2)`() async throws {
            let router = Router()
            let fields: Teapot.HeaderFields = ["ETag": "\"v1\""]
            router.get(
                "/", with: .data(Self.json, contentType: "application/json", headers: fields).acceptingRanges())
            let gzip = "Accept-Encoding: gzip"
            let messages = try await responses(
                router,
                [
                    [gzip], [gzip, #"If-None-Match: W/"v1""#], [gzip, #"If-None-Match: "v1""#],
                    [#"If-None-Match: "v0", W/"v1""#], [#"If-None-Match: "v1""#], [gzip, #"If-None-Match: W/"v2""#],
                ].map { ("GET", "/", $0) })
            #expect(messages.map(\.status) == [200, 304, 304, 304, 304, 200])
            let tags = messages.map { $0.headers["ETag"] ?? "" }
            #expect(tags == [#"W/"v1""#, #"W/"v1""#, #""v1""#, #"W/"v1""#, #""v1""#, #"W/"v1""#])
            #expect(messages.allSatisfy { $0.headers["Vary"] == "Accept-Encoding" })
            #expect(messages.map { $0.headers["Content-Encoding"] } == ["gzip", nil, nil, nil, nil, "gzip"])
        }

        @Test func `sends ranges of the uncompressed body (RFC 9110 §14)`() async throws {
            let folder = try TemporaryFolder()
            try FileManager.default.createDirectory(at: folder.path("list"), withIntermediateDirectories: true)
            try Self.json.write(to: folder.path("list/success_list.json"))
            let switchboard = Switchboard(MockFolder(folder.path("")))
            switchboard.undecided = .firstMock
            let router = Router()
            router.switchboard = switchboard
            let gzip = "Accept-Encoding: gzip"
            let first = try await responses(router, [("GET", "/list", [gzip]), ("GET", "/list", [])])
            #expect(first[0].headers["Content-Encoding"] == "gzip")
            // The compressed body can't be continued.
            #expect(first[0].headers["Accept-Ranges"] == nil)
            #expect(first[1].headers["Accept-Ranges"] == "bytes")
            let tag = try #require(first[1].headers["ETag"])
            #expect(first[0].headers["ETag"] == "W/" + tag)
            let date = try #require(first[0].headers["Last-Modified"])
            let range = "Range: bytes=100-199"
            let messages = try await responses(
                router,
                [
                    [gzip, range], [gzip, range, "If-Range: \(tag)"], [gzip, range, "If-Range: W/\(tag)"],
                    // Both forms have the date, so it doesn't tell which one the client has.
                    [gzip, range, "If-Range: \(date)"], [range, "If-Range: \(date)"], [gzip, "Range: bytes=9999999-"],
                    [gzip, "Range: lines=1-2"],
                ].map { ("GET", "/list", $0) })
            #expect(messages.map(\.status) == [206, 206, 200, 200, 206, 416, 200])
            for message in messages {
                #expect(message.headers["Content-Encoding"] == nil)
                #expect(message.headers["ETag"] == tag)
                if message.status == 206 { #expect(message.body == Self.json[100..<200]) }
                if message.status == 200 { #expect(message.body == Self.json) }
                if message.status != 416 { #expect(message.headers["Vary"] == "Accept-Encoding") }
            }
        }

        @Test func `shows the uncompressed body to observers`() async throws {
            let seen = Locked<[Response]>([])
            let observer = Observer { response in seen.withLock { $0.append(response) } }
            let server = Server(router: Router(), limits: Server.Limits(), eventLoops: 1, mount: observer)
            server.router.get("/", with: .data(Self.json, contentType: "application/json"))
            server.router.compressesResponses = true
            let port = try server.start()
            let message = try await RawClient.talking(to: port) { client in
                try client.exchange(SocketSuites.get("/", "Accept-Encoding: gzip"))
            }
            let page = try await RawClient.talking(to: port) { client in
                try client.exchange(SocketSuites.get("/app", "Accept-Encoding: gzip"))
            }
            try await server.stop(within: 0)
            #expect(message.headers["Content-Encoding"] == "gzip")
            #expect(page.headers["Content-Encoding"] == nil)
            let responses = seen.withLock { $0 }
            #expect(responses == [.data(Self.json, contentType: "application/json")])
            #expect(server.router.journal.entries.map(\.ending) == [.responded(200)])
        }

        /// A mount that observes responses.
        private struct Observer: Mount {
            let path: StaticString = "/app"
            let observesResponses = true
            let see: @Sendable (Response) -> Void

            func response(to request: Request, from peer: Server.Peer) async -> Response {
                .data(json, contentType: "text/html")
            }
            func willSend(_ response: Response, entry: Int) { see(response) }
            func willSend(_ piece: Data, entry: Int) {}
        }
    }
}

extension Teapot.HeaderFields {
    /// The fields without the date, which may differ.
    fileprivate var undated: Self { Self(filter { $0.name != "Date" }) }
}
