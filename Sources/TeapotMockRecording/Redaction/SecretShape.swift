import Foundation
import Teapot
import TeapotMock

/// The forms of credentials, which are recognized by their prefix and length, or by their decoded contents.
///
/// Forms that other values have too are not included: hexadecimal digests, UUIDs, base64.
enum SecretShape {
    private struct Prefix {
        let text: [UInt8]
        /// The minimum number of characters after the prefix.
        let minimum: Int
        /// A Boolean value that indicates whether exactly this number of characters follows.
        let isExact: Bool
        /// The characters that may follow, besides letters and digits.
        let others: [UInt8]
        let name: String

        init(_ text: String, _ minimum: Int, exactly: Bool = false, with others: String = "", _ name: String) {
            self.text = Array(text.utf8)
            self.minimum = minimum
            isExact = exactly
            self.others = Array(others.utf8)
            self.name = name
        }
    }

    private static let prefixes: [UInt8: [Prefix]] = {
        let all = [
            Prefix("AKIA", 16, exactly: true, "an AWS access key"),
            Prefix("ASIA", 16, exactly: true, "an AWS access key"),
            Prefix("ghp_", 36, "a GitHub token"), Prefix("gho_", 36, "a GitHub token"),
            Prefix("ghu_", 36, "a GitHub token"), Prefix("ghs_", 36, "a GitHub token"),
            Prefix("ghr_", 36, "a GitHub token"), Prefix("github_pat_", 22, with: "_", "a GitHub token"),
            Prefix("glpat-", 20, with: "-_", "a GitLab token"), Prefix("xoxa-", 10, with: "-", "a Slack token"),
            Prefix("xoxb-", 10, with: "-", "a Slack token"), Prefix("xoxe-", 10, with: "-", "a Slack token"),
            Prefix("xoxp-", 10, with: "-", "a Slack token"), Prefix("xoxr-", 10, with: "-", "a Slack token"),
            Prefix("xoxs-", 10, with: "-", "a Slack token"), Prefix("xapp-", 10, with: "-", "a Slack token"),
            Prefix("hooks.slack.com/services/", 20, with: "/", "a Slack webhook"),
            Prefix("sk_live_", 16, "a Stripe key"), Prefix("sk_test_", 16, "a Stripe key"),
            Prefix("rk_live_", 16, "a Stripe key"), Prefix("rk_test_", 16, "a Stripe key"),
            Prefix("whsec_", 24, "a Stripe key"), Prefix("AIza", 35, exactly: true, with: "-_", "a Google API key"),
            Prefix("ya29.", 20, with: "-_", "a Google token"),
            Prefix("GOCSPX-", 24, with: "-_", "a Google client secret"),
            Prefix("npm_", 36, exactly: true, "an npm token"), Prefix("SG.", 60, with: "-_.", "a SendGrid key"),
            Prefix("sk-ant-", 32, with: "-_", "an Anthropic key"), Prefix("sk-proj-", 32, with: "-_", "an OpenAI key"),
        ]
        return Dictionary(grouping: all) { $0.text[0] }
    }()

    /// The maximum number of bytes examined from one position, which limits the time.
    private static let longestLook = 2048

    /// Returns the form of the first apparent secret in bytes, such as `a JSON Web Token`; `nil` if there is none.
    ///
    /// Complexity: linear in the number of bytes.
    static func name(in bytes: [UInt8]) -> String? {
        var isInside = false
        for index in bytes.indices {
            let byte = bytes[index]
            defer { isInside = byte.isWord }
            guard !isInside else { continue }
            let rest = bytes[index...].prefix(longestLook)
            for prefix in prefixes[byte] ?? [] where matches(prefix, rest) { return prefix.name }
            switch byte {
            case UInt8(ascii: "e") where isToken(rest): return "a JSON Web Token"
            case UInt8(ascii: "B"), UInt8(ascii: "b"):
                if let name = credentials(rest) { return name }
            case UInt8(ascii: "-") where isPrivateKey(rest): return "a private key"
            default: break
            }
        }
        return nil
    }

