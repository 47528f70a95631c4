import Foundation
import TeapotMock

/// The output streams of a command: one for results, and one for errors and other messages.
struct Console: Sendable {
    /// The condition for colored output.
    enum ColorChoice: String, CaseIterable { case auto, always, never }

    /// One of the two streams.
    struct Stream: Sendable {
        /// Whether the stream is a terminal.
        let isTerminal: Bool
        /// Whether the output is colored.
        var isColored: Bool
        /// A closure that writes bytes.
        var write: @Sendable (Data) throws -> Void
    }

    /// The stream of results.
    var output: Stream
    /// The stream of errors, progress and logs.
    var errors: Stream
    /// The error of output that's written in the background, once one occurs.
    var failure = OneShot<OutputFailed?>()

    /// Returns the console of the program's own streams.
    static func system(_ environment: [String: String] = ProcessInfo.processInfo.environment) -> Console {
        // https://no-color.org: any nonempty value.
        let wantsNone = environment["NO_COLOR"]?.isEmpty == false || environment["TERM"] == "dumb"
        func stream(_ handle: FileHandle) -> Stream {
            let isTerminal = isatty(handle.fileDescriptor) == 1
            return Stream(isTerminal: isTerminal, isColored: isTerminal && !wantsNone) { data in
                try data.withUnsafeBytes { try writeAll($0, to: handle.fileDescriptor) }
            }
        }
        return Console(output: stream(.standardOutput), errors: stream(.standardError))
    }

    /// Writes bytes to a descriptor, which may be nonblocking.
    ///
    /// - Parameters:
    ///   - bytes: The bytes.
    ///   - descriptor: The descriptor.
    /// - Throws: ``OutputFailed``.
    static func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) throws(OutputFailed) {
        var rest = bytes[...]
        while let start = UnsafeRawBufferPointer(rebasing: rest).baseAddress, !rest.isEmpty {
            let count = write(descriptor, start, rest.count)
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno == EAGAIN {
                // Another process with the same terminal or pipe has made it nonblocking.
                var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                if poll(&entry, 1, -1) < 0, errno != EINTR { throw OutputFailed(code: errno) }
            } else if errno != EINTR {
                throw OutputFailed(code: errno)
            }
        }
    }

    /// Returns a copy with the color setting of `--color`.
    func colored(_ choice: ColorChoice?) -> Console {
        guard let choice, choice != .auto else { return self }
        var copy = self
        (copy.output.isColored, copy.errors.isColored) = (choice == .always, choice == .always)
        return copy
    }

    /// A copy that prints the lines of results as messages if the output can't be written.
    ///
    /// Use it for the final report of a command that may have ended because of its output.
    var reporting: Console {
        var copy = self
        copy.output.write = { [output, errors] data in
            do { try output.write(data) } catch { try? errors.write(data) }
        }
        return copy
    }

    /// Prints a line of a result.
    func print(_ line: String) throws { try output.write(Data((line + "\n").utf8)) }

    /// Prints a message, and ignores an error in writing it.
    func note(_ line: String) { try? errors.write(Data((line + "\n").utf8)) }

    /// Prints a warning about a problem that doesn't stop the command.
    func warn(_ message: String) { note(errors.paint("warning:", .yellow) + " " + message.printable) }

    /// Prints an error.
    func complain(_ message: String) { note(errors.paint("teapot:", .red) + " " + message.printable) }
}

/// An error in writing the output, such as a full disk.
struct OutputFailed: Error {
    /// The `errno` of the error.
    let code: Int32

    /// Whether the reader of the output has closed it, as `head` does.
    var isUnread: Bool { code == EPIPE }
    /// The reason in words.
    var reason: String { String(cString: strerror(code)) }
}
