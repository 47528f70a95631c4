import Foundation
import Teapot

/// A decoder for the parts of a multipart body.
///
/// It reads each byte a fixed number of times.
struct MultipartDecoder {
    private let bytes: UnsafeRawBufferPointer
    private let boundary: [UInt8]
    /// The bytes that end a part.
    ///
    /// The line break belongs to the delimiter, not to the part (RFC 2046 §5.1.1).
    private let delimiter: [UInt8]
    /// The position at which to continue.
    private var position = 0

    init(_ bytes: UnsafeRawBufferPointer, boundary: [UInt8]) {
        self.bytes = bytes
        self.boundary = boundary
        delimiter = Array("\r\n--".utf8) + boundary
    }

    /// Returns all parts.
    ///
    /// It ignores the text before the first delimiter and after the closing one.
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

    /// Returns the start of the next delimiter at or after a position, including its line break.
    private func nextDelimiter(from start: Int) -> Int? {
        var place = start
        while let found = first(0x0D, from: place) {
            if bytes[found...].starts(with: delimiter) { return found }
            place = found + 1
        }
        return nil
    }

    /// Returns the position of the next occurrence of a byte, found with `memchr`.
    private func first(_ byte: UInt8, from start: Int) -> Int? {
        guard start < bytes.count, let base = bytes.baseAddress else { return nil }
        return memchr(base + start, Int32(byte), bytes.count - start).map { UnsafeRawPointer($0) - base }
    }

    /// Reads the rest of the line after a boundary, and returns whether that boundary ends the body.
    ///
    /// RFC 2046 §5.1.1: a line only has to begin with the boundary, so a longer line isn't content.
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
            let expected = "expected a line break after the delimiter \(quotedDelimiter(isClosing ? "--" : ""))"
            throw MultipartError(at: position, "\(expected), found \(MultipartError.quoted(bytes[position...]))")
        }
        guard isClosing else { throw missingEnd }
        return true
    }

    private var missingEnd: MultipartError {
        MultipartError(at: bytes.count, "it ends without the closing delimiter \(quotedDelimiter("--"))")
    }

    private mutating func part() throws(MultipartError) -> Request.Part {
        let start = position
        var headers = Teapot.HeaderFields()
        var disposition: (value: [UInt8], place: Int)?
        while let line = try headerLine() {
            let field = try MultipartFieldLine(bytes[line], at: line.lowerBound)
            headers.append(name: field.name, value: field.text)
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
        // The empty line after the header may belong to the delimiter if there is no content (RFC 2046 §5.1.1).
        guard let end = nextDelimiter(from: content - 2) else { throw missingEnd }
        position = end + delimiter.count
        let data = Data(bytes[content..<max(content, end)])
        return Request.Part(name: names.name, filename: names.filename, headers: headers, data: data)
    }

    /// Returns the next line of a part's header without its line break, or `nil` for the empty line after the last one.
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
