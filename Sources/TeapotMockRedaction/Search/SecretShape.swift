import Foundation
import Teapot

/// The forms of credentials, which are recognized by their prefix and length, or by their decoded contents.
///
/// Forms that other values also have aren't included: hexadecimal digests, UUIDs, Base64.
enum SecretShape {
    /// The prefixes of keys, with the minimum number of characters after them, one of which must be a digit.
    private static let prefixes: [UInt8: [(text: [UInt8], minimum: Int)]] = {
        let all = [
            ("AKIA", 16), ("ASIA", 16), ("ghp_", 36), ("gho_", 36), ("ghu_", 36), ("ghs_", 36), ("ghr_", 36),
            ("github_pat_", 22), ("glpat-", 20), ("xoxa-", 10), ("xoxb-", 10), ("xoxe-", 10), ("xoxp-", 10),
            ("xoxr-", 10), ("xoxs-", 10), ("xapp-", 10), ("hooks.slack.com/services/", 20), ("sk_live_", 16),
            ("sk_test_", 16), ("rk_live_", 16), ("rk_test_", 16), ("whsec_", 24), ("AIza", 35), ("ya29.", 20),
            ("GOCSPX-", 24), ("npm_", 36), ("SG.", 60), ("sk-ant-", 32), ("sk-proj-", 32),
            ("hf_", 30), ("dop_v1_", 60), ("shpat_", 32), ("pypi-", 50), ("hvs.", 24), ("ATATT3", 50), ("EAAC", 80),
            ("AGE-SECRET-KEY-1", 50), ("lin_api_", 30), ("sq0atp-", 20), ("figd_", 30), ("sntrys_", 30),
            ("dckr_pat_", 20), ("rubygems_", 40), ("tskey-", 20), ("nsec1", 50), ("discord.com/api/webhooks/", 40),
            ("discordapp.com/api/webhooks/", 40),
        ]
        return Dictionary(grouping: all.map { (Array($0.utf8), $1) }) { $0.0[0] }
    }()

    /// The maximum number of bytes to examine from one position, to limit the time.
    private static let longestLook = 8192

