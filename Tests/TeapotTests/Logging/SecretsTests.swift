import Teapot
import TeapotTestSupport
import TeapotTestTraits
import Testing

@Suite(.inTurn) struct `The names of secrets` {
    @Test(arguments: [
        "X-Api-Key", "x-api-key", "api-key", "apikey", "API_KEY", "apiKey", "X-Auth-Token", "X-Auth", "X-Auth-Key",
        "X-Amz-Security-Token", "X-Amz-Signature", "X-Amz-Credential", "access_token", "accessToken", "refresh_token",
        "id_token", "token", "Token", "accesstoken", "X-CSRF-Token", "X-XSRF-TOKEN", "client_secret", "clientSecret",
        "X-Client-Secret", "secretKey", "Ocp-Apim-Subscription-Key", "x-functions-key", "private_key", "password",
        "Password", "user[password]", "passwd", "passphrase", "X-Hub-Signature-256", "sig", "Signature", "session",
        "X-Session-Id", "sessionid", "sid", "jwt", "X-Vault-Token", "PRIVATE-TOKEN", "X-Shopify-Access-Token",
        "X-Amz-Server-Side-Encryption-Customer-Key", "X-Forwarded-Authorization", "Bearer", "otp",
        "auth", "pass", "db_pass", "pageAccessToken", "page_access_token", "nextAuthToken",
        "code_verifier", "codeVerifier", "client_assertion", "assertion", "device_code", "deviceCode", "SAMLResponse",
        "saml_response", "SAMLart", "oauth_verifier",
    ])
    func `common names of secrets are recognized`(name: String) {
        #expect(Secrets.isUsual(name))
        #expect(Teapot.Options().isSecret(name))
    }

    @Test(arguments: [
        "ETag", "X-Request-ID", "Idempotency-Key", "X-Idempotency-Key", "Sec-WebSocket-Key", "Sec-Websocket-Key",
        "Surrogate-Key", "X-Cache-Key", "Public-Key-Pins", "page_token", "nextPageToken", "continuationToken",
        "max_tokens", "X-RateLimit-Remaining-Tokens", "token_type", "token_endpoint", "sort_key", "key", "Keywords",
        "keyboard", "WWW-Authenticate", "Author", "author", "X-Auth-User", "Accept", "Content-Type", "User-Agent",
        "Location", "Date", "Cache-Control", "Keep-Alive", "X-Total-Count", "monkey", "design", "signal", "tokenizer",
        "bypass", "compass", "passTypeIdentifier", "sync_token",
        "code", "name", "id", "", "-", "é", "client_assertion_type", "ticket", "ticketCount", "country_code",
        "code_challenge", "assertionCount", "SAMLRequest",
    ])
    func `another name isn't a secret`(name: String) {
        #expect(!Secrets.isUsual(name))
    }

