extension UInt8 {
    var isSpace: Bool { self == 0x20 || 0x09...0x0D ~= self }
    var isHexadecimal: Bool { 0x30...0x39 ~= self || 0x41...0x46 ~= self || 0x61...0x66 ~= self }
    package var isAlphanumeric: Bool { 0x30...0x39 ~= self || 0x41...0x5A ~= self || 0x61...0x7A ~= self }
}

/// A set of bytes with fast lookup.
struct ByteSet {
    private let isIn: [Bool]

    /// - Parameters:
    ///   - characters: The characters, in ASCII.
    ///   - other: A closure that returns whether another byte is in the set.
    init(_ characters: String, and other: (UInt8) -> Bool = { _ in false }) {
        let bytes = Set(characters.utf8)
        isIn = (0...UInt8.max).map { bytes.contains($0) || other($0) }
    }

    /// The characters of Base64 in either alphabet (RFC 4648).
    static let base64 = ByteSet("+/-_=", and: \.isAlphanumeric)

    func contains(_ byte: UInt8) -> Bool { isIn[Int(byte)] }
}

extension ArraySlice<UInt8> {
    /// Returns the next run of bytes in a set and moves the index past it, or returns `nil` if there's none.
    func run(of set: ByteSet, from at: inout Int) -> Range<Int>? {
        while at < endIndex, !set.contains(self[at]) { at += 1 }
        let start = at
        while at < endIndex, set.contains(self[at]) { at += 1 }
        return start < at ? start..<at : nil
    }
}
