import Foundation
import Teapot
import TeapotMock

/// The secrets that have been found so far, and a search for them in all that is written.
struct KnownSecrets {
    /// The number of bytes by which a value is found.
    private static let window = 8

    private var values: Set<[UInt8]> = []
    /// What values look like, by a hash of their last bytes: as they are, and in Base64 at each of three offsets.
    private var patterns: [UInt64: [(bytes: [UInt8], isBase64: Bool)]] = [:]
    /// A bit for each part of a hash, which is set if there is a pattern.
    private var marks: [UInt64] = []

    var isEmpty: Bool { values.isEmpty }

    /// Remembers a value that nobody could guess.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - isCredential: A Boolean value that indicates whether it was sent as a credential.
    mutating func insert(_ value: ArraySlice<UInt8>, isCredential: Bool = false) {
        guard SecretValue.isUnique(value, isCredential: isCredential) else { return }
        guard values.insert(Array(value)).inserted else { return }
        add(Array(value), isBase64: false)
        for offset in 0..<3 {
            // The first and last characters depend on what is around the value.
            let text = (Data(count: offset) + value).base64EncodedString().utf8.prefix { $0 != UInt8(ascii: "=") }
            let complete = text.dropFirst([0, 2, 3][offset]).dropLast((value.count + offset).isMultiple(of: 3) ? 0 : 1)
            add(Array(complete), isBase64: true)
            add(complete.map { $0 == 0x2B ? 0x2D : $0 == 0x2F ? 0x5F : $0 }, isBase64: true)
        }
    }

    private mutating func add(_ pattern: [UInt8], isBase64: Bool) {
        guard pattern.count >= Self.window else { return }
        let hash = Self.hash(pattern[(pattern.count - Self.window)...])
        guard patterns[hash]?.contains(where: { $0.bytes == pattern }) != true else { return }
        patterns[hash, default: []].append((pattern, isBase64))
        if marks.isEmpty { marks = Array(repeating: 0, count: 1 << 14) }
        marks[Int(hash >> 50)] |= 1 << (hash >> 44 & 63)
    }

    private static let base64 = ByteSet("+/-_=", and: \.isAlphanumeric)

    private static func hash(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.reduce(0) { $0 << 8 | UInt64($1) } &* 0x9E37_79B9_7F4A_7C15
    }

    /// Returns the ranges of known values in bytes.
    ///
    /// Complexity: linear in the number of bytes, however many values are known.
    func ranges(in bytes: ArraySlice<UInt8>) -> [Range<Int>] {
        guard bytes.count >= Self.window, !patterns.isEmpty else { return [] }
        var ranges: [Range<Int>] = []
        let start = bytes.startIndex
        bytes.withUnsafeBufferPointer { bytes in
            marks.withUnsafeBufferPointer { marks in
                var word: UInt64 = 0
                for index in 0..<bytes.count {
                    word = word << 8 | UInt64(bytes[index])
                    let hash = word &* 0x9E37_79B9_7F4A_7C15
                    let isMarked = marks[Int(hash >> 50)] & 1 << (hash >> 44 & 63) != 0
                    guard isMarked, let candidates = patterns[hash] else { continue }
                    for (pattern, isBase64) in candidates where pattern.count <= index + 1 {
                        var (first, end) = (index + 1 - pattern.count, index + 1)
                        guard bytes[first..<end].elementsEqual(pattern) else { continue }
                        // A part of a word in Base64 can't be replaced.
                        while isBase64, first > 0, Self.base64.contains(bytes[first - 1]) { first -= 1 }
                        while isBase64, end < bytes.count, Self.base64.contains(bytes[end]) { end += 1 }
                        ranges.append(start + first..<start + end)
                    }
                }
            }
        }
        return ranges
    }
}
