package import Teapot
import TeapotMockServer

/// A program that runs beside this one.
///
/// Not with Foundation's `Process`: on Linux its `run()` reads behind the end of a directory's entry and crashes now and
/// then, the more often the more descriptors are open (swift-corelibs-foundation #5472).
package final class Program: Sendable {
    /// What the program prints.
    package let output: FileHandle
    /// The program reads it; it ends when the handle is closed.
    package let input: FileHandle
    private let id: pid_t

    /// Starts a program; its errors go where this one's go.
    ///
    /// - Parameters:
    ///   - path: The program's file.
    ///   - arguments: What it is given.
    ///   - leadsGroup: Whether it and what it starts make a process group, which ``killGroup()`` ends.
    /// - Throws: Why the system does not start it.
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
        // The others' ends must not stay open in the child: nobody would ever read the end of a pipe.
        for handle in [input.fileHandleForWriting, output.fileHandleForReading] + ends.map(\.0) {
            _ = fcntl(handle.fileDescriptor, F_SETFD, FD_CLOEXEC)
        }
        for (handle, number) in ends { posix_spawn_file_actions_adddup2(&actions, handle.fileDescriptor, number) }
        // Dispatch's threads block every signal, and a program takes that over: it could not be asked to end.
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        let group = leadsGroup ? POSIX_SPAWN_SETPGROUP : 0
        posix_spawnattr_setflags(&attributes, Int16(truncatingIfNeeded: group | POSIX_SPAWN_SETSIGMASK))
        let variables = ProcessInfo.processInfo.environment.map { "\($0)=\($1)" }
        let (words, environment) = (Self.copied([path] + arguments), Self.copied(variables))
        defer { for word in words + environment { free(word) } }
        var id = pid_t()
        let code = posix_spawn(&id, path, &actions, &attributes, words, environment)
        guard code == 0 else { throw NotStarted(path: path, reason: String(cString: strerror(code))) }
        (self.id, self.output, self.input) = (id, output.fileHandleForReading, input.fileHandleForWriting)
    }

    /// Texts as C has them, with the end that it wants.
    private static func copied(_ texts: [String]) -> [UnsafeMutablePointer<CChar>?] { texts.map { strdup($0) } + [nil] }

    /// Why a program was not started.
    package struct NotStarted: Error {
        let path: String
        let reason: String
    }

    /// The program's next line, without its end.
    package func readLine() throws -> String {
        var line = Data()
        while let byte = try output.read(upToCount: 1), byte.first != 0x0A, !byte.isEmpty { line += byte }
        return String(decoding: line, as: UTF8.self)
    }

    /// Asks the program to end.
    package func terminate() { kill(id, SIGTERM) }

    /// Ends the program, and what it has started, at once; to be called before ``wait()``.
    package func killGroup() { kill(-id, SIGKILL) }

    /// Waits until the program has ended; call it once.
    ///
    /// - Returns: Its exit status, or 128 and the signal that ended it.
    @discardableResult
    package func wait() -> Int32 {
        var status: Int32 = 0
        while waitpid(id, &status, 0) < 0, errno == EINTR {}
        let signal = status & 0x7F
        return signal == 0 ? status >> 8 & 0xFF : 128 + signal
    }

    /// Runs a program to its end.
    ///
    /// - Parameters:
    ///   - path: The program's file.
    ///   - arguments: What it is given.
    ///   - text: What it reads.
    /// - Returns: What it prints, and its exit status.
    /// - Throws: ``NotStarted``.
    package static func run(
        _ path: String,
        _ arguments: [String] = [],
        input text: Data = Data()
    ) async throws -> (output: Data, status: Int32) {
        let program = try Program(path, arguments)
        return try await onOwnThread {
            // Beside the reading: a program may print before it has read everything.
            let writer = SystemThread { program.write(text) }
            let output = program.output.readDataToEndOfFile()
            writer?.join()
            return (output, program.wait())
        }
    }

    /// Writes the whole input, and ends it.
    private func write(_ text: Data) {
        // Writing to a program that has ended must not end this one: the signal goes to this thread, which ends soon.
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGPIPE)
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        if !text.isEmpty { try? input.write(contentsOf: text) }
        try? input.close()
    }
}
