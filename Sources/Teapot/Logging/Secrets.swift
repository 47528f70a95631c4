/// The rules for values that logs, errors and `curl` commands do not show.
///
/// These are user information in URLs, and values whose name is that of a secret.
package enum Secrets {
    /// Returns whether a name is a usual name of a secret, such as `X-Api-Key`, `accessToken` or `client_secret`.
    ///
    /// - Parameter name: The name of a header field, a query item or a member.
    /// - Returns: A Boolean value that indicates whether to hide the value.
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
    /// The words that indicate a secret, unless another word of the name is harmless.
    private static let tokenWords: Set = ["session", "sessionid", "sid"]
    /// The words that indicate a secret if they are the last but not the only word of a name.
    private static let keyWords: Set = ["auth", "key"]
    private static let compoundKeys: Set = ["accesskey", "apikey", "appkey", "auth", "authkey", "privatekey"]
    private static let harmlessWords: Set = [
        "cache", "continuation", "count", "cursor", "endpoint", "expires", "expiry", "foreign", "hint", "idempotency",
        "limit", "next", "page", "pagination", "partition", "prev", "previous", "primary", "public", "routing",
        "socket",
        "sort", "surrogate", "sync", "type", "uri", "url", "websocket",
    ]
    /// The names of secrets in a query or a form: an authorization code (RFC 6749 §4.1.2), and `key` without another
    /// word.
    static let queryNames: Set = ["code", "key"]

    /// Returns the words of a name such as `appSecretKey`, `app_secret` or `X-App-Secret`, in lowercase.
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

    /// Returns a text in which secrets are shortened: user information of URLs, and values with secret names.
    ///
    /// The names are those in queries, forms and JSON.
    ///
    /// Complexity: linear in the length of the text.
    ///
    /// - Parameters:
    ///   - text: A URL, a body, or a sentence with a URL in it.
    ///   - isSecret: A closure that returns whether a name is that of a secret.
    /// - Returns: The text to show.
    package static func hide(in text: String, _ isSecret: (String) -> Bool = isUsual) -> String {
        guard text.utf8.contains(where: { "@=:".utf8.contains($0) }) else { return text }
        var scanner = SecretScanner(text)
        return scanner.hide { isSecret($0) }
    }

    /// Returns a shortened secret, by which two secrets can be distinguished but not used.
    static func shorten(_ secret: some StringProtocol) -> String { "…" + (secret.count >= 12 ? secret.suffix(2) : "") }
}

extension URL {
    /// The text of the URL without user information and the values of query items that usually are secrets.
    var withoutSecrets: String { Secrets.hide(in: absoluteString) }
}

extension URLError {
    /// The same error, with its URLs without their secrets.
    var withoutSecrets: URLError {
        let info = errorUserInfo.mapValues { value -> Any in
            if let url = value as? URL { return URL(string: url.withoutSecrets) ?? url.origin }
            return (value as? String).map { Secrets.hide(in: $0) } ?? value
        }
        return URLError(code, userInfo: info)
    }
}
