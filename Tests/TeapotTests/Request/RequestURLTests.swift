@testable import Teapot
import Foundation
import TeapotTestSupport
import TeapotTestTraits
import Testing

@Suite(.inTurn) struct `A request's URL` {
    @Test(arguments: [
        // A leading slash makes no difference, and the base's own path is kept.
        ("http://h/api/v1", "users", "http://h/api/v1/users"),
        ("http://h/api/v1", "/users", "http://h/api/v1/users"),
        ("http://h/api/v1/", "users", "http://h/api/v1/users"),
        ("http://h/api/v1/", "/users", "http://h/api/v1/users"),
        ("http://h/api/v1//", "/users", "http://h/api/v1/users"),
        ("http://h", "users", "http://h/users"),
        ("http://h", "/users", "http://h/users"),
        ("http://h/", "users", "http://h/users"),
        ("http://h", "/", "http://h/"),
        ("http://h/", "/", "http://h/"),
        ("http://h/api/v1", "/", "http://h/api/v1/"),
        ("http://h/api/v1", "/a/", "http://h/api/v1/a/"),
        ("http://h/api/v1", "a//b", "http://h/api/v1/a//b"),
        // An empty path is the base URL as written.
        ("http://h/graphql", "", "http://h/graphql"),
        ("http://h/graphql", "/", "http://h/graphql/"),
        ("http://h/graphql/", "", "http://h/graphql/"),
        ("http://h/graphql//", "", "http://h/graphql//"),
        ("http://h/graphql//", "/", "http://h/graphql/"),
        ("http://h", "", "http://h"),
        ("http://h/graphql", "?q=1", "http://h/graphql?q=1"),
        ("http://h/graphql/", "?q=1", "http://h/graphql/?q=1"),
        ("http://h?key=k", "?q=1", "http://h?key=k&q=1"),
        ("http://h/graphql?key=k#top", "", "http://h/graphql?key=k"),
        ("http://h/graphql", "?", "http://h/graphql"),
        // Queries are merged in order: the base's, the path's, the items'.
        ("http://h/api/v1", "/users?page=2&q=a%20b", "http://h/api/v1/users?page=2&q=a%20b"),
        ("http://h/api?key=k", "users", "http://h/api/users?key=k"),
        ("http://h/api/?key=k", "users", "http://h/api/users?key=k"),
        ("http://h?key=k", "users", "http://h/users?key=k"),
        ("http://h/api?key=k", "users?page=2", "http://h/api/users?key=k&page=2"),
        ("http://h/api?", "users?", "http://h/api/users"),
        ("http://h/api", "users?a?b", "http://h/api/users?a?b"),
        ("http://h/api", "users?q=+%2B&r", "http://h/api/users?q=+%2B&r"),
        // Characters that aren't allowed in a URL are encoded, and encoded ones stay unchanged.
        ("http://h/api", "/a b", "http://h/api/a%20b"),
        ("http://h/api", "/a%20b c", "http://h/api/a%20b%20c"),
        ("http://h/api", "/a%2Fb", "http://h/api/a%2Fb"),
        ("http://h/api", "/a%2fb", "http://h/api/a%2fb"),
        ("http://h/api", "/é", "http://h/api/%C3%A9"),
        ("http://h/api", "/日本/🫖", "http://h/api/%E6%97%A5%E6%9C%AC/%F0%9F%AB%96"),
        ("http://h/api", "/%zz", "http://h/api/%25zz"),
        ("http://h/api", "/100%", "http://h/api/100%25"),
        ("http://h/api", "/%4", "http://h/api/%254"),
        ("http://h/api", "/a|b?c=d|e f", "http://h/api/a%7Cb?c=d%7Ce%20f"),
        ("http://h/api", "/a<b>\"`{}^[]", "http://h/api/a%3Cb%3E%22%60%7B%7D%5E%5B%5D"),
        ("http://h/api", "/a?b[]=1&c=%zz", "http://h/api/a?b%5B%5D=1&c=%25zz"),
        ("http://h/api", "/-._~!$&'()*+,;=:@", "http://h/api/-._~!$&'()*+,;=:@"),
        // A combining mark forms one character with the one before it, but does not affect the syntax.
        ("http://h/api", "/a?\u{301}=1", "http://h/api/a?%CC%81=1"),
        ("http://h/api", "/\u{301}a", "http://h/api/%CC%81a"),
        // No path leads to another host, regardless of its form.
        ("http://h", "//evil.test/x", "http://h//evil.test/x"),
        ("http://h/api", "//evil.test/x", "http://h/api//evil.test/x"),
        ("http://h", "\\\\evil.test", "http://h/%5C%5Cevil.test"),
        ("http://h", "/\\evil.test", "http://h/%5Cevil.test"),
        ("http://h", "@evil.test", "http://h/@evil.test"),
        ("http://h", ":80@evil.test", "http://h/:80@evil.test"),
        ("http://h", ".evil.test", "http://h/.evil.test"),
        ("http://h", "a:b", "http://h/a:b"),
        ("http://h", "http:/evil.test", "http://h/http:/evil.test"),
        ("http://h", "mailto:a@b", "http://h/mailto:a@b"),
        ("http://h", "proxy/http://evil.test", "http://h/proxy/http://evil.test"),
        ("http://h", "proxy?to=http://evil.test", "http://h/proxy?to=http://evil.test"),
        // Dots that aren't a whole segment have no effect.
        ("http://h/api", "a..b/...", "http://h/api/a..b/..."),
        ("http://h/api", "..a%2F...", "http://h/api/..a%2F..."),
        ("http://h/api", "a.;b=..%2Fc", "http://h/api/a.;b=..%2Fc"),
        ("http://h/api", "x?../..", "http://h/api/x?../.."),
        // The base's scheme, credentials, host and port are kept, and its fragment is removed.
        ("HTTP://H.test", "a", "HTTP://H.test/a"),
        ("https://h:8443/api", "a", "https://h:8443/api/a"),
        ("http://[::1]:8080/api", "a", "http://[::1]:8080/api/a"),
        ("http://user:pass@h/api", "a", "http://user:pass@h/api/a"),
        ("http://h/api#top", "a", "http://h/api/a"),
        ("http://h/api?key=k#top", "a?b", "http://h/api/a?key=k&b"),
        ("http://h/a%20b/%2F", "c", "http://h/a%20b/%2F/c"),
    ])
    func `a path is joined below the base URL`(base: String, path: String, expected: String) throws {
        #expect(try RequestURL.join(.make(base), path, query: "").absoluteString == expected)
    }

