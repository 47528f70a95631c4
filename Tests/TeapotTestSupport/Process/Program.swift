package import Foundation
import Teapot
import TeapotMockServer

/// A program that runs as a child process.
///
/// It doesn't use Foundation's `Process`: on Linux its `run()` reads past the end of a directory entry and
/// occasionally crashes, the more often the more descriptors are open (swift-corelibs-foundation #5472).
package final class Program: Sendable {
    /// The program's output.
    package let output: FileHandle
    /// The program's input, which ends when the handle is closed.
    package let input: FileHandle
    private let id: pid_t
    private let isOver = Locked(false)

    /// Ends a program that nobody waited for.
    ///
    /// While it's a zombie, Swift Testing's monitor of exit tests finds it again and again, and no exit test ends.
    deinit {
        if isOver.withLock({ $0 }) { return }
        kill(id, SIGKILL)
        wait()
    }

    /// Creates and starts a program; its errors are written to those of this program.
    ///
    /// - Parameters:
    ///   - path: The program's file.
    ///   - arguments: The arguments.
    ///   - leadsGroup: Whether the program and its children form a process group, which ``killGroup()`` ends.
    /// - Throws: An error if the system doesn't start it.
    package init(_ path: String, _ arguments: [String] = [], leadsGroup: Bool = false) throws {
        let (output, input) = (Pipe(), Pipe())
        #if canImport(Darwin)
            var actions: posix_spawn_file_actions_t?
            var attributes: posix_spawnattr_t?
        #else
            var actions = posix_spawn_file_actions_t()
            var attributes = posix_spawnattr_t()
        #endif
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        let ends = [
            (input.fileHandleForReading, 0 as Int32), (output.fileHandleForWriting, 1),
        ]
        // The other ends must not stay open in the child, or reading the pipe would never end.
        for handle in [input.fileHandleForWriting, output.fileHandleForReading] + ends.map(\.0) {
            _ = fcntl(handle.fileDescriptor, F_SETFD, FD_CLOEXEC)
        }
        for (handle, number) in ends { posix_spawn_file_actions_adddup2(&actions, handle.fileDescriptor, number) }
        // Dispatch's threads block every signal, and a program inherits that, so it couldn't be asked to end.
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        let group = leadsGroup ? POSIX_SPAWN_SETPGROUP : 0
        // An inherited descriptor of a concurrent test would keep that test's pipe or connection from ending.
        #if canImport(Darwin)
            let others = POSIX_SPAWN_CLOEXEC_DEFAULT
            posix_spawn_file_actions_addinherit_np(&actions, 2)
        #else
            let others: Int32 = 0
            for descriptor in 3..<min(getdtablesize(), 1024) {
                posix_spawn_file_actions_addclose(&actions, descriptor)
            }
        #endif
        posix_spawnattr_setflags(&attributes, Int16(truncatingIfNeeded: group | POSIX_SPAWN_SETSIGMASK | others))
        let variables = ProcessInfo.processInfo.environment.map { "\($0)=\($1)" }
        let (words, environment) = (Self.copied([path] + arguments), Self.copied(variables))
        defer { for word in words + environment { free(word) } }
        var id = pid_t()
        let code = posix_spawn(&id, path, &actions, &attributes, words, environment)
        guard code == 0 else { throw NotStarted(path: path, reason: String(cString: strerror(code))) }
        (self.id, self.output, self.input) = (id, output.fileHandleForReading, input.fileHandleForWriting)
    }

    /// Returns texts as C strings, with the terminating null pointer.
    private static func copied(_ texts: [String]) -> [UnsafeMutablePointer<CChar>?] { texts.map { strdup($0) } + [nil] }

    /// The error for a program that wasn't started.
    package struct NotStarted: Error {
        let path: String
        let reason: String
    }

    /// Returns the program's next line, without its end.
    package func readLine() throws -> String {
        var line = Data()
        while let byte = try output.read(upToCount: 1), byte.first != 0x0A, !byte.isEmpty { line += byte }
        return String(decoding: line, as: UTF8.self)
    }

    /// Asks the program to end.
    package func terminate() { kill(id, SIGTERM) }

    /// Interrupts the program, as Ctrl-C does.
    package func interrupt() { kill(id, SIGINT) }

    /// Ends the program and its children immediately; must be called before ``wait()``.
    package func killGroup() { kill(-id, SIGKILL) }

    /// Waits until the program has ended; must be called once.
    ///
    /// - Returns: The exit status, or 128 plus the signal that ended it.
    @discardableResult
    package func wait() -> Int32 {
        isOver.withLock { $0 = true }
        var status: Int32 = 0
        while waitpid(id, &status, 0) < 0, errno == EINTR {}
        let signal = status & 0x7F
        return signal == 0 ? status >> 8 & 0xFF : 128 + signal
    }

    /// Runs a program to its end.
    ///
    /// - Parameters:
    ///   - path: The program's file.
    ///   - arguments: The arguments.
    ///   - text: The input.
    /// - Returns: The output, and the exit status.
    /// - Throws: ``NotStarted``.
    package static func run(
        _ path: String,
        _ arguments: [String] = [],
        input text: Data = Data()
    ) async throws -> (output: Data, status: Int32) {
        let program = try Program(path, arguments)
        return try await onOwnThread {
            // Concurrently with reading: a program may print before it has read everything.
            let writer = SystemThread { program.write(text) }
            let output = program.output.readDataToEndOfFile()
            writer?.join()
            return (output, program.wait())
        }
    }

    /// Writes the whole input, and ends it.
    private func write(_ text: Data) {
        // Writing to a program that has ended must not end this one: the signal is blocked on this thread, which ends
        // soon.
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGPIPE)
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        if !text.isEmpty { try? input.write(contentsOf: text) }
        try? input.close()
    }
}
