import Foundation
import Teapot
import TeapotMockServer

/// A connection of ``LoadLoop``, with the progress of its request and its response.
///
/// It supports the responses of the servers in this benchmark, whose heads contain the length.
struct LoadConnection {
    let descriptor: Int32
    /// The fault that the request asks for.
    private(set) var fault: LoadFault?
    private(set) var askedAt: UInt64 = 0
    private var sent = 0
    /// An incomplete head.
    private var head: [UInt8] = []
    /// The number of body bytes still to come, or `nil` before the head is complete.
    private var remaining: Int?

    init(_ descriptor: Int32) {
        self.descriptor = descriptor
    }

    /// The progress of a response.
    enum Progress {
        case needsMore
        case whole
        /// The response ended too early, or is invalid.
        case failed
    }

    /// Begins another request.
    mutating func ask(_ fault: LoadFault?, at time: UInt64) {
        (self.fault, askedAt) = (fault, time)
        (sent, remaining) = (0, nil)
        head.removeAll(keepingCapacity: true)
    }

    /// Writes the rest of a request.
    ///
    /// - Returns: Whether there is nothing more to write. A failed connection is detected when reading.
    mutating func write(_ request: UnsafeRawBufferPointer) -> Bool {
        while sent < request.count {
            switch Socket.write(descriptor, UnsafeRawBufferPointer(rebasing: request[sent...])) {
            case .bytes(let count): sent += count
            case .wouldBlock: return false
            case .failed: return true
            }
        }
        return true
    }

    /// Processes received bytes, where no bytes mean the end.
    mutating func take(_ bytes: UnsafeRawBufferPointer) -> Progress {
        guard !bytes.isEmpty else { return .failed }
        if let remaining { return take(body: bytes.count, of: remaining) }
        if head.isEmpty { return take(head: bytes) }
        head += bytes
        let whole = head
        return whole.withUnsafeBytes { take(head: $0) }
    }

    private mutating func take(head bytes: UnsafeRawBufferPointer) -> Progress {
        let isAnswer = "HTTP/1.".utf8.elementsEqual(bytes.prefix(7))
        guard isAnswer || bytes.count < 7 else { return .failed }
        // A line ends with the byte before the next line. An empty line ends the head.
        var (line, length) = (0, Int?.none)
        while let end = Self.lineEnd(in: bytes, from: line) {
            if end - line <= 1 {
                guard let length else { return .failed }
                return take(body: bytes.count - end - 1, of: length)
            }
            if length == nil { length = Self.contentLength(UnsafeRawBufferPointer(rebasing: bytes[line..<end])) }
            line = end + 1
        }
        if head.isEmpty { head = Array(bytes) }
        return .needsMore
    }

    private mutating func take(body count: Int, of length: Int) -> Progress {
        remaining = length - count
        return count == length ? .whole : count < length ? .needsMore : .failed
    }

    private static func lineEnd(in bytes: UnsafeRawBufferPointer, from start: Int) -> Int? {
        guard let base = bytes.baseAddress, start < bytes.count,
            let found = memchr(base + start, 0x0A, bytes.count - start)
        else { return nil }
        return UnsafeRawPointer(found) - base
    }

    private static let name: StaticString = "content-length:"

    private static func contentLength(_ line: UnsafeRawBufferPointer) -> Int? {
        let count = name.utf8CodeUnitCount
        guard line.count > count, let base = line.baseAddress,
            strncasecmp(base.assumingMemoryBound(to: CChar.self), cString(name), count) == 0
        else { return nil }
        var value = 0
        for byte in line[count...] where byte >= 0x30 && byte <= 0x39 {
            value = value &* 10 &+ Int(byte - 0x30)
        }
        return value
    }

    private static func cString(_ text: StaticString) -> UnsafePointer<CChar> {
        UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self)
    }
}
