import Foundation
import Teapot

/// The bytes of a method or of a part of a path.
///
/// The buffer doesn't own the bytes.
typealias Segment = UnsafeBufferPointer<UInt8>

/// The percent-decoded segments of a path.
///
/// They're valid only as long as the owner keeps the bytes.
typealias Segments = UnsafeBufferPointer<Segment>

enum PathBytes {
    private static let slash = UInt8(ascii: "/")
    private static let percent = UInt8(ascii: "%")

    /// Splits a path into segments, each percent-decoded once.
    ///
    /// Empty segments, such as the one after a trailing slash, are omitted.
    ///
    /// A segment with malformed escapes, or with escapes that don't decode to UTF-8, stays unchanged. A path of typical
    /// length needs no heap allocation.
    ///
    /// - Parameters:
    ///   - path: The percent-encoded path.
    ///   - body: A closure to call with the segments. It must not keep the segments.
    /// - Returns: The result of the closure.
    @inline(__always)
    static func withSegments<Result>(of path: Segment, _ body: (Segments) -> Result) -> Result {
        // Empty segments are omitted, so a slash or the end follows each segment.
        let capacity = (path.count + 1) / 2
        let size = capacity * MemoryLayout<Segment>.stride
        let hasEscapes = path.baseAddress.map { memchr($0, Int32(percent), path.count) != nil } ?? false
        return withUnsafeTemporaryAllocation(
            byteCount: hasEscapes ? size + path.count : size, alignment: MemoryLayout<Segment>.alignment
        ) { memory in
            let segments = UnsafeMutableRawBufferPointer(rebasing: memory[..<size]).bindMemory(to: Segment.self)
            let decoded = UnsafeMutableRawBufferPointer(rebasing: memory[size...]).bindMemory(to: UInt8.self)
            let count = cut(path, into: segments, decodingInto: hasEscapes ? decoded : nil)
            return body(Segments(rebasing: segments[..<count]))
        }
    }

    /// Returns one segment of a path, like ``withSegments(of:_:)``, but without splitting the rest.
    ///
    /// - Parameters:
    ///   - index: The number of segments before the requested one.
    ///   - path: The percent-encoded path.
    /// - Returns: The text, or `nil` if the path has too few segments.
    static func text(ofSegment index: Int, in path: Segment) -> String? {
        var (before, start) = (index, 0)
        while start < path.count {
            var end = start
            while end < path.count, path[end] != slash { end &+= 1 }
            if end > start {
                if before == 0 { return text(of: Segment(rebasing: path[start..<end])) }
                before -= 1
            }
            start = end + 1
        }
        return nil
    }

    private static func text(of segment: Segment) -> String {
        guard segment.contains(percent) else { return String(segment) }
        return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: segment.count) { decoded in
            decode(segment, into: decoded).map { String(Segment(rebasing: decoded[..<$0])) } ?? String(segment)
        }
    }

    /// Calls a closure with segments that are already decoded.
    static func withSegments<Result>(_ texts: some Sequence<String>, _ body: (Segments) -> Result) -> Result {
        var bytes: [UInt8] = []
        var ends: [Int] = []
        for text in texts {
            bytes += text.utf8
            ends.append(bytes.count)
        }
        return bytes.withUnsafeBufferPointer { bytes in
            let segments = zip([0] + ends, ends).map { Segment(rebasing: bytes[$0..<$1]) }
            return segments.withUnsafeBufferPointer(body)
        }
    }

    /// - Returns: The number of segments.
    @inline(never)
    private static func cut(
        _ path: Segment,
        into segments: UnsafeMutableBufferPointer<Segment>,
        decodingInto decoded: UnsafeMutableBufferPointer<UInt8>?
    ) -> Int {
        var (count, used) = (0, 0)
        var start = 0
        while start < path.count {
            var end = start
            while end < path.count, path[end] != slash { end &+= 1 }
            if end > start {
                var segment = Segment(rebasing: path[start..<end])
                if let decoded, segment.contains(percent) {
                    let room = UnsafeMutableBufferPointer(rebasing: decoded[used...])
                    if let length = decode(segment, into: room) {
                        segment = Segment(rebasing: room[..<length])
                        used += length
                    }
                }
                segments.initializeElement(at: count, to: segment)
                count += 1
            }
            start = end + 1
        }
        return count
    }

    /// Percent-decodes a segment (RFC 3986 §2.1).
    ///
    /// - Returns: The number of decoded bytes, or `nil` if an escape doesn't consist of two hexadecimal digits or the
    ///   result isn't UTF-8.
    private static func decode(_ segment: Segment, into room: UnsafeMutableBufferPointer<UInt8>) -> Int? {
        var (index, length) = (0, 0)
        var isASCII = true
        while index < segment.count {
            var byte = segment[index]
            if byte == percent {
                guard index + 2 < segment.count, let high = digit(segment[index + 1]),
                    let low = digit(segment[index + 2])
                else { return nil }
                byte = high << 4 | low
                index += 2
            }
            if byte >= 0x80 { isASCII = false }
            room.initializeElement(at: length, to: byte)
            length += 1
            index += 1
        }
        return isASCII || String(validUTF8: room[..<length]) != nil ? length : nil
    }

    /// Returns the value of a hexadecimal digit, or `nil` if it isn't one.
    static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte &- 0x30
        case 0x41...0x46: byte &- 0x37
        case 0x61...0x66: byte &- 0x57
        default: nil
        }
    }
}

extension Segment {
    /// Returns whether two buffers have the same bytes.
    func isSame(as other: Segment) -> Bool {
        guard count == other.count else { return false }
        guard count > 0, let base = baseAddress, let otherBase = other.baseAddress else { return true }
        return memcmp(base, otherBase, count) == 0
    }
}

extension Segments {
    /// Returns whether the first segments equal these texts.
    func begins(with texts: [String]) -> Bool {
        if texts.isEmpty { return true }
        guard count >= texts.count else { return false }
        for index in texts.indices {
            var text = texts[index]
            guard text.withUTF8({ $0.isSame(as: self[index]) }) else { return false }
        }
        return true
    }
}

extension String { init(_ segment: Segment) { self.init(decoding: segment, as: UTF8.self) } }
