import Foundation
import Teapot
import TeapotMock
import TeapotTestSupport
import TeapotTestTraits
import Testing

extension Request {
    /// Returns a request with a multipart body.
    static func multipart(_ body: some Sequence<UInt8>, type: String = "multipart/form-data; boundary=b") -> Request {
        Request(method: "POST", path: "/", headers: ["Content-Type": type], body: Data(body))
    }
}

@Suite(.inTurn) struct `A multipart body received by a mock` {
    private static let disposition = "Content-Disposition: form-data; "

    /// Returns the part for a `Content-Disposition`.
    private func part(_ disposition: String) throws -> Request.Part {
        let body = "--b\r\n\(Self.disposition)\(disposition)\r\n\r\nx\r\n--b--\r\n"
        let parts = try Request.multipart(body.utf8).multipart()
        #expect(parts.count == 1)
        return try #require(parts.first)
    }

    @Test(arguments: [
        "plain", "", "a\"b", "a\r\nX: y", "\r", "\n", "a\"\u{301}; x=\"", "a\r\n\u{301}", "é\\", "\\\"", "100%", "%2",
        "a;b=c", "日本 🫖", "%%\"", "\u{1}\t",
    ])
    func `the client's parts are read unchanged`(name: String) throws {
        let bytes = Data((0..<1000).map { UInt8(truncatingIfNeeded: $0) } + Array("\r\n--\r\n-\r\n".utf8))
        let client = MockTeapot(router: Router())
        let sent = try client.makeRequest(
            .post, "/",
            parameters: .multipart([
                .field(name, "é\r\n"), .data(name, bytes, filename: name, contentType: "image/png"), .data("", Data()),
            ])
        )
        let parts = try Request(sent).multipart()
        #expect(parts.map { Array($0.name.utf8) } == [Array(name.utf8), Array(name.utf8), []])
        #expect(parts.map { $0.filename.map { Array($0.utf8) } } == [nil, Array(name.utf8), nil])
        #expect(parts.map(\.contentType) == [nil, "image/png", "application/octet-stream"])
        #expect(parts.map(\.data) == [Data("é\r\n".utf8), bytes, Data()])
    }

    @Test func `an empty body from the client has no parts`() throws {
        let sent = try MockTeapot(router: Router()).makeRequest(.post, "/", parameters: .multipart([]))
        #expect(try Request(sent).multipart() == [])
    }

