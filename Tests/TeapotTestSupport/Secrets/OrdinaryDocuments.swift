/// Documents in public formats that are about secrets but contain none.
package enum OrdinaryDocuments {
    /// The media types and the texts.
    package static let all: [(type: String, text: String)] = json.map { ("application/json", $0) } + texts

    private static let json: [String] = [
        // Errors of a sign-up.
        #"{"errors":{"password":["can't be blank","is too short (minimum is 8 characters)"],"email":["is invalid"]}}"#,
        #"{"message":"Validation failed","errors":[{"field":"password","code":"too_short","message":"Use 12 or more characters."}]}"#,
        #"{"type":"https://example.com/probs/weak","title":"Weak password","detail":"The password was found in a breach.","status":422}"#,
        #"{"non_field_errors":["Unable to log in with provided credentials."],"password":["This field is required."]}"#,
        #"{"error":"invalid_client","error_description":"Client authentication failed: client_secret is missing"}"#,
        #"{"error":{"code":401,"message":"Request had invalid authentication credentials.","status":"UNAUTHENTICATED"}}"#,
        #"{"valid":false,"fields":{"password":{"valid":false,"reason":"required","min":8,"max":128},"pin":{"valid":true}}}"#,
        #"{"error":"token_expired","token":"expired"}"#,
        // Schemas and documents of APIs.
        #"{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object","required":["user","password"],"properties":{"user":{"type":"string"},"password":{"type":"string","format":"password","minLength":12,"pattern":"^[A-Za-z0-9]{8,}$"},"pin":{"type":"integer","minimum":1000,"maximum":9999}}}"#,
        #"{"openapi":"3.1.0","components":{"securitySchemes":{"apiKey":{"type":"apiKey","in":"header","name":"X-API-Key"},"oauth":{"type":"oauth2","flows":{"authorizationCode":{"authorizationUrl":"https://example.com/authorize","tokenUrl":"https://example.com/token","scopes":{"read:token":"Read"}}}}}},"security":[{"apiKey":[]}]}"#,
        #"{"swagger":"2.0","paths":{"/login":{"post":{"parameters":[{"name":"password","in":"formData","type":"string","required":true},{"name":"token","in":"query","type":"string","description":"The token of the session"}]}}}}"#,
        #"{"data":{"__type":{"name":"LoginInput","inputFields":[{"name":"password","type":{"kind":"NON_NULL","ofType":{"name":"String"}}},{"name":"token","type":{"kind":"SCALAR","name":"String"}}]}}}"#,
        #"{"issuer":"https://accounts.example.com","token_endpoint":"https://accounts.example.com/token","token_endpoint_auth_methods_supported":["client_secret_basic","private_key_jwt"],"id_token_signing_alg_values_supported":["RS256"],"response_types_supported":["code","code id_token","token"],"grant_types_supported":["password","refresh_token"]}"#,
        #"{"name":"password","label":"Password","type":"password","placeholder":"At least 8 characters","autocomplete":"current-password","value":""}"#,
        #"{"form":[{"name":"user","type":"text","value":"ada"},{"name":"password","type":"password","value":null},{"name":"session","type":"select","options":["morning","evening"]}]}"#,
        #"{"asyncapi":"3.0.0","components":{"securitySchemes":{"user":{"type":"userPassword","description":"User and password"},"key":{"type":"httpApiKey","name":"api_key","in":"query"}}}}"#,
        // Translations.
        #"{"login":{"user":"Benutzer","password":"Passwort","forgot_password":"Passwort vergessen?","token":"Zugangscode","secret":"Geheimnis"}}"#,
        #"{"password":"Mot de passe","confirm_password":"Confirmez le mot de passe","pin":"Code à quatre chiffres","session":"Séance"}"#,
        #"{"password":"Пароль","token":"токен","session":"сеанс","signature":"подпись"}"#,
        #"{"password":"Contraseña","reset_password":"Restablecer la contraseña","credentials":"Credenciales"}"#,
        #"{"en":{"password":"Password","passcode":"Passcode"},"de":{"password":"Kennwort","passcode":"Code"},"nl":{"password":"Wachtwoord"}}"#,
        // Search.
        #"{"facets":{"token":3,"password":12,"secret":1,"session":44},"total":60}"#,
        #"{"hits":[{"title":"How do I reset my password?","url":"https://help.example.com/reset-password","score":1.25}],"query":"password token"}"#,
        #"{"took":3,"aggregations":{"tags":{"buckets":[{"key":"password","doc_count":120394},{"key":"token","doc_count":88}]}}}"#,
        #"{"tokens":[{"token":"quick","start_offset":0,"end_offset":5,"type":"<ALPHANUM>","position":0},{"token":"brown","start_offset":6,"end_offset":11,"type":"<ALPHANUM>","position":1}]}"#,
        #"{"suggestions":["password manager","password generator","api key","private key"]}"#,
        // Language models.
        #"{"choices":[{"logprobs":{"content":[{"token":" Hello","logprob":-0.31,"bytes":[32,72]},{"token":"!","logprob":-0.02,"bytes":[33],"top_logprobs":[{"token":"!","logprob":-0.02}]}]}}],"usage":{"prompt_tokens":12,"completion_tokens":120934,"total_tokens":120946}}"#,
        #"{"model":"tea-1","max_tokens":4096,"stop_sequences":["secret"],"input_tokens":1200000}"#,
        // Conferences, tickets and tickers.
        #"{"sessions":[{"id":12,"title":"Keynote","session":"Opening 2026","room":"B12","starts":"2026-11-25T09:00:00Z"}],"session":{"day":1,"name":"Morning"}}"#,
        #"{"session":"Autumn 2026","credits":4,"pass":"Weekend pass","ticket":"Early bird"}"#,
        #"{"tickers":[{"base":"ETH","target":"USD","token":"ETH","last":3120.55,"volume":1822.1}],"token":"BTC"}"#,
        #"{"tokens":[{"symbol":"USDC","decimals":6,"name":"USD Coin"},{"symbol":"DAI","decimals":18,"name":"Dai"}]}"#,
        #"{"train":{"pass":true,"signature":"yes","signal":2},"cookie":"Oatmeal","recipe":{"secret":"a pinch of salt"}}"#,
        #"{"document":{"signature":"Ada Lovelace","signed":"2026-11-25","credential":"Passport"}}"#,
        // Settings and lists.
        #"{"settings":{"password_policy":"strong","password_min_length":12,"session_timeout":3600,"token_lifetime":86400,"pin_enabled":true,"two_factor":"sms"}}"#,
        #"{"scopes":["token:read","token:write","secrets:list"],"permissions":{"secret":"none","token":"write"}}"#,
        #"{"secrets":[{"name":"DEPLOY_TOKEN","created_at":"2026-01-10T14:59:22Z","updated_at":"2026-01-10T14:59:22Z","visibility":"private"}],"total_count":1}"#,
        #"{"dependencies":{"jsonwebtoken":"^9.0.2","password-validator":"5.3.0","csrf":"3.1.0"},"scripts":{"token":"node scripts/token.js"}}"#,
        #"{"public_key":"MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA7bHd","key_id":"42","keys_url":"https://example.com/jwks.json"}"#,
        #"{"next_page_token":"CAUQAA2b3c4d","items":[],"etag":"W/\"0815-a1b2c3\"","sync_token":"s72594_4483_1934"}"#,
        #"{"user":{"has_password":true,"password_changed_at":"2026-03-04T10:11:12Z","password_strength":3,"mfa":false}}"#,
        #"{"pin":{"id":"813744226420795884","board_id":"549755885175","note":"Tea"},"apiKey":"API-Schlüssel"}"#,
        #"{"tokens":[{"symbol":"USDC","address":"0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48","decimals":6}]}"#,
        #"{"features":["passkey","password","magic_link"],"default":"password","password":true,"passkey":false}"#,
    ]

    private static let texts: [(type: String, text: String)] = [
        (
            "text/markdown",
            "# Setup\n\nSet the password: open *Settings*, then **Account**.\n\nThe token is shown once. Keep your API key secret!\n\n- `--password`: the password of the user\n- `--token <token>`: the token\n"
        ),
        ("text/markdown", "Export `API_KEY=<your key>` before you run the tests, or put `token: $TOKEN` into `.env`."),
        ("text/plain", "PASSWORD=changeme is the default of the image? No: there is no default password.\n"),
        (
            "text/plain",
            "Your password must have 8 to 64 characters, one digit and one symbol. It expires after 90 days.\n"
        ),
        ("text/plain", "2026-11-25T09:13:02Z INFO auth: session opened for user ada (token refreshed in 120ms)\n"),
        (
            "application/yaml",
            "name: CI\non: push\njobs:\n  test:\n    runs-on: ubuntu-24.04\n    steps:\n      - uses: actions/checkout@v4\n        with:\n          token: ${{ secrets.GITHUB_TOKEN }}\n      - run: npm publish\n        env:\n          NODE_AUTH_TOKEN: ${{ secrets.NPM_TOKEN }}\n"
        ),
        (
            "application/yaml",
            "services:\n  db:\n    image: postgres:16\n    environment:\n      POSTGRES_USER: app\n      POSTGRES_PASSWORD_FILE: /run/secrets/db_password\n    secrets:\n      - db_password\nsecrets:\n  db_password:\n    file: ./db_password.txt\n"
        ),
        (
            "application/yaml",
            "openapi: 3.0.3\ncomponents:\n  schemas:\n    Login:\n      required: [user, password]\n      properties:\n        password:\n          type: string\n          format: password\n        token:\n          $ref: '#/components/schemas/Token'\n"
        ),
        (
            "text/html",
            "<!doctype html><html><body><form action=\"/login\" method=\"post\"><label>Password <input type=\"password\" name=\"password\" placeholder=\"At least 8 characters\" autocomplete=\"current-password\"></label><button>Sign in</button></form><p>Forgot your password? <a href=\"/reset\">Reset it</a>.</p></body></html>"
        ),
        (
            "text/html",
            "<table><tr><th>Name</th><th>Token</th></tr><tr><td>Deploy</td><td>hidden</td></tr></table><script>var form={password:document.getElementById('password').value,token:getToken()};</script>"
        ),
        ("text/css", ".password,.token::after{content:\"secret\"}input[name=password]{width:200px;color:#a1b2c3}"),
        (
            "image/svg+xml",
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 24 24\"><title>Password</title><path id=\"key\" d=\"M12 2a5 5 0 015 5v3h1a2 2 0 012 2v8\"/></svg>"
        ),
        ("text/csv", "name,session,room\nKeynote,Morning,B12\nTesting,Afternoon,A3\n"),
        ("text/csv", "user;password_changed;token_count\nada;2026-03-04;3\neve;2026-04-05;1\n"),
        (
            "application/javascript",
            "export function login(user, password) { const token = await api.post('/token', { user, password }); session = token.session; return token }\n"
        ),
        ("application/javascript", "var e={};e.secret=function(){return r.apiKey||\"\"};e.token=t(n);"),
        ("application/yaml", "permissions:\n  contents: read\n  id-token: write\n"),
        ("application/javascript", "!function(e,t){e.password=t.password,e.token=t(\"token\"),n.secret=void 0}(a,b);"),
        (
            "application/xml",
            "<form><field name=\"password\" type=\"text-private\"/><instructions>Choose a password</instructions></form>"
        ),
        (
            "application/rss+xml",
            "<rss version=\"2.0\"><channel><item><title>New: password managers</title><description>Why a token is not a password.</description><guid>https://example.com/2026/11/a1b2c3d4</guid></item></channel></rss>"
        ),
    ]
}
