import Foundation

/// The rules for values that logs, errors and `curl` commands must not show.
///
/// They cover user information in URLs, and values with a secret name.
package enum Secrets {
    /// Returns whether a name usually means a secret, such as `X-Api-Key`, `accessToken` or `client_secret`.
    package static func isUsual(_ name: String) -> Bool { SecretNames.usual.kind(of: name) != nil }

    /// Returns whether a name belongs to a credential, usually means a secret, or is in `names`.
    static func isSecret(_ name: String, _ names: Set<String>) -> Bool {
        Teapot.Options.credentials.contains { $0.isSameHeaderName(as: name) } || isUsual(name)
            || names.contains { $0.isSameHeaderName(as: name) }
    }

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

    /// Returns a text with its secrets shortened: user information in URLs, and values with secret names.
    ///
    /// It looks for names in queries, forms and JSON.
    ///
    /// Complexity: linear in the length of the text.
    ///
    /// - Parameters:
    ///   - text: A URL, a body, or a sentence with a URL in it.
    ///   - isSecret: A closure that returns whether a name is secret.
    /// - Returns: The text to show.
    package static func hide(in text: String, _ isSecret: (String) -> Bool = isUsual) -> String {
        guard text.utf8.contains(where: { "@=:".utf8.contains($0) }) else { return text }
        var scanner = SecretScanner(text)
        return scanner.hide { isSecret($0) }
    }

    /// Returns a shortened secret, enough to tell secrets apart but not to use them.
    ///
    /// A shortened secret isn't shortened again.
    static func shorten(_ secret: some StringProtocol) -> String {
        if secret.count == 3, secret.first == "…" { return String(secret) }
        return "…" + (secret.count >= 12 ? secret.suffix(2) : "")
    }
}

extension URL {
    /// Returns the URL's text without user information, and without the values of secrets with usual names or names in
    /// `names`.
    package func withoutSecrets(_ names: Set<String>) -> String {
        Secrets.hide(in: absoluteString) { Secrets.isSecret($0, names) }
    }
}

extension Teapot.Options {
    /// Returns a transport's or an adapter's error, without the secrets in the URLs of a `URLError`.
    func hidingSecrets(of error: any Error) -> any Error {
        guard let error = error as? URLError else { return error }
        let info = error.errorUserInfo.mapValues { value -> Any in
            if let url = value as? URL { return URL(string: url.withoutSecrets(secrets)) ?? url.origin }
            return (value as? String).map { Secrets.hide(in: $0, isSecret) } ?? value
        }
        return URLError(error.code, userInfo: info)
    }
}
