import Teapot
import TeapotMock
import TeapotTestTraits
import Testing

@Suite(.inTurn) struct `An invalid multipart body` {
    @Test(arguments: [
        ("application/json", "Content-Type is \"application/json\", not multipart/form-data with a boundary"),
        ("multipart/ form-data; boundary=b", "Content-Type is \"multipart/ form-data; boundary=b\", not"),
        ("multipart/mixed; boundary=b", "Content-Type is \"multipart/mixed; boundary=b\", not"),
        ("multipart/form-data", "Content-Type \"multipart/form-data\" has no boundary"),
        ("multipart/form-data; x=b", "Content-Type \"multipart/form-data; x=b\" has no boundary"),
        (
            "multipart/form-data; boundary=b; boundary=c",
            "Content-Type \"multipart/form-data; boundary=b; boundary=c\" has more than one boundary"
        ),
        (
            "multipart/form-data; boundary=",
            "in Content-Type \"multipart/form-data; boundary=\" "
                + "boundary has no value; a value is a token or a quoted string"
        ),
        (
            "multipart/form-data; boundary=a:b",
            "in Content-Type \"multipart/form-data; boundary=a:b\" expected \";\", found \":b\""
        ),
        (
            "multipart/form-data; boundary=\"b",
            "in Content-Type \"multipart/form-data; boundary=\\\"b\" the quotes around boundary are not closed"
        ),
        (
            "multipart/form-data; boundary = b",
            "in Content-Type \"multipart/form-data; boundary = b\" \"boundary = b\" is not a parameter with a value"
        ),
        (
            "multipart/form-data; boundary=\"\"",
            "the boundary has 0 characters; 1 to 70 are allowed (RFC 2046 §5.1.1)"
        ),
        (
            "multipart/form-data; boundary=" + String(repeating: "x", count: 71),
            "the boundary has 71 characters; 1 to 70 are allowed (RFC 2046 §5.1.1)"
        ),
        (
            "multipart/form-data; boundary=a!b",
            "the boundary \"a!b\" has a character that is not allowed in a boundary (RFC 2046 §5.1.1)"
        ),
        (
            "multipart/form-data; boundary=\"b \"",
            "the boundary \"b \" has a character that is not allowed in a boundary (RFC 2046 §5.1.1)"
        ),
    ])
    func `a Content-Type without a valid boundary is refused`(type: String, reason: String) {
        let error = #expect(throws: MultipartError.self) { try Request.multipart("--b--".utf8, type: type).multipart() }
        #expect(error?.description.hasPrefix("the multipart body can't be read: \(reason)") == true, "\(error as Any)")
        #expect(error?.byteOffset == nil)
        #expect(error?.errorDescription == error?.description)
    }

    @Test func `a request without a Content-Type, or with two, is refused`() {
        let none = #expect(throws: MultipartError.self) { try Request(method: "POST", path: "/").multipart() }
        #expect(none?.description == "the multipart body can't be read: the request has no Content-Type")
        var request = Request.multipart("--b--".utf8)
        request.headers.append(name: "content-type", value: "multipart/form-data; boundary=c")
        let two = #expect(throws: MultipartError.self) { try request.multipart() }
        #expect(two?.description == "the multipart body can't be read: the request has 2 Content-Type headers")
    }

    @Test(arguments: [
        ("", 0, "it ends without a delimiter \"--b\""),
        ("name=Ada", 8, "it ends without a delimiter \"--b\""),
        (" --b--", 6, "it ends without a delimiter \"--b\""),
        ("\n--b--", 6, "it ends without a delimiter \"--b\""),
        ("--b", 3, "it ends without the closing delimiter \"--b--\""),
        ("--b\r\n\(named)\r\n\r\nx", 50, "it ends without the closing delimiter \"--b--\""),
        ("--b\r\n\(named)\r\n\r\nx\n--b--", 56, "it ends without the closing delimiter \"--b--\""),
        ("--b\r\n\(named)\r\n\r\nx\r\n--b ", 56, "it ends without the closing delimiter \"--b--\""),
        ("--b\n", 3, "expected a line break after the delimiter \"--b\", found \"\\n\""),
        ("--bc--", 3, "expected a line break after the delimiter \"--b\", found \"c--\""),
        ("--b-\r\n", 3, "expected a line break after the delimiter \"--b\", found \"-\\r\\n\""),
        ("--b-- x", 6, "expected a line break after the delimiter \"--b--\", found \"x\""),
        (
            "--b\r\n\(named)\r\n\r\nx\r\n--bb\r\n--b--", 55,
            "expected a line break after the delimiter \"--b\", found \"b\\r\\n--b--\""
        ),
    ])
    func `a missing or continued delimiter is refused (RFC 2046 §5.1.1)`(
        _ body: String, _ place: Int, _ reason: String
    ) {
        expectRefusal(of: body, at: place, reason)
    }

