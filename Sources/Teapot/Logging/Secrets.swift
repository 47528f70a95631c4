/// What logs, errors and `curl` commands do not show: user information in URLs, and what goes by the name of a secret.
package enum Secrets {
    /// Whether a name is one that secrets usually go by, such as `X-Api-Key`, `accessToken` or `client_secret`.
    ///
    /// - Parameter name: The name of a header field, a query item or a member.
    /// - Returns: Whether its value is to be hidden.
    package static func isUsual(_ name: String) -> Bool {
        let words = words(of: name)
        if words.contains(where: { secretWords.contains($0) || $0.hasPrefix("secret") || $0.hasPrefix("passw") }) {
            return true
        }
        let isKey = words.last.map { keyWords.contains($0) && words.count > 1 || compoundKeys.contains($0) } ?? false
        let isToken = words.contains { tokenWords.contains($0) || $0.hasSuffix("token") }
        return (isKey || isToken) && !words.contains(where: harmlessWords.contains)
    }

    private static let secretWords: Set = [
        "authorization", "bearer", "credential", "credentials", "csrf", "hmac", "jwt", "otp", "passcode", "passphrase",
        "pwd", "sig",
        "signature", "xsrf",
    ]
    /// Words that make a secret of a name, unless a word beside them says that it is none.
    private static let tokenWords: Set = ["session", "sessionid", "sid"]
    /// Words that make a secret of a name when they are its last, and not its only one.
    private static let keyWords: Set = ["auth", "key"]
    private static let compoundKeys: Set = ["accesskey", "apikey", "appkey", "auth", "authkey", "privatekey"]
    private static let harmlessWords: Set = [
        "cache", "continuation", "count", "cursor", "endpoint", "expires", "expiry", "foreign", "hint", "idempotency",
        "limit", "next", "page", "pagination", "partition", "prev", "previous", "primary", "public", "routing",
        "socket",
        "sort", "surrogate", "sync", "type", "uri", "url", "websocket",
    ]
    /// Names that stand for secrets in a query or a form: an authorization code (RFC 6749 §4.1.2), a key of its own.
    static let queryNames: Set = ["code", "key"]

    /// The words of a name such as `appSecretKey`, `app_secret` or `X-App-Secret`, in small letters.
    package static func words(of name: String) -> [String] {
        var words: [String] = []
        var wasLower = false
        var isInside = false
        for character in name {
            let belongs = character.isLetter || character.isNumber
            let begins = belongs && (!isInside || (character.isUppercase && wasLower))
            if begins { words.append("") }
            if belongs { words[words.count - 1] += character.lowercased() }
            isInside = belongs
            wasLower = character.isLowercase
        }
        return words
    }

    /// Returns a text in which user information of URLs, and values under secret names of queries, forms and JSON, are
    /// shortened.
    ///
    /// Complexity: linear in the length of the text.
    ///
    /// - Parameters:
    ///   - text: A URL, a body, or a sentence with a URL in it.
    ///   - isSecret: Whether a name is one of a secret.
    /// - Returns: The text to show.
    package static func hide(in text: String, _ isSecret: (String) -> Bool = isUsual) -> String {
        guard text.utf8.contains(where: { "@=:".utf8.contains($0) }) else { return text }
        var scanner = SecretScanner(text)
        return scanner.hide { isSecret($0) }
    }

    /// A secret shortened so that two can be told apart and neither can be used.
    static func shorten(_ secret: some StringProtocol) -> String { "…" + (secret.count >= 12 ? secret.suffix(2) : "") }
}

extension URL {
    /// The URL's text without user information and the values of query items that usually hold secrets.
    var withoutSecrets: String { Secrets.hide(in: absoluteString) }
}

extension URLError {
    /// The same error, the URLs that it names without their secrets.
    var withoutSecrets: URLError {
        let info = errorUserInfo.mapValues { value -> Any in
            if let url = value as? URL { return URL(string: url.withoutSecrets) ?? url.origin }
            return (value as? String).map { Secrets.hide(in: $0) } ?? value
        }
        return URLError(code, userInfo: info)
    }
}
