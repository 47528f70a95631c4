/// The codes that are made for one block, in the form in which they are written before it (RFC 1951 §3.2.7).
struct DynamicCodes {
    let literals: HuffmanCode
    let distances: HuffmanCode
    /// The lengths of both codes, in which repetitions are shortened.
    private let symbols: [(symbol: Int, extra: Int)]
    private let symbolCode: HuffmanCode
    private let literalCount: Int
    private let distanceCount: Int
    private let symbolCount: Int

    /// The order in which the lengths of the third code are written.
    private static let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
    /// The number of extra bits behind the symbols 16, 17 and 18, which stand for repetitions.
    private static let extraLengths = [16: 2, 17: 3, 18: 7]

    init(for block: borrowing DeflateBlock) {
        literals = HuffmanCode(counts: block.literalCounts, limit: 15)
        distances = HuffmanCode(counts: block.distanceCounts, limit: 15)
        // What is not needed at the ends is left out.
        let literalLengths = literals.lengths[...].trimmed(to: 257)
        let distanceLengths = distances.lengths[...].trimmed(to: 1)
        (literalCount, distanceCount) = (literalLengths.count, distanceLengths.count)
        symbols = Self.shortened(Array(literalLengths + distanceLengths))
        var counts = [UInt32](repeating: 0, count: 19)
        for (symbol, _) in symbols { counts[symbol] += 1 }
        symbolCode = HuffmanCode(counts: counts, limit: 7)
        let lengths = symbolCode.lengths
        symbolCount = Self.order.map { lengths[$0] }[...].trimmed(to: 4).count
    }

    /// The number of bits that the codes take up.
    var size: Int {
        symbols.reduce(14 + 3 * symbolCount) { size, symbol in
            size + Int(symbolCode.entries[symbol.symbol] >> 16) + Self.extraLengths[symbol.symbol, default: 0]
        }
    }

    /// Writes the codes.
    func write(to output: inout BitWriter) {
        output.write(UInt64(literalCount - 257), length: 5)
        output.write(UInt64(distanceCount - 1), length: 5)
        output.write(UInt64(symbolCount - 4), length: 4)
        for symbol in Self.order.prefix(symbolCount) {
            output.write(UInt64(symbolCode.entries[symbol] >> 16), length: 3)
        }
        for (symbol, extra) in symbols {
            output.write(symbolCode.entries[symbol])
            output.write(UInt64(extra), length: Self.extraLengths[symbol, default: 0])
        }
    }

    /// Returns lengths with repetitions in a shorter form.
    private static func shortened(_ lengths: [Int]) -> [(symbol: Int, extra: Int)] {
        var (symbols, place) = ([(symbol: Int, extra: Int)](), 0)
        while place < lengths.count {
            let length = lengths[place]
            let run = lengths[place...].prefix { $0 == length }.count
            switch (length, run) {
            case (0, 11...):
                symbols.append((18, min(run, 138) - 11))
                place += min(run, 138)
            case (0, 3...):
                symbols.append((17, run - 3))
                place += run
            case (_, 4...):
                // The length, and a symbol that repeats it from three to six times.
                symbols += [(length, 0), (16, min(run - 1, 6) - 3)]
                place += 1 + min(run - 1, 6)
            default:
                symbols.append((length, 0))
                place += 1
            }
        }
        return symbols
    }
}

extension ArraySlice<Int> {
    /// Returns the numbers without the zeros at their end, but at least so many.
    fileprivate func trimmed(to least: Int) -> Self {
        let count = (lastIndex { $0 != 0 } ?? startIndex - 1) + 1 - startIndex
        return prefix(Swift.max(count, least))
    }
}
