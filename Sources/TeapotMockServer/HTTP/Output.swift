import Teapot

/// Bytes on their way out: small ones put together, and a large body beside them that is never copied.
struct Output {
    /// A body of fewer bytes is copied behind its head: cheaper than a second piece in the system call.
    private static let copiedBytes = 16 * 1024

    private(set) var head: [UInt8] = []
    /// What follows the head.
    private(set) var body = Data()
    private var headStart = 0

    var isEmpty: Bool { head.count == headStart && body.isEmpty }
    /// How many bytes are still to be written.
    var count: Int { head.count - headStart + body.count }
    /// Whether it should be written before there is more.
    var isFull: Bool { !body.isEmpty || head.count >= 64 * 1024 }

    mutating func append(_ bytes: [UInt8]) { bytes.withUnsafeBytes { append($0) } }

    mutating func append(_ text: StaticString) {
        append(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    mutating func append(_ text: String) {
        var text = text
        text.withUTF8 { append(UnsafeRawBufferPointer($0)) }
    }

    /// Appends a number in decimal.
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

    private mutating func append(_ bytes: UnsafeRawBufferPointer) {
        if body.isEmpty { head.append(contentsOf: bytes) } else { body.append(contentsOf: bytes) }
    }

    /// Takes away what has been written.
    mutating func didWrite(_ count: Int) {
        let ofHead = min(count, head.count - headStart)
        headStart += ofHead
        if headStart == head.count {
            headStart = 0
            head.removeAll(keepingCapacity: head.capacity <= 256 * 1024)
        }
        if count > ofHead { body = count - ofHead < body.count ? body.dropFirst(count - ofHead) : Data() }
    }

    /// Moves everything that is here behind what another holds.
    mutating func move(to other: inout Output) {
        if other.isEmpty {
            other.head = Array(head[headStart...])
            other.headStart = 0
            other.body = body
        } else {
            head[headStart...].withUnsafeBytes { other.append($0) }
            other.append(body)
        }
        removeAll()
    }

    /// Drops everything.
    mutating func removeAll() {
        headStart = 0
        head.removeAll(keepingCapacity: head.capacity <= 256 * 1024)
        if !body.isEmpty { body = Data() }
    }

    /// Lends the two parts that are still to be written.
    func withParts<Result>(_ use: (UnsafeRawBufferPointer, UnsafeRawBufferPointer) -> Result) -> Result {
        head.withUnsafeBytes { head in
            let head = UnsafeRawBufferPointer(rebasing: head[headStart...])
            guard !body.isEmpty else { return use(head, UnsafeRawBufferPointer(start: nil, count: 0)) }
            return body.withUnsafeBytes { use(head, $0) }
        }
    }
}
