/// The compressed data format DEFLATE (RFC 1951).
enum Deflate {
    /// The length of a match from which on no longer one is looked for at the next byte.
    private static let goodLength = 32
    /// The codes of a block that has no own ones (RFC 1951 §3.2.6).
    private static let fixedLiterals = HuffmanCode(
        lengths: (0..<288).map { symbol in
            switch symbol {
            case ..<144: 8
            case ..<256: 9
            case ..<280: 7
            default: 8
            }
        })
    private static let fixedDistances = HuffmanCode(lengths: Array(repeating: 5, count: 30))

    /// Writes bytes in compressed form.
    ///
    /// Complexity: O(n), for any bytes.
    ///
    /// - Parameters:
    ///   - bytes: The bytes, which are not compressed if they are 2 GB or more.
    ///   - output: The writer, whose last byte is not completed.
    static func write(_ bytes: UnsafeRawBufferPointer, to output: inout BitWriter) {
        guard bytes.count < Int32.max else { return store(bytes, isLast: true, to: &output) }
        var block = DeflateBlock()
        var position = 0
        if let finder = MatchFinder(bytes) {
            // A match is used only if there is no longer one at the next byte.
            var (former, hasFormer) = ((length: 3, distance: 0), false)
            while position < bytes.count {
                var found = (length: former.length, distance: 0)
                if position + MatchFinder.shortest <= bytes.count {
                    let candidate = finder.insert(position)
                    if former.length < goodLength {
                        found = finder.match(at: position, from: candidate, longerThan: former.length)
                    }
                }
                if former.distance > 0, found.distance == 0 {
                    block.append(length: former.length, distance: former.distance)
                    let end = position - 1 + former.length
                    for inner in position + 1..<max(position + 1, min(end, bytes.count - 3)) {
                        _ = finder.insert(inner)
                    }
                    position = end
                    (former, hasFormer) = ((3, 0), false)
                } else {
                    if hasFormer { block.append(literal: bytes[position - 1]) }
                    former = found.distance > 0 ? found : (3, 0)
                    hasFormer = true
                    position += 1
                }
                if block.isFull {
                    let start = position - block.length - (hasFormer ? 1 : 0)
                    write(block, of: .init(rebasing: bytes[start...].prefix(block.length)), isLast: false, to: &output)
                    block.removeAll()
                }
            }
            if hasFormer { block.append(literal: bytes[position - 1]) }
        }
        let rest = UnsafeRawBufferPointer(rebasing: bytes[(bytes.count - block.length)...])
        write(block, of: rest, isLast: true, to: &output)
    }

    /// Writes a block in the shortest of its three forms.
    private static func write(
        _ block: borrowing DeflateBlock, of bytes: UnsafeRawBufferPointer, isLast: Bool, to output: inout BitWriter
    ) {
        let codes = DynamicCodes(for: block)
        let fixedSize = fixedLiterals.size(of: block.literalCounts) + fixedDistances.size(of: block.distanceCounts)
        let ownSize =
            codes.size + codes.literals.size(of: block.literalCounts) + codes.distances.size(of: block.distanceCounts)
        let size = block.extraSize + min(fixedSize, ownSize)
        guard size < 8 * (bytes.count + 4) else { return store(bytes, isLast: isLast, to: &output) }
        output.reserve(bits: size + 3)
        output.write(isLast ? 1 : 0, length: 1)
        output.write(ownSize < fixedSize ? 2 : 1, length: 2)
        if ownSize < fixedSize {
            codes.write(to: &output)
            block.write(codes.literals, codes.distances, to: &output)
        } else {
            block.write(fixedLiterals, fixedDistances, to: &output)
        }
    }

    /// Writes bytes as they are (RFC 1951 §3.2.4).
    private static func store(_ bytes: UnsafeRawBufferPointer, isLast: Bool, to output: inout BitWriter) {
        var rest = bytes[...]
        repeat {
            let part = rest.prefix(0xFFFF)
            rest = rest.dropFirst(0xFFFF)
            output.reserve(bits: 48)
            output.write(isLast && rest.isEmpty ? 1 : 0, length: 3)
            output.completeByte()
            output.write(UInt64(part.count | (part.count ^ 0xFFFF) << 16), length: 32)
            output.write(UnsafeRawBufferPointer(rebasing: part))
        } while !rest.isEmpty
    }
}
