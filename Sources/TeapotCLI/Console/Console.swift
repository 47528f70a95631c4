import Teapot

/// Where a command's words go: results to the output, and what is about them to the errors.
struct Console: Sendable {
    /// When there is colour.
    enum ColorChoice: String, CaseIterable {
        case auto, always, never
    }

    /// One of the two streams.
    struct Stream: Sendable {
        /// Whether somebody looks on.
        let isTerminal: Bool
        /// Whether there is colour.
        var isColored: Bool
        /// Takes bytes.
        let write: @Sendable (Data) throws -> Void
    }

    /// Where results go.
    var output: Stream
    /// Where errors, progress and logs go.
    var errors: Stream

    /// The program's own streams.
    static func system(_ environment: [String: String] = ProcessInfo.processInfo.environment) -> Console {
        // https://no-color.org: any value that is not empty.
        let wantsNone = environment["NO_COLOR"]?.isEmpty == false || environment["TERM"] == "dumb"
        func stream(_ handle: FileHandle) -> Stream {
            let isTerminal = isatty(handle.fileDescriptor) == 1
            return Stream(isTerminal: isTerminal, isColored: isTerminal && !wantsNone) { data in
                try data.withUnsafeBytes { try write($0, to: handle.fileDescriptor) }
            }
        }
        return Console(output: stream(.standardOutput), errors: stream(.standardError))
    }

    private static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) throws(OutputFailed) {
        var rest = bytes[...]
        while let start = UnsafeRawBufferPointer(rebasing: rest).baseAddress, !rest.isEmpty {
            #if canImport(Darwin)
                let count = Darwin.write(descriptor, start, rest.count)
            #else
                let count = Glibc.write(descriptor, start, rest.count)
            #endif
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno != EINTR {
                throw OutputFailed(code: errno)
            }
        }
    }

    /// The same with the colour that `--color` asks for.
    func colored(_ choice: ColorChoice?) -> Console {
        var copy = self
        switch choice {
        case .always: (copy.output.isColored, copy.errors.isColored) = (true, true)
        case .never: (copy.output.isColored, copy.errors.isColored) = (false, false)
        case .auto, nil: break
        }
        return copy
    }

    /// Prints a line of a result.
    func print(_ line: String) throws { try output.write(Data((line + "\n").utf8)) }

    /// Prints a line beside the result; that nobody takes it is no reason to stop.
    func note(_ line: String) { try? errors.write(Data((line + "\n").utf8)) }

    /// Prints what should be mended, and keeps nothing from going on.
    func warn(_ message: String) { note(errors.paint("warning:", .yellow) + " " + message.printable) }

    /// Prints what went wrong.
    func complain(_ message: String) { note(errors.paint("teapot:", .red) + " " + message.printable) }
}

/// The output can't be written, as when the disk is full.
struct OutputFailed: Error {
    /// The system's number for why.
    let code: Int32

    /// Whether whoever read the output has gone, as `head` does.
    var isUnread: Bool { code == EPIPE }
    /// Why, in words.
    var reason: String { String(cString: strerror(code)) }
}
