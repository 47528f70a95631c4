@testable import Teapot
import TeapotTestSupport
import Testing

@Suite struct MultipartTests {
    static let sentence = "An error occurred: request body is invalid."
    private let client = ScriptedClient()

    private func request(_ parts: [Teapot.Part], boundary: String = "B") throws -> Teapot.Request {
        try client.makeRequest(.post, "a", parameters: .multipart(parts, boundary: boundary))
    }

    @Test func `parts are written byte for byte as RFC 7578 has them`() throws {
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
        #expect(request.headerFields["Content-Type"] == "multipart/form-data; boundary=B")
    }

    @Test func `no parts are the closing boundary alone`() throws {
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
    func `a boundary that can't stand in a header is refused`(boundary: String) {
        let error = teapotError { _ = try request([.field("a", "b")], boundary: boundary) }
        #expect(error?.type == .invalidPayload)
        #expect(
            error?.description
                == "\(Self.sentence) the boundary “\(boundary)” is no token of 1 to 70 characters (RFC 2046 §5.1.1)"
        )
    }

    @Test(arguments: ["text/plain\r\nX: y", "a\0", "\n", "a/b\u{7F}"])
    func `a media type with a control character is refused`(type: String) {
        let error = teapotError { _ = try request([.data("name", Data(), contentType: type)]) }
        #expect(error?.description == "\(Self.sentence) the media type of the part “name” has a control character")
    }

    @Test func `a boundary of its own is new each time`() throws {
        let types = try (0..<2).map { _ in
            try client.makeRequest(.post, "a", parameters: .multipart([])).headerFields["Content-Type"] ?? ""
        }
        #expect(types[0].hasPrefix("multipart/form-data; boundary=teapot-"))
        #expect(types[0] != types[1])
    }

    @Test func `with a file the body is put together in a temporary one that goes with the request`() throws {
        let folder = try TemporaryFolder()
        let contents = Data((0..<700_000).map { UInt8(truncatingIfNeeded: $0 / 7) })
        let file = try folder.file("photo.jpg", contents)
        let spool: URL
        do {
            let request = try request([.field("a", "b"), .file("photo", file, contentType: "image/jpeg")])
            guard case .file(let body) = request.body else { throw TeapotError(type: .invalidPayload, description: "") }
            spool = body.url
            var expected = Data("--B\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nb\r\n".utf8)
            expected += "--B\r\nContent-Disposition: form-data; name=\"photo\"; filename=\"photo.jpg\"\r\n".utf8
            expected += "Content-Type: image/jpeg\r\n\r\n".utf8
            expected += contents
            expected += "\r\n--B--\r\n".utf8
            #expect(try Data(contentsOf: spool) == expected)
        }
        #expect(!FileManager.default.fileExists(atPath: spool.path))
        #expect(FileManager.default.fileExists(atPath: file.path))
    }

    @Test func `the temporary file stays while a call needs it, and no longer`() throws {
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
        let adapting = ScriptedClient(.redirect(307, to: "/b"), .answer(), options: options)
        adapting.post("a", parameters: .multipart([.file("f", file)])) { _ in }
        #expect(adapting.requests.count == 2)
        #expect(spools.values.count == 1)
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
