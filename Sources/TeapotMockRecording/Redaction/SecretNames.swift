import Teapot
import TeapotMock

/// The names of secrets in the form in which they are compared.
///
/// A name is compared by its words: `X-Vault-Token`, `currentPassword` and `user[password]` have the words of listed
/// names. Verdicts are kept, because the names in a body repeat.
final class SecretNames {
    private struct List: Sendable {
        let names: Set<String>
        /// The names that a person has added, under which everything is secret.
        let added: Set<String>
        /// The names that may be the end of a longer word, such as `token` in `accesstoken`.
        let ends: [String]
        /// The names that may be the beginning of a longer word, such as `password` in `passwordrepeated`.
        let beginnings: [String]

        init(_ names: Set<String>, besides usual: Set<String> = []) {
            self.names = Set(names.map { name in name.lowercased().filter { $0 != "_" && $0 != "-" } })
            ends = self.names.filter { ($0.count > 4 && !SecretNames.words.contains($0)) || $0 == "pwd" }
            added = usual.isEmpty ? [] : self.names.subtracting(usual)
            beginnings = self.names.filter { $0.count > 7 }
        }
    }

    /// The usual names, which are prepared once.
    private static let usual = List(Redaction.usualNames)

    private let list: List
    /// The verdicts by a hash of the name, and of names in a text by the hash of their words.
    private var verdicts: [Int: SecretKind?] = [:]

    private let exceptions: Set<String>

    /// - Parameters:
    ///   - names: The names.
    ///   - exceptions: The names that are none, whatever their words.
    init(_ names: Set<String>, except exceptions: Set<String> = []) {
        list = names == Redaction.usualNames ? Self.usual : List(names, besides: Self.usual.names)
        self.exceptions = Set(exceptions.map { $0.lowercased() })
    }

    /// Returns the kind of secret that has a name; `nil` for none.
    func kind(of name: some Sequence<UInt8>) -> SecretKind? {
        var hash = 0xCBF2_9CE4
        for byte in name { hash = (hash ^ Int(byte)) &* 0x100_0000_01B3 }
        if let verdict = verdicts[hash] { return verdict }
        let verdict = judge(String(decoding: Array(name), as: UTF8.self))
        if verdicts.count < 100_000 { verdicts[hash] = .some(verdict) }
        return verdict
    }

    func kind(of name: String) -> SecretKind? { kind(of: name.utf8) }

    /// Returns the kind of secret in a query item or a field of a form.
    ///
    /// A code of up to three characters is that of a country, a currency or a status, and a key without a digit is the
    /// name of something.
    func kind(ofItem name: String, _ value: some Collection<UInt8>) -> SecretKind? {
        if let kind = kind(of: name) { return kind }
        let name = name.lowercased()
        guard list.names.contains(name + "="), !exceptions.contains(name) else { return nil }
        let isSecret =
            switch name {
            case "code": value.prefix(4).count > 3
            case "key": value.prefix(8).count > 7 && value.prefix(64).contains { 0x30...0x39 ~= $0 }
            default: true
            }
        return isSecret ? .credential : nil
    }

    private func judge(_ name: String) -> SecretKind? {
        // Names may be percent-encoded, perhaps several times, or have plus signs for spaces.
        var name = name
        for _ in 0..<12 where name.utf8.contains(UInt8(ascii: "%")) { name = Request.decode(name) }
        if exceptions.contains(name.lowercased()) { return nil }
        let words = Secrets.words(of: name)
        if let kind = kind(ofRun: words.joined(), isLast: true) { return kind }
        let isOfPage =
            words.contains(where: Self.pageWords.contains) && !words.contains(where: Self.accessWords.contains)
        guard !isOfPage, !words.contains(where: Self.harmlessWords.contains) else { return nil }
        for start in words.indices {
            var run = ""
            for end in start..<min(start + 4, words.count) {
                run += words[end]
                if let kind = kind(ofRun: run, isLast: end == words.count - 1) { return kind }
            }
        }
        let isLonger = words.contains { word in
            word.count > 4
                && (list.ends.contains(where: word.hasSuffix) || list.beginnings.contains(where: word.hasPrefix))
        }
        return isLonger ? .credential : nil
    }

    /// Returns the kind of consecutive words; digits at their end are ignored, as in `password2`.
    private func kind(ofRun run: String, isLast: Bool) -> SecretKind? {
        let digits = run.reversed().prefix { $0.isASCII && $0.isNumber }.count
        let stem = list.names.contains(run) || digits > 2 ? run : String(run.dropLast(digits))
        if list.names.contains(stem) {
            if list.added.contains(stem) { return .anything }
            if Self.codes.contains(stem) { return .code }
            guard Self.words.contains(stem) || Self.shortNames.contains(stem) else { return .credential }
            return isLast || !Self.shortNames.contains(stem) ? .word : nil
        }
        let singular = String(stem.dropLast())
        guard stem.count > 5, stem.hasSuffix("s"), list.names.contains(singular), !Self.unlisted.contains(singular)
        else { return nil }
        return Self.words.contains(singular) ? .word : .credential
    }

    /// Names that have other meanings too, such as a `session` of a conference.
    private static let words: Set = [
        "authentication", "bearer", "cookie", "credential", "csrf", "hmac", "secret", "session", "signature", "token",
        "xsrf",
    ]
    /// Names whose plural is harmless.
    private static let unlisted: Set = ["cookie", "session"]
    /// Names that are also parts of other names: they must be the last word.
    private static let shortNames: Set = ["auth", "pass", "pw", "sid", "sig"]
    /// The names of codes and numbers.
    private static let codes: Set = [
        "2facode", "accesscode", "activationcode", "backupcode", "cardnumber", "confirmationcode", "creditcard", "cvc",
        "cvv", "logincode", "mfacode", "onetimecode", "otp", "pin", "pincode", "pinnumber", "recoverycode", "resetcode",
        "securitycode", "smscode", "socialsecurity", "ssn", "taxid", "totp", "usercode", "verificationcode",
    ]
    /// Words in names whose values are about a secret.
    private static let harmlessWords: Set = [
        "algorithm", "allow", "allowed", "attempts", "cache", "changed", "consent", "count", "created", "date",
        "duration", "enabled", "endpoint", "endpoints", "expiration", "expired", "expires", "expiry", "hint",
        "label", "left", "length", "limit", "max", "maximum", "method", "methods", "min", "minimum", "placeholder",
        "policy", "public", "remaining", "required", "requirements", "rules", "scheme", "status", "strength",
        "supported", "sync", "timeout", "title", "total", "ttl", "type", "types", "uri", "uris", "url", "urls",
        "usage", "used", "validity",
    ]
    /// Words in the name of a token for the next page, which is harmless unless it is also one for access.
    private static let pageWords: Set = ["continuation", "cursor", "next", "page", "pagination", "prev", "previous"]
    private static let accessWords: Set = ["access", "auth", "csrf", "refresh", "session"]
}
