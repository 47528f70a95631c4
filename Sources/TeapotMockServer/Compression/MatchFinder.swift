/// A finder of earlier occurrences of bytes, by chains of the positions whose first four bytes have the same hash.
struct MatchFinder: ~Copyable {
    /// The number of bytes that are hashed; shorter matches save next to nothing.
    static let shortest = 4
    /// The greatest length of a match (RFC 1951 §3.2.5).
    static let longest = 258
    /// The greatest distance of a match.
    static let farthest = 32_768
    /// The number of earlier positions that are examined, which limits the time that any bytes can take.
    private static let patience = 32
    /// The length of a match from which on no longer one is looked for.
    private static let enough = 128
    private static let hashBits: UInt32 = 15

    private let bytes: UnsafeRawBufferPointer
    private let start: UnsafeRawPointer
    /// The last position of each hash.
    private let heads = UnsafeMutablePointer<Int32>.allocate(capacity: 1 << Int(hashBits))
    /// The position before each of the last 32768 positions in its chain.
    private let links = UnsafeMutablePointer<Int32>.allocate(capacity: farthest)

    /// Creates a finder, or returns `nil` if there are no bytes.
    ///
    /// - Parameter bytes: The bytes, fewer than 2 GB.
    init?(_ bytes: UnsafeRawBufferPointer) {
        guard let start = bytes.baseAddress, !bytes.isEmpty else { return nil }
        (self.bytes, self.start) = (bytes, start)
        heads.initialize(repeating: -1, count: 1 << Int(Self.hashBits))
        links.initialize(repeating: -1, count: Self.farthest)
    }

    deinit {
        heads.deallocate()
        links.deallocate()
    }

    /// Adds a position, behind which there are at least ``shortest`` bytes.
    ///
    /// - Returns: The last position with the same hash, or a negative number if there is none.
    @inline(__always)
    func insert(_ position: Int) -> Int {
        let word = start.loadUnaligned(fromByteOffset: position, as: UInt32.self)
        let hash = Int(truncatingIfNeeded: (word &* 0x9E37_79B1) &>> (32 &- Self.hashBits))
        let former = heads[hash]
        heads[hash] = Int32(truncatingIfNeeded: position)
        links[position & (Self.farthest &- 1)] = former
        return Int(former)
    }

    /// Returns the longest match at a position.
    ///
    /// - Parameters:
    ///   - position: The position, which has been inserted.
    ///   - candidate: The last position with the same hash.
    ///   - length: The length that a match must exceed, at least 3.
    /// - Returns: The length and the distance of the match, or the distance 0 if there is none.
    @inline(__always)
    func match(at position: Int, from candidate: Int, longerThan length: Int) -> (length: Int, distance: Int) {
        var (best, distance, candidate) = (length, 0, candidate)
        let limit = min(Self.longest, bytes.count &- position)
        guard best < limit else { return (best, 0) }
        let lowest = max(0, position &- Self.farthest)
        var patience = Self.patience
        while candidate >= lowest, patience > 0 {
            // A longer match has the same byte behind the best one.
            if load(candidate &+ best) == load(position &+ best) {
                let length = commonLength(of: candidate, position, limit)
                if length > best {
                    (best, distance) = (length, position &- candidate)
                    if length >= limit || length >= Self.enough { break }
                }
            }
            let next = Int(links[candidate & (Self.farthest &- 1)])
            // The link of the farthest position belongs to a later one by now.
            if next >= candidate { break }
            candidate = next
            patience &-= 1
        }
        return (best, distance)
    }

    @inline(__always)
    private func load(_ position: Int) -> UInt8 { start.load(fromByteOffset: position, as: UInt8.self) }

    /// Returns the number of equal bytes at two positions, up to a limit.
    @inline(__always)
    private func commonLength(of first: Int, _ second: Int, _ limit: Int) -> Int {
        var length = 0
        while length &+ 8 <= limit {
            let left = start.loadUnaligned(fromByteOffset: first &+ length, as: UInt64.self).littleEndian
            let right = start.loadUnaligned(fromByteOffset: second &+ length, as: UInt64.self).littleEndian
            if left != right { return length &+ (left ^ right).trailingZeroBitCount &>> 3 }
            length &+= 8
        }
        while length < limit, load(first &+ length) == load(second &+ length) { length &+= 1 }
        return length
    }
}
