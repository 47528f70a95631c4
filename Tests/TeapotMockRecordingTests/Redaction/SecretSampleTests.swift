import Foundation
import Teapot
import TeapotTestSupport
import TeapotTestTraits
import Testing

import TeapotMock
import TeapotMockRecording

@Suite(.inTurn, .timeLimit(.minutes(2))) struct `A secret in an exchange` {
    private func destinations(in folder: TemporaryFolder) throws -> [Recorder.Destination] {
        [
            .folder(folder.url.appendingPathComponent("Mocks")),
            .har(folder.url.appendingPathComponent("a.har"), withTimes: true),
        ]
    }

    /// Returns the files that contain a secret, even encoded in a HAR file, and those whose names contain one.
    private func leaks(in folder: TemporaryFolder) throws -> [String] {
        let enumerator = FileManager.default.enumerator(atPath: folder.url.path)
        var leaks: [String] = []
        while let name = enumerator?.nextObject() as? String {
            let file = folder.url.appendingPathComponent(name)
            let data = (try? Data(contentsOf: file)) ?? Data()
            if SecretSample.isIn(data) || SecretSample.isIn(Data(name.utf8)) { leaks.append(name) }
            for entry in name.hasSuffix(".har") ? try HAR(parsing: data).entries : []
            where SecretSample.isIn(entry.request.body) || SecretSample.isIn(entry.response.body) {
                leaks.append(name + " decoded")
            }
        }
        return leaks
    }

    @Test func `has at least 150 places`() {
        #expect(SecretSample.removed.count + SecretSample.refused.count >= 150)
    }

    @Test(arguments: SecretSample.removed)
    func `is in none of a recording's files`(sample: SecretSample) async throws {
        let folder = try TemporaryFolder([:])
        for destination in try destinations(in: folder) {
            let recorder = Recorder(into: destination)
            let (request, response) = sample.exchange(numbered: 1)
            recorder.record(request, response)
            try await recorder.finish()
            #expect(recorder.count == 1)
        }
        #expect(try leaks(in: folder) == [])
    }

    @Test(arguments: SecretSample.refused)
    func `excludes an exchange from a recording if it can't be searched`(sample: SecretSample) async throws {
        let folder = try TemporaryFolder([:])
        let (request, response) = sample.exchange(numbered: 1)
        for destination in try destinations(in: folder) {
            let recorder = Recorder(into: destination)
            recorder.record(request, response)
            let error = await #expect(throws: Recorder.Incomplete.self) { try await recorder.finish() }
            #expect(error?.problems.count == 1)
            #expect(error?.problems.first?.places.contains("POST /a/1 response body") == true)
            #expect(error?.description.contains("To record it anyway, use `Redaction(allowing:)` with") == true)
            #expect(error.map { SecretSample.isIn(Data($0.description.utf8)) } == false)
            #expect(recorder.files == [])
        }
        #expect(try leaks(in: folder) == [])
        let places = ["request body", "response body", "request header X-Note", "response header X-Note"]
        let allowing = Recorder(
            into: .folder(folder.url.appendingPathComponent("Mocks")), redaction: Redaction(allowing: Set(places)))
        allowing.record(request, response)
        try await allowing.finish()
        #expect(allowing.count == 1)
    }

    @Test(arguments: SecretSample.removed)
    func `leaves the body readable`(sample: SecretSample) throws {
        let (request, _) = sample.exchange(numbered: 1)
        let redacted = Redaction().redacted(request)
        let type = request.headers["Content-Type"]
        #expect(Redaction().flaw(ofRequestBody: redacted.body, type) == nil)
        let isJSON = (try? JSON.value(parsing: request.body)) != nil
        #expect(!isJSON || (try? JSON.value(parsing: redacted.body)) != nil)
        if sample.part.hasSuffix("urlencoded") {
            let names = [request, redacted].map { FormDecoder.items(of: $0.body).map(\.name) }
            #expect(isJSON || names[0] == names[1])
        }
    }

    @Test(arguments: SecretSample.removed)
    func `is found in a text cut anywhere`(sample: SecretSample) {
        let text = Array(sample.text.utf8.suffix(150))
        for end in stride(from: 0, to: text.count, by: max(1, text.count / Size.of(full: 10, usual: 8))) {
            for type in ["text/plain", sample.part] {
                #expect(redacted(text[..<end], type).isEmpty == (end == 0))
                #expect(!redacted(text[end...], type).isEmpty)
            }
        }
    }

    private static let types = [
        "text/plain", "application/x-www-form-urlencoded", "application/javascript", "text/html", "text/event-stream",
        "text/csv", "multipart/mixed; boundary=b",
    ]

    private func redacted(_ body: some Collection<UInt8>, _ type: String) -> Data {
        Redaction().redacted(.data(Data(body), contentType: type)).body
    }

    /// Values with a name or a form like a secret's that aren't secrets.
    private static let harmless: [(String, String)] = [
        ("application/json", #"{"pinned": "yes", "pinned_at": 3, "spinner": "a", "opinion": "b"}"#),
        (
            "application/json",
            #"{"postal_code": "10115", "zip code": "94103", "status_code": 404, "countryCode": "DE"}"#
        ),
        (
            "application/json",
            #"{"shipping": "fast", "code": "invalid_grant", "error_code": 12345, "barcode": "4006381"}"#
        ),
        ("application/json", #"{"token_type": "bearer", "expires_in": 3600, "tokenCount": 12, "max_tokens": 4096}"#),
        ("application/json", #"{"tokens": 1.50, "total_tokens": 12e2, "prompt_tokens": 12}"#),
        ("application/json", #"{"next_page_token": "abc", "nextPageToken": "abc", "sync_token": "t", "cursor": "c"}"#),
        ("application/json", #"{"password_min_length": 8, "passwordRequired": "always", "password_policy": "long"}"#),
        (
            "application/json",
            #"{"passenger": "Ada", "compass": "N", "secretary": "Eve", "author": "Mary", "key": "k1"}"#
        ),
        ("application/json", #"{"possession": 61, "obsession": "tea", "sessions": [{"title": "Keynote"}]}"#),
        ("application/json", #"{"primary_key": "id", "public_key": "abc", "sort_key": "name", "keyboard": "de"}"#),
        ("application/json", #"{"grant_type": "password", "response_type": "code", "scope": "token"}"#),
        (
            "application/json",
            #"{"token_endpoint": "https://h.test/token", "assignee": "a", "design": "b", "signal": 1}"#
        ),
        ("application/json", #"{"text": "Your password: at least 8 letters", "b": "a = b: c", "c": "Bearer token"}"#),
        ("application/json", #"{"name": "Ada", "value": "x", "id": 7, "url": "https://h.test/a?page=2&sort=name"}"#),
        ("application/json", #"{"token": true, "password": null, "secret": "", "pin": false}"#),
        ("application/json", "{ \"a\" : 1.0,\n \"b\" : 12345678901234567890123 , \"c\" : \"\\u00e9\\/\" }\n"),
        ("application/x-www-form-urlencoded", "country=DE&code=DE&postal_code=10115&key=name&pinned=1&a=%20+b"),
        ("text/html", "<label for=\"password\">Password:</label><form name=\"token\">a</form><code>x</code><br>&amp;"),
        (
            "text/html",
            "<input type=\"password\" name=\"password\"> Show<script>var token=e.token,t=a?\"password\":\"text\"</script>"
        ),
        ("application/xml", "<?xml version=\"1.0\"?><a b=\"c\"><code>7</code><shipping>x</shipping><d/></a>"),
        ("application/javascript", "const token = getToken(); session={}; if (password == '') x.type='password'"),
        ("text/css", ".token{color:red} input[type=\"password\"]{pin:1}"),
        ("text/plain", "The password: it is secret. Token: see below\nTime: 12:30, a=b"),
        ("text/plain", "the bearer of this letter; Basic knowledge; mail ada@h.test"),
        ("text/csv", "password,token\n,\n"),
    ]

    /// Ordinary documents that are about secrets but contain none.
    private static let documents: [(String, String)] = [
        (
            "text/html",
            """
            <!doctype html><title>Sign in</title><form action="/login"><label for="p">Password: two words of help</label>
            <input id="p" type="password" name="password"><p>
              Password: at least 8 letters, and don't use "password".
            </p><a href="/reset?lang=de">Forgot your password?</a><button name="token">Sign in</button></form>
            """
        ),
        (
            "application/yaml",
            """
            openapi: 3.1.0
            paths:
              /login:
                post:
                  summary: Exchange a password for a token
            components:
              schemas:
                Login:
                  required: [user, password]
                  properties:
                    password:
                      type: string
                      minLength: 8
                      description: The password of the user
                    token:
                      $ref: '#/components/schemas/Token'
            """
        ),
        (
            "application/json",
            #"{"required": ["password", "email"], "scopes": ["token", "profile"], "tags": ["secret", "santa"]}"#
        ),
        ("application/json", #"{"grant_types_supported": ["password", "refresh_token"], "amr": ["pwd", "mfa"]}"#),
        ("application/json", #"{"fields": ["user", "password", "phone"], "label": "Session", "price": 3.50}"#),
        ("application/json", #"{"help": "Password: two words, or more", "path": "/token", "content": "Tea"}"#),
        (
            "text/html",
            """
            <dl><dt>How do I change my password?</dt><dd>Open the settings.</dd><dt>Token</dt><dd>A token is a word that
            a server gives to a client.</dd></dl><table><tr><th>User</th><th>Password</th></tr></table>
            """
        ),
        ("application/javascript", "t('password', 'Passwort'); f(\"token\", next); a['session'] = {}; x = `${a}:${b}`"),
        (
            "text/markdown",
            "# Sign in\n\nUse `--password` or `--token <...>` to sign in, not both.\n\nPassword: the word that you chose before.\n"
        ),
        ("text/x-yaml", "password:\ntoken: null\nsecret: true\nlist:\n  - name: session_length\n    value: 30\n"),
        (
            "application/xml",
            "<list><string>tea</string><string>pot</string><key>color</key><string>red</string></list>"
        ),
        ("text/plain", "Tea, 12.50 EUR; total: 3 (100% \"black\") - see 'Terms' at 10:30, a -u b:c, docker -u 1:1"),
    ]

    @Test(arguments: harmless + documents)
    func `isn't a value that only has a similar name`(type: String, text: String) async throws {
        let folder = try TemporaryFolder([:])
        let recorder = Recorder(into: .har(folder.url.appendingPathComponent("a.har")))
        let body = Data(text.utf8)
        recorder.record(
            Request(method: "POST", path: "/a", headers: ["Content-Type": type], body: body),
            .data(body, contentType: type))
        try await recorder.finish()
        let entry = try #require(try HAR(contentsOf: recorder.destination.url).entries.first)
        #expect(String(decoding: entry.request.body, as: UTF8.self) == text)
        #expect(String(decoding: entry.response.body, as: UTF8.self) == text)
    }

    @Test(arguments: [
        "Accept: application/json", "X-Tokens-Left: 7", "Sec-WebSocket-Key: dGhl", "Idempotency-Key: a1b2c3d4",
        "Surrogate-Key: a b", "Access-Control-Allow-Credentials: true",
        "WWW-Authenticate: Bearer realm=\"a\", error=\"b\"",
        "Cache-Control: private, max-age=60", "Content-Type: text/html; charset=utf-8",
        "Link: </a?page=2>; rel=\"next\"",
        "Content-Disposition: attachment; filename=\"token.txt\"", "X-Pinned: yes", "X-Zip-Code: 94103",
        "Content-Security-Policy: default-src 'self' https://h.test:8080", "X-Password-Expires: 3",
    ])
    func `isn't in a header that only has a similar name`(field: String) {
        let name = String(field.prefix { $0 != ":" })
        let value = String(field.dropFirst(name.count + 2))
        #expect(Redaction().redacted(Response(headers: [name: value])).headers[name] == value)
    }

    @Test(arguments: [
        "page=2&sort=name", "code=DE", "code=404", "status_code=200", "postal_code=10115", "pinned=true", "key=name",
        "shipping=fast", "q=a+b%2B%2Fc", "page_token=abc", "u=https%3A%2F%2Fh.test%2F%3Fa%3D1", "a=b=c==", "x",
    ])
    func `isn't in a query that only has similar names`(query: String) throws {
        let url = try #require(URL(string: "https://api.test/a?" + query))
        let request = try Request(Teapot.Request(url: url))
        #expect(Redaction().redacted(request).queryText == query)
    }

    @Test(arguments: [
        "\"\\", "<a b='", "x=", "x=%41", "{\"a\":", "<", "&", "<a>", "\"a\":{", "password=", "\\\"", "- ", "<token>",
        "=", "<a x=",
    ])
    func `is found in linear time`(piece: String) {
        let text = Array(String(repeating: piece, count: Size.of(full: 2500, usual: 1500)).utf8)
        for type in Self.types { #expect(!redacted(text, type).isEmpty) }
    }

    @Test(arguments: [
        "password: |\n", "password:\n", "password: [", "password: {\n", ";password=", "password: a.\n", "password = a;",
        "- name: password\n", "[\"password\",", "['token',", "(`token`,", "{\"name\":\"password\",\"value\":", "'\\",
        "`",
        "[", "]", "({", "<dt>password", "<th>password<td>", "<dd>a ", "<string>password</string>", "curl -u ", "-u a:",
        "--password ", "%2561", "p%2561ssword=", "\n a: b", "data: {\n", "data: a\n", "a b c ", "password='''",
        "API key: ", "'a",
        "password:\n  type: string\n", "{password: ", "password = a\\\n", "\"password\": a\n", "<td>", "=>", "\"a\"]=",
    ])
    func `is found in linear time among neighbors`(piece: String) {
        let size = Size.of(full: 4000, usual: 3000)
        let text = Array(String(repeating: piece, count: size / piece.utf8.count).utf8)
        for type in Self.types { #expect(!redacted(text, type).isEmpty) }
    }
}
