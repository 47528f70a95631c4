import Teapot

/// Bytes on their way out: small ones put together, and a large body beside them that is never copied.
struct Output: ~Copyable {
    /// A body of fewer bytes is copied behind its head: cheaper than a second piece in the system call.
    private static let copiedBytes = 16 * 1024
    /// What an output without bytes keeps of its memory.
    private static let keptCapacity = 256 * 1024

    private var memory = UnsafeMutableRawBufferPointer(start: nil, count: 0)
    private var start = 0
    private var end = 0
    /// What follows the bytes in memory.
    private var body = Data()

    deinit {
        memory.deallocate()
    }

    var isEmpty: Bool { start == end && body.isEmpty }
    /// How many bytes are still to be written.
    var count: Int { end - start + body.count }
    /// Whether it should be written before there is more.
    var isFull: Bool { !body.isEmpty || end - start >= 64 * 1024 }

    mutating func append(_ bytes: [UInt8]) { bytes.withUnsafeBytes { append($0) } }

    mutating func append(_ text: StaticString) {
        append(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    mutating func append(_ text: String) {
        var text = text
        text.withUTF8 { append(UnsafeRawBufferPointer($0)) }
    }

    /// Appends a number that is not negative in decimal.
    mutating func append(_ number: Int) {
        if number >= 10 { append(number / 10) }
        var digit = UInt8(truncatingIfNeeded: 0x30 + number % 10)
        withUnsafeBytes(of: &digit) { append($0) }
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
        guard body.isEmpty else { return body.append(contentsOf: bytes) }
        if memory.count - end < bytes.count { grow(by: bytes.count) }
        guard let target = memory.baseAddress else { return }
        (target + end).copyMemory(from: source, byteCount: bytes.count)
        end += bytes.count
    }

    /// The bytes in memory from a place on, which is a former ``position``.
    func bytes(from position: Int) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(memory)[position..<end])
    }

    /// Where the next byte will be in memory, unless some are written before.
    var position: Int { end }

    /// Drops what was appended behind a former ``position``.
    mutating func removeAll(from position: Int) { end = position }

    /// Takes away what has been written.
    mutating func didWrite(_ count: Int) {
        let inMemory = min(count, end - start)
        start += inMemory
        if start == end { forgetMemory() }
        if count > inMemory { body = count - inMemory < body.count ? body.dropFirst(count - inMemory) : Data() }
    }

    /// Moves everything that is here behind what another holds.
    mutating func move(to other: inout Output) {
        other.append(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(memory)[start..<end]))
        other.append(body)
        removeAll()
    }

    /// Drops everything.
    mutating func removeAll() {
        forgetMemory()
        if !body.isEmpty { body = Data() }
    }

    /// Lends the two parts that are still to be written.
    func withParts<Result>(_ use: (UnsafeRawBufferPointer, UnsafeRawBufferPointer) -> Result) -> Result {
        let head = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(memory)[start..<end])
        guard !body.isEmpty else { return use(head, UnsafeRawBufferPointer(start: nil, count: 0)) }
        return body.withUnsafeBytes { use(head, $0) }
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
