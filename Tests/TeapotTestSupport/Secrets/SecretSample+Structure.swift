extension SecretSample {
    /// Settings in YAML, INI files, properties and connection strings, whose values have several words or lines.
    static let settings: [SecretSample] =
        [
            "a: 1\npassword: |\n  §\n  two § lines\n\n  more §\nb: 2\n", "password: >-\n  § and §\n",
            "- password: |\n    §\n  user: ada\n", "a:\n  password:\n    § two\n  b: c\n",
            "user: ada\npassword: two § words\n", "password: §\n  and § more\nb: 1\n", "password: !!str two §\n",
            "password: &a two §\nb: *a\n", "passwords:\n  - §\n  - two §\n", "tokens:\n- §\n- §\nb: 1\n",
            "credentials:\n  user: §\n  deep:\n    key: two §\n    other: |\n      §: §\n", "password: 'it''s §'\n",
            "user: ada\n\"password\": two § words\n", "\"password\": |\n  §\n", "{user: ada, password: two §}\n",
            "user: {password: §, a: b}\n", "password: [§, two §]\n", "password: {a: §}\n",
            "? a\n: b\npassword: two §\n",
            "password: |2-  # note\n    §\nb: 1\n", "password: \"§\n  and §\"\nb: 1\n",
            "a: 1\r\npassword: |\r\n  §\r\nb: 2\r\n", "env:\n- name: API_KEY\n  value: \"§\"\n- name: A\n  value: b\n",
            "name: API_KEY\nvalue: 'two §'\n",
        ].map { .init("application/yaml", $0) }
        + [
            "[db]\npassword = two § words\nuser = ada\n", "password=§ two §\n", "db.password: two § words\na: b\n",
            "password:§\n", "password = a, § b; # ) §\n", "password=a\\\n   §\\\n  §\nb=1\n",
            "a = 1\npassword = \"\"\"\n§\n§\"\"\"\nb = 2\n", "password = '''§\n§'''\n", "password = a<b §\n",
            "Server=h; User=ada; Pwd = two §; Database=d", "Server=h;Password = §;", "Pwd = two §;Server=h",
            "user: ada\npassword:\n    two §\n", "pass phrase = §\n", "Votre mot de passe : §\n",
        ].map { .init("text/plain", $0) }
        + [
            .init("application/json", #"{"a": "Server=h; Pwd = two §; Database=d"}"#),
            .init("application/json", #"{"a": "user: ada\npassword: two § words\nb: 1"}"#),
            .init("application/json", #"{"a": "user: ada\npassword: |\n  § words\nb: 1"}"#),
            .init("text/html", "<pre>\nuser: ada\npassword: |\n  two §\n</pre>"),
        ]

    /// The name of a secret next to its value.
    static let pairs: [SecretSample] =
        [
            #"["X-Api-Key", "§"]"#, #"{"rawHeaders": ["Host", "h", "X-Api-Key", "§", "Accept", "*/*"]}"#,
            #"[["Host", "h"], ["Authorization", "Bearer §"]]"#, #"[["pin", ¤], ["password", "§"]]"#,
            #"[["password", ["§"]]]"#, #"["password", {"value": "§"}]"#,
            #"{"k": "password", "v": "§"}"#, #"{"v": "§", "k": "password"}"#, #"{"key": "password", "value": "§"}"#,
            #"{"name": "password", "values": ["§"]}"#, #"{"values": ["§", {"a": "§"}], "name": "password"}"#,
            #"{"field": "password", "value": "§"}"#, #"{"fieldName": "password", "newValue": "§", "oldValue": "§"}"#,
            #"{"op": "replace", "path": "/password", "value": "§"}"#,
            #"[{"op": "add", "path": "/user/password", "value": {"a": "§"}}]"#,
            #"{"value": "§", "path": "/user/password", "op": "add"}"#,
            #"{"op": "add", "path": "password", "value": "§"}"#,
            #"{"label": "Password", "value": "§"}"#, #"{"header_name": "X-Api-Key", "header_value": "§"}"#,
            #"{"value": "§", "data": "§", "name": "password"}"#, #"{"name": "pin", "value": ["a", ¤]}"#,
            #"{"Env": ["DB_PASSWORD=§", "PORT=80"]}"#, #"["DB_PASSWORD=§", "API_TOKEN=§"]"#,
            #"["Authorization: Basic §", "X-Api-Key: §"]"#, #"["https://a/?token=§", "https://a/?password=§"]"#,
            #"["password: §", "token: §"]"#, #"["a", "--token=§", "-v"]"#,
            #"{"op": "add", "path": "/tokens/-", "value": "§"}"#,
            #"{"op": "add", "path": "/user/passwords/0", "value": "§"}"#,
            #"{"a": "[\"X-Api-Key\", \"§\"]"}"#, #"{"variable": "API_KEY", "value": "§"}"#,
            #"{"keys": [{"n": "public", "d": "§", "kty": "RSA"}]}"#, #"{"kty": "oct", "k": "§"}"#,
        ].map { .init("application/json", $0) }
        + [
            "<map><string>password</string><string>§</string></map>",
            "<map><entry><string>a</string><string>b</string></entry><entry><string>pin</string><int>¤</int></entry></map>",
            "<entry><key>password</key><value>§</value></entry>",
            "<dict><key>password</key>\n<string>§</string></dict>",
            "<dict><key>password</key><!-- a --><string>§</string></dict>",
            "<m><name>password</name><value><string>§</string></value></m>",
            "<properties><entry key=\"password\">§</entry></properties>", "<a><k>token</k><v>§</v></a>",
            "<add key=\"password\" value=\"§\"/>", "<a><key><![CDATA[password]]></key><value>§</value></a>",
        ].map { .init("application/xml", $0) }
        + [
            "<dl><dt>Password</dt><dd>§</dd></dl>", "<tr><th>Password</th><td>§</td></tr>",
            "<dl><dt>Password:</dt>\n <dd><code>two §</code></dd></dl>", "<tr><td>API key</td><td>§</td></tr>",
            "<tr><th scope=row><b>Password</b></th><td>§</td></tr>",
            "<input name=\"password\" value=\"§\">", "<meta name=\"csrf-token\" content=\"§\">",
        ].map { .init("text/html", $0) }

    /// Secrets in code and commands, in texts of several types.
    static let code: [SecretSample] =
        [
            "localStorage.setItem('token', '§')", "headers.set('X-Api-Key', \"§\")", "h.append(`X-Api-Key`, `§`);",
            "const token = `§`;", "let a = {password: `§`};", "fetch(`https://h.test/a?token=§`)",
            "fetch('/a?b=1&token=§')", "xhr.setRequestHeader(\"Authorization\", 'Bearer §');",
            "let a = [['X-Api-Key', '§'], [\"pin\", \"¤\"]]", "localStorage['token'] = '§'", "a[\"token\"] = \"§\";",
            "/* it's */ token = '§'", "setCookie( 'session' ,\n  '§' )", "exec('curl --password §')",
        ].flatMap { (text: String) -> [SecretSample] in
            [
                .init("application/javascript", text), .init("text/plain", text),
                .init("text/html", "<p>a<script>\(text)</script>"),
            ]
        }
        + [
            "curl -u ada:§ https://h.test", "curl -sS -u 'ada:two §' h.test", "curl -uada:§ h.test",
            "curl --user ada:§ h.test", "curl --proxy-user=ada:§ h.test", "tool --password § --user ada",
            "tool --password=§", "tool --password 'two § words' x", "tool --api-key \"two §\"", "tool -password §",
            "curl -H 'Authorization: Bearer §' h.test", "curl -H \"Authorization: Token §\" h.test",
            "curl -H Authorization:§ h.test", "d = [('X-Api-Key', '§'), ('a', 'b')]",
        ].flatMap { (text: String) -> [SecretSample] in
            [.init("text/plain", text), .init("text/html", "<pre><code>$ \(text)</code></pre>")]
        }
        + [.init("application/json", #"{"run": "curl -u ada:§ h.test"}"#)]

    /// Names and values in several pieces, of unusual length, or encoded more than once.
    static let encodings: [SecretSample] = [
        .init("text/event-stream", "event: a\ndata: {\"password\":\ndata: \"§\"}\n\n"),
        .init(
            "text/event-stream", "data: {\"token\":\r\ndata:  [\"§\",\r\ndata: \"§\"], \"a\": 1}\r\n\r\ndata: b\r\n\r\n"
        ),
        .init("text/event-stream", "data: <token>\nid: 7\ndata: §</token>\n\n"),
        .init("application/json", #"{"\#(long)password": "§", "password\#(long)": "§"}"#),
        .init("application/x-www-form-urlencoded", "\(long)password=§&password\(long)=§"),
        .init("text/plain", "a=1 password\(long)=§"), .init("query", "password\(long)=§&\(long)password=§"),
        .init("application/json", #"{"name": "\#(long)password", "value": "§"}"#),
        .init("application/xml", "<p name=\"password\(long)\">§</p>"),
        .init("application/xml", "<a><key>\(long)password</key><value>§</value></a>"),
        .init("application/x-www-form-urlencoded", "a=1&pass+word=§"),
        .init("application/x-www-form-urlencoded", "user(password)=§&user:password=§&user!pass%2Bword=§"),
        .init("application/x-www-form-urlencoded", "p%2561ssword=§&a=1"),
        .init("application/x-www-form-urlencoded", "a=%257B%2522password%2522%253A%2522§%2522%257D"),
        .init("application/x-www-form-urlencoded", #"{"a": "b?c=d&e=f", "password": "§"}"#),
        .init("query", "p%2561ssword=§"), .init("query", "p%252561ssword=§"),
        .init("query", "a=%257B%2522password%2522%253A%2522§%2522%257D"),
        .init(
            "query",
            "next=https%3A%2F%2Fa.test%2F%3Fnext%3Dhttps%253A%252F%252Fb.test%252F%253Fnext%253D%25252F%25253Ftoken%25253D§"
        ),
        .init("application/json", #"{"a": "https%3A%2F%2Fh.test%2F%3Ftoken%3D§"}"#),
        .init("application/json", #"{"a": "%7B%22password%22%3A%22two+§%22%7D"}"#),
        .init("text/plain", "see /login?next=%252Fa%253Ftoken%253D§ there"),
        .init("header", "Location: /login?next=%252Fa%253Ftoken%253D§"),
        .init("text/html", "<a href=\"/login?next=%252Fa%253Fp%252561ssword%253D§\">a</a>"),
    ]

    /// Further places in settings, code, lists and pages.
    static let others: [SecretSample] =
        [
            "env:\n  - name: DB_PASSWORD\n    value: two §\n", "a: 1\npassword: # note\n  two §\n",

            "password : two §\na: b\n", "  password: |+\n\n    §\n\n  a: b\n", "- - password: §\n    a: b\n",
            "a: {password: two §, b: [1]}\n", "'password': two §\nb: c\n", "PASSWORD: >\n  §\n\n  §\nB: c\n",
        ].map { .init("application/yaml", $0) }
        + [
            "Array\n(\n    [password] => §\n)\n", "'password' => '§',", "\"password\" => \"two §\"",
            "{:password=>\"§\"}",
            "Your access token: §", "API key = two §\nb = c\n",
            "define('DB_PASSWORD', '§');",
            "os.environ['API_KEY'] = '§'", "putenv(\"API_KEY\", \"§\")", "wget --user ada --password two§ h.test",
            "http --auth ada:§ h.test", "curl h.test \\\n  -u ada:§", "docker login -u ada --password=§ h",
            "\"password\" = \"§\";",
            "password=§;a", "<?php $password = '§'; ?>", "INSERT (password) VALUES ('a'); password = '§'",
            "curl -u \"ada:two §\" h.test", "export TOKEN='two §'", "password\t=\ttwo §", "DB_PASSWORD=two words §",
        ].map { .init("text/plain", $0) }
        + [
            #"{"args": ["tool", "--password", "§"]}"#, #"{"a": ["x", "--api-key=§"]}"#,
            #"[{"name": "a", "value": "b"}, ["token", "§"]]"#,
            #"{"headers": [{"key": "Authorization", "type": "text", "value": "Token §"}]}"#,
            #"{"a": "setItem('token', '§')"}"#, #"{"a": {"path": "/x/api_key", "op": "test", "value": ["§"]}}"#,
            #"{"a": "%257B%2522token%2522%253A%2522§%2522%257D"}"#, #"{"rawHeaders": ["x-api-key", "§"]}"#,
            #"{"message": "Your API key is §"}"#, #"{"creds": "§"}"#, #"{"password": "my-password-§"}"#,
        ].map { .init("application/json", $0) }
        + [
            "<dt>Password<dd>§", "<td>Password</td>\n<td class=a><span>two §</span></td>",
            "<textarea>password = two §</textarea>",
            "<code>--token §</code>", "<dl><dt><label>API key</label></dt><dd>§</dd></dl>",
        ].map { .init("text/html", $0) }

    private static let long = String(repeating: "x_", count: 200)
}
