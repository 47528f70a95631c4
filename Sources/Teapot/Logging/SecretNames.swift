/// The names that mark values as secret in everything that is logged, shown or recorded.
///
/// Names are compared word by word: `X-Vault-Token`, `currentPassword` and `user[password]` contain the words of listed
/// names. A name that only describes a secret, such as `token_type`, isn't one.
package struct SecretNames: Sendable {
    /// The kind of value that a name suggests.
    ///
    /// - `credential`: a credential, such as a password, which may look like any text
    /// - `word`: a word that also has other meanings, such as `token`, where a secret looks machine-generated
    /// - `code`: a code or a number, such as a PIN
    /// - `anything`: a value that the user wants removed
    package enum Kind: Sendable { case credential, word, code, anything }

    /// Names that are always secret, no matter what the value looks like: passwords, keys, tokens with their full
    /// names, session cookies, and the credentials of OAuth (RFC 6749, 7521, 7636, 8628), SAML and cloud providers.
    private static let credentials = names(
        """
        access_key access_token account_key api_key app_key application_key assertion auth_code auth_key auth_token
        authorization authorization_code bearer_token client_secret code_verifier creds csrf_token customer_key
        device_code encryption_key functions_key id_token jsessionid jwt master_key mnemonic oauth_verifier passcode
        passkey passphrase passwd password phpsessid private_key pswd pwd refresh_token saml_art saml_response
        secret_key security_answer seed_phrase service_key session_id session_token shared_key signing_key
        subscription_key user_pass wsse x_amz_credential x_amz_security_token x_amz_signature xsrf_token
        """)
    /// The word “password” in other languages.
    private static let passwords = names(
        """
        adgangskode contraseña hasło heslo kennwort lösenord mot_de_passe palavra_passe parola passwort salasana senha
        wachtwoord şifre пароль パスワード 密码 كلمة_المرور 密碼 비밀번호
        """)
    /// Names that also have other meanings, such as a conference's `session`.
    private static let ambiguous = names(
        "authentication bearer cookie credential csrf hmac secret session signature token xsrf")
    /// Names that also occur within other names, so they count only as the last word.
    private static let last = names("auth pass pw sid sig")
    /// Codes that a person types from a card, an app or a message, which are secret if they have digits.
    private static let codes = names(
        """
        2fa_code access_code activation_code backup_code card_number confirmation_code credit_card cvc cvv login_code
        mfa_code one_time_code otp pin pin_code pin_number recovery_code reset_code security_code sms_code
        social_security ssn tax_id totp user_code verification_code
        """)
    /// Names that are secret only in a query or a form: an authorization code (RFC 6749 §4.1.2), a CAS ticket, and an
    /// API key.
    private static let items = names("code key ticket")
    /// Words in names that only describe a secret, or that name a key of a record.
    private static let harmless = names(
        """
        algorithm allow allowed attempts cache changed consent count created date duration enabled endpoint endpoints
        expiration expired expires expiry foreign hint idempotency label left length limit max maximum method methods
        min minimum partition placeholder policy primary public remaining required requirements routing rules scheme
        socket sort status strength supported surrogate sync timeout title total ttl type types uri uris url urls
        usage used validity websocket
        """)
    /// Words that mark a token as one for a next page, which is harmless unless it's also an access token.
    private static let ofPages = names("continuation cursor next page pagination prev previous")
    private static let ofAccess = names("access auth csrf refresh session")

    /// The listed names; those that end with an equals sign apply only to items.
    package static let listed = credentials.union(passwords).union(ambiguous).union(last).union(codes)
        .union(items.map { $0 + "=" })
    package static let usual = SecretNames()

    private static func names(_ text: String) -> Set<String> {
        Set(text.split(whereSeparator: \.isWhitespace).map(String.init))
    }
    private static func plain(_ names: some Sequence<String>) -> Set<String> {
        Set(names.map { name in name.lowercased().filter { $0 != "_" && $0 != "-" } })
    }

    private var kinds: [String: Kind] = [:]
    /// The names that may come at the end of a longer word, such as `token` in `accesstoken`.
    private let ends: [String]
    /// The names that may come at the beginning of a longer word, such as `password` in `passwordrepeated`.
    private let beginnings: [String]
    private let exceptions: Set<String>

    /// - Parameters:
    ///   - names: The names. Unusual names have the kind ``Kind/anything``.
    ///   - exceptions: The names that aren't secret, no matter which words they contain.
    package init(_ names: Set<String> = listed, except exceptions: Set<String> = []) {
        self.exceptions = Set(exceptions.map { $0.lowercased() })
        let usual = Self.plain(Self.listed)
        let codes = Self.plain(Self.codes)
        for name in Self.plain(names) {
            let isWord = Self.ambiguous.contains(name) || Self.last.contains(name)
            kinds[name] =
                !usual.contains(name) ? .anything : codes.contains(name) ? .code : isWord ? .word : .credential
        }
        ends = kinds.keys.filter { ($0.count > 4 && !Self.ambiguous.contains($0)) || $0 == "pwd" }
        beginnings = kinds.keys.filter { $0.count > 7 }
    }

    /// Returns the kind of secret that a name stands for, or `nil` for none.
    package func kind(of name: String) -> Kind? {
        if exceptions.contains(name.lowercased()) { return nil }
        let words = Secrets.words(of: name)
        if let kind = kind(ofRun: words.joined(), isLast: true) { return kind }
        let isOfPage = words.contains(where: Self.ofPages.contains) && !words.contains(where: Self.ofAccess.contains)
        guard !isOfPage, !words.contains(where: Self.harmless.contains) else { return nil }
        for start in words.indices {
            var run = ""
            for end in start..<min(start + 4, words.count) {
                run += words[end]
                if let kind = kind(ofRun: run, isLast: end == words.count - 1) { return kind }
            }
        }
        let isLonger = words.contains { word in
            word.count > 4 && (ends.contains(where: word.hasSuffix) || beginnings.contains(where: word.hasPrefix))
        }
        return isLonger ? .credential : words.count > 1 && words.last == "key" ? .word : nil
    }

    /// Returns the kind of secret for a query item or a form field.
    package func kind(ofItem name: String) -> Kind? {
        let plain = name.lowercased()
        return kind(of: name) ?? (kinds[plain + "="] != nil && !exceptions.contains(plain) ? .credential : nil)
    }

    /// Returns the kind of secret for consecutive words, ignoring digits at their end, as in `password2`.
    private func kind(ofRun run: String, isLast: Bool) -> Kind? {
        let digits = run.reversed().prefix { $0.isASCII && $0.isNumber }.count
        let stem = kinds[run] != nil || digits > 2 ? run : String(run.dropLast(digits))
        if let kind = kinds[stem] { return isLast || !Self.last.contains(stem) ? kind : nil }
        let singular = String(stem.dropLast())
        guard stem.count > 5, stem.hasSuffix("s"), singular != "cookie", singular != "session" else { return nil }
        return kinds[singular].map { $0 == .word ? .word : .credential }
    }
}
