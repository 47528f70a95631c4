import Foundation

/// A decoder for gzip (RFC 1952), zlib (RFC 1950) and deflate (RFC 1951), which detects the format.
///
/// Like libcurl, it accepts a truncated body, and verifies the checksum of a complete gzip body.
struct Inflater {
    /// An error for bytes in none of the formats, with the output that the client still receives.
    struct InvalidBytes: Error { var output = Data() }

    /// An error for input that ends too soon.
    private struct End: Error {}

    private let input: [UInt8]
    /// The number of bits read so far.
    private var place = 0
    private var output: [UInt8] = []

    private init(_ input: Data) { self.input = Array(input) }

    /// Returns decoded bytes.
    static func decode(_ data: Data) throws(InvalidBytes) -> Data {
        var inflater = Inflater(data)
        do {
            let hasTrailer = try inflater.readHeader()
            while try inflater.readBlock() {}
            if hasTrailer { try inflater.readTrailer() }
        } catch {
            if let error = error as? InvalidBytes { throw error }
        }
        return Data(inflater.output)
    }

    /// Returns the next bits as a number, with the lowest bit first.
    private mutating func bits(_ count: Int) throws -> Int {
        guard place + count <= input.count * 8 else { throw End() }
        var number = 0
        for bit in place..<place + count { number |= Int(input[bit / 8] >> UInt8(bit % 8) & 1) << (bit - place) }
        place += count
        return number
    }

    /// Reads the header, and returns whether the format is gzip, which has a trailer.
    private mutating func readHeader() throws -> Bool {
        let (first, second) = (try bits(8), try bits(8))
        guard first == 0x1F, second == 0x8B else {
            // Without a zlib header, this is the first block.
            if first & 15 != 8 || (first << 8 | second) % 31 != 0 { place = 0 }
            return false
        }
        guard try bits(8) == 8 else { throw InvalidBytes() }
        let flags = try bits(8)
        guard flags < 32 else { throw InvalidBytes() }
        place += 48
        if flags & 4 != 0 { place += try bits(16) * 8 }
        // Skip the name, the comment, and the checksum of all of this.
        for flag in [8, 16] where flags & flag != 0 { while try bits(8) != 0 {} }
        if flags & 2 != 0 { place += 16 }
        return true
    }

    /// Reads the checksum and the length of the output (RFC 1952 §2.3.1).
    private mutating func readTrailer() throws {
        place = (place + 7) & ~7
        let (sum, length) = (try bits(32), try bits(32))
        let isWhole = length == output.count & 0xFFFF_FFFF && place == input.count * 8
        let found = output.withUnsafeBytes { CRC32.checksum($0) }
        guard sum == Int(found), isWhole else { throw InvalidBytes(output: Data(output)) }
    }

    /// Reads a block, and returns whether more blocks follow.
    private mutating func readBlock() throws -> Bool {
        let isLast = try bits(1) == 1
        switch try bits(2) {
        case 0:
            place = (place + 7) & ~7
            let (length, complement) = (try bits(16), try bits(16))
            guard length == ~complement & 0xFFFF else { throw InvalidBytes() }
            output += input[(place / 8)...].prefix(length)
            place += length * 8
        case 1: try readSymbols(.fixedLiterals, .fixedDistances)
        case 2:
            let (literals, distances) = try readCodes()
            try readSymbols(literals, distances)
        default: throw InvalidBytes()
        }
        return !isLast
    }

    /// Reads the codes of a block (RFC 1951 §3.2.7).
    private mutating func readCodes() throws -> (HuffmanCode, HuffmanCode) {
        let literals = try bits(5) + 257
        let total = try literals + bits(5) + 1
        var lengths = [Int](repeating: 0, count: 19)
        for symbol in try [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15].prefix(bits(4) + 4) {
            lengths[symbol] = try bits(3)
        }
        let code = HuffmanCode(lengths[...])
        var all: [Int] = []
        while all.count < total {
            switch try read(code) {
            case 16:
                guard let last = all.last else { throw InvalidBytes() }
                all += [Int](repeating: last, count: try bits(2) + 3)
            case 17: all += [Int](repeating: 0, count: try bits(3) + 3)
            case 18: all += [Int](repeating: 0, count: try bits(7) + 11)
            case let length: all.append(length)
            }
        }
        let codes = (HuffmanCode(all[..<literals]), HuffmanCode(all[literals...]))
        let isComplete = code.rest == 0 && codes.0.rest == 0 && (codes.1.rest == 0 || codes.1.symbols.count < 2)
        guard all.count == total, isComplete else { throw InvalidBytes() }
        return codes
    }

    /// Reads bytes, and distances of repeated bytes, up to the end of the block (RFC 1951 §3.2.5).
    private mutating func readSymbols(_ literals: HuffmanCode, _ distances: HuffmanCode) throws {
        while true {
            let symbol = try read(literals)
            if symbol == 256 { return }
            guard symbol > 256 else {
                output.append(UInt8(symbol))
                continue
            }
            guard symbol < 286 else { throw InvalidBytes() }
            let length = try Self.lengths[symbol - 257].start + bits(Self.lengths[symbol - 257].bits)
            let code = try read(distances)
            guard code < 30 else { throw InvalidBytes() }
            let from = try output.count - Self.distances[code].start - bits(Self.distances[code].bits)
            guard from >= 0 else { throw InvalidBytes() }
            for index in from..<from + length { output.append(output[index]) }
        }
    }

    /// Reads a code word and returns its symbol.
    private mutating func read(_ code: HuffmanCode) throws -> Int {
        var (word, first, index) = (0, 0, 0)
        for count in code.counts.dropFirst() {
            word |= try bits(1)
            if word - first < count { return code.symbols[index + word - first] }
            index += count
            (first, word) = ((first + count) << 1, word << 1)
        }
        throw InvalidBytes()
    }

    /// Returns the minimum length or distance of each symbol, and the number of bits to add.
    private static func ranges(from first: Int, _ bits: [Int]) -> [(start: Int, bits: Int)] {
        var start = first
        return bits.map { bits in
            defer { start += 1 << bits }
            return (start, bits)
        }
    }

    private static let lengths = ranges(from: 3, (0..<28).map { $0 < 8 ? 0 : $0 / 4 - 1 }) + [(258, 0)]
    private static let distances = ranges(from: 1, (0..<30).map { $0 < 4 ? 0 : $0 / 2 - 1 })
}

/// A Huffman code, defined by the lengths of its code words (RFC 1951 §3.2.2).
private struct HuffmanCode: Sendable {
    /// The number of code words of each length.
    var counts = [Int](repeating: 0, count: 16)
    /// The symbols in the order of their code words.
    let symbols: [Int]

    init(_ lengths: ArraySlice<Int>) {
        for length in lengths where length > 0 { counts[length] += 1 }
        symbols = lengths.enumerated().filter { $0.element > 0 }
            .sorted { ($0.element, $0.offset) < ($1.element, $1.offset) }.map(\.offset)
    }

    /// The number of 15-bit code words that the code still has room for, which is negative if it has too many.
    var rest: Int { counts.enumerated().reduce(1 << 15) { $0 - $1.element << (15 - $1.offset) } }

    /// The codes of a block that doesn't define its own (RFC 1951 §3.2.6).
    static let fixedLiterals = HuffmanCode((0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 }[...])
    static let fixedDistances = HuffmanCode([Int](repeating: 5, count: 30)[...])
}
