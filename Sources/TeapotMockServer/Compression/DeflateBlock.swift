/// The literals and matches of a block of compressed data, and the number of times that each symbol occurs.
struct DeflateBlock: ~Copyable {
    /// The greatest number of literals and matches, after which the codes are chosen anew.
    private static let capacity = 32_768
    /// The symbol for the end of a block.
    static let end = 256

    /// The matches as their distances, with their lengths in the lowest 16 bits, and the literals without a distance.
    private let tokens = UnsafeMutablePointer<UInt32>.allocate(capacity: capacity)
    private(set) var count = 0
    /// The number of bytes that the literals and matches stand for.
    private(set) var length = 0
    // Variables, since Swift 6.3 can't compile the change of a constant's memory here for the thread sanitizer.
    /// The number of times that each literal, the end, and each symbol for a length occur.
    private(set) var literalCounts = UnsafeMutableBufferPointer<UInt32>.allocate(capacity: 286)
    private(set) var distanceCounts = UnsafeMutableBufferPointer<UInt32>.allocate(capacity: 30)

    init() { removeAll() }

    deinit {
        tokens.deallocate()
        literalCounts.deallocate()
        distanceCounts.deallocate()
    }

    var isFull: Bool { count == Self.capacity }

    mutating func removeAll() {
        (count, length) = (0, 0)
        literalCounts.initialize(repeating: 0)
        distanceCounts.initialize(repeating: 0)
        literalCounts[Self.end] = 1
    }

    @inline(__always)
    mutating func append(literal: UInt8) {
        tokens[count] = UInt32(literal)
        literalCounts[Int(literal)] &+= 1
        count &+= 1
        length &+= 1
    }

    @inline(__always)
    mutating func append(length matchLength: Int, distance: Int) {
        tokens[count] = UInt32(truncatingIfNeeded: distance &<< 16 | matchLength)
        literalCounts[DeflateSymbol(length: matchLength).symbol] &+= 1
        distanceCounts[DeflateSymbol(distance: distance).symbol] &+= 1
        count &+= 1
        length &+= matchLength
    }

    /// The number of extra bits of all matches.
    var extraSize: Int {
        let ofLengths = zip(literalCounts[257...], DeflateSymbol.lengthExtras).reduce(0) { $0 + Int($1.0) * $1.1 }
        return zip(distanceCounts, DeflateSymbol.distanceExtras).reduce(ofLengths) { $0 + Int($1.0) * $1.1 }
    }

    /// Writes the literals, the matches and the end of the block.
    ///
    /// - Parameters:
    ///   - literals: The code of literals and lengths.
    ///   - distances: The code of distances.
    ///   - output: The writer, which has room for the bits.
    func write(_ literals: HuffmanCode, _ distances: HuffmanCode, to output: inout BitWriter) {
        for index in 0..<count {
            let token = tokens[index]
            let distance = Int(token &>> 16)
            if distance == 0 {
                output.write(literals.entries[Int(token)])
            } else {
                let length = DeflateSymbol(length: Int(token & 0xFFFF))
                output.write(literals.entries[length.symbol])
                output.write(length.extra, length: length.extraLength)
                let distance = DeflateSymbol(distance: distance)
                output.write(distances.entries[distance.symbol])
                output.write(distance.extra, length: distance.extraLength)
            }
        }
        output.write(literals.entries[Self.end])
    }
}

extension BitWriter {
    /// Writes an entry of a code.
    @inline(__always)
    mutating func write(_ entry: UInt32) {
        write(UInt64(entry & 0xFFFF), length: Int(entry &>> 16))
    }
}
