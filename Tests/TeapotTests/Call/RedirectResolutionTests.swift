import Teapot
import Foundation
import TeapotTestSupport
import TeapotTestTraits
import Testing

@Suite(.inTurn) struct `The URL of a redirect` {
    private func resolve(_ location: String, from url: String = "http://a/b/c/d;p?q") throws -> String? {
        try Teapot.Request.make(.get, url).following(.make(302, ["Location": location]), isForwarded: { _ in true })?
            .url.absoluteString
    }

    @Test(arguments: [
        // RFC 3986 §5.4.1, without the fragments, which are never sent. “g:h” isn't HTTP, and is tested below.
        ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"), ("/g", "http://a/g"),
        ("//g", "http://g"), ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"), ("#s", "http://a/b/c/d;p?q"),
        ("g#s", "http://a/b/c/g"), ("g?y#s", "http://a/b/c/g?y"), (";x", "http://a/b/c/;x"),
        ("g;x", "http://a/b/c/g;x"),
        ("g;x?y#s", "http://a/b/c/g;x?y"), ("", "http://a/b/c/d;p?q"), (".", "http://a/b/c/"), ("./", "http://a/b/c/"),
        ("..", "http://a/b/"), ("../", "http://a/b/"), ("../g", "http://a/b/g"), ("../..", "http://a/"),
        ("../../", "http://a/"), ("../../g", "http://a/g"),
        // §5.4.2
        ("../../../g", "http://a/g"), ("../../../../g", "http://a/g"), ("/./g", "http://a/g"), ("/../g", "http://a/g"),
        ("g.", "http://a/b/c/g."), (".g", "http://a/b/c/.g"), ("g..", "http://a/b/c/g.."), ("..g", "http://a/b/c/..g"),
        ("./../g", "http://a/b/g"), ("./g/.", "http://a/b/c/g/"), ("g/./h", "http://a/b/c/g/h"),
        ("g/../h", "http://a/b/c/h"), ("g;x=1/./y", "http://a/b/c/g;x=1/y"), ("g;x=1/../y", "http://a/b/c/y"),
        ("g?y/./x", "http://a/b/c/g?y/./x"), ("g?y/../x", "http://a/b/c/g?y/../x"), ("g#s/./x", "http://a/b/c/g"),
        ("g#s/../x", "http://a/b/c/g"),
    ])
    func `a reference is resolved as in the examples of RFC 3986`(location: String, expected: String) throws {
        #expect(try resolve(location) == expected)
    }

    @Test(arguments: [
        ("/a b", "http://a/a%20b"), ("/a%20b c", "http://a/a%20b%20c"), ("/x%2Fy", "http://a/x%2Fy"),
        ("/x%2fy?z=%2F", "http://a/x%2fy?z=%2F"), ("/%zz", "http://a/%25zz"),
        ("/é?ü=ß", "http://a/%C3%A9?%C3%BC=%C3%9F"),
        ("/a|b<c>", "http://a/a%7Cb%3Cc%3E"), ("/?q=a b#c d", "http://a/?q=a%20b"), ("/a?b?c", "http://a/a?b?c"),
        ("/[x]", "http://a/%5Bx%5D"), ("http://g/[x]?[y]", "http://g/%5Bx%5D?%5By%5D"), ("a:b", nil),
        ("./a:b", "http://a/b/c/a:b"), ("\\\\evil\\x", "http://a/b/c/%5C%5Cevil%5Cx"), ("/\\evil", "http://a/%5Cevil"),
        ("http://[::1]:8080/x", "http://[::1]:8080/x"), ("//[2001:db8::1]/x", "http://[2001:db8::1]/x"),
        ("HTTPS://G.test/x", "HTTPS://G.test/x"), ("http://g?x", "http://g?x"),
        ("https://bücher.test/ü?ü", "https://xn--bcher-kva.test/%C3%BC?%C3%BC"),
        ("//bücher.test:8080/x y", "http://xn--bcher-kva.test:8080/x%20y"),
    ])
    func `invalid characters are encoded, and encoded ones are kept`(location: String, expected: String?) throws {
        if let expected {
            #expect(try resolve(location) == expected)
        } else {
            #expect(throws: TeapotError.self) { try resolve(location) }
        }
    }