    @Test func `curl's body is read`() throws {
        // curl -F name=Ada -F 'file=@a "b".png;type=image/png' -F 'json={};type=application/json'
        let body = """
            --------------------------d74496d66958873e
            Content-Disposition: form-data; name="name"

            Ada
            --------------------------d74496d66958873e
            Content-Disposition: form-data; name="file"; filename="a %22b%22.png"
            Content-Type: image/png

            PNG
            --------------------------d74496d66958873e
            Content-Disposition: form-data; name="json"
            Content-Type: application/json

            {}
            --------------------------d74496d66958873e--

            """.replacingOccurrences(of: "\n", with: "\r\n")
        let type = "multipart/form-data; boundary=------------------------d74496d66958873e"
        let parts = try Request.multipart(body.utf8, type: type).multipart()
        #expect(parts.map(\.name) == ["name", "file", "json"])
        #expect(parts.map(\.filename) == [nil, "a \"b\".png", nil])
        #expect(parts.map(\.contentType) == [nil, "image/png", "application/json"])
        #expect(parts.map { String(decoding: $0.data, as: UTF8.self) } == ["Ada", "PNG", "{}"])
        #expect(
            parts[1].headers == [
                "Content-Disposition": "form-data; name=\"file\"; filename=\"a %22b%22.png\"",
                "Content-Type": "image/png",
            ])
    }

    @Test func `a browser's body is read`() throws {
        // Two files in one field, one field left empty, and a name with a line break.
        let body = """
            ------WebKitFormBoundary7MA4YWxkTrZu0gW
            Content-Disposition: form-data; name="files[]"; filename="C:\\photos\\1.txt"
            Content-Type: text/plain

            one

            ------WebKitFormBoundary7MA4YWxkTrZu0gW
            Content-Disposition: form-data; name="files[]"; filename=""
            Content-Type: application/octet-stream


            ------WebKitFormBoundary7MA4YWxkTrZu0gW
            Content-Disposition: form-data; name="a%0D%0Ab"

            c
            ------WebKitFormBoundary7MA4YWxkTrZu0gW--

            """.replacingOccurrences(of: "\n", with: "\r\n")
        let type = "multipart/form-data; boundary=----WebKitFormBoundary7MA4YWxkTrZu0gW"
        let parts = try Request.multipart(body.utf8, type: type).multipart()
        #expect(parts.map(\.name) == ["files[]", "files[]", "a\r\nb"])
        #expect(parts.map(\.filename) == ["C:\\photos\\1.txt", "", nil])
        #expect(parts.map { String(decoding: $0.data, as: UTF8.self) } == ["one\r\n", "", "c"])
    }

    @Test(arguments: [
        (#"name="a""#, "a", nil), (#"name="";filename="""#, "", ""), (#"FileName="f" ;NAME="a"; ;"#, "a", "f"),
        (#"name=a; filename=b.txt"#, "a", "b.txt"), (#"name="a;b=c""#, "a;b=c", nil), (#"name="a\""#, "a\\", nil),
        (#"name="%22%0D%0A%0d%0a%25%27""#, "\"\r\n%0d%0a%25%27", nil), (#"name="%2"; x=y"#, "%2", nil),
        (#"name="%%222""#, "%\"2", nil), (#"size="1"; name="é""#, "é", nil),
    ])
    func `a name is read as browsers write it (WHATWG HTML)`(
        _ disposition: String, _ name: String, _ filename: String?
    ) throws {
        let part = try part(disposition)
        #expect(part.name == name)
        #expect(part.filename == filename)
    }

    @Test
    func `text before the first and after the last delimiter, and spaces after any, are skipped (RFC 2046 §5.1.1)`()
        throws
    {
        let body =
            "read me\r\n--b \t\r\n\(Self.disposition)name=\"a\"\r\n\r\nx\r\n--b \r\n"
            + "\(Self.disposition)name=\"c\"\r\n\r\n--b--\t\r\nthe end\r\n--b\r\n"
        let parts = try Request.multipart(body.utf8).multipart()
        #expect(parts.map(\.name) == ["a", "c"])
        #expect(parts.map(\.data) == [Data("x".utf8), Data()])
        #expect(try Request.multipart("\r\n--b--".utf8).multipart() == [])
    }

    @Test func `text that only looks like a delimiter is content`() throws {
        let data = "x--b--\n--b\r--b\r\n-b\r\n--\r\n--B\r\r\n --b\r\n"
        let body = "--b\r\n\(Self.disposition)name=\"a\"\r\n\r\n\(data)\r\n--b--\r\n"
        #expect(try Request.multipart(body.utf8).multipart().map(\.data) == [Data(data.utf8)])
    }

    @Test(arguments: [
        "multipart/form-data; boundary=b", "Multipart/Form-Data;Boundary=\"b\"",
        "multipart/form-data ; x=y; boundary=b;",
    ])
    func `a boundary may be in quotes, and after other parameters`(type: String) throws {
        #expect(try Request.multipart("--b--".utf8, type: type).multipart() == [])
    }

    @Test(arguments: ["0aZ'()+_,-./:=?", "a b", String(repeating: "x", count: 70)])
    func `a boundary has up to 70 characters, some of them only in quotes (RFC 2046 §5.1.1)`(boundary: String) throws {
        let body = "--\(boundary)\r\n\(Self.disposition)name=\"a\"\r\n\r\nx\r\n--\(boundary)--"
        let request = Request.multipart(body.utf8, type: "multipart/form-data; boundary=\"\(boundary)\"")
        #expect(try request.multipart().map(\.name) == ["a"])
    }

    @Test func `headers are kept whether or not they're UTF-8, with names in any case`() throws {
        var body = Data("--b\r\nX-One: 1\r\ncontent-disposition:Form-Data; name=a\r\nX-Two:\t\u{e9} \r\nX-3: ".utf8)
        body += [0xE9, 0x01] + Array("\r\nX-Empty:\r\n\r\n\r\n--b--".utf8)
        let part = try #require(try Request.multipart(body).multipart().first)
        #expect(
            part.headers == [
                "X-One": "1", "content-disposition": "Form-Data; name=a", "X-Two": "é", "X-3": "é\u{1}", "X-Empty": "",
            ])
        #expect(part.data == Data())
    }

    @Test func `a body that nearly ends a part at each byte takes linear time`() throws {
        let count = Size.of(full: 20_000, usual: 5000)
        let boundary = String(repeating: "-", count: 70)
        let type = "multipart/form-data; boundary=\(boundary)"
        let near = String(repeating: "\r\n" + String(repeating: "-", count: 71), count: count)
        let head = "--\(boundary)\r\n\(Self.disposition)name=\"a\"\r\n\r\n"
        let request = Request.multipart((head + near + "\r\n--\(boundary)--").utf8, type: type)
        #expect(try request.multipart().map(\.data.count) == [near.utf8.count])
        let many = String(repeating: head + "x\r\n", count: count) + "--\(boundary)--"
        #expect(try Request.multipart(many.utf8, type: type).multipart().count == count)
    }
}
