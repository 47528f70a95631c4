import Foundation

extension JSON {
    /// Memory that bytes are appended to, and that becomes data without being copied once there is more than a block.
    struct Output: ~Copyable {
        /// The number of bytes so far.
        private(set) var count = 0
        private var capacity = 512
        private var start = Self.reallocate(nil, 512)

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

        /// Appends the characters of a string up to the first byte that must be escaped.
        ///
        /// - Returns: The position of that byte, or the end.
        @inline(__always) mutating func append(plainFrom first: UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>)
            -> UnsafePointer<UInt8>
        {
            reserve(end - first)
            var (place, target) = (first, start + count)
            defer { count += place - first }
            while end - place >= 8 {
                let word = UInt64(littleEndian: UnsafeRawPointer(place).loadUnaligned(as: UInt64.self))
                target.storeBytes(of: word.littleEndian, as: UInt64.self)
                let length = JSON.plainCharacters(in: word)
                (place, target) = (place + length, target + length)
                guard length == 8 else { return place }
            }
            while place < end, JSON.isPlain(place.pointee) {
                target.storeBytes(of: place.pointee, as: UInt8.self)
                (place, target) = (place + 1, target + 1)
            }
            return place
        }

        /// Appends the decimal digits of a whole number, after a sign, and after zeros up to a number of digits.
        mutating func append(digitsOf number: UInt64, atLeast least: Int = 1, isNegative: Bool = false) {
            if isNegative { append(UInt8(ascii: "-")) }
            var (rest, least, digits, length) = (number, least, 0 as UInt64, 0)
            if number >= 100_000_000 {
                append(digitsOf: number / 100_000_000)
                (rest, least) = (number % 100_000_000, 8)
            }
            // The last digit is found first, and must be the highest byte.
            repeat {
                digits = digits << 8 | (0x30 + rest % 10)
                rest /= 10
                length += 1
            } while rest > 0 || length < least
            reserve(8)
            start.storeBytes(of: digits.littleEndian, toByteOffset: count, as: UInt64.self)
            count += length
        }

        /// Returns the bytes as data.
        consuming func data() -> Data {
            // The first block is copied: giving back a part of it would take longer.
            if capacity == 512 {
                let data = Data(bytes: start, count: count)
                _ = consume self
                return data
            }
            let data = Data(bytesNoCopy: realloc(start, max(1, count)) ?? start, count: count, deallocator: .free)
            discard self
            return data
        }

        @inline(__always) private mutating func reserve(_ additional: Int) {
            if capacity - count < additional { grow(by: additional) }
        }

        @inline(never) private mutating func grow(by additional: Int) {
            capacity = max(2 * capacity, count + additional)
            start = Self.reallocate(start, capacity)
        }

        private static func reallocate(_ start: UnsafeMutableRawPointer?, _ capacity: Int) -> UnsafeMutableRawPointer {
            guard let start = realloc(start, capacity) else { fatalError("no memory for \(capacity) bytes of JSON") }
            return start
        }
    }
}
