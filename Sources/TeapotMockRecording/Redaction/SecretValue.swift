import Foundation
import Teapot
import TeapotMock

/// A check for values as random as a key, with names that are used for keys.
enum SecretValue {
    /// Words in the names of secrets.
    private static let secretWords: Set = [
        "apikey", "auth", "credential", "credentials", "jwt", "passphrase", "password", "secret", "token",
    ]
    /// Words before `key` in the names of secrets.
    private static let keyWords: Set = [
        "access", "api", "auth", "encryption", "private", "secret", "service", "signing",
    ]
    /// Words in names whose values look like keys, but are not secret.
    private static let harmlessWords: Set = [
        "continuation", "cursor", "next", "page", "pagination", "prev", "previous", "public", "sync",
    ]

    /// Returns whether a value is probably a key.
    ///
    /// - Parameters:
    ///   - value: The whole value.
    ///   - name: The name of its member, item or field.
    /// - Returns: A Boolean value that indicates whether the value is probably a key.
    static func isLikely(_ value: String, under name: String) -> Bool {
        let words = Secrets.words(of: name)
        let isKey = zip(words, words.dropFirst()).contains { keyWords.contains($0) && $1 == "key" }
        guard isKey || words.contains(where: secretWords.contains), !words.contains(where: harmlessWords.contains)
        else {
            return false
        }
        return isRandom(Array(value.utf8))
    }

    /// Returns whether bytes are one random word.
    ///
    /// The word has 20 to 512 characters, with lowercase letters, uppercase letters and digits in no order. Digests,
    /// UUIDs and encoded text do not match.
    private static func isRandom(_ bytes: [UInt8]) -> Bool {
        guard 20...512 ~= bytes.count, bytes.allSatisfy({ $0.isAlphanumeric || "-_+/=.~".utf8.contains($0) }),
            bytes.contains(where: { 0x30...0x39 ~= $0 }), bytes.contains(where: { 0x41...0x5A ~= $0 }),
            bytes.contains(where: { 0x61...0x7A ~= $0 }), !bytes.allSatisfy({ $0.isHexadecimal || $0 == 0x2D }),
            entropy(bytes) >= 3.8
        else { return false }
        // A value that decodes to readable text is a cursor or the like.
        let decoded = SecretShape.decoded(bytes)
        return decoded?.allSatisfy { 0x20..<0x7F ~= $0 || $0 == 0x0A } != true
    }

    /// Returns the Shannon entropy, in bits per character.
    private static func entropy(_ bytes: [UInt8]) -> Double {
        var counts = [Int](repeating: 0, count: 256)
        for byte in bytes { counts[Int(byte)] += 1 }
        return counts.filter { $0 > 0 }.reduce(0) { sum, count in
            let share = Double(count) / Double(bytes.count)
            return sum - share * log2(share)
        }
    }
}

extension UInt8 {
    fileprivate var isHexadecimal: Bool { 0x30...0x39 ~= self || 0x41...0x46 ~= self || 0x61...0x66 ~= self }
}
