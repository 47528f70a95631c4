@testable import Teapot
import Foundation
import TeapotTestSupport
import TeapotTestTraits
import Testing

@Suite(.inTurn) struct `A multipart body` {
    static let sentence = "The request's body is invalid:"
    private let client = ScriptedClient()

    private func request(_ parts: [Teapot.Part], boundary: String = "B") throws -> Teapot.Request {
        try client.makeRequest(.post, "a", parameters: .multipart(parts, boundary: boundary))
    }

    @Test func `parts are written byte for byte as in RFC 7578`() throws {
        let request = try request([
            .field("title", "Grüße\r\nzwei Zeilen"),
            .data("blob", Data([0, 13, 10, 255]), filename: "a b.bin"),
            .data("raw", Data("{}".utf8), contentType: "application/json"),
            .field("", ""),
        ])
        var expected = Data()
        expected += "--B\r\nContent-Disposition: form-data; name=\"title\"\r\n\r\nGrüße\r\nzwei Zeilen\r\n".utf8
        expected += "--B\r\nContent-Disposition: form-data; name=\"blob\"; filename=\"a b.bin\"\r\n".utf8
        expected += "Content-Type: application/octet-stream\r\n\r\n".utf8
        expected += [0, 13, 10, 255]
        expected += "\r\n--B\r\nContent-Disposition: form-data; name=\"raw\"\r\n".utf8
        expected += "Content-Type: application/json\r\n\r\n{}\r\n".utf8
        expected += "--B\r\nContent-Disposition: form-data; name=\"\"\r\n\r\n\r\n--B--\r\n".utf8
        #expect(request.bodyData == expected)
        #expect(request.headers["Content-Type"] == "multipart/form-data; boundary=B")
    }

    @Test func `an empty list of parts is only the closing boundary`() throws {
        #expect(try request([]).bodyText == "--B--\r\n")
    }

