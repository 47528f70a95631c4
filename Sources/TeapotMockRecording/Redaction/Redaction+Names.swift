import Teapot
import TeapotMock

extension Redaction {
    /// The names of secrets in the form in which they are compared.
    ///
    /// A name is compared by its words: `X-Vault-Token`, `currentPassword` and `user[password]` have the words of
    /// listed names. Verdicts are kept, because the names in a body repeat.
    final class Names {
        /// The part of a value that is removed.
        enum Verdict {
            /// The texts and numbers in it, at any depth.
            case all
            /// The value itself if it is a text or a number.
            case scalar
            /// The texts in it, at any depth, as for `tokens`; numbers may be counts.
            case texts
        }

        private struct List: Sendable {
            let names: Set<String>
            /// The names that may be the end of a longer word, such as `token` in `accesstoken`.
            let ends: [String]
            /// The names that may be the beginning of a longer word, such as `password` in `passwordrepeated`.
            let beginnings: [String]

            init(_ names: Set<String>) {
                self.names = Set(names.map(Names.plain))
                ends = self.names.filter { ($0.count > 4 && !Names.words.contains($0)) || $0 == "pwd" }
                beginnings = self.names.filter { $0.count > 7 }
            }
        }

        /// The usual names, which are prepared once.
        private static let usual = List(Redaction.usualNames)

        private let list: List
        private var names: Set<String> { list.names }
        private var verdicts: [String: Verdict?] = [:]

        init(_ names: Set<String>) { list = names == Redaction.usualNames ? Self.usual : List(names) }

        /// Returns the part of the value to remove that has a name; `nil` for none.
        func verdict(on name: String) -> Verdict? {
            if let verdict = verdicts[name] { return verdict }
            let verdict = judge(name)
            if verdicts.count < 10_000, name.utf8.count < 256 { verdicts[name] = .some(verdict) }
            return verdict
        }

        /// Returns whether the value of a JSON member or a part of a form is removed.
        func contain(_ name: String) -> Bool { verdict(on: name) != nil }

        /// Returns whether the value of a query item or a field of a form is removed, for some values at least.
        func mayContainItem(_ name: String) -> Bool { contain(name) || names.contains(name.lowercased() + "=") }

        /// Judges the value of a query item or a field of a form.
        ///
        /// - Parameters:
        ///   - name: The decoded name.
        ///   - value: The value. A code of up to three characters is that of a country, a currency or a status, and a
        ///     key without a digit is the name of something.
        /// - Returns: A Boolean value that indicates whether the value is removed.
        func containItem(_ name: String, _ value: some Collection<UInt8>) -> Bool {
            if contain(name) { return true }
            guard mayContainItem(name) else { return false }
            switch name.lowercased() {
            case "code": return value.prefix(4).count > 3
            case "key": return value.prefix(8).count > 7 && value.prefix(64).contains { 0x30...0x39 ~= $0 }
            default: return true
            }
        }

        /// Returns whether the value of a header field is removed.
        func containField(_ name: String) -> Bool {
            Teapot.Options.credentials.contains { $0.isSameHeaderName(as: name) } || contain(name)
        }

        static func isCookie(_ name: String) -> Bool { ["cookie", "set-cookie"].contains(name.lowercased()) }

        private func judge(_ name: String) -> Verdict? {
            let words = Secrets.words(of: Self.decoded(name))
            if let verdict = verdict(onRun: words.joined(), isLast: true) { return verdict }
            guard !Self.isHarmless(words) else { return nil }
            for start in words.indices {
                var run = ""
                for end in start..<min(start + 4, words.count) {
                    run += words[end]
                    if let verdict = verdict(onRun: run, isLast: end == words.count - 1) { return verdict }
                }
            }
            let isLonger = words.contains { word in
                word.count > 4
                    && (list.ends.contains(where: word.hasSuffix) || list.beginnings.contains(where: word.hasPrefix))
            }
            return isLonger ? .all : nil
        }

        /// Returns the verdict on consecutive words; digits at their end are ignored, as in `password2`.
        private func verdict(onRun run: String, isLast: Bool) -> Verdict? {
            let digits = run.reversed().prefix { $0.isASCII && $0.isNumber }.count
            let stem = names.contains(run) ? run : String(run.dropLast(digits))
            if names.contains(stem) {
                if Self.shortNames.contains(stem) { return isLast ? .scalar : nil }
                return .all
            }
            let isPlural = stem.count > 5 && stem.hasSuffix("s") && names.contains(String(stem.dropLast()))
            guard isPlural, !Self.words.contains(String(stem.dropLast())) else { return nil }
            return stem.hasSuffix("tokens") ? .texts : .all
        }

        private static func isHarmless(_ words: [String]) -> Bool {
            words.contains(where: harmlessWords.contains)
                || (words.contains(where: pageWords.contains) && !words.contains(where: accessWords.contains))
        }

        /// Returns a name whose characters are percent-encoded, perhaps several times, or have plus signs for spaces.
        private static func decoded(_ name: String) -> String {
            var name = name
            for _ in 0..<maximumEncodings where name.utf8.contains(UInt8(ascii: "%")) {
                let decoded = Request.decode(name)
                if decoded == name { break }
                name = decoded
            }
            return name
        }

        /// The number of times that a name may be percent-encoded.
        private static let maximumEncodings = 12

        private static func plain(_ name: String) -> String {
            name.lowercased().filter { $0 != "_" && $0 != "-" }
        }

        /// Names that are also the ends of other words, such as `possession`, and whose plural is harmless.
        private static let words: Set = ["cookie", "session"]
        /// Names that have other meanings too: they must be the last word, and the value must be a text or a number.
        private static let shortNames: Set = ["auth", "pass", "pin", "pw", "sid", "sig"]
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
        private static let pageWords: Set = [
            "continuation", "cursor", "next", "page", "pagination", "prev", "previous",
        ]
        private static let accessWords: Set = ["access", "auth", "csrf", "refresh", "session"]
    }
}
