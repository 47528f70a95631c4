import TeapotTestTraits
import Testing

@testable import TeapotCLI

@Suite(.inTurn) struct `A typed URL` {
    @Test(
        arguments: [
            ("http://localhost:8080/teas?page=2", "http://localhost:8080", "/teas?page=2", nil),
            ("https://api.example.com", "https://api.example.com", "/", nil),
            ("HTTPS://Example.com/A", "https://Example.com", "/A", nil),
            (":8080/x", "http://localhost:8080", "/x", nil),
            (":8080", "http://localhost:8080", "/", nil),
            ("localhost/x#part", "http://localhost", "/x", nil),
            ("localhost?q=1", "http://localhost", "/?q=1", nil),
            ("example.com:81/a:b@c", "http://example.com:81", "/a:b@c", nil),
            ("http://ada:s%40e@h:1/", "http://h:1", "/", "ada:s@e"),
            ("http://[::1]:80/x", "http://[::1]:80", "/x", nil),
            (":8080/a?next=http://b:3000/", "http://localhost:8080", "/a?next=http://b:3000/", nil),
            ("localhost/proxy/https://x.y", "http://localhost", "/proxy/https://x.y", nil),
            ("localhost?u=ftp://x", "http://localhost", "/?u=ftp://x", nil),
            ("localhost#ftp://x", "http://localhost", "/", nil),
        ] as [(String, String, String, String?)])
    func `is parsed`(text: String, base: String, path: String, credentials: String?) throws {
        let address = try #require(Address(text))
        #expect(address.base == base)
        #expect(address.path == path)
        #expect(address.credentials == credentials)
    }

    @Test(
        arguments: [
            "", "ftp://x", "/only/path", "http://", "?q", "http:///x", "file:///etc/passwd", ":99999",
            "http://h:65536/x", "h:0", ":99999999999999999999",
            "http:/x.com/", "https:/x", "https//x", "HTTP:/",
        ])
    func `is refused without a host or a port, or with another scheme`(text: String) {
        #expect(Address(text) == nil)
    }

    @Test(arguments: ["http:/x.com/", "https//x", "ftp://x"])
    func `is explained if its scheme isn't one of HTTP with two slashes`(text: String) {
        #expect(Address.flaw(of: text) == ", because it begins with neither http:// nor https://")
    }
}