    static let wholeURLAdvice = "pass only the path below the base URL, or use makeRequest(_:url:)"
    static let sentence = "The request's URL is invalid:"

    @Test(arguments: [
        ("a?token=0123456789abcdef#c", "“a?token=…ef#c” has a “#”, which is never sent; write it as %23"),
        ("https://0123456789@h/a", "“https://…@h/a” is an absolute URL; \(wholeURLAdvice)"),
        ("..?password=hunter22", "“..?password=…” has the segment “..”, which could lead outside the base URL"),
        ("a#b", "“a#b” has a “#”, which is never sent; write it as %23"),
        ("a#\u{301}", "“a#\u{301}” has a “#”, which is never sent; write it as %23"),
        ("a?b#c", "“a?b#c” has a “#”, which is never sent; write it as %23"),
        ("a\nb", "“a\\nb” has a control character"),
        ("a\r\nX: y", "“a\\r\\nX: y” has a control character"),
        ("a\0", "“a\\0” has a control character"),
        ("a\u{7F}", "“a\\u{7F}” has a control character"),
        ("a?b=\t", "“a?b=\\t” has a control character"),
        ("http://evil.test/x", "“http://evil.test/x” is an absolute URL; \(wholeURLAdvice)"),
        ("HTTPS://evil.test", "“HTTPS://evil.test” is an absolute URL; \(wholeURLAdvice)"),
        ("ftp://evil.test", "“ftp://evil.test” is an absolute URL; \(wholeURLAdvice)"),
        ("..", "“..” has the segment “..”, which could lead outside the base URL"),
        (".", "“.” has the segment “.”, which could lead outside the base URL"),
        ("../up", "“../up” has the segment “..”, which could lead outside the base URL"),
        ("/a/../../b", "“/a/../../b” has the segment “..”, which could lead outside the base URL"),
        ("a/..?b", "“a/..?b” has the segment “..”, which could lead outside the base URL"),
        ("a/./b", "“a/./b” has the segment “.”, which could lead outside the base URL"),
        ("%2e%2E/up", "“%2e%2E/up” has the segment “%2e%2E”, which could lead outside the base URL"),
        (".%2e", "“.%2e” has the segment “.%2e”, which could lead outside the base URL"),
        ("%2E.", "“%2E.” has the segment “%2E.”, which could lead outside the base URL"),
        ("a/%2e/b", "“a/%2e/b” has the segment “%2e”, which could lead outside the base URL"),
        // Servers decode `%2F`, treat a backslash as a slash, or drop the parameters of a segment.
        (
            "users/..%2f..%2fadmin",
            "“users/..%2f..%2fadmin” has the segment “..%2f..%2fadmin”, which could lead outside the base URL"
        ),
        ("..%2Fup", "“..%2Fup” has the segment “..%2Fup”, which could lead outside the base URL"),
        ("a%2f%2e%2E", "“a%2f%2e%2E” has the segment “a%2f%2e%2E”, which could lead outside the base URL"),
        ("a%2F.", "“a%2F.” has the segment “a%2F.”, which could lead outside the base URL"),
        ("..%2f%FF", "“..%2f%FF” has the segment “..%2f%FF”, which could lead outside the base URL"),
        ("..%2f\u{301}x", "“..%2f\u{301}x” has the segment “..%2f\u{301}x”, which could lead outside the base URL"),
        ("..%5Cup", "“..%5Cup” has the segment “..%5Cup”, which could lead outside the base URL"),
        ("..\\up", "“..\\up” has the segment “..\\up”, which could lead outside the base URL"),
        ("a/..;b/c", "“a/..;b/c” has the segment “..;b”, which could lead outside the base URL"),
        ("a/..%3B/c", "“a/..%3B/c” has the segment “..%3B”, which could lead outside the base URL"),
        // A slash that forms one character with a combining mark is still a slash in the URL.
        ("../\u{301}x", "“../\u{301}x” has the segment “..”, which could lead outside the base URL"),
        ("a\u{600}/../b", "“a\u{600}/../b” has the segment “..”, which could lead outside the base URL"),
    ])
    func `a path that can't be joined is refused with its reason`(path: String, reason: String) {
        let error = teapotError { _ = try RequestURL.join(.make("http://h/api"), path, query: "") }
        #expect(error?.type == .invalidRequestPath)
        #expect(error?.description == "\(Self.sentence) \(reason)")
    }

