import Foundation
import Teapot
import TeapotMock
import TeapotTestSupport
import TeapotTestTraits
import Testing

/// Tests of unusual responses, with the real client on a socket as the reference.
@Suite(.inTurn, .timeLimit(.minutes(2))) struct `A client in this process receives the same as one on a socket` {
    /// A response, and the method of its request.
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var method = Teapot.Method.get
        let response: Response

        init(_ name: String, _ response: Response, _ method: Teapot.Method = .get) {
            (testDescription, self.method, self.response) = (name, method, response)
        }
    }

    private static let text = Data((0..<60).map { "\($0 * $0) cups of tea\n" }.joined().utf8)
    /// The text, compressed by Python's `zlib` with the windows 31 (gzip), 15 (zlib) and -15 (deflate).
    private static let gzip = data(
        """
        H4sIAAAAAAACA12SOw4CMAxDd07RI+TXtD0OQrCCBNwfVr8xcj6ObRu37+s9no/xuV8vLlVJdbSzpYwpZSpaOtu6eOtVN9M6gFeBCZgd\
        UAO3mMC3zmcUfoEq4FcFfOv8DN0/l95v8GvgC/ML+zfuH/A7TX3xoBsUcIdETg09ILInXSjaNOlj0+hmEhaS4rvoNZIWRredSQ3THZGm\
        V6LMkRgwjWbH4o7NKwc8kkzT8cs/iEhmQo8sKPYDA2zpq84DAAA=
        """)
    private static let zlib = data(
        """
        eNpdkjsOAjAMQ3dO0SPk17Q9DkKwggTcH1a/MXI+jm0bt+/rPZ6P8blfLy5VSXW0s6WMKWUqWjrbunjrVTfTOoBXgQmYHVADt5jAt85n\
        FH6BKuBXBXzr/AzdP5feb/Br4AvzC/s37h/wO0198aAbFHCHRE4NPSCyJ10o2jTpY9PoZhIWkuK76DWSFka3nUkN0x2RpleizJEYMI1m\
        x+KOzSsHPJJM0/HLP4hIZkKPLCj2A9jOI3E=
        """)
    private static let deflate = data(
        """
        XZI7DgIwDEN3TtEj5Ne0PQ5CsIIE3B9WvzFyPo5tG7fv6z2ej/G5Xy8uVUl1tLOljCllKlo627p461U30zqAV4EJmB1QA7eYwLfOZxR+\
        gSrgVwV86/wM3T+X3m/wa+AL8wv7N+4f8DtNffGgGxRwh0RODT0gsiddKNo06WPT6GYSFpLiu+g1khZGt51JDdMdkaZXosyRGDCNZsfi\
        js0rBzySTNPxyz+ISGZCjywo9gM=
        """)
    private static let twice = data(
        """
        H4sIAAAAAAACAwHCAD3/H4sIAAAAAAACA12SOw4CMAxDd07RI+TXtD0OQrCCBNwfVr8xcj6ObRu37+s9no/xuV8vLlVJdbSzpYwpZSpa\
        Otu6eOtVN9M6gFeBCZgdUAO3mMC3zmcUfoEq4FcFfOv8DN0/l95v8GvgC/ML+zfuH/A7TX3xoBsUcIdETg09ILInXSjaNOlj0+hmEhaS\
        4rvoNZIWRredSQ3THZGmV6LMkRgwjWbH4o7NKwc8kkzT8cs/iEhmQo8sKPYDA2zpq84DAAALt234wgAAAA==
        """)

    private static func data(_ text: String) -> Data { Data(base64Encoded: text) ?? Data() }

    private static func coded(_ coding: String, _ body: Data, status: Teapot.StatusCode = .ok) -> Response {
        Response(status: status, headers: ["Content-Encoding": coding, "Content-Type": "text/plain"], body: body)
    }

    private static func pieces(of body: Data, _ fields: Teapot.HeaderFields, by count: Int = 7) -> Response {
        let starts = stride(from: 0, to: body.count, by: count)
        let pieces = starts.map { Data(body[$0..<min($0 + count, body.count)]) }
        return .stream(pieces, contentType: "text/plain", headers: fields)
    }

    static let cases: [Case] = [
        Case("gzip", coded("gzip", gzip)),
        Case("GZip in another case", coded("GZip", gzip)),
        Case("x-gzip", coded("x-gzip", gzip)),
        Case("zlib as deflate", coded("deflate", zlib)),
        Case("raw deflate", coded("deflate", deflate)),
        Case("gzip twice", coded("gzip, gzip", twice)),
        Case("identity", coded("identity", text)),
        Case("an error with gzip", coded("gzip", gzip, status: 404)),
        Case("HEAD of gzip", coded("gzip", gzip), .head),
        Case("nothing as gzip", coded("gzip", Data())),
        Case("text as gzip", coded("gzip", text)),
        Case("gzip cut short", coded("gzip", gzip.prefix(gzip.count / 2))),
        Case("gzip without its trailer", coded("gzip", gzip.dropLast(8))),
        Case("gzip damaged", coded("gzip", gzip.prefix(30) + Data(repeating: 0xFF, count: 40))),
        Case("gzip with a false checksum", coded("gzip", gzip.dropLast(8) + Data(repeating: 7, count: 8))),
        Case("gzip with a false length", coded("gzip", gzip.dropLast(4) + Data(repeating: 7, count: 4))),
        Case("gzip with a part of its checksum", coded("gzip", gzip.dropLast(5))),
        Case("gzip with more behind it", coded("gzip", gzip + Data("tea".utf8))),
        Case("gzip with a reserved flag", coded("gzip", gzip.prefix(3) + [0x80] + gzip.dropFirst(4))),
        Case("gzip in pieces", pieces(of: gzip, ["Content-Encoding": "gzip"])),
        Case("a gzip stream cut", pieces(of: gzip, ["Content-Encoding": "gzip"]).failing(.cutShort(after: 40))),
        Case("a stream longer than it says", pieces(of: text, ["Content-Length": "100"])),
        Case("a stream as long as it says", pieces(of: text, ["Content-Length": String(text.count)])),
        Case("a stream shorter than it says", pieces(of: text, ["Content-Length": "10000"])),
        Case("a stream of nothing", pieces(of: text, ["Content-Length": "0"])),
        Case("a body with chunks of its own", Response(headers: ["Transfer-Encoding": "chunked"], body: text)),
        Case("no length", Response(headers: ["Content-Length": "none"], body: text)),
        Case("no content", Response(status: .noContent, headers: ["Content-Length": "5"], body: text)),
        Case("reset content", Response(status: 205, body: text)),
        Case("not modified", Response(status: .notModified, body: text)),
        Case("not modified, of a length", Response(status: .notModified, headers: ["Content-Length": "7"])),
        Case("HEAD of nothing", Response(), .head),
        Case("HEAD of a length", Response(headers: ["Content-Length": "7"]), .head),
        Case("HEAD of a body", Response(body: text).failing(.cutShort(after: 5)), .head),
        Case("a false length", Response(body: text).failing(.contentLength(10_000))),
        Case("HEAD of a false length", Response(body: text).failing(.contentLength(10_000)), .head),
        Case("a status of four digits", Response(status: 1000)),
        Case("a status of two digits", Response(status: 99)),
        Case("a value with a zero", Response(headers: ["X-Tea": "a\0b"])),
        Case("a name of nothing", Response(headers: ["": "a"])),
        Case("a trailer with a line break", trailing(["X-Sum": "1\r\n2"])),
    ]

    private static func trailing(_ trailers: Teapot.HeaderFields) -> Response {
        var response = Response(body: text)
        response.trailers = trailers
        return response
    }

    @Test(arguments: cases) func `for each response`(of sample: Case) async throws {
        let socket = try await received(sample, by: .socket)
        for transport in [Transport.mock, .interception] {
            let other = try await received(sample, by: transport)
            #expect(other == socket, "\(transport)")
        }
    }

    @Test func `for a coded body that ends or changes at any byte, and nothing traps`() async throws {
        let router = Router()
        let mock = MockTeapot(router: router)
        for end in Self.gzip.indices {
            router.get("/tea", with: Self.coded("gzip", Self.gzip.prefix(end)))
            let body = try await mock.get("tea").body
            #expect(Self.text.starts(with: body))
        }
        for index in Self.gzip.indices {
            for bits in [1, 0x80, 0xFF] as [UInt8] {
                var damaged = Self.gzip
                damaged[index] ^= bits
                router.get("/tea", with: Self.coded("gzip", damaged))
                _ = try? await mock.get("tea")
            }
        }
    }

    @Test(arguments: Transport.allCases)
    func `for a stream longer than its declared length, and for the next response`(transport: Transport)
        async throws
    {
        let router = Router()
        let isOver = Locked(false)
        router.get("/endless") { _ in
            let stream = Response.Stream { send in
                defer { isOver.withLock { $0 = true } }
                while !Task.isCancelled {
                    send(Data("abc".utf8))
                    await Task.yield()
                }
            }
            return .stream(stream, headers: ["Content-Length": "5"])
        }
        router.get("/next", with: .text("tea"))
        try await transport.withClient(of: router) { client async throws in
            #expect(try await client.get("endless").body == Data("abcab".utf8))
            #expect(try await client.get("next").body == Data("tea".utf8))
            #expect(await eventually { isOver.withLock { $0 } })
        }
    }

    /// A response as the client and the journal describe it.
    private struct Outcome: Equatable {
        var status: Int
        var body: Data
        var fields: [String?]
        var error: URLError.Code?
        var ending: Journal.Ending?
    }

    private func received(_ sample: Case, by transport: Transport) async throws -> Outcome {
        let router = Router()
        router.any("/tea") { _ in sample.response }
        let (response, error) = try await transport.withClient(of: router) {
            client async -> (Teapot.Response?, URLError.Code?) in
            do throws(TeapotError) {
                return (try await client.request(sample.method, "tea", timeout: 20), nil)
            } catch {
                return (error.response, (error.underlyingError as? URLError)?.code)
            }
        }
        let names = ["Content-Length", "Content-Encoding", "Content-Type", "X-Tea"]
        return Outcome(
            status: response?.status ?? 0, body: response?.body ?? Data(),
            fields: names.map { response?.headers[$0] }, error: error, ending: router.journal.entries.first?.ending
        )
    }
}
