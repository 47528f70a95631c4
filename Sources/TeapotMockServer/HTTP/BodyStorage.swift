import Foundation
import Teapot

/// The memory of a large body of known length, into which bytes are read directly.
final class BodyStorage {
    private var memory: UnsafeMutableRawPointer?
    private let length: Int
    private var count = 0

    /// Creates the memory, or returns `nil` if it can't be allocated.
    ///
    /// - Parameter length: The length of the body, in bytes. Memory that is never written costs nothing.
    init?(length: Int) {
        guard let memory = malloc(length) else { return nil }
        self.memory = memory
        self.length = length
    }

    deinit {
        free(memory)
    }

    var isEmpty: Bool { count == 0 }

    /// The memory for the rest of the body.
    var rest: UnsafeMutableRawBufferPointer {
        guard let memory else { return UnsafeMutableRawBufferPointer(start: nil, count: 0) }
        return UnsafeMutableRawBufferPointer(start: memory + count, count: length - count)
    }

    /// Reports that bytes were written to the beginning of the rest.
    func didFill(_ more: Int) { count = min(length, count + more) }

    /// Copies bytes to the rest, which must have room for them.
    func append(_ bytes: UnsafeRawBufferPointer) {
        let bytes = UnsafeRawBufferPointer(rebasing: bytes.prefix(length - count))
        rest.copyMemory(from: bytes)
        count += bytes.count
    }

    /// Returns the whole body, which then owns the memory.
    func take() -> Data {
        guard let memory else { return Data() }
        self.memory = nil
        return Data(bytesNoCopy: memory, count: count, deallocator: .free)
    }
}
