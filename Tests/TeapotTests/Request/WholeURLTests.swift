import Teapot
import Foundation
import TeapotTestTraits
import Testing

@Suite(.inTurn) struct `A whole URL` {
    private let signed =
        "https://bucket.test/a%2Fb/c%20d?X-Amz-Signature=ab%2Bc%2F%3D&response-content-type=a%2Fb&&empty=&x=a+b#part"

    @Test func `a whole URL stays as written`() throws {
        let request = try ScriptedClient().makeRequest(.put, url: .make(signed), parameters: .data(Data("x".utf8)))
        #expect(request.url.absoluteString == signed)
        #expect(request.bodyText == "x")
        #expect(request.method == .put)
    }

    @Test(arguments: [
        ("http://o.test", "http://o.test?a=b%26c"), ("http://o.test/", "http://o.test/?a=b%26c"),
        ("http://o.test/p?q=%2F", "http://o.test/p?q=%2F&a=b%26c"), ("http://o.test/p?", "http://o.test/p?a=b%26c"),
        ("http://o.test/p?q=1&", "http://o.test/p?q=1&a=b%26c"), ("http://o.test/p#f?g", "http://o.test/p?a=b%26c#f?g"),
        ("http://o.test/p?q#f", "http://o.test/p?q&a=b%26c#f"),
        ("http://o.test/p%5B?q=%5B", "http://o.test/p%5B?q=%5B&a=b%26c"),
    ])
    func `query items follow those of a whole URL`(url: String, expected: String) throws {
        let client = ScriptedClient()
        let items = [URLQueryItem(name: "a", value: "b&c")]
        #expect(
            try client.makeRequest(.get, url: .make(url), query: Teapot.Query(items)).url.absoluteString == expected)
        let parameters: [String: Any] = ["a": "b&c"]
        #expect(try client.makeRequest(.get, url: .make(url), parameters: parameters).url.absoluteString == expected)
    }

    @Test func `a URL relative to another is resolved`() throws {
        let url = try #require(URL(string: "next?page=2", relativeTo: URL(string: "http://h.test/api/users?page=1")))
        #expect(try ScriptedClient().makeRequest(.get, url: url).url.absoluteString == "http://h.test/api/next?page=2")
    }

    @Test(arguments: ["ftp://h.test/a", "file:///etc/passwd", "h.test/a", "http:///a", "mailto:a@h.test", "data:,a"])
    func `a URL that isn't a server's is refused`(text: String) async throws {
        let client = ScriptedClient(.answer())
        let url = try #require(URL(string: text))
        let error = teapotError { _ = try client.makeRequest(.get, url: url) }
        #expect(error?.type == .invalidRequestPath)
        #expect(error?.description.contains("not an http or https URL with a host") == true)
        await #expect(throws: TeapotError.self) { try await client.send(Teapot.Request(url: url)) }
        #expect(client.requests.isEmpty)
    }

    @Test(arguments: [
        ("http://h.test/other", true), ("http://h.test:80/api", true), ("HTTP://H.test/", true),
        ("https://h.test/api", false), ("http://h.test:81/api", false), ("http://api.h.test/", false),
        ("http://h.test@evil.test/", false),
    ])
    func `the client's own headers are sent only to its own origin`(url: String, isOwn: Bool) throws {
        var options = Teapot.Options()
        options.headers = ["X-Api-Key": "k", "User-Agent": "app", "X-Client": "3", "Host": "v.test"]
        options.forwardedHeaders = ["X-CLIENT"]
        let client = ScriptedClient(options: options)
        let fields = try client.makeRequest(.get, url: .make(url), headerFields: ["Authorization": "t"]).headers
        #expect(fields["X-Api-Key"] == (isOwn ? "k" : nil))
        #expect(fields["Host"] == (isOwn ? "v.test" : nil))
        #expect(fields["User-Agent"] == "app")
        #expect(fields["X-Client"] == "3")
        #expect(fields["Authorization"] == "t")
        #expect(fields["Accept"] == "application/json, */*;q=0.5")
    }

    @Test(arguments: [
        ("http://h.test/other", ["Authorization": "token", "X-Date": "now"]), ("http://other.test/", [:]),
    ])
    func `headers from adapters are sent only to the client's own origin`(url: String, added: [String: String])
        async throws
    {
        var options = Teapot.Options()
        options.adapters = [
            Teapot.Adapter { $0.headers["Authorization"] = "token" },
            Teapot.Adapter(awaiting: { $0.headers["X-Date"] = "now" }),
        ]
        let client = ScriptedClient(.answer(), options: options)
        try await client.send(
            client.makeRequest(.get, url: .make(url), headerFields: ["X-Mine": "1", "Accept": "a/b"]))
        let fields = Teapot.HeaderFields(["X-Mine": "1", "Accept": "a/b"].merging(added) { first, _ in first })
        #expect(client.requests.map(\.headers) == [fields])
    }

    @Test func `a call's header is sent to another origin only with the call's own value`() async throws {
        var options = Teapot.Options()
        options.adapters = [Teapot.Adapter { $0.headers["Authorization"] = "token" }]
        let client = ScriptedClient(.answer(), .answer(), options: options)
        let fields = ["Authorization": "mine"]
        try await client.send(client.makeRequest(.get, url: .make("http://other.test/"), headerFields: fields))
        #expect(client.requests.first?.headers["Authorization"] == nil)
        // An adapter that chooses another server is responsible for its fields.
        var choosing = Teapot.Options()
        choosing.adapters = [
            Teapot.Adapter {
                $0.url = .make("http://other.test/")
                $0.headers["Authorization"] = "token"
            }
        ]
        let other = ScriptedClient(.answer(), options: choosing)
        _ = try await other.get("a")
        #expect(other.requests.first?.headers["Authorization"] == "token")
    }
}
