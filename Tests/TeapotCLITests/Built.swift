import Foundation
import Teapot
import TeapotTestSupport

/// The built program, as users run it.
enum Built {
    /// The path of the program, next to the tests; `nil` if it wasn't built.
    static let teapot: String? = {
        let tests = Bundle.main.executableURL ?? URL(fileURLWithPath: CommandLine.arguments[0])
        let program = tests.deletingLastPathComponent().appendingPathComponent("teapot")
        return FileManager.default.isExecutableFile(atPath: program.path) ? program.path : nil
    }()

    /// The result of a run.
    struct Run {
        let output: String
        let errors: String
        let status: Int32
    }

    /// The error for a program that isn't next to the tests.
    struct Missing: Error {}

    /// Runs the program until it exits.
    ///
    /// - Parameters:
    ///   - arguments: The arguments.
    ///   - input: The standard input.
    ///   - environment: Additional environment variables.
    ///   - directory: The working directory.
    ///   - program: The path of another program.
    /// - Returns: The result.
    /// - Throws: An error if the program does not start.
    static func run(
        _ arguments: [String], input: Data = Data(), environment: [String: String] = [:], in directory: URL? = nil,
        program: String? = teapot
    ) async throws -> Run {
        guard let program else { throw Missing() }
        let errors = try TemporaryFolder()
        let file = errors.path("errors")
        // The inspector's token isn't kept in the home of the user.
        let variables = ["XDG_CACHE_HOME=\(errors.place)"] + environment.map { "\($0.key)=\($0.value)" }
        // The shell separates the errors from the output, which a `Program` doesn't.
        let script = #"cd "$1" && exec 2>"$2" && shift 2 && exec env "$@""#
        let place = directory?.path ?? FileManager.default.temporaryDirectory.path
        let words = ["-c", script, "sh", place, file.path] + variables + [program] + arguments
        let (output, status) = try await Program.run("/bin/sh", words, input: input)
        let text = try String(contentsOf: file, encoding: .utf8)
        return Run(output: String(decoding: output, as: UTF8.self), errors: text, status: status)
    }
}
