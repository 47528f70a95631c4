import TeapotMock

/// A text to search, which is a part of a body or the decoded form of a part.
///
/// It maps each of its bytes to bytes of the body, so a secret is replaced in place, however it's encoded.
struct SearchedText {
    let bytes: ArraySlice<UInt8>
    /// The places of the bytes in the body, and of the end of the last one, or `nil` if they equal the indices.
    private var places: [Int]?
    /// The range in the body for the whole text, if no part of it can be replaced separately.
    private var whole: Range<Int>?

    init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

    /// - Parameters:
    ///   - bytes: The bytes.
    ///   - places: The place of each byte in the body, and the place of the end.
    init(_ bytes: [UInt8], at places: [Int]) { (self.bytes, self.places) = (bytes[...], places) }

    /// A part of the text.
    subscript(range: Range<Int>) -> SearchedText {
        var part = SearchedText(bytes[range])
        (part.places, part.whole) = (places, whole)
        return part
    }

    var text: String { String(decoding: bytes, as: UTF8.self) }
    var all: Range<Int> { bytes.startIndex..<bytes.endIndex }

    /// Returns the range in the body for a range of the text.
    func place(of range: Range<Int>) -> Range<Int> {
        whole ?? places.map { $0[range.lowerBound]..<$0[range.upperBound] } ?? range
    }

    /// Joins several parts of the text, with a line feed between them.
    func joined(_ ranges: [Range<Int>]) -> SearchedText {
        var (joined, indices) = ([UInt8](), [Int]())
        for range in ranges {
            if let last = indices.last { indices.append(last + 1) }
            joined += (joined.isEmpty ? [] : [0x0A]) + bytes[range]
            indices += range
        }
        return SearchedText(
            joined, at: (indices + [ranges.last?.upperBound ?? 0]).map { place(of: $0..<$0).lowerBound })
    }

    /// Returns the decoded form of a Base64 part, if it's readable (RFC 4648).
    func decodedBase64(_ range: Range<Int>) -> SearchedText? {
        guard let data = SecretShape.decoded(bytes[range]), String(validUTF8: data) != nil,
            data.allSatisfy({ $0 >= 0x20 || $0.isSpace })
        else { return nil }
        var text = SearchedText([UInt8](data)[...])
        text.whole = place(of: range)
        return text
    }

    /// Returns the text with its escapes decoded once: escapes of URLs, forms, JSON, and markup.
    ///
    /// - Returns: The text, or `nil` if nothing in it is encoded.
    func decoded() -> SearchedText? {
        guard bytes.contains(where: Self.escapes.contains) else { return nil }
        var (decoded, indices) = ([UInt8](), [Int]())
        decoded.reserveCapacity(bytes.count)
        indices.reserveCapacity(bytes.count + 1)
        var at = bytes.startIndex
        while at < bytes.endIndex {
            if Self.escapes.contains(bytes[at]), let (characters, length) = Self.escape(bytes[at...]) {
                decoded += characters
                indices += repeatElement(at, count: characters.count)
                at += length
            } else {
                decoded.append(bytes[at])
                indices.append(at)
                at += 1
            }
        }
        guard decoded.count < bytes.count else { return nil }
        indices.append(at)
        var text = SearchedText(decoded[...])
        text.places = places == nil && whole == nil ? indices : indices.map { place(of: $0..<$0).lowerBound }
        text.whole = whole
        return text
    }

    private static let escapes = ByteSet("%&\\")

    /// Returns the decoded bytes and the length of an escape at the beginning of a text, or `nil` if there's none.
    private static func escape(_ text: ArraySlice<UInt8>) -> ([UInt8], Int)? {
        let rest = text.dropFirst()
        guard let next = rest.first else { return nil }
        switch text[text.startIndex] {
        case UInt8(ascii: "%"): return hexadecimal(rest.prefix(2), 2).map { ([UInt8($0)], 3) }
        case UInt8(ascii: "\\"):
            if next == UInt8(ascii: "u") {
                return hexadecimal(rest.dropFirst().prefix(4), 4).map { (Array(String(Self.scalar($0)).utf8), 6) }
            }
            if let letter = "bfnrt".utf8.firstIndex(of: next) {
                let offset = "bfnrt".utf8.distance(from: "bfnrt".startIndex, to: letter)
                return ([[0x08, 0x0C, 0x0A, 0x0D, 0x09][offset]], 2)
            }
            return "\\/\"'".utf8.contains(next) ? ([next], 2) : nil
        case UInt8(ascii: "&"):
            let name = rest.prefix(10).prefix { $0 != UInt8(ascii: ";") }
            guard name.endIndex < text.endIndex, text[name.endIndex] == UInt8(ascii: ";") else { return nil }
            let characters = entities[String(decoding: name, as: UTF8.self)] ?? reference(name)
            return characters.map { ($0, name.count + 2) }
        default: return nil
        }
    }

    private static let entities: [String: [UInt8]] = [
        "amp": [0x26], "lt": [0x3C], "gt": [0x3E], "quot": [0x22], "apos": [0x27], "nbsp": [0x20],
    ]

    private static func reference(_ name: ArraySlice<UInt8>) -> [UInt8]? {
        guard name.first == UInt8(ascii: "#") else { return nil }
        let digits = String(decoding: name.dropFirst(), as: UTF8.self)
        let number = digits.lowercased().hasPrefix("x") ? Int(digits.dropFirst(), radix: 16) : Int(digits)
        return number.map { Array(String(scalar($0)).utf8) }
    }

    private static func scalar(_ number: Int) -> Character {
        Character(UInt32(exactly: number).flatMap(Unicode.Scalar.init) ?? "\u{FFFD}")
    }

    private static func hexadecimal(_ digits: ArraySlice<UInt8>, _ count: Int) -> Int? {
        let isNumber = digits.count == count && digits.allSatisfy(\.isHexadecimal)
        return isNumber ? Int(String(decoding: digits, as: UTF8.self), radix: 16) : nil
    }
}
