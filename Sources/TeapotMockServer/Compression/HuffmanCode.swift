/// A Huffman code: the bits that stand for each symbol of an alphabet (RFC 1951 §3.2.2).
struct HuffmanCode {
    /// The bits of each symbol, in the order in which they are written, and above the lowest 16 bits their number.
    let entries: [UInt32]

    /// Creates the code that is determined by the lengths of its bits.
    ///
    /// - Parameter lengths: The number of bits of each symbol, at most 15, or 0 for a symbol without a code.
    init(lengths: [Int]) {
        var next = [Int](repeating: 0, count: 17)
        for length in lengths where length > 0 { next[length + 1] += 1 }
        for length in 1..<17 { next[length] = (next[length - 1] + next[length]) << 1 }
        // The code of a length begins behind those of the shorter ones, so `next` was moved by one.
        entries = lengths.map { length in
            guard length > 0 else { return 0 }
            defer { next[length] += 1 }
            return UInt32(Self.reversed(next[length], length)) | UInt32(length) << 16
        }
    }

    /// Creates the code that needs the fewest bits.
    ///
    /// - Parameters:
    ///   - counts: The number of times that each symbol occurs.
    ///   - limit: The greatest number of bits of a symbol.
    init(counts: some Collection<UInt32>, limit: Int) {
        self.init(lengths: Self.lengths(for: Array(counts), limit: limit))
    }

    /// The number of bits of each symbol.
    var lengths: [Int] { entries.map { Int($0 >> 16) } }

    /// Returns the number of bits of all symbols.
    func size(of counts: some Collection<UInt32>) -> Int {
        zip(entries, counts).reduce(0) { $0 + Int($1.0 >> 16) * Int($1.1) }
    }

    private static func reversed(_ bits: Int, _ length: Int) -> Int {
        Int(UInt16(truncatingIfNeeded: bits).reversed >> UInt16(16 - length))
    }

    private static func lengths(for counts: [UInt32], limit: Int) -> [Int] {
        var leaves = counts.indices.filter { counts[$0] > 0 }.map { (symbol: $0, count: Int(counts[$0])) }
        // Some decoders refuse a code of one symbol, though RFC 1951 §3.2.7 allows it.
        for symbol in counts.indices where leaves.count < 2 && counts[symbol] == 0 { leaves.append((symbol, 0)) }
        leaves.sort { ($0.count, $0.symbol) < ($1.count, $1.symbol) }
        var numbers = numbersOfLengths(for: leaves.map(\.count))
        shorten(&numbers, to: limit)
        var lengths = [Int](repeating: 0, count: counts.count)
        // The rarest symbols have the most bits.
        var rest = leaves[...]
        for length in numbers.indices.reversed() {
            for leaf in rest.prefix(numbers[length]) { lengths[leaf.symbol] = length }
            rest = rest.dropFirst(numbers[length])
        }
        return lengths
    }

    /// Returns the lengths of the best code without a limit.
    ///
    /// - Parameter counts: The number of times that each symbol occurs, in ascending order.
    /// - Returns: The number of symbols that have each number of bits.
    private static func numbersOfLengths(for counts: [Int]) -> [Int] {
        // The inner nodes are made in ascending order too, so the two rarest nodes are at the beginning of two queues.
        var (sums, parents) = ([Int](), [Int](repeating: 0, count: max(0, 2 * counts.count - 1)))
        var (nextLeaf, nextSum) = (0, 0)
        for _ in 1..<max(1, counts.count) {
            var sum = 0
            for _ in 0..<2 {
                if nextSum >= sums.count || nextLeaf < counts.count && counts[nextLeaf] <= sums[nextSum] {
                    sum += counts[nextLeaf]
                    parents[nextLeaf] = sums.count
                    nextLeaf += 1
                } else {
                    sum += sums[nextSum]
                    parents[counts.count + nextSum] = sums.count
                    nextSum += 1
                }
            }
            sums.append(sum)
        }
        var depths = [Int](repeating: 0, count: sums.count)
        for node in sums.indices.dropLast().reversed() { depths[node] = depths[parents[counts.count + node]] + 1 }
        var numbers = [Int](repeating: 0, count: max(2, (depths.max() ?? 0) + 2))
        for leaf in counts.indices { numbers[depths[parents[leaf]] + 1] += 1 }
        return numbers
    }

    /// Shortens the longest parts of a code, and lengthens others in return.
    ///
    /// - Parameters:
    ///   - numbers: The number of symbols that have each number of bits.
    ///   - limit: The greatest number of bits.
    private static func shorten(_ numbers: inout [Int], to limit: Int) {
        guard numbers.count > limit + 1 else { return }
        numbers[limit] += numbers[(limit + 1)...].reduce(0, +)
        numbers.removeLast(numbers.count - limit - 1)
        // The share of all codes that each symbol takes up is 2 to the power of its negative length; their sum is 1.
        var excess = (1...limit).reduce(0) { $0 + numbers[$1] << (limit - $1) } - 1 << limit
        while excess > 0, let shorter = (1..<limit).last(where: { numbers[$0] > 0 }) {
            // A shorter code becomes a node, with its symbol and one of the longest codes below it.
            numbers[shorter] -= 1
            numbers[shorter + 1] += 2
            numbers[limit] -= 1
            excess -= 1
        }
    }
}

extension UInt16 {
    /// The bits in the opposite order.
    fileprivate var reversed: UInt16 {
        var (bits, reversed) = (self, UInt16(0))
        for _ in 0..<16 {
            reversed = reversed << 1 | bits & 1
            bits >>= 1
        }
        return reversed
    }
}
