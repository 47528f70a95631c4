import Teapot

/// Reads the parts of a multipart body from its bytes, each of which it looks at a fixed number of times.
struct MultipartDecoder {
    private let bytes: UnsafeRawBufferPointer
    private let boundary: [UInt8]
    /// What ends a part: its line break belongs to it and not to the part (RFC 2046 §5.1.1).
    private let delimiter: [UInt8]
    /// Where to read on.
    private var position = 0

    init(_ bytes: UnsafeRawBufferPointer, boundary: [UInt8]) {
        self.bytes = bytes
        self.boundary = boundary
        delimiter = Array("\r\n--".utf8) + boundary
    }

    /// Reads all parts; what stands before the first delimiter and behind the closing one is left out.
    mutating func parts() throws(MultipartError) -> [Request.Part] {
        var parts: [Request.Part] = []
        if bytes.starts(with: delimiter[2...]) {
            position = delimiter.count - 2
        } else if let first = nextDelimiter(from: 0) {
            position = first + delimiter.count
        } else {
            throw MultipartError(at: bytes.count, "it ends without a delimiter \(quotedDelimiter(""))")
        }
        while try !endDelimiter() { parts.append(try part()) }
        return parts
    }

    private func quotedDelimiter(_ end: String) -> String {
        MultipartError.quoted("--".utf8 + boundary + Array(end.utf8))
    }

    /// Where a delimiter begins, with its line break, at a place or behind it.
    private func nextDelimiter(from start: Int) -> Int? {
        var place = start
        while let found = first(0x0D, from: place) {
            if bytes[found...].starts(with: delimiter) { return found }
            place = found + 1
        }
        return nil
    }

    /// Where a byte stands next, found by the C library's own search.
    private func first(_ byte: UInt8, from start: Int) -> Int? {
        guard start < bytes.count, let base = bytes.baseAddress else { return nil }
        return memchr(base + start, Int32(byte), bytes.count - start).map { UnsafeRawPointer($0) - base }
    }

    /// Reads what stands between a boundary and the end of its line, and says whether it closes the body.
    ///
    /// RFC 2046 §5.1.1: to find a boundary at the beginning of a line is enough, so that a longer one is no content.
    private mutating func endDelimiter() throws(MultipartError) -> Bool {
        let start = position
        let isClosing = bytes[start...].starts(with: [0x2D, 0x2D])
        if isClosing { position += 2 }
        while position < bytes.count, bytes[position].isBlank { position += 1 }
        if bytes[position...].starts(with: [0x0D, 0x0A]) {
            position += 2
            return isClosing
        }
        guard position == bytes.count else {
            let belongs = "a line break belongs behind the delimiter \(quotedDelimiter(isClosing ? "--" : ""))"
            throw MultipartError(at: position, "\(belongs), not \(MultipartError.quoted(bytes[position...]))")
        }
        guard isClosing else { throw missingEnd }
        return true
    }

    private var missingEnd: MultipartError {
        MultipartError(at: bytes.count, "it ends without the closing delimiter \(quotedDelimiter("--"))")
    }

    private mutating func part() throws(MultipartError) -> Request.Part {
        let start = position
        var headerFields = Teapot.HeaderFields()
        var disposition: (value: [UInt8], place: Int)?
        while let line = try headerLine() {
            let field = try MultipartFieldLine(bytes[line], at: line.lowerBound)
            headerFields.append(name: field.name, value: field.text)
            guard field.name.isSameHeaderName(as: "Content-Disposition") else { continue }
            guard disposition == nil else {
                throw MultipartError(at: line.lowerBound, "the part has a second Content-Disposition")
            }
            disposition = (field.value, field.valuePlace)
        }
        guard let disposition else {
            throw MultipartError(at: start, "the part has no Content-Disposition (RFC 7578 §4.2)")
        }
        let names = try MultipartNames(disposition.value, at: disposition.place)
        let content = position
        // The empty line behind the header may be the delimiter's own: then there is no content (RFC 2046 §5.1.1).
        guard let end = nextDelimiter(from: content - 2) else { throw missingEnd }
        position = end + delimiter.count
        let data = Data(bytes[content..<max(content, end)])
        return Request.Part(name: names.name, filename: names.filename, headerFields: headerFields, data: data)
    }

    /// The next line of a part's header without its line break; `nil` for the empty one behind the last.
    private mutating func headerLine() throws(MultipartError) -> Range<Int>? {
        let start = position
        guard let end = first(0x0A, from: start) else {
            let line = MultipartError.quoted(bytes[start...])
            throw MultipartError(at: start, "the body ends within a part's header, in the line \(line)")
        }
        guard end > start, bytes[end - 1] == 0x0D else {
            let line = MultipartError.quoted(bytes[start..<end])
            throw MultipartError(at: end, "the header line \(line) ends in a line feed without a carriage return")
        }
        position = end + 1
        return end - 1 > start ? start..<(end - 1) : nil
    }
}
