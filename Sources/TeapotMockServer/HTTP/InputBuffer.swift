import Foundation
import Teapot

/// A buffer of received bytes that haven't been read yet.
struct InputBuffer {
    /// The result of a request for a line.
    enum Line: Equatable {
        /// The range of a line without its CRLF, and the position after the CRLF.
        case complete(Range<Int>, end: Int)
        /// The end of the line hasn't been received yet.
        case incomplete
        /// The line exceeds the limit, whether or not its end has been received.
        case tooLong
        /// The line ends with a line feed that has no carriage return before it.
        case bareLineFeed(Range<Int>)
    }

    /// The capacity above which an empty buffer releases its memory.
    private static let keptCapacity = 4 * 1024

    private(set) var bytes: [UInt8] = []
    /// The position of the first unread byte.
    private(set) var start = 0
    /// The position before which there's no line feed, so a line received in many pieces is searched only once.
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

    /// Returns the line that begins at a position, without removing it from the buffer.
    ///
    /// The way the bytes were divided doesn't affect whether a line is too long.
    mutating func line(from place: Int, limit: Int) -> Line {
        let from = max(place, scanned)
        let found = bytes.withUnsafeBytes { all in
            UnsafeRawBufferPointer(rebasing: all[from...]).firstIndex(of: 0x0A)
        }
        guard let found else {
            scanned = bytes.count
            // The first byte beyond the limit may be the CR of a line that fits.
            return bytes.count - place > limit + 1 ? .tooLong : .incomplete
        }
        let end = from + found
        let hasCarriageReturn = end > place && bytes[end - 1] == 0x0D
        let line = place..<(hasCarriageReturn ? end - 1 : end)
        guard line.count <= limit else { return .tooLong }
        return hasCarriageReturn ? .complete(line, end: end + 1) : .bareLineFeed(line)
    }

    /// Takes the available bytes, up to a limit.
    mutating func take(upTo limit: Int) -> ArraySlice<UInt8> {
        let end = start + min(limit, count)
        defer { start = end }
        return bytes[start..<end]
    }

    /// Drops the bytes before a position.
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
    /// Returns the index of the first occurrence of a byte, found by `memchr`.
    fileprivate func firstIndex(of byte: UInt8) -> Int? {
        guard let base = baseAddress, let found = memchr(base, Int32(byte), count) else { return nil }
        return UnsafeRawPointer(found) - base
    }
}