    /// Returns the ranges of secrets that are recognized by their form.
    ///
    /// Complexity: linear in the number of bytes.
    static func ranges(in bytes: ArraySlice<UInt8>) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        var isInside = false
        var at = bytes.startIndex
        while at < bytes.endIndex {
            let byte = bytes[at]
            let range = isInside ? nil : self.range(bytes[at...].prefix(longestLook), byte)
            isInside = byte.isAlphanumeric || byte == 0x5F
            guard let range else {
                at += 1
                continue
            }
            ranges.append(range)
            (at, isInside) = (range.upperBound, true)
        }
        return ranges
    }

    /// Returns the range of the secret at the beginning of bytes, or `nil` if there's none.
    private static func range(_ rest: ArraySlice<UInt8>, _ first: UInt8) -> Range<Int>? {
        for prefix in prefixes[first] ?? [] {
            if let end = end(of: prefix, rest) { return rest.startIndex..<end }
        }
        switch first {
        case UInt8(ascii: "e"): return token(rest)
        case UInt8(ascii: "B"), UInt8(ascii: "b"): return credentials(rest) ?? botToken(rest)
        case UInt8(ascii: "-"): return privateKey(rest)
        case 0x30...0x39: return botToken(rest)
        default: return nil
        }
    }

    /// Returns the ranges of user information in URLs, including the at sign (RFC 3986 §3.2.1).
    static func userInformation(in bytes: ArraySlice<UInt8>) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        var at = bytes.startIndex
        while let slash = bytes[at...].firstIndex(of: UInt8(ascii: "/")) {
            at = slash + 1
            guard at < bytes.endIndex, bytes[at] == UInt8(ascii: "/") else { continue }
            let authority = bytes[(at + 1)...].prefix { $0 > 0x20 && !"/?#<>\"'`\\".utf8.contains($0) }
            at = authority.endIndex
            guard let sign = authority.lastIndex(of: UInt8(ascii: "@")), sign > authority.startIndex else { continue }
            ranges.append(authority.startIndex..<sign + 1)
        }
        return ranges
    }

    /// Returns the range of a Telegram bot's token, after `bot` in paths and on its own elsewhere.
    private static func botToken(_ bytes: ArraySlice<UInt8>) -> Range<Int>? {
        let number = bytes.dropFirst(bytes.starts(with: "bot".utf8) ? 3 : 0).prefix { 0x30...0x39 ~= $0 }
        let key = bytes[number.endIndex...].dropFirst().prefix { $0.isAlphanumeric || $0 == 0x2D || $0 == 0x5F }
        let isToken = number.count > 5 && bytes[number.endIndex...].first == 0x3A && key.count > 29
        return isToken ? bytes.startIndex..<key.endIndex : nil
    }

    /// Returns the index after a key with a prefix, or `nil` if there's none.
    private static func end(of prefix: (text: [UInt8], minimum: Int), _ bytes: ArraySlice<UInt8>) -> Int? {
        guard bytes.starts(with: prefix.text) else { return nil }
        let bytes = bytes.prefix(512)
        let isPath = prefix.text.last == UInt8(ascii: "/")
        let rest = bytes.dropFirst(prefix.text.count).prefix {
            $0.isAlphanumeric || "-_.".utf8.contains($0) || (isPath && $0 == UInt8(ascii: "/"))
        }
        let end = (rest.lastIndex(where: \.isAlphanumeric) ?? rest.startIndex - 1) + 1
        guard end - rest.startIndex >= prefix.minimum, rest.contains(where: { 0x30...0x39 ~= $0 }) else { return nil }
        let isUpper = prefix.text.allSatisfy { 0x41...0x5A ~= $0 }
        return isUpper && rest.contains { 0x61...0x7A ~= $0 } ? nil : end
    }

    /// Returns the range of a token `eyJ….….…`, whose first part is a JSON object with an algorithm (RFC 7515 §7.1).
    private static func token(_ bytes: ArraySlice<UInt8>) -> Range<Int>? {
        guard bytes.starts(with: "eyJ".utf8) else { return nil }
        let head = bytes.prefix { $0.isAlphanumeric || $0 == 0x2D || $0 == 0x5F }
        guard bytes[head.endIndex...].first == 0x2E, let object = decoded(head),
            (try? JSON(parsing: object))?.dictionary?["alg"] != nil
        else { return nil }
        let text = bytes.prefix { $0.isAlphanumeric || $0 == 0x2D || $0 == 0x5F || $0 == 0x2E }
        guard text.count > head.count + 2 else { return nil }
        return text.startIndex..<text.endIndex
    }

    /// Returns the range of credentials after `Bearer` or `Basic`, which, unlike prose, are long or contain a digit.
    private static func credentials(_ bytes: ArraySlice<UInt8>) -> Range<Int>? {
        let word = bytes.prefix { $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A }
        let name = String(decoding: word, as: UTF8.self).lowercased()
        guard name == "bearer" || name == "basic", bytes.dropFirst(word.count).first == 0x20 else { return nil }
        let value = bytes.dropFirst(word.count).drop { $0 == 0x20 }
            .prefix { $0.isAlphanumeric || "-._~+/=".utf8.contains($0) }
        if name == "basic" {
            guard let text = decoded(value), text.contains(UInt8(ascii: ":")), text.allSatisfy({ 0x20..<0x7F ~= $0 })
            else { return nil }
            return value.startIndex..<value.endIndex
        }
        let isLong = value.count >= 20 || (value.count >= 4 && value.contains { 0x30...0x39 ~= $0 })
        return isLong ? value.startIndex..<value.endIndex : nil
    }

    /// Returns the range of a private key in PEM, up to its end (RFC 7468).
    private static func privateKey(_ bytes: ArraySlice<UInt8>) -> Range<Int>? {
        let start = "-----BEGIN ".utf8
        guard bytes.starts(with: start) else { return nil }
        let label = bytes.dropFirst(start.count).prefix { $0 != 0x2D && $0 >= 0x20 }.prefix(40)
        guard String(decoding: label, as: UTF8.self).contains("PRIVATE KEY") else { return nil }
        let end = bytes[label.endIndex...].firstRange(of: "-----END ".utf8)
        let rest = end.map { bytes[$0.upperBound...].prefix { $0 >= 0x20 && $0 != 0x5C && $0 != 0x22 } }
        return bytes.startIndex..<(rest?.endIndex ?? bytes.endIndex)
    }

    /// Decodes Base64 in either alphabet, or returns `nil` if it's invalid.
    static func decoded(_ bytes: some Collection<UInt8>) -> Data? {
        var text = bytes.filter { $0 != 0x3D }.map { $0 == 0x2D ? 0x2B : $0 == 0x5F ? 0x2F : $0 }
        guard text.count >= 2 else { return nil }
        text += [UInt8](repeating: 0x3D, count: (4 - text.count % 4) % 4)
        return Data(base64Encoded: Data(text))
    }
}
