import Teapot

/// Bytes that came in and have not been read yet.
struct InputBuffer {
    /// The outcome of asking for a line.
    enum Line: Equatable {
        /// A line without its CRLF, by its place, and the place behind its end.
        case complete(Range<Int>, end: Int)
        /// The line's end has not come yet.
        case incomplete
        /// The line has more bytes than it may have, whether its end has come or not.
        case tooLong
        /// The line ends in a line feed with no carriage return before it.
        case bareLineFeed(Range<Int>)
    }

    /// Above this an empty buffer gives its memory back.
    private static let keptCapacity = 4 * 1024

    private(set) var bytes: [UInt8] = []
    /// The place of the first byte that has not been read.
    private(set) var start = 0
    /// Up to here there is no line feed, so that a line that comes in many pieces is looked at once.
    private var scanned = 0

    var count: Int { bytes.count - start }
    var isEmpty: Bool { start == bytes.count }
    var first: UInt8? { isEmpty ? nil : bytes[start] }

    mutating func append(_ more: UnsafeRawBufferPointer) {
        if isEmpty {
            bytes.removeAll(keepingCapacity: bytes.capacity <= Self.keptCapacity)
            start = 0
            scanned = 0
        }
        bytes.append(contentsOf: more)
    }

    /// The line that begins at a place; it stays in the buffer.
    ///
    /// Whether a line is too long does not depend on how the bytes were cut.
    mutating func line(from place: Int, limit: Int) -> Line {
        let from = max(place, scanned)
        let found = bytes.withUnsafeBytes { all in
            UnsafeRawBufferPointer(rebasing: all[from...]).firstIndex(of: 0x0A)
        }
        guard let found else {
            scanned = bytes.count
            // One byte beyond the limit may still be the CR of a line that fits.
            return bytes.count - place > limit + 1 ? .tooLong : .incomplete
        }
        let end = from + found
        let hasCarriageReturn = end > place && bytes[end - 1] == 0x0D
        let line = place..<(hasCarriageReturn ? end - 1 : end)
        guard line.count <= limit else { return .tooLong }
        return hasCarriageReturn ? .complete(line, end: end + 1) : .bareLineFeed(line)
    }

    /// Takes what is there, up to a number of bytes.
    mutating func take(upTo limit: Int) -> ArraySlice<UInt8> {
        let end = start + min(limit, count)
        defer { start = end }
        return bytes[start..<end]
    }

    /// Drops the bytes before a place.
    mutating func drop(before place: Int) {
        start = place
        guard start > 64 * 1024, start < bytes.count else { return }
        bytes.removeSubrange(..<start)
        scanned = max(scanned - start, 0)
        start = 0
    }

    mutating func removeAll() {
        bytes = []
        start = 0
        scanned = 0
    }
}

extension UnsafeRawBufferPointer {
    /// Where a byte stands first, found by the C library's own search.
    fileprivate func firstIndex(of byte: UInt8) -> Int? {
        guard let base = baseAddress, let found = memchr(base, Int32(byte), count) else { return nil }
        return UnsafeRawPointer(found) - base
    }
}