    @Test(arguments: [
        "ftp://h/a", "file:///a", "h/a", "/a", "mailto:a@b", "http:///a", "http:a", "http://?a", "http://#a",
        "http://:80", "http://user@", "http://user@:80/a", "https://",
    ])
    func `a base URL that isn't http with a host is refused`(base: String) throws {
        let url = try #require(URL(string: base))
        let error = teapotError { _ = try RequestURL.join(url, "users", query: "") }
        #expect(error?.type == .invalidRequestPath)
        #expect(
            error?.description
                == "\(Self.sentence) the base URL “\(base.replacing("user@", with: "…@"))” doesn't begin with http:// "
                + "or https:// and a host"
        )
    }

    @Test func `a base URL is named without its credentials`() {
        let error = teapotError { _ = try RequestURL.join(.make("ftp://ada:lovelace@h.test"), "a", query: "") }
        #expect(
            error?.description
                == "\(Self.sentence) the base URL “ftp://…@h.test” doesn't begin with http:// or https:// and "
                + "a host"
        )
    }

    @Test func `a relative base URL is resolved first`() throws {
        let base = try #require(URL(string: "v2/", relativeTo: .make("http://h/api/")))
        #expect(try RequestURL.join(base, "users", query: "").absoluteString == "http://h/api/v2/users")
    }

    @Test func `query items follow the base's query and the path's, all encoded as data`() throws {
        let items = [
            URLQueryItem(name: "a b", value: "1+1=2&3"), URLQueryItem(name: "flag", value: nil),
            URLQueryItem(name: "empty", value: ""), URLQueryItem(name: "é", value: "%20"),
        ]
        #expect(
            try RequestURL.join(
                .make("http://h/?k=v"), "x?y=z", query: QueryItems(items).encoded(as: .queryItem)
            ).absoluteString
                == "http://h/x?k=v&y=z&a%20b=1%2B1%3D2%263&flag&empty=&%C3%A9=%2520"
        )
    }

    /// Half of the paths consist of characters with a meaning in a URL, the other half of any scalars.
    @Test func `no path changes the host or leaves the base's path`() throws {
        var generator = SeededGenerator(seed: 20_260_418)
        let pieces = [
            "/", "//", "\\", ".", "..", "/..", "../", "%2e", "%2E", "%2f", "%5c", "%00", "%", "?", "@", ":", "[", "]",
            "a", "evil.test",
            "http:", "https://", "&", "=", ";", " ", "\u{301}", "\u{200D}", "\u{600}", "é", "🫖", "\t", "\u{2215}",
            "\u{FF0F}",
        ]
        let bases: [URL] = [
            .make("http://h.test:8080/api/v1"), .make("https://user:pass@h.test"), .make("http://h.test/a/?k=v"),
            .make("http://[::1]:81/x%20y"),
        ]
        var joined = 0
        for round in 0..<Size.of(full: 20_000, usual: 6000) {
            let path = (0..<Int.random(in: 0...9, using: &generator)).map { _ in
                if round % 2 == 0 { return pieces.randomElement(using: &generator) ?? "" }
                return Unicode.Scalar(UInt32.random(in: 0...0x2FFF, using: &generator)).map { String($0) } ?? "/"
            }
            .joined()
            let base = bases[round % bases.count]
            let url: URL
            do {
                url = try RequestURL.join(base, path, query: "")
            } catch {
                #expect(error.type == .invalidRequestPath)
                continue
            }
            joined += 1
            try expect(url, isBelow: base, path)
            try expect(url.standardized, isBelow: base, path)
            // As read by a server that decodes slashes, or treats backslashes as slashes.
            let slashes = ["%2f", "%2F", "%5c", "%5C"].reduce(url.absoluteString) {
                $0.replacingOccurrences(of: $1, with: "/")
            }
            try expect(URL.make(slashes).standardized, isBelow: base, path)
        }
        #expect(joined > Size.of(full: 4_000, usual: 1200))
    }

    private func expect(_ url: URL, isBelow base: URL, _ path: String) throws {
        let parts = try #require(URLComponents(url: url, resolvingAgainstBaseURL: true))
        let baseParts = try #require(URLComponents(url: base, resolvingAgainstBaseURL: true))
        #expect(parts.scheme == baseParts.scheme, "\(path.debugDescription)")
        #expect(parts.host == baseParts.host, "\(path.debugDescription)")
        #expect(parts.port == baseParts.port, "\(path.debugDescription)")
        #expect(parts.user == baseParts.user, "\(path.debugDescription)")
        var prefix = baseParts.percentEncodedPath
        while prefix.hasSuffix("/") { prefix.removeLast() }
        let isBase = parts.percentEncodedPath == baseParts.percentEncodedPath
        #expect(isBase || parts.percentEncodedPath.hasPrefix(prefix + "/"), "\(path.debugDescription)")
        #expect(parts.fragment == nil, "\(path.debugDescription)")
        #expect(url.absoluteString.utf8.allSatisfy { (0x21...0x7E).contains($0) }, "\(path.debugDescription)")
    }

    @Test(arguments: [
        "http://h", "https://h", "http://h:80/a", "https://h?q", "http://h#f", "http://[::1]/a", "https://u@h/",
        "http:/h",
        "HTTP://h/a", "hTTps://h", "http://%41/", "https://xn--e1a/", "http://", "https://", "http:///a", "http://:80/",
        "https://?q", "http://#f", "http://u@/a", "http://u:p@:80", "http://[]/a", "http://%80/", "ftp://h", "h",
        "//h/a",
        "http:h", "https:", "file:///a", "about:blank", "/a", "",
    ])
    func `it's accepted if Foundation finds a host`(text: String) {
        guard let url = URL(string: text) else { return }
        #expect(url.isOfServer == (["http", "https"].contains(url.scheme?.lowercased()) && url.host?.isEmpty == false))
        let relative = URL(string: text, relativeTo: URL(string: "https://base.test/b"))
        let hasHost = relative.map { ["http", "https"].contains($0.scheme?.lowercased()) && $0.host?.isEmpty == false }
        #expect(relative?.isOfServer == hasHost)
    }
}
