extension SecretSample {
    /// Places from which a secret is removed, but the rest of the exchange is recorded.
    package static let removed: [SecretSample] =
        headers + queries + forms + json + sequences + markup + multipart + texts + settings + pairs + code + encodings
        + others

    /// Places that can't be searched, so the exchange isn't recorded.
    package static let refused: [SecretSample] = [
        .init("application/json", #"{"password": "§""#),
        .init("application/json", #"{"a": 1} password = §"#),
        .init("application/problem+json", #"{"a": plum7Tart}"#),
        .init("multipart/form-data", "--b⏎⏎§⏎--b--"),
        .init("multipart/form-data; boundary=b", #"--b⏎Content-Disposition: form-data; name="password"⏎⏎§"#),
        .init("multipart/mixed; boundary=b", "--b⏎Content-Type: application/json⏎⏎{\"token\": §⏎--b--⏎"),
        .init("application/x-protobuf", "\u{0}\u{9}password§"),
        .init("application/octet-stream", "password\u{0}§"),
        .init("application/msgpack", "\u{0}password§"),
        .init("application/x-protobuf", "\u{A}\u{8}password\u{12}\u{9}§"),
        .init("application/json", #"{"a": 1}{"token": "§"} [{"pin": ¤}]"#),
        .init("application/json", #"callback({"token": "§"});"#),
        .init("application/json", "Bearer §"),
    ]

    private static let headers: [SecretSample] = [
        "Authorization: Bearer §", "Authorization: §", "authorization: Basic §", "Proxy-Authorization: Digest §",
        "Cookie: a=§; b=§", "Cookie: §", "Set-Cookie: sid=§; Path=/; HttpOnly", "Set-Cookie: theme=§",
        "Set-Cookie: lang=en; Path=/reset?token=§",
        "X-Api-Key: §", "Api-Key: §", "X-Vault-Token: §", "X-Shopify-Access-Token: §", "X-Amz-Security-Token: §",
        "X-Amz-Signature: §", "X-CSRF-Token: §", "X-XSRF-TOKEN: §", "X-Auth: §", "X-Auth-Token: §", "X-Auth-Key: §",
        "Ocp-Apim-Subscription-Key: §", "X-Functions-Key: §", "X-Gitlab-Token: §", "X-Client-Secret: §",
        "X-Hub-Signature-256: sha256=§",
        "Authentication: §", "X-Application-Key: §", "X-Wsse: §", "X-Session-Id: §", "X-OTP: ¤", "X-User-Pin: ¤",
        "PRIVATE-TOKEN: §",
        "X-Note: use bearer § here", "X-Forwarded-Authorization: Bearer §", "X-Original: Bearer plum7",
        "Location: https://ada:§@api.test/a",
        "Location: /next?access%5Ftoken=§#id_token=§", "Referer: https://h.test/?password=§",
        "Link: <https://h.test/a?page=2&api_key=§>; rel=\"next\"", "Refresh: 0; url=/a?token=§",
        #"X-Context: {"user": {"password": "§"}}"#, "X-Next: /a?back=%2Fb%3Ftoken%3D§", "X-Proxy: //ada:§@h.test/",
        "X-Acme-Key: §",
    ].map { .init("header", $0) }

    private static let queries: [SecretSample] = [
        "access_token=§", "token=§&a=1", "api_key=§", "apikey=§", "current_password=§", "newPassword=§", "otp=¤",
        "pin=¤", "user%5Bpassword%5D=§", "user[password]=§", "a[b][secret]=§", "pass%77ord=§", "sig=§", "code=§",
        "key=§", "X-Amz-Signature=§&X-Amz-Credential=§", "signature=§", "sid=§", "auth=§", "jwt=§", "ssn=¤",
        "token=a&token=§", "next=https%3A%2F%2Fh.test%2F%3Ftoken%3D§", "filter=%7B%22password%22%3A%22§%22%7D",
        "a=1;token=§", "PHPSESSID=§", "code_verifier=§", "SAMLResponse=§", "oauth_verifier=§", "ticket=§",
        "client_assertion=§", "device_code=§", "u=https://ada:§@h.test/",
    ].map { .init("query", $0) }

    private static let forms: [SecretSample] = [
        "user=ada&password=§", "user%5Bpassword%5D=§", "user[password_confirmation]=§", "grant_type=x&client_secret=§",
        "code=§&redirect_uri=a", "refresh_token=§", "card_number=¤&cvv=¤", "cvc2=¤", "ssn=¤",
        "a=%7B%22token%22%3A%22§%22%7D",
        "a=%7B%22token%22%3A+%22§%22%7D", "password=§+§%20;,x", "next=%2F%3Fapi_key%3D§", "pin=¤&pin=¤", "_csrf=§",
    ].map { .init("application/x-www-form-urlencoded", $0) }

    private static let json: [SecretSample] =
        [
            #"{"password": "§"}"#, #"{"a": [{"b": {"current_password": "§"}}]}"#, #"{"userPassword": "§"}"#,
            #"{"passwordConfirmation": "§", "password2": "§"}"#, #"{"user[password]": "§"}"#,
            #"{"otp": ¤, "pin": "¤"}"#,
            #"{"cvv": ¤, "cvc": "¤", "cardNumber": "¤"}"#, #"{"ssn": "¤", "taxId": "¤"}"#, #"{"X-Vault-Token": "§"}"#,
            #"{"credentials": {"user": "§", "keys": ["§", {"a": ¤}]}}"#, #"{"tokens": ["§", "§"]}"#,
            #"{"secrets": [{"value": "§"}]}"#, #"{"token": "a", "token": "§"}"#, #"{"pass\u0077ord": "§"}"#,
            #"{"password": "plum\u0037Tart"}"#, #"{"a": "{\"password\": \"§\"}"}"#,
            #"{"a": "{\"b\": \"{\\\"password\\\": \\\"§\\\"}\"}"}"#, #""{\"token\": \"§\"}""#,
            #"{"a": "https://ada:§@h.test/?token=§"}"#, #"{"a": "/b?sig=§"}"#, #"{"a": "password=§&b=1"}"#,
            #"{"a": "<user><password>§</password></user>"}"#, #"{"a": "Authorization: Bearer §"}"#,
            #"{"a": "Bearer 7Tart"}"#,
            #"[{"name": "Authorization", "value": "§"}]"#, #"[{"value": "§", "name": "api_key"}]"#,
            #"[{"key": "pin", "value": ¤}, {"value": ¤, "key": "otp"}]"#, #"{"type": "password", "value": "§"}"#,
            #"{"accesstoken": "§", "dbpwd": "§"}"#, #"{"seedPhrase": "§", "mnemonic": "§"}"#,
            #"{"securityAnswer": "§"}"#,
            #"{"a": "postgres://ada:§@db.test/shop"}"#, #"{"a": "Server=h;Pwd=§;AccountKey=§"}"#,
            #"{"a": "eyJwYXNzd29yZCI6ICJwbHVtN1RhcnQifQ=="}"#, #"{"session": {"id": "§"}, "sessionToken": "§"}"#,
            #"{"password": -¤.5e3}"#, #"{"password" :  [ [ "§" ] , { "x" : "§" } ] }"#,
            #"{"a": {"name": "x", "value": {"token": "§"}}}"#, #"{"backup_codes": ["§"], "recoveryCode": "§"}"#,
        ].map { .init("application/json; charset=utf-8", $0) } + [.init("application/vnd.api+json", #"{"jwt": "§"}"#)]

    private static let sequences: [SecretSample] = [
        .init("application/x-ndjson", "{\"a\": 1}\n{\"token\": \"§\"}\n"),
        .init("application/json", "{\"a\": 1}\n{\"token\": \"§\"}\n"),
        .init("application/json-seq", "\u{1E}{\"token\": \"§\"}\n\u{1E}{\"otp\": ¤}\n"),
        .init("application/json", #")]}',{"token": "§"}"#),
        .init("application/javascript", #"/**/ cb && cb({"token": "§", "pin": ¤});"#),
        .init("text/javascript", #"var a = {"b": 1, "apiKey": "§"}; token = "§";"#),
        .init("text/event-stream", "event: a\ndata: {\"token\": \"§\"}\n\n"),
        .init("text/event-stream", "data: token=§\n\n"),
    ]

    private static let markup: [SecretSample] = [
        ("application/xml", "<a><password>§</password></a>"), ("application/xml", "<a><password>§</a>"),
        ("application/xml", #"<!DOCTYPE a [<!ENTITY password "§">]><a>&password;</a>"#),
        ("text/xml", "<a password='§"),
        ("text/xml", "<a:b xmlns:a='x'><a:token>§</a:token></a:b>"),
        ("application/xml", "<a password=\"§\" b='1'/>"), ("application/xml", "<a Token = '§'>x</a>"),
        ("application/soap+xml", "<Credentials><User>§</User><!-- § --><Key v=\"§\"><![CDATA[§]]></Key></Credentials>"),
        ("application/xml", "<a><![CDATA[{\"password\": \"§\"}]]></a>"), ("application/xml", "<pin>¤</pin>"),
        ("application/xml", "<p name=\"password\">§</p>"), ("application/xml", "<p key=\"api_key\" value=\"§\"/>"),
        ("application/xml", "<p value=\"§\" name=\"secret\"/>"), ("application/xml", "<secret><![CDATA[§]]></secret>"),
        ("application/x-plist+xml", "<dict><key>password</key>\n<string>§</string></dict>"),
        ("application/xml", "<a><name>token</name><value>§</value></a>"),
        ("application/xml", "<a>https://b:§@h.test/</a>"),
        ("application/xml", "<a>{&quot;password&quot;: &quot;§&quot;}</a>"),
        ("application/xml", "<a>&lt;pin&gt;§&lt;/pin&gt;</a>"),
        ("application/xml", "<a href=\"/b?c=1&amp;token=§\"/>"), ("application/xml", "<token value=\"§\"/>"),
        ("text/html", "<input type=password value=§>"), ("text/html", "<input name=\"csrf_token\" value=\"§\"><br>"),
        ("text/html", "<meta name=\"csrf-token\" content=\"§\">"), ("text/html", "<div data-api-key='§'>a</div>"),
        ("text/html", "<div data-props=\"{&quot;token&quot;:&quot;§&quot;}\"></div>"),
        ("text/html", "<script>window.a = {\"token\":\"§\"}</script>"),
        ("text/html", "<script type=\"application/json\">{\"a\":{\"password\":\"§\"}}</script>"),
        ("text/html", "<a href='/reset?token=§'>a</a>"), ("image/svg+xml", "<svg><a token=\"§\"/></svg>"),
    ].map { .init($0.0, $0.1) }

    private static let multipart: [SecretSample] = [
        ("multipart/form-data; boundary=b", "--b⏎Content-Disposition: form-data; name=\"password\"⏎⏎§⏎--b--⏎"),
        ("multipart/form-data; boundary=\"b\"", "--b⏎Content-Disposition: form-data; name=user[pin]⏎⏎¤⏎--b--"),
        (
            "multipart/form-data; boundary=b",
            "--b⏎Content-Disposition: form-data; name=\"a\"⏎Content-Type: application/json⏎⏎{\"token\": \"§\"}⏎--b--⏎"
        ),
        ("multipart/form-data; boundary=b", "--b⏎content-disposition: form-data; name=a⏎⏎x=1&token=§⏎--b--⏎"),
        (
            "multipart/mixed; boundary=b",
            "--b⏎Content-Type: application/http⏎⏎GET / HTTP/1.1⏎Authorization: Bearer §⏎⏎⏎--b--"
        ),
        (
            "multipart/related; boundary=b",
            "--b⏎Content-Type: multipart/mixed; boundary=c⏎⏎--c⏎Content-Type: text/xml⏎⏎<pin>¤</pin>⏎--c--⏎--b--⏎"
        ),
        (
            "multipart/form-data; boundary=b",
            "--b⏎Content-Disposition: form-data; name=\"secret\"; filename=\"a\"⏎⏎§⏎--b--⏎"
        ),
        ("multipart/form-data; boundary=b", "--b⏎Content-Disposition: form-data; name=\"code\"⏎⏎§⏎--b--⏎"),
    ].map { .init($0.0, $0.1) }

    private static let texts: [SecretSample] = [
        ("text/plain", "password=§"), ("text/plain", "a\npassword: §\nb"), ("text/plain", "Authorization: Bearer § x"),
        ("text/plain", "export API_KEY=\"§\""), ("text/yaml", "a:\n  - token: '§'\n    pin: ¤\n"),
        ("text/plain", "see https://ada:§@h.test/a, please"), ("text/plain", "{\"password\": \"§\"} and more"),
        ("application/graphql", "mutation { login(password: \"§\") { id } }"), ("text/plain", "[db]\npassword = §\n"),
        ("text/plain", "curl -H 'X-Api-Key: §' -H \"X-Vault-Token: §\" h.test"),
        ("image/png", #"{"password": "§"}"#), ("text/plain", "{'user': 'ada', 'password': '§'}"),
        ("application/json", #"{"pw": "§", "passwort": "§", "contraseña": "§", "mot_de_passe": "§"}"#),
        ("application/json", #"{"senha": "§", "wachtwoord": "§", "пароль": "§", "パスワード": "§"}"#),
        ("application/json", #"{"grant_type": "authorization_code", "code": "§"}"#),
        ("application/json", #"{"a": "{'user': 'ada', 'password': '§'}"}"#), ("text/csv", "a,b\npassword=§,c"),
        ("text/csv", "user|password\nbob|§\n"), ("text/csv", "a,password\nb,xPw-§\n"),
        ("text/plain; charset=iso-8859-1", "token=§"), ("text/plain", "Use Bearer § for it."),
    ].map { .init($0.0, $0.1) }
}
