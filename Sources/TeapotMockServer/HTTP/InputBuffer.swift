/// Bytes that came in and have not been read yet.
struct InputBuffer {
    /// The outcome of asking for a line.
    enum Line: Equatable {
        /// A line without its CRLF.
        case complete(ArraySlice<UInt8>)
        /// The line's end has not come yet.
        case incomplete
        /// The line has more bytes than it may have, whether its end has come or not.
        case tooLong
        /// The line ends in a line feed with no carriage return before it.
        case bareLineFeed(ArraySlice<UInt8>)
    }

    private var bytes: [UInt8] = []
    private var start = 0
    /// Up to here there is no line feed, so that a line that comes in many pieces is looked at once.
    private var scanned = 0

    var count: Int { bytes.count - start }
    var isEmpty: Bool { start == bytes.count }
    var first: UInt8? { isEmpty ? nil : bytes[start] }

    mutating func append(_ more: some Collection<UInt8>) {
        if isEmpty {
            bytes.removeAll(keepingCapacity: bytes.capacity <= 256 * 1024)
            start = 0
            scanned = 0
        } else if start > 64 * 1024 {
            bytes.removeSubrange(..<start)
            scanned = max(scanned - start, 0)
            start = 0
        }
        bytes.append(contentsOf: more)
    }

    /// Takes the bytes up to the next CRLF.
    ///
    /// Whether a line is too long does not depend on how the bytes were cut.
    mutating func takeLine(limit: Int) -> Line {
        let from = max(start, scanned)
        guard let end = bytes[from...].firstIndex(of: 0x0A) else {
            scanned = bytes.count
            // One byte beyond the limit may still be the CR of a line that fits.
            return count > limit + 1 ? .tooLong : .incomplete
        }
        let hasCarriageReturn = end > start && bytes[end - 1] == 0x0D
        let line = bytes[start..<(hasCarriageReturn ? end - 1 : end)]
        guard line.count <= limit else { return .tooLong }
        start = end + 1
        scanned = start
        return hasCarriageReturn ? .complete(line) : .bareLineFeed(line)
    }

    /// Takes what is there, up to a number of bytes.
    mutating func take(upTo limit: Int) -> ArraySlice<UInt8> {
        let end = start + min(limit, count)
        defer { start = end }
        return bytes[start..<end]
    }

    mutating func removeAll() {
        bytes = []
        start = 0
        scanned = 0
    }
}
