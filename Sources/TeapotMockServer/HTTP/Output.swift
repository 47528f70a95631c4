import Foundation
import Teapot

/// The pending output of a connection; small parts are joined, and a large body is kept separately without a copy.
struct Output: ~Copyable {
    /// The size below which a body is copied after its head, which costs less than a second piece in the system call.
    private static let copiedBytes = 16 * 1024
    /// The capacity that the output keeps when it's empty.
    private static let keptCapacity = 256 * 1024

    private var memory = UnsafeMutableRawBufferPointer(start: nil, count: 0)
    private var start = 0
    private var end = 0
    /// The body that follows the bytes in memory.
    private var body = Data()
    /// The bytes that follow the body, such as the end of its last chunk, or none without a body.
    private var tail: [UInt8] = []

    deinit { memory.deallocate() }

    var isEmpty: Bool { start == end && body.isEmpty }
    /// The number of bytes still to be written.
    var count: Int { end - start + body.count + tail.count }
    /// Whether the output should be written before more is added.
    var isFull: Bool { !body.isEmpty || end - start >= 64 * 1024 }

    mutating func append(_ bytes: [UInt8]) { bytes.withUnsafeBytes { append($0) } }

    mutating func append(_ text: StaticString) {
        append(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    mutating func append(_ text: String) {
        var text = text
        text.withUTF8 { append(UnsafeRawBufferPointer($0)) }
    }

    /// Appends a nonnegative number in decimal digits.
    mutating func append(_ number: Int) {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
            var (start, rest) = (digits.count, number)
            repeat {
                start -= 1
                digits.initializeElement(at: start, to: UInt8(truncatingIfNeeded: 0x30 + rest % 10))
                rest /= 10
            } while rest > 0 && start > 0
            append(UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: digits[start...])))
        }
    }

    /// Appends a body, or a part of one.
    mutating func append(_ data: Data) {
        if data.count > Self.copiedBytes, body.isEmpty {
            body = data
        } else {
            data.withUnsafeBytes { append($0) }
        }
    }

    mutating func append(_ bytes: UnsafeRawBufferPointer) {
        guard let source = bytes.baseAddress else { return }
        // Appending to the body itself would copy it.
        guard body.isEmpty else { return tail.append(contentsOf: bytes) }
        if memory.count - end < bytes.count { grow(by: bytes.count) }
        guard let target = memory.baseAddress else { return }
        (target + end).copyMemory(from: source, byteCount: bytes.count)
        end += bytes.count
    }

    /// Returns the bytes in memory after an earlier ``position``.
    func bytes(from position: Int) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(memory)[position..<end])
    }

    /// The position of the next byte in memory, which is valid until bytes are written.
    var position: Int { end }

    /// Removes the bytes appended after an earlier ``position``.
    mutating func removeAll(from position: Int) { end = position }

    /// Removes bytes that have been written.
    mutating func didWrite(_ count: Int) {
        let inMemory = min(count, end - start)
        start += inMemory
        if start == end { forgetMemory() }
        guard count > inMemory else { return }
        body = count - inMemory < body.count ? body.dropFirst(count - inMemory) : Data()
        guard body.isEmpty else { return }
        let rest = tail
        tail = []
        append(rest)
    }

    /// Moves all bytes to the end of another output.
    mutating func move(to other: inout Output) {
        other.append(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(memory)[start..<end]))
        other.append(body)
        other.append(tail)
        removeAll()
    }

    /// Removes everything.
    mutating func removeAll() {
        forgetMemory()
        if !body.isEmpty { (body, tail) = (Data(), []) }
    }

    /// Calls a closure with the next two parts to write, which together have at most `limit` bytes.
    func withParts<Result>(
        upTo limit: Int = .max, _ use: (UnsafeRawBufferPointer, UnsafeRawBufferPointer) -> Result
    ) -> Result {
        let head = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(memory)[start..<end].prefix(limit))
        let room = limit - head.count
        guard !body.isEmpty, room > 0 else { return use(head, UnsafeRawBufferPointer(start: nil, count: 0)) }
        return body.withUnsafeBytes { use(head, UnsafeRawBufferPointer(rebasing: $0.prefix(room))) }
    }

    private mutating func forgetMemory() {
        (start, end) = (0, 0)
        guard memory.count > Self.keptCapacity else { return }
        memory.deallocate()
        memory = UnsafeMutableRawBufferPointer(start: nil, count: 0)
    }

    private mutating func grow(by count: Int) {
        let capacity = max(1024, 2 * memory.count, end - start + count)
        let larger = UnsafeMutableRawBufferPointer.allocate(byteCount: capacity, alignment: 16)
        larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(memory)[start..<end]))
        memory.deallocate()
        (memory, start, end) = (larger, 0, end - start)
    }
}
