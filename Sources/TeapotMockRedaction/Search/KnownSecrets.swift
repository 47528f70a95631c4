import Foundation
import TeapotMock

/// The secrets found so far, with a search for them in everything that's written.
package struct KnownSecrets {
    /// The number of bytes by which a value is found.
    private static let window = 8

    private var values: Set<[UInt8]> = []
    /// The patterns of values, keyed by a hash of their last bytes: plain, and in Base64 at each of three offsets.
    private var patterns: [UInt64: [(bytes: [UInt8], isBase64: Bool)]] = [:]
    /// A bit for each part of a hash, which is set if there's a pattern.
    private var marks: [UInt64] = []

    /// The number of values.
    package var count: Int { values.count }

    /// Remembers a value if it's unguessable.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - isCredential: Whether it was sent as a credential.
    private mutating func insert(_ value: ArraySlice<UInt8>, isCredential: Bool = false) {
        guard SecretValue.isUnique(value, isCredential: isCredential) else { return }
        guard values.insert(Array(value)).inserted else { return }
        add(Array(value), isBase64: false)
        for offset in 0..<3 {
            // The first and last characters depend on the bytes around the value.
            let text = (Data(count: offset) + value).base64EncodedString().utf8.prefix { $0 != UInt8(ascii: "=") }
            let complete = text.dropFirst([0, 2, 3][offset]).dropLast((value.count + offset).isMultiple(of: 3) ? 0 : 1)
            add(Array(complete), isBase64: true)
            add(complete.map { $0 == 0x2B ? 0x2D : $0 == 0x2F ? 0x5F : $0 }, isBase64: true)
        }
    }

    /// Remembers the unguessable parts of a value: the whole value, its words, and their decoded forms.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - isCredential: Whether it was sent as a credential.
    mutating func learn(_ value: [UInt8], isCredential: Bool = false) {
        var text = SearchedText(value[...])
        if isCredential { insert(value.map { $0 == 0x2B ? 0x20 : $0 }[...], isCredential: true) }
        for _ in 0..<3 {
            insert(text.bytes, isCredential: isCredential)
            let phrases = [text.bytes] + text.bytes.split(whereSeparator: \.isSpace)
            for word in phrases + text.bytes.split(whereSeparator: { $0.isSpace || "\"'<>,;".utf8.contains($0) }) {
                insert(word)
                // The password of basic credentials (RFC 7617 §2).
                let pair = SecretShape.decoded(word).flatMap { String(validUTF8: $0) }?.split(
                    separator: ":", maxSplits: 1)
                if let pair, pair.count == 2 { insert(Array(pair[1].utf8)[...]) }
            }
            guard let decoded = text.decoded() else { return }
            text = decoded
        }
    }

    /// Adds the secrets from another collection.
    mutating func formUnion(_ other: KnownSecrets) {
        values.formUnion(other.values)
        for (pattern, isBase64) in other.patterns.values.joined() { add(pattern, isBase64: isBase64) }
    }

    private mutating func add(_ pattern: [UInt8], isBase64: Bool) {
        guard pattern.count >= Self.window else { return }
        let hash = Self.hash(pattern[(pattern.count - Self.window)...])
        guard patterns[hash]?.contains(where: { $0.bytes == pattern }) != true else { return }
        patterns[hash, default: []].append((pattern, isBase64))
        if marks.isEmpty { marks = Array(repeating: 0, count: 1 << 14) }
        marks[Int(hash >> 50)] |= 1 << (hash >> 44 & 63)
    }

    private static func hash(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.reduce(0) { $0 << 8 | UInt64($1) } &* 0x9E37_79B9_7F4A_7C15
    }

    /// Returns the ranges of known values in bytes.
    ///
    /// Complexity: linear in the number of bytes, regardless of the number of known values.
    func ranges(in bytes: ArraySlice<UInt8>) -> [Range<Int>] {
        guard bytes.count >= Self.window, !patterns.isEmpty else { return [] }
        var ranges: [Range<Int>] = []
        let (start, base64) = (bytes.startIndex, ByteSet.base64)
        bytes.withUnsafeBufferPointer { bytes in
            marks.withUnsafeBufferPointer { marks in
                var (word, wordEnd): (UInt64, Int) = (0, 0)
                for index in 0..<bytes.count {
                    word = word << 8 | UInt64(bytes[index])
                    let hash = word &* 0x9E37_79B9_7F4A_7C15
                    let isMarked = marks[Int(hash >> 50)] & 1 << (hash >> 44 & 63) != 0
                    guard isMarked, let candidates = patterns[hash] else { continue }
                    for (pattern, isBase64) in candidates where pattern.count <= index + 1 {
                        var (first, end) = (index + 1 - pattern.count, index + 1)
                        guard !isBase64 || end > wordEnd, bytes[first..<end].elementsEqual(pattern) else { continue }
                        if isBase64 {
                            // A part of a Base64 word can't be replaced.
                            while first > 0, base64.contains(bytes[first - 1]) { first -= 1 }
                            while end < bytes.count, base64.contains(bytes[end]) { end += 1 }
                            wordEnd = end
                        }
                        ranges.append(start + first..<start + end)
                    }
                }
            }
        }
        return ranges
    }
}
