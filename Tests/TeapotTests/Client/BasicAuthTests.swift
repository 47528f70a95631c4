import Teapot
import TeapotTestTraits
import Testing

@Suite(.inTurn) struct `Basic authentication` {
    private let client = ScriptedClient()

    @Test(arguments: [
        ("admin", "test123", "Basic YWRtaW46dGVzdDEyMw=="),
        ("Aladdin", "open sesame", "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ=="),
        ("test", "123£", "Basic dGVzdDoxMjPCow=="), ("", "", "Basic Og=="), ("user", "a:b", "Basic dXNlcjphOmI="),
        ("ü🫖", "", "Basic w7zwn6uWOg=="),
    ])
    func `credentials are encoded as in RFC 7617`(name: String, password: String, expected: String) throws {
        #expect(try client.basicAuthenticationValue(username: name, password: password) == expected)
        let header = try client.basicAuthenticationHeader(username: name, password: password)
        #expect(header == ["Authorization": expected])
        #expect(try client.makeRequest(.get, "a", headerFields: header).headers["Authorization"] == expected)
    }

    @Test(arguments: ["a:b", ":", "a:\u{301}"])
    func `a user's name with a colon is refused`(name: String) {
        let error = teapotError { _ = try client.basicAuthenticationValue(username: name, password: "b") }
        #expect(error?.type == .invalidHeader)
        #expect(
            error?.description
                == "A header of the request is invalid: a user name can't contain a colon: the "
                + "password begins there (RFC 7617 §2)"
        )
    }

    @Test(arguments: [("a\n", "b"), ("a", "b\r\nX: y"), ("\0", ""), ("", "\u{7F}"), ("a\t", "b")])
    func `credentials with a control character are refused but not shown`(name: String, password: String) {
        let error = teapotError { _ = try client.basicAuthenticationHeader(username: name, password: password) }
        #expect(error?.type == .invalidHeader)
        #expect(
            error?.description
                == "A header of the request is invalid: credentials can't contain control characters (RFC 7617 §2)"
        )
    }
}