    @Test(arguments: [
        ("a\"b", "a%22b"), ("a\r\nX: y", "a%0D%0AX: y"), ("\r", "%0D"), ("\n", "%0A"),
        ("a\"\u{301}; x=\"", "a%22\u{301}; x=%22"),
        ("a\r\n\u{301}", "a%0D%0A\u{301}"), ("é\\", "é\\"), ("100%", "100%"),
    ])
    func `a quote or a line break in a name can't end it`(name: String, escaped: String) throws {
        #expect(
            try request([.data(name, Data(), filename: name)]).bodyText
                == "--B\r\nContent-Disposition: form-data; name=\"\(escaped)\"; filename=\"\(escaped)\"\r\n"
                + "Content-Type: application/octet-stream\r\n\r\n\r\n--B--\r\n"
        )
    }

    @Test(arguments: ["", "a b", "a\r\n", "é", String(repeating: "x", count: 71), "a;b", "a\"b"])
    func `a boundary that can't be in a header is refused`(boundary: String) {
        let error = teapotError { _ = try request([.field("a", "b")], boundary: boundary) }
        #expect(error?.type == .invalidPayload)
        #expect(
            error?.description
                == "\(Self.sentence) the boundary “\(boundary)” is not a token of 1 to 70 bytes (RFC 2046 §5.1.1)"
        )
    }

    @Test(arguments: ["text/plain\r\nX: y", "a\0", "\n", "a/b\u{7F}"])
    func `a media type with a control character is refused`(type: String) {
        let error = teapotError { _ = try request([.data("name", Data(), contentType: type)]) }
        #expect(error?.description == "\(Self.sentence) the media type of the part “name” has a control character")
    }

    @Test func `a generated boundary is new each time`() throws {
        let types = try (0..<2).map { _ in
            try client.makeRequest(.post, "a", parameters: .multipart([])).headers["Content-Type"] ?? ""
        }
        #expect(types[0].hasPrefix("multipart/form-data; boundary=teapot-"))
        #expect(types[0] != types[1])
    }

    @Test func `a body with a file is built in a temporary file that is deleted with the request`() async throws {
        let folder = try TemporaryFolder()
        let contents = Data((0..<700_000).map { UInt8(truncatingIfNeeded: $0 / 7) })
        let file = try folder.file("photo.jpg", contents)
        let spool: URL
        let queue: DispatchQueue
        do {
            let request = try request([.field("a", "b"), .file("photo", file, contentType: "image/jpeg")])
            guard case .file(let body) = request.body else { throw TeapotError(type: .invalidPayload, description: "") }
            (spool, queue) = (body.url, body.queue)
            // Writing takes time, so the call starts it.
            #expect(!FileManager.default.fileExists(atPath: spool.path))
            try await body.written()
            #expect(try FileManager.default.attributesOfItem(atPath: spool.path)[.posixPermissions] as? Int == 0o600)
            var expected = Data("--B\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nb\r\n".utf8)
            expected += "--B\r\nContent-Disposition: form-data; name=\"photo\"; filename=\"photo.jpg\"\r\n".utf8
            expected += "Content-Type: image/jpeg\r\n\r\n".utf8
            expected += contents
            expected += "\r\n--B--\r\n".utf8
            #expect(try Data(contentsOf: spool) == expected)
        }
        await queue.drained()
        #expect(!FileManager.default.fileExists(atPath: spool.path))
        #expect(FileManager.default.fileExists(atPath: file.path))
    }

    @Test func `the temporary file exists for adapters, redirects and retries, and no longer`() async throws {
        let folder = try TemporaryFolder()
        let file = try folder.file("f")
        let spools = Recorder<URL>()
        var options = Teapot.Options()
        options.adapters = [
            Teapot.Adapter { request in
                guard case .file(let body) = request.body else { return }
                spools(body.url)
                #expect(FileManager.default.fileExists(atPath: body.url.path))
            }
        ]
        options.retriers = [Teapot.Retrier { $0.number < 2 ? .retry(after: 0) : .giveUp }]
        let client = ScriptedClient(.redirect(307, to: "/b"), .answer(503), .answer(), options: options)
        _ = try await client.post("a", parameters: .multipart([.file("f", file)]))
        #expect(client.requests.count == 3)
        #expect(spools.values.count == 2 && Set(spools.values).count == 1)
    }

    @Test func `two calls with the same request write its body once`() async throws {
        let folder = try TemporaryFolder()
        let file = try folder.file("f")
        let client = ScriptedClient([], answer: { _ in .answer() })
        let request = try client.makeRequest(.post, "a", parameters: .multipart([.file("f", file)]))
        async let first = client.send(request)
        async let second = client.send(request)
        _ = try await (first, second)
        // The part isn't read again.
        try FileManager.default.removeItem(at: file)
        _ = try await client.send(request)
        #expect(client.requests.count == 3)
    }

    @Test func `a file deleted before it's read fails the call`() async throws {
        let folder = try TemporaryFolder()
        let file = try folder.file("f")
        let client = ScriptedClient()
        let request = try client.makeRequest(.post, "a", parameters: .multipart([.file("f", file)]))
        guard case .file(let body) = request.body else { throw TeapotError(type: .invalidPayload, description: "") }
        try FileManager.default.removeItem(at: file)
        let results = Recorder<NetworkResult>()
        #expect(client.send(request) { results($0) } != nil)
        let error = try #require(await results.recorded().first?.error)
        #expect(error.type == .fileFailed)
        #expect(error.description.hasSuffix("there is no file at “\(file.path)”"))
        #expect(client.requests.isEmpty)
        #expect(!FileManager.default.fileExists(atPath: body.url.path))
    }

    @Test func `a partial body is deleted when it's no longer needed`() async throws {
        let folder = try TemporaryFolder()
        let multipart = Multipart(parts: [.file("f", try folder.file("f"))], boundary: "B")
        let body = Teapot.BodyFile(multipart)
        await #expect(throws: TeapotError.self) { try await body.written(unless: { true }) }
        #expect(!FileManager.default.fileExists(atPath: body.url.path))
        try await body.written()
        #expect(FileManager.default.fileExists(atPath: body.url.path))
    }

    @Test func `an existing file is neither written to nor removed`() async throws {
        let folder = try TemporaryFolder()
        let body = Teapot.BodyFile(Multipart(parts: [.file("f", try folder.file("f"))], boundary: "B"))
        let theirs = try folder.file("theirs", Data("theirs".utf8))
        try FileManager.default.createSymbolicLink(at: body.url, withDestinationURL: theirs)
        let error = await #expect(throws: TeapotError.self) { try await body.written() }
        #expect(error?.type == .fileFailed)
        #expect(error?.description.hasSuffix("can't be written to “\(body.url.path)”: File exists") == true)
        #expect(try Data(contentsOf: theirs) == Data("theirs".utf8))
    }

    @Test func `an adapter's multipart body is assembled, too`() async throws {
        let folder = try TemporaryFolder()
        let file = try folder.file("f", Data("tea".utf8))
        let other = ScriptedClient()
        var options = Teapot.Options()
        options.adapters = [
            Teapot.Adapter {
                $0.body = try other.makeRequest(.post, "a", parameters: .multipart([.file("f", file)])).body
            }
        ]
        let client = ScriptedClient([], options: options) { request in
            guard case .file(let body) = request.body else { return .answer(400) }
            return .answer(FileManager.default.fileExists(atPath: body.url.path) ? 200 : 500)
        }
        #expect(try await client.post("a").status == 200)
    }

    @Test(arguments: [
        ("a.png", "image/png"), ("A.JPG", "image/jpeg"), ("a.b.json", "application/json"),
        ("a.txt", "text/plain"), ("a", "application/octet-stream"), ("", "application/octet-stream"),
        ("a.unknown", "application/octet-stream"), (".png", "image/png"),
    ])
    func `a media type is guessed from a name's extension`(name: String, type: String) throws {
        #expect(Teapot.Part.data("d", Data(), filename: name).contentType == type)
        #expect(Teapot.Part.data("d", Data(), filename: name, contentType: "a/b").contentType == "a/b")
        let url = URL(fileURLWithPath: "/tmp/x").appendingPathComponent(name)
        if !name.isEmpty { #expect(Teapot.Part.file("f", url).contentType == type) }
        #expect(Teapot.Part.file("f", url, contentType: "a/b").contentType == "a/b")
        #expect(Teapot.Part.data("d", Data()).contentType == "application/octet-stream")
    }

    @Test func `a part whose file is missing is refused before anything is written`() throws {
        let folder = try TemporaryFolder()
        let missing = folder.path("missing")
        let error = teapotError { _ = try request([.file("f", missing)]) }
        #expect(error?.type == .invalidPayload)
        #expect(error?.description == "\(Self.sentence) there is no file at “\(missing.path)”")
    }

    @Test func `a file's name is its own unless another is given`() throws {
        let folder = try TemporaryFolder()
        let file = try folder.file("own.txt")
        #expect(Teapot.Part.file("f", file).head.contains("filename=\"own.txt\""))
        #expect(Teapot.Part.file("f", file, filename: "other").head.contains("filename=\"other\""))
    }
}

extension Teapot.BodyFile {
    fileprivate func written(unless isCancelled: @escaping @Sendable () -> Bool = { false }) async throws {
        try await withCheckedContinuation { continuation in
            write(unless: isCancelled) { continuation.resume(returning: $0) }
        }
        .get()
    }
}
