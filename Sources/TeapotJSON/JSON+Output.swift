import Foundation

extension JSON {
    /// Memory that bytes are appended to, and that becomes data without being copied.
    struct Output: ~Copyable {
        /// The number of bytes so far.
        private(set) var count = 0
        private var capacity = 512
        private var start = Self.allocate(512)

        deinit { free(start) }

        /// The bytes so far, which are valid until the next change.
        var bytes: UnsafeBufferPointer<UInt8> {
            UnsafeBufferPointer(start: start.assumingMemoryBound(to: UInt8.self), count: count)
        }

        /// Appends a byte.
        @inline(__always) mutating func append(_ byte: UInt8) {
            reserve(1)
            start.storeBytes(of: byte, toByteOffset: count, as: UInt8.self)
            count += 1
        }

        /// Appends bytes.
        @inline(__always) mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
            guard let first = bytes.baseAddress else { return }
            reserve(bytes.count)
            memcpy(start + count, first, bytes.count)
            count += bytes.count
        }

        /// Appends the decimal digits of a whole number of up to 64 bits.
        mutating func append<Integer: FixedWidthInteger>(digitsOf number: Integer) {
            if number < 0 { append(UInt8(ascii: "-")) }
            // 64 bits have at most 20 digits.
            reserve(20)
            let digits = start + count
            var (rest, length) = (UInt64(number.magnitude), 0)
            repeat {
                digits.storeBytes(of: UInt8(ascii: "0") + UInt8(rest % 10), toByteOffset: length, as: UInt8.self)
                rest /= 10
                length += 1
            } while rest > 0
            var written = UnsafeMutableRawBufferPointer(start: digits, count: length)
            written.reverse()
            count += length
        }

        /// Returns the bytes as data.
        consuming func data() -> Data {
            // The rest of the memory is given back.
            let data = Data(bytesNoCopy: realloc(start, max(1, count)) ?? start, count: count, deallocator: .free)
            discard self
            return data
        }

        @inline(__always) private mutating func reserve(_ additional: Int) {
            if capacity - count < additional { grow(by: additional) }
        }

        @inline(never) private mutating func grow(by additional: Int) {
            capacity = max(2 * capacity, count + additional)
            guard let larger = realloc(start, capacity) else { fatalError("no memory for \(capacity) bytes of JSON") }
            start = larger
        }

        private static func allocate(_ capacity: Int) -> UnsafeMutableRawPointer {
            guard let start = malloc(capacity) else { fatalError("no memory for JSON") }
            return start
        }
    }
}