    @Test(arguments: [
        ("https://token@h.test/a", "https://…@h.test/a"), ("https://ada:pw@h.test", "https://…@h.test"),
        ("https://a@b@h.test/x@y", "https://…@h.test/x@y"), ("//ada:pw@h.test/x", "//…@h.test/x"),
        ("see “https://ada:pw@h.test/a”, or http://b:c@g", "see “https://…@h.test/a”, or http://…@g"),
        ("https://h.test/@scope/a@b?c=d@e", "https://h.test/@scope/a@b?c=d@e"), ("ada@h.test", "ada@h.test"),
        ("https://\u{301}pw@\u{301}h.test/", "https://…@\u{301}h.test/"),
        ("http://h/?access_token=0123456789abcdef&b=c", "http://h/?access_token=…ef&b=c"),
        ("http://h/?a=b&api_key=k&sig=s#token", "http://h/?a=b&api_key=…&sig=…#token"),
        ("http://h/?key=k&code=c&a%5Ftoken=t&token=", "http://h/?key=…&code=…&a%5Ftoken=…&token="),
        ("<http://h/?page=2&token=t>; rel=\"next\"", "<http://h/?page=2&token=…>; rel=\"next\""),
        (
            "grant_type=password&password=hunter2&client_secret=0123456789abcdef",
            "grant_type=password&password=…&client_secret=…ef"
        ),
        (
            #"{"user":"Ada","password" : "hunter2","a":{"access_token":"0123456789abcdef"}}"#,
            #"{"user":"Ada","password" : "…","a":{"access_token":"…ef"}}"#
        ),
        (#"{"otp":123456,"sessionToken":-0.5e3}"#, #"{"otp":…,"sessionToken":…}"#),
        (#"{"token":null,"password":["a"],"otp":true}"#, #"{"token":null,"password":…,"otp":true}"#),
        (#"{"password":{"a":["]}\"",{"b":1}]},"b":2}"#, #"{"password":…,"b":2}"#), (#"{"token":["a"#, #"{"token":…"#),
        (#"{"pass\u0077ord":"hunter2","\"":"password"}"#, #"{"pass\u0077ord":"…","\"":"password"}"#),
        ("/x#access_token=0123456789abcdef&b=c", "/x#access_token=…ef&b=c"), ("a=1;token=t;u", "a=1;token=…"),
        (
            "--b\r\nContent-Disposition: form-data; name=\"user\"\r\n\r\nada\r\n--b\r\n"
                + "Content-Disposition: form-data; name=\"password\"; filename=\"p\"\r\nX: y\r\n\r\nhun\r\n--ter2\r\n--b--",
            "--b\r\nContent-Disposition: form-data; name=\"user\"\r\n\r\nada\r\n--b\r\n"
                + "Content-Disposition: form-data; name=\"password\"; filename=\"p\"\r\nX: y\r\n\r\n…\r\n--b--"
        ),
        (#"<input name="password" value="x">"#, #"<input name="password" value="x">"#),
        (#"{"password":"quo\"ted","code":"DE","key":"k"}"#, #"{"password":"…","code":"DE","key":"k"}"#),
        // RFC 6749 §4.1.3: with a grant type, a code is an authorization code.
        (
            #"{"grant_type":"authorization_code","code":"0123456789abcdef"}"#,
            #"{"grant_type":"authorization_code","code":"…ef"}"#
        ),
        (#"{"code":"SplxlOBe","grantType":"authorization_code"}"#, #"{"code":"…","grantType":"authorization_code"}"#),
        (
            "--b\r\nContent-Disposition: form-data; name=\"grant_type\"\r\n\r\na\r\n--b\r\n"
                + "Content-Disposition: form-data; name=\"code\"\r\n\r\nSplxlOBe\r\n--b--",
            "--b\r\nContent-Disposition: form-data; name=\"grant_type\"\r\n\r\na\r\n--b\r\n"
                + "Content-Disposition: form-data; name=\"code\"\r\n\r\n…\r\n--b--"
        ),
        (
            "grant_type=authorization_code&code=SplxlOBe&code_verifier=0123456789abcdef&device_code=d&ticket=ST-1",
            "grant_type=authorization_code&code=…&code_verifier=…ef&device_code=…&ticket=…"
        ),
        ("SAMLResponse=PHNhbWxwOlJlc3&RelayState=a", "SAMLResponse=…c3&RelayState=a"),
        (#"{"a":"b","password":"cut of"#, #"{"a":"b","password":"…"#), ("a=b", "a=b"), ("", ""),
        ("{\"\u{301}password\":\"x\"}", "{\"\u{301}password\":\"…\"}"),
    ])
    func `a text is shown without its secrets`(text: String, shown: String) {
        #expect(Secrets.hide(in: text) == shown)
    }

    @Test func `shortened text isn't shortened again`() {
        let shown = Secrets.hide(in: "http://h/?token=0123456789abcdef")
        #expect(Secrets.hide(in: shown) == shown)
    }

    @Test(
        .timeLimit(.minutes(3)),
        arguments: [
            ";a", "#a=", "\"\\", "\"token\":[", "--\r\n name=\"token\"", "//a", "?a", "&a=", "\"a", "\\\"",
            "\"a\":\"\\", "@", "//@", "?token=a",
        ])
    func `a long text is shown in reasonable time`(piece: String) {
        let text = String(repeating: piece, count: Size.of(full: 20_000, usual: 6000))
        #expect(Secrets.hide(in: text).isEmpty == false)
    }
}