    @Test(arguments: [
        ("", 5, "the body ends within a part's header, in the line \"\""),
        ("X: y", 5, "the body ends within a part's header, in the line \"X: y\""),
        ("X: y\r\n", 11, "the body ends within a part's header, in the line \"\""),
        ("\r\nx\r\n--b--", 5, "the part has no Content-Disposition (RFC 7578 §4.2)"),
        ("X: y\r\n\r\nx\r\n--b--", 5, "the part has no Content-Disposition (RFC 7578 §4.2)"),
        ("X: y\r\n--b--\r\n", 11, "the header line \"--b--\" has no colon"),
        (
            "\(named)\n\nx", 45,
            "the header line \"Content-Disposition: form-data; name=\\\"a\\\"\" ends in a line feed "
                + "without a carriage return"
        ),
        ("\(named)\r\n X\r\n", 47, "the header line \" X\" begins with white space; folded lines are not supported"),
        (": y\r\n", 5, "the header name \"\" is not a token"),
        ("X : y\r\n", 5, "the header name \"X \" is not a token"),
        ("X: a\rb\r\n", 9, "the header line \"X: a\\rb\" has a carriage return without a line feed"),
        ("X: a\0\r\n", 9, "the header line \"X: a\\0\" has a NUL"),
        ("\(named)\r\n\(named)\r\n", 47, "the part has a second Content-Disposition"),
    ])
    func `a part's malformed header is refused (RFC 7578 §4.2)`(
        _ header: String, _ place: Int, _ reason: String
    ) {
        expectRefusal(of: "--b\r\n" + header, at: place, reason)
    }

    @Test(arguments: [
        ("", 26, "Content-Disposition is \"\", not form-data with a name"),
        (
            "attachment; name=\"a\"", 26,
            "Content-Disposition is \"attachment; name=\\\"a\\\"\", not form-data with a name"
        ),
        ("form-data", 26, "Content-Disposition \"form-data\" has no name"),
        ("form-data; filename=\"a\"", 26, "Content-Disposition \"form-data; filename=\\\"a\\\"\" has no name"),
        ("form-data; name", 37, "in Content-Disposition \"name\" is not a parameter with a value"),
        ("form-data; name =a", 37, "in Content-Disposition \"name =a\" is not a parameter with a value"),
        ("form-data; =a", 37, "in Content-Disposition \"=a\" is not a parameter with a value"),
        ("form-data; name=", 42, "in Content-Disposition name has no value; a value is a token or a quoted string"),
        ("form-data; name=é", 42, "in Content-Disposition name has no value; a value is a token or a quoted string"),
        ("form-data; name=\"a", 42, "in Content-Disposition the quotes around name are not closed"),
        ("form-data; name=\"a\\\"b\"", 46, "in Content-Disposition expected \";\", found \"b\\\"\""),
        (
            "form-data; name=\"a\" filename=\"b\"", 46,
            "in Content-Disposition expected \";\", found \"filename=\\\"b\\\"\""
        ),
        ("form-data; name=a; name=b", 45, "Content-Disposition has a second name"),
        ("form-data; filename=a; name=b; filename=c", 57, "Content-Disposition has a second filename"),
        ("form-data; name=a; filename*=UTF-8''b", 45, "RFC 7578 §4.2 forbids filename*; send filename in UTF-8"),
    ])
    func `a part without a name is refused (RFC 7578 §4.2)`(_ value: String, _ place: Int, _ reason: String) {
        expectRefusal(of: "--b\r\nContent-Disposition: \(value)\r\n\r\nx\r\n--b--\r\n", at: place, reason)
    }

    @Test func `a name that isn't UTF-8 is refused`() {
        let body = Array("--b\r\nContent-Disposition: form-data; name=\"".utf8) + [0xFF] + Array("\"\r\n\r\n".utf8)
        let error = #expect(throws: MultipartError.self) { try Request.multipart(body).multipart() }
        #expect(error?.description == "byte 37 of the multipart body: the name \"\u{FFFD}\" is not UTF-8")
    }

    private static let named = "Content-Disposition: form-data; name=\"a\""

    private func expectRefusal(of body: String, at place: Int, _ reason: String) {
        let error = #expect(throws: MultipartError.self) { try Request.multipart(body.utf8).multipart() }
        #expect(error?.description == "byte \(place) of the multipart body: \(reason)")
        #expect(error?.byteOffset == place)
    }
}
