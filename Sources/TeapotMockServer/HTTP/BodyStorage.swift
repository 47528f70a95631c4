import Teapot

/// The memory of a large body whose length is known: what comes of it is read where it stays.
final class BodyStorage {
    private var memory: UnsafeMutableRawPointer?
    private let length: Int
    private var count = 0

    /// - Parameter length: How many bytes the body has; memory that is never written costs nothing.
    init?(length: Int) {
        guard let memory = malloc(length) else { return nil }
        self.memory = memory
        self.length = length
    }

    deinit {
        free(memory)
    }

    var isEmpty: Bool { count == 0 }

    /// Where the rest goes.
    var rest: UnsafeMutableRawBufferPointer {
        guard let memory else { return UnsafeMutableRawBufferPointer(start: nil, count: 0) }
        return UnsafeMutableRawBufferPointer(start: memory + count, count: length - count)
    }

    /// Bytes were written at the beginning of the rest.
    func didFill(_ more: Int) { count = min(length, count + more) }

    /// Copies bytes to the rest, which has room for them.
    func append(_ bytes: UnsafeRawBufferPointer) {
        let bytes = UnsafeRawBufferPointer(rebasing: bytes.prefix(length - count))
        rest.copyMemory(from: bytes)
        count += bytes.count
    }

    /// The whole body; the memory is its own from here on.
    func take() -> Data {
        guard let memory else { return Data() }
        self.memory = nil
        return Data(bytesNoCopy: memory, count: count, deallocator: .free)
    }
}
