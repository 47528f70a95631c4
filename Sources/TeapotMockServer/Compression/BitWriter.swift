import Foundation

/// A writer of numbers with any count of bits, of which the least significant is written first (RFC 1951 §3.1.1).
struct BitWriter: ~Copyable {
    private var memory = UnsafeMutableRawPointer.allocate(byteCount: 0, alignment: 16)
    private var capacity = 0
    /// The number of whole bytes that are written.
    private var count = 0
    /// The bits behind the last whole byte.
    private var rest: UInt64 = 0
    private var restCount: UInt64 = 0

    deinit {
        memory.deallocate()
    }

    /// The written bytes.
    ///
    /// The last byte must be complete; see ``completeByte()``.
    var data: Data { Data(bytes: memory, count: count) }

    /// Makes room for a number of bits, which has to be done before they are written.
    mutating func reserve(bits: Int) {
        // Each number is written as eight bytes, of which the next one overwrites those that it does not need.
        let needed = count + bits / 8 + 16
        guard needed > capacity else { return }
        capacity = max(needed, 2 * capacity)
        let larger = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 16)
        larger.copyMemory(from: memory, byteCount: count)
        memory.deallocate()
        memory = larger
    }

    /// Writes the lowest bits of a number, whose other bits must be 0.
    ///
    /// - Parameters:
    ///   - bits: The number.
    ///   - length: The number of bits, at most 56.
    @inline(__always)
    mutating func write(_ bits: UInt64, length: Int) {
        rest |= bits &<< restCount
        restCount &+= UInt64(truncatingIfNeeded: length)
        (memory + count).storeBytes(of: rest.littleEndian, as: UInt64.self)
        count &+= Int(truncatingIfNeeded: restCount &>> 3)
        rest = rest &>> (restCount & 0x38)
        restCount &= 7
    }

    /// Fills the last byte with bits that are 0.
    mutating func completeByte() {
        if restCount > 0 { write(0, length: Int(8 - restCount)) }
    }

    /// Writes bytes behind a complete byte.
    mutating func write(_ bytes: UnsafeRawBufferPointer) {
        reserve(bits: 8 * bytes.count)
        guard let source = bytes.baseAddress else { return }
        (memory + count).copyMemory(from: source, byteCount: bytes.count)
        count += bytes.count
    }
}