    @Test(arguments: [
        ("http://user:pass@g/x", "http://g/x"), ("http://user@g/x%2Fy?a=%20#f", "http://g/x%2Fy?a=%20"),
        ("//user:pass@g/x", "http://g/x"), ("http://a:b@c:d@g/x", nil),
    ])
    func `credentials in a Location are removed`(location: String, expected: String?) throws {
        if let expected {
            #expect(try resolve(location) == expected)
        } else {
            // Foundation accepts no such URL; it must not be resolved to another host.
            let url = try? resolve(location)
            #expect(url == nil || url?.hasPrefix("http://g/") == true)
        }
    }

    @Test(arguments: [
        ("/x", "http://user:p%40ss@a/x"), ("x?y", "http://user:p%40ss@a/b/x?y"), ("", "http://user:p%40ss@a/b/c"),
        ("//a/x", "http://user:p%40ss@a/x"), ("http://a/x", "http://user:p%40ss@a/x"),
        ("http://A:80/x", "http://user:p%40ss@A:80/x"), ("http://other@a/x", "http://user:p%40ss@a/x"),
        ("http://a:81/x", "http://a:81/x"), ("https://a/x", "https://a/x"), ("//g/x", "http://g/x"),
        ("http://user:p%40ss@g/x", "http://g/x"), ("http://[::1]/x", "http://[::1]/x"),
    ])
    func `credentials in the request's own URL stay within its origin`(location: String, expected: String) throws {
        #expect(try resolve(location, from: "http://user:p%40ss@a/b/c") == expected)
    }

    @Test(arguments: [
        "file:///etc/passwd", "mailto:ada@h.test", "data:text/plain,x", "ftp://g/x", "javascript:alert(1)", "g:h",
        "http:",
        "http:g", "http:///g", "https://", "http://:80/", "http://user@/x", "about:blank", "//", "http://?x",
        "http:\\\\g", "ftp://user@g/x",
    ])
    func `a Location that isn't an HTTP URL is refused`(location: String) {
        let error = teapotError { _ = try resolve(location) }
        #expect(error?.type == .invalidRedirect)
        #expect(
            error?.description
                == "The redirect couldn't be followed: “\(location.replacing("user@", with: "…@"))” does not lead to an http or https URL"
        )
        #expect(error?.responseStatus == 302)
        #expect(error?.response?.headers["Location"] == location)
    }

    @Test func `no Location crashes or leads to a URL that isn't HTTP`() {
        var generator = SeededGenerator(seed: 3_986)
        let pieces = [
            "http:", "https:", "file:", "/", "//", "\\", "?", "#", "@", ":", "[", "]", "::1", "%", "%2F", "..", ".",
            " ", "a",
            "h.test", "80", "99999", "é", "\u{301}", "\t", "\0", "\u{FFFD}", ";", "=", "|",
        ]
        for _ in 0..<Size.of(full: 20_000, usual: 5000) {
            let location = (0..<Int.random(in: 0...8, using: &generator)).map { _ in
                pieces.randomElement(using: &generator) ?? ""
            }
            .joined()
            do {
                let text = try #require(try resolve(location))
                let url = try #require(URL(string: text))
                #expect(["http", "https"].contains(url.scheme?.lowercased()), "\(location.debugDescription)")
                #expect(url.host?.isEmpty == false, "\(location.debugDescription)")
                #expect(url.user == nil && url.password == nil && url.fragment == nil, "\(location.debugDescription)")
                #expect(text.utf8.allSatisfy { (0x21...0x7E).contains($0) }, "\(location.debugDescription)")
            } catch {
                #expect((error as? TeapotError)?.type == .invalidRedirect)
            }
        }
    }
}
