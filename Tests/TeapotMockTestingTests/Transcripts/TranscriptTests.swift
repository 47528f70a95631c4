import Foundation
import Teapot
import TeapotMock
import TeapotMockRecording
import TeapotMockTesting
import TeapotTestSupport
import TeapotTestTraits
import Testing

/// The exact text of requests.
@Suite(.inTurn) struct `A transcript` {
    @Test func `of no requests is empty`() {
        #expect(Router().journal.transcript == "")
    }

    @Test func `has the method, the URL, chosen headers and the body of each request`() async throws {
        let router = Router("https://api.test/v1")
        router.get("/users", with: .json([]))
        router.post("/carts", with: .status(201))
        let teapot = MockTeapot(router: router)
        _ = try await teapot.get("users", parameters: ["sort": "name", "page": 2])
        try await teapot.post(
            "carts", parameters: ["product": 7, "count": 2, "note": "für / „Ada“"],
            headerFields: ["Authorization": "Bearer secret-1", "X-Other": "1"])
        #expect(
            router.journal.transcript == """
                GET https://api.test/v1/users?page=2&sort=name
                Accept: application/json, */*;q=0.5

                ---

                POST https://api.test/v1/carts
                Accept: application/json, */*;q=0.5
                Authorization: REDACTED
                Content-Type: application/json

                {
                  "count": 2,
                  "note": "für / „Ada“",
                  "product": 7
                }
                """)
    }

    @Test(
        arguments: [
            ("/", [], "GET /"), ("", [], "GET /"), ("/a%2fb/%7Eada/%41 c\"", [], #"GET /a%2Fb/~ada/A%20c%22"#),
            ("/e%CC%81", [], "GET /e%CC%81"), ("/%C3%A9", [], "GET /%C3%A9"), ("/100%", [], "GET /100%25"),
            ("/a", [("b", "2"), ("a", nil), ("b", "1"), ("a", "")], "GET /a?a&a=&b=2&b=1"),
            (
                "/a", [("filter[name]", "a=b&c+d é"), ("ids", "1,2")],
                "GET /a?filter[name]=a%3Db%26c%2Bd%20%C3%A9&ids=1,2"
            ),
        ] as [(String, [(String, String?)], String)])
    func `writes a target in normalized form`(path: String, query: [(String, String?)], text: String) {
        let items = query.map { URLQueryItem(name: $0.0, value: $0.1) }
        #expect(transcript(Request(method: "GET", path: path, query: items)) == text)
    }

    @Test(
        arguments: [
            (
                "application/json", #"{"b":1.50,"a":"\u00e9\/","A":[],"c":{}}"#,
                "{\n  \"A\": [],\n  \"a\": \"é/\",\n  \"b\": 1.50,\n  \"c\": {}\n}"
            ),
            ("application/vnd.api+json; charset=utf-8", "[1,2]", "[\n  1,\n  2\n]"),
            ("application/json", "7", "7"),
            (
                "application/json", "{\"a\":}",
                "<6 bytes, sha1 57ca32c28e99d62af8715e89257a12b0bd3318b4; it can't be searched for secrets: it is declared as JSON, but is malformed "
                    + "at line 1, column 6>"
            ),
            (
                "application/x-www-form-urlencoded", "name=Ada+L%C3%B6w&b%3D=1&a=2&a=1&c&-=%2D%0A-",
                "-=-\\n-\na=2\na=1\nb\\==1\nc\nname=Ada Löw"
            ),
            ("text/plain", "a\n\nb", "a\n\nb"), ("text/plain", "a\n", "a\\n"), ("text/plain", "a\n\n", "a\n\\n"),
            ("text/plain", "\n", "\\n"), ("text/plain", "--- a\r\n- \\b\t\n", "\\--- a\\r\n- \\\\b\\t\\n"),
            ("text/plain", "a \u{202E}b\u{7F} ", "a \\u{202E}b\\u{7F}\\u{20}"),
            ("application/octet-stream", "a\0b", "<3 bytes, sha1 4a3dec2d1f8245280855c42db0ee4239f917fdb8>"),
            ("image/png", "\u{89}PNG\u{1}", "<6 bytes, sha1 2ef6f696d79734009bea5999ec430e4159bca74e>"),
        ])
    func `formats a body by its media type`(type: String, body: String, text: String) {
        let request = Request(method: "PUT", path: "/", headers: ["Content-Type": type], body: Data(body.utf8))
        let transcript = transcript(request)
        let start = "PUT /\nContent-Type: \(type)\n\n"
        #expect(transcript.hasPrefix(start))
        #expect(transcript.dropFirst(start.count).utf8.elementsEqual(text.utf8), "\(transcript.debugDescription)")
    }

    @Test func `shows a long body as a digest that doesn't depend on the order of members`() {
        let items = (0..<9000).map { "\"k\($0)\":\($0)" }
        let texts = [items, items.reversed()].map { items in
            transcript(
                Request(
                    method: "PUT", path: "/", headers: ["Content-Type": "application/json"],
                    body: Data("{\(items.joined(separator: ","))}".utf8)))
        }
        #expect(texts[0].hasPrefix("PUT /\nContent-Type: application/json\n\n<") && texts[0].utf8.count < 150)
        #expect(texts[0] == texts[1])
    }

    @Test func `has the same text for a multipart body with another boundary`() throws {
        let texts = ["xYz12", "----9c4"].map { boundary in
            let body = """
                --\(boundary)\r
                content-disposition: form-data; name="note"\r
                \r
                --\(boundary) a\r
                --\(boundary)\r
                Content-Type: application/json\r
                Content-Disposition: form-data; name="data"; filename="data.json"\r
                \r
                {"b":1,"a":2}\r
                --\(boundary)\r
                Content-Disposition: form-data; name="picture"; filename="a.png"\r
                Content-Type: image/png\r
                \r
                \0\u{1}\r
                --\(boundary)--\r

                """.replacingOccurrences(of: "--\(boundary) a", with: "--- a")
            let type = "multipart/form-data; boundary=\"\(boundary)\""
            return transcript(
                Request(method: "POST", path: "/", headers: ["Content-Type": type], body: Data(body.utf8)))
        }
        #expect(
            texts[0] == """
                POST /
                Content-Type: multipart/form-data; boundary="<boundary>"

                --<boundary>
                content-disposition: form-data; name="note"

                \\--- a
                --<boundary>
                Content-Disposition: form-data; name="data"; filename="data.json"
                Content-Type: application/json

                {
                  "a": 2,
                  "b": 1
                }
                --<boundary>
                Content-Disposition: form-data; name="picture"; filename="a.png"
                Content-Type: image/png

                <2 bytes, sha1 3f29546453678b855931c174a97d6c0894b8f546>
                --<boundary>--
                """)
        #expect(texts[0] == texts[1])
    }

    @Test func `shows the requested headers, spelled as in the call`() {
        let request = Request(
            method: "GET", path: "/",
            headers: Teapot.HeaderFields([
                .init(name: "x-b", value: " 2 "), .init(name: "ACCEPT", value: "*/*"), .init(name: "X-A", value: "1"),
                .init(name: "X-B", value: "3\u{7F}"), .init(name: "Accept-Language", value: "de"),
            ]))
        #expect(
            transcript(request, headers: ["X-B", "Accept", "Accept-Language"]) == """
                GET /
                Accept-Language: de
                X-B: 2,3\\u{7F}
                """)
    }

    @Test func `shows the origin if there are several, or if the base URL has one`() {
        let requests = ["https://a.test", nil, "https://a.test"].map { Request(method: "GET", origin: $0, path: "/") }
        let other = Request(method: "GET", origin: "https://b.test:8443", path: "/")
        #expect(transcript(requests) == "GET /\n\n---\n\nGET /\n\n---\n\nGET /")
        #expect(
            transcript([requests[0], requests[1], other])
                == "GET https://a.test/\n\n---\n\nGET /\n\n---\n\nGET https://b.test:8443/")
        #expect(
            transcript([requests[0], requests[1]], base: "https://A.test:443") == """
                GET https://a.test/

                ---

                GET https://a.test/
                """)
        let subdomain = Request(method: "GET", origin: "https://eu.a.test", path: "/")
        #expect(
            transcript([requests[0], requests[1], subdomain], base: "a.test") == """
                GET //a.test/

                ---

                GET //a.test/

                ---

                GET //eu.a.test/
                """)
    }

    @Test func `has only the requests that match rules`() {
        let journal = journal([Request(method: "GET", path: "/a"), Request(method: "POST", path: "/b")])
        #expect(journal.transcript(matching: .method(.post)) == "POST /b")
    }

    @Test func `reports requests that the journal has forgotten`() async throws {
        let router = Router(journalCapacity: 2)
        for number in 1...4 { _ = await router.answer(to: "/\(number)") }
        #expect(router.journal.transcript == "<2 earlier requests forgotten>\n\n---\n\nGET /3\n\n---\n\nGET /4")
        let other = Router()
        other.journal.bodyCapacity = 4
        for _ in 0..<2 { _ = await other.answer(to: Request(method: "PUT", path: "/", body: Data("abc".utf8))) }
        let head = "PUT /\nContent-Type: application/octet-stream\n\n"
        #expect(
            other.journal.transcript == head + "<3 bytes, which the journal dropped>\n\n---\n\n" + head + "abc")
        #expect(
            other.journal.transcript(matching: .body(equals: Data("abc".utf8))) == """
                <1 request omitted: the journal dropped the bodies that the rules read>

                ---

                PUT /
                Content-Type: application/octet-stream

                abc
                """)
    }
}

/// Returns the transcript of requests that a router without routes receives.
func transcript(_ requests: [Request], base: String = "") -> String { journal(requests, base: base).transcript }

func transcript(_ request: Request) -> String { transcript([request]) }

func transcript(_ request: Request, headers: Set<String>) -> String {
    journal([request]).transcript(headers: headers)
}

/// Returns the journal of a router without routes that has received requests.
func journal(_ requests: [Request], base: String = "") -> Journal {
    let router = Router(base)
    for request in requests { _ = router.resolve(request) }
    return router.journal
}