    private static func matches(_ prefix: Prefix, _ bytes: ArraySlice<UInt8>) -> Bool {
        guard bytes.starts(with: prefix.text) else { return false }
        let rest = bytes.dropFirst(prefix.text.count).prefix { $0.isAlphanumeric || prefix.others.contains($0) }
        guard prefix.isExact ? rest.count == prefix.minimum : rest.count >= prefix.minimum else { return false }
        if prefix.text.starts(with: [0x41, 0x4B]) || prefix.text.starts(with: [0x41, 0x53]) {
            return !rest.contains { 0x61...0x7A ~= $0 }
        }
        return rest.contains { 0x30...0x39 ~= $0 }
    }

    /// Returns whether bytes are a token `eyJ….….…`, whose first part is a JSON object with an algorithm (RFC 7515
    /// §7.1).
    private static func isToken(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard bytes.starts(with: Array("eyJ".utf8)) else { return false }
        let text = bytes.prefix { $0.isAlphanumeric || $0 == 0x2D || $0 == 0x5F || $0 == 0x2E }
        let parts = text.split(separator: 0x2E, omittingEmptySubsequences: false)
        guard parts.count >= 2, !parts[1].isEmpty, let head = decoded(parts[0]),
            let members = try? JSON(parsing: head).dictionary
        else { return false }
        return members["alg"] != nil
    }

    /// Recognizes `Bearer` or `Basic` followed by credentials that are long or contain a digit, unlike words of prose.
    private static func credentials(_ bytes: ArraySlice<UInt8>) -> String? {
        let word = bytes.prefix { $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A }
        let name = String(decoding: word, as: UTF8.self).lowercased()
        guard name == "bearer" || name == "basic", bytes.dropFirst(word.count).first == 0x20 else { return nil }
        let value = bytes.dropFirst(word.count).drop { $0 == 0x20 }
            .prefix { $0.isAlphanumeric || "-._~+/=".utf8.contains($0) }
        if name == "basic" {
            guard let text = decoded(value), text.contains(UInt8(ascii: ":")), text.allSatisfy({ 0x20..<0x7F ~= $0 })
            else {
                return nil
            }
            return "basic credentials"
        }
        let isLong = value.count >= 20 || (value.count >= 4 && value.contains { 0x30...0x39 ~= $0 })
        return isLong ? "a bearer token" : nil
    }

    /// Returns the token if a whole text is `Bearer` and a token of any form; `nil` for words such as `Bearer token`.
    static func bearerToken(in text: [UInt8]) -> ArraySlice<UInt8>? {
        guard text.count > 7, text.count < longestLook, text[6] == 0x20,
            String(decoding: text[..<6], as: UTF8.self).lowercased() == "bearer"
        else { return nil }
        let token = text[7...].drop { $0 == 0x20 }
        let isToken = token.allSatisfy { $0.isAlphanumeric || "-._~+/=".utf8.contains($0) }
        let words: Set = ["auth", "authentication", "authorization", "required", "scheme", "token", "tokens"]
        return isToken && !words.contains(String(decoding: token, as: UTF8.self).lowercased()) ? token : nil
    }

    private static func isPrivateKey(_ bytes: ArraySlice<UInt8>) -> Bool {
        let start = Array("-----BEGIN ".utf8)
        guard bytes.starts(with: start) else { return false }
        let label = bytes.dropFirst(start.count).prefix { $0 != 0x2D && $0 >= 0x20 }.prefix(40)
        return String(decoding: label, as: UTF8.self).contains("PRIVATE KEY")
    }

    /// Returns decoded base64 of either alphabet; `nil` if it is invalid.
    static func decoded(_ bytes: some Collection<UInt8>) -> Data? {
        var text = bytes.filter { $0 != 0x3D }.map { $0 == 0x2D ? 0x2B : $0 == 0x5F ? 0x2F : $0 }
        guard text.count >= 2 else { return nil }
        text += [UInt8](repeating: 0x3D, count: (4 - text.count % 4) % 4)
        return Data(base64Encoded: Data(text))
    }
}

extension UInt8 {
    var isAlphanumeric: Bool { 0x30...0x39 ~= self || 0x41...0x5A ~= self || 0x61...0x7A ~= self }
    fileprivate var isWord: Bool { isAlphanumeric || self == 0x5F }
}
