import Teapot

/// A value that is as random as a key, under a name that goes with keys.
enum SecretValue {
    /// Words that names of secrets have.
    private static let secretWords: Set = [
        "apikey", "auth", "credential", "credentials", "jwt", "passphrase", "password", "secret", "token",
    ]
    /// Words that go before `key` in the names of secrets.
    private static let keyWords: Set = [
        "access", "api", "auth", "encryption", "private", "secret", "service", "signing",
    ]
    /// Words of names whose values look like keys, and are none.
    private static let harmlessWords: Set = [
        "continuation", "cursor", "next", "page", "pagination", "prev", "previous", "public", "sync",
    ]

    /// Whether a value is likely to be a key.
    ///
    /// - Parameters:
    ///   - value: The whole value.
    ///   - name: The name of the member, item or field that it is the value of.
    /// - Returns: Whether it is.
    static func isLikely(_ value: String, under name: String) -> Bool {
        let words = Secrets.words(of: name)
        let isKey = zip(words, words.dropFirst()).contains { keyWords.contains($0) && $1 == "key" }
        guard isKey || words.contains(where: secretWords.contains), !words.contains(where: harmlessWords.contains)
        else {
            return false
        }
        return isRandom(Array(value.utf8))
    }

    /// Whether some bytes are one word of 20 to 512 characters with small letters, capitals and digits in no order, which
    /// neither digests, UUIDs nor encoded text are.
    private static func isRandom(_ bytes: [UInt8]) -> Bool {
        guard 20...512 ~= bytes.count, bytes.allSatisfy({ $0.isAlphanumeric || "-_+/=.~".utf8.contains($0) }),
            bytes.contains(where: { 0x30...0x39 ~= $0 }), bytes.contains(where: { 0x41...0x5A ~= $0 }),
            bytes.contains(where: { 0x61...0x7A ~= $0 }), !bytes.allSatisfy({ $0.isHexadecimal || $0 == 0x2D }),
            entropy(bytes) >= 3.8
        else { return false }
        // What is read when it is decoded is a cursor or the like.
        let decoded = SecretShape.decoded(bytes)
        return decoded?.allSatisfy { 0x20..<0x7F ~= $0 || $0 == 0x0A } != true
    }

    /// Shannon's, in bits a character.
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
