package import Foundation
import Teapot
import TeapotMockServer

/// One end of a connection, with blocking calls for reading and writing.
///
/// A lock guards the descriptor, so that another thread can end the connection and thereby wake this one. Everything
/// else is only used by the one thread that reads and writes.
package final class WireStream: @unchecked Sendable {
    private let descriptor: Locked<Int32?>
    private let timeout: Double?
    private var buffer: [UInt8] = []
    private var position = 0

    /// Creates a stream that owns a connected descriptor; a read that waits longer than `timeout`, in seconds, throws.
    init(_ descriptor: Int32, timeout: Double?) {
        self.descriptor = Locked(descriptor)
        self.timeout = timeout
    }

    deinit {
        close()
    }

    /// Writes all the bytes.
    package func send(_ bytes: Data) throws {
        guard let descriptor = descriptor.withLock({ $0 }) else { throw WireError.broken("It is closed.") }
        try bytes.withUnsafeBytes { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                switch Socket.write(descriptor, UnsafeRawBufferPointer(rebasing: rest)) {
                case .bytes(let count): rest = rest.dropFirst(count)
                case .wouldBlock: continue
                case .failed(let error): throw WireError.broken("\(error)")
                }
            }
        }
    }

    /// Writes all of a text in UTF-8.
    package func send(_ text: String) throws {
        try send(Data(text.utf8))
    }

    /// Reads the next bytes, up to a limit; none at the end of the stream.
    package func read(upTo limit: Int = 64 * 1024) throws -> Data {
        if position == buffer.count { try fill() }
        let end = min(position + limit, buffer.count)
        defer { position = end }
        return Data(buffer[position..<end])
    }

    /// Reads a number of bytes.
    package func read(exactly count: Int) throws -> Data {
        var data = Data()
        while data.count < count {
            let more = try read(upTo: count - data.count)
            guard !more.isEmpty else { throw WireError.ended }
            data.append(more)
        }
        return data
    }

    /// Reads everything up to the end of the stream.
    package func readToEnd() throws -> Data {
        var data = Data()
        while true {
            let more = try read()
            if more.isEmpty { return data }
            data.append(more)
        }
    }

    /// Reads the bytes up to and including the next LF.
    package func readLine() throws -> Data {
        var line = Data()
        while true {
            if position == buffer.count {
                try fill()
                if buffer.isEmpty { throw WireError.ended }
            }
            if let end = buffer[position...].firstIndex(of: 0x0A) {
                line.append(contentsOf: buffer[position...end])
                position = end + 1
                return line
            }
            line.append(contentsOf: buffer[position...])
            position = buffer.count
        }
    }

    /// Reads the head of the next message, without its body.
    package func readHead() throws -> WireMessage {
        var head = Data()
        while true {
            let line = try readLine()
            head.append(line)
            if line == Data("\r\n".utf8) || line == Data("\n".utf8) { return WireMessage(head: head) }
        }
    }

    /// Reads the body that a head declares by chunks or by length; `nil` if it declares none.
    package func readBody(of message: WireMessage) throws -> Data? {
        if message.headers["Transfer-Encoding"]?.lowercased().hasSuffix("chunked") == true {
            return try readChunks()
        }
        guard let length = message.headers["Content-Length"] else { return nil }
        guard let count = Int(length), count >= 0 else { throw WireError.malformed("Content-Length: \(length)") }
        return try read(exactly: count)
    }

    private func readChunks() throws -> Data {
        var body = Data()
        while true {
            let line = String(decoding: try readLine(), as: UTF8.self)
            let digits = line.prefix { $0.isHexDigit }
            guard let size = Int(digits, radix: 16) else { throw WireError.malformed("chunk size \(line)") }
            if size == 0 { break }
            body.append(try read(exactly: size))
            _ = try read(exactly: 2)
        }
        while try readLine().count > 2 {}
        return body
    }

    private func fill() throws {
        guard let descriptor = descriptor.withLock({ $0 }) else { throw WireError.broken("It is closed.") }
        if let timeout {
            var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&entry, 1, Int32(timeout * 1000)) != 0 else { throw WireError.timedOut(timeout) }
        }
        let size = 64 * 1024
        var transfer = Socket.Transfer.wouldBlock
        buffer = [UInt8](unsafeUninitializedCapacity: size) { memory, count in
            transfer = Socket.read(descriptor, into: UnsafeMutableRawBufferPointer(memory))
            if case .bytes(let read) = transfer { count = read } else { count = 0 }
        }
        position = 0
        if case .failed(let error) = transfer { throw WireError.broken("\(error)") }
    }

    /// Returns whether a read would return immediately.
    package func hasInput() -> Bool {
        guard let descriptor = descriptor.withLock({ $0 }) else { return true }
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&entry, 1, 0) != 0
    }

    /// The port of this end of the connection; `nil` if it is closed.
    package var localPort: UInt16? { descriptor.withLock { $0.flatMap { try? Socket.localPort(of: $0) } } }

    /// Ends the sending half of the connection; reading is still possible.
    package func endOutput() {
        descriptor.withLock { $0.map(Socket.endOutput) }
    }

    /// Ends both halves from any thread, which wakes the one that reads or writes.
    func interrupt() {
        descriptor.withLock { $0.map(Socket.endBoth) }
    }

    /// Closes the connection with a reset (RST) instead of an orderly end.
    package func reset() {
        descriptor.withLock { $0.map(Socket.resetOnClose) }
        close()
    }

    /// Closes the connection; closing it again does nothing.
    package func close() {
        descriptor.withLock { descriptor in
            if let descriptor { _ = Socket.close(descriptor) }
            descriptor = nil
        }
    }
}
