import Foundation
import Teapot
import TeapotTestSupport

/// `teapot serve`, or another command that runs until it's stopped.
final class RunningTeapot: Sendable {
    private let program: Program
    /// The process identifier.
    let id: pid_t
    private let errors: URL
    private let scratch: TemporaryFolder
    /// The first lines of its output.
    let greeting: [String]
    /// The URL of the server.
    let url: String

    /// The URL of the inspector's page, or an empty string if none is printed.
    var inspector: String {
        let lines = greeting.map { $0.trimmingCharacters(in: .whitespaces) }.filter { $0.hasPrefix("inspector: ") }
        return lines.first.map { String($0.dropFirst("inspector: ".count)) } ?? ""
    }

    /// Creates and starts the program, and waits until it listens.
    ///
    /// - Parameters:
    ///   - arguments: The arguments, to which the port is added.
    ///   - path: The path of the program.
    ///   - prologue: A shell command that starts the program.
    /// - Throws: An error if the program does not start.
    init(_ arguments: [String], path: String? = Built.teapot, prologue: String = ":") async throws {
        guard let path else { throw Built.Missing() }
        scratch = try TemporaryFolder()
        errors = scratch.path("errors")
        // The inspector's token isn't kept in the home of the user.
        let script = #"exec 2>"$1"; export XDG_CACHE_HOME="$2"; shift 2; echo $$; \#(prologue); exec "$@""#
        let command = ["-c", script, "sh", errors.path, scratch.place, path] + arguments + ["--port", "0"]
        let program = try Program("/bin/sh", command)
        self.program = program
        let lines = try await onOwnThread {
            var lines: [String] = []
            while let line = try? program.readLine(), !line.isEmpty {
                lines.append(line)
                if line == "Press Ctrl-C to stop." { break }
            }
            return lines
        }
        id = lines.first.flatMap { pid_t($0) } ?? 0
        greeting = Array(lines.dropFirst())
        // The line may contain the address of another server before its own.
        let address = greeting.first?.split(separator: " ").last { $0.hasPrefix("http://127.0.0.1:") }
        url = address.map(String.init) ?? "nowhere"
    }

    /// Returns what the inspector's page says about what is served besides mocks.
    func source() async throws -> [String: any Sendable] {
        try await inspected("mocks")["source"] as? [String: any Sendable] ?? [:]
    }

    /// Returns what the inspector's API has at a path.
    func inspected(_ path: String) async throws -> [String: any Sendable] {
        let token = inspector.split(separator: "=").last ?? ""
        let words = ["get", url + "/__teapot/api/" + path, "--bearer", String(token)]
        return try JSON(parsing: Data(try await Built.run(words).output.utf8)).dictionary ?? [:]
    }

    /// Returns the next line of the output.
    func nextLine() async throws -> String {
        let program = program
        return try await onOwnThread { try program.readLine() }
    }

    /// The output of errors so far.
    var errorsSoFar: String { (try? String(contentsOf: errors, encoding: .utf8)) ?? "" }

    /// Closes the reading end of the output, as `head` does.
    func closeOutput() throws { try program.output.close() }

    /// Sends a signal.
    func send(_ signal: Int32) {
        if id > 0 { kill(id, signal) }
    }

    /// Sends a signal, or none if its number is 0, and waits until the program exits.
    ///
    /// - Returns: The exit status, and the output of errors.
    func end(_ signal: Int32 = SIGTERM) async throws -> (status: Int32, errors: String) {
        send(signal)
        let program = program
        let status = try await onOwnThread { program.wait() }
        return (status, try String(contentsOf: errors, encoding: .utf8))
    }

    /// Starts the program, passes it to a closure, and stops it.
    static func with<Value>(
        _ arguments: [String], path: String? = Built.teapot, _ body: (RunningTeapot) async throws -> Value
    ) async throws -> Value {
        let teapot = try await RunningTeapot(arguments, path: path)
        do {
            let value = try await body(teapot)
            _ = try await teapot.end()
            return value
        } catch {
            _ = try await teapot.end()
            throw error
        }
    }
}
