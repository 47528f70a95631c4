import Teapot
import TeapotTestSupport

/// The program as it is run.
enum Built {
    /// Where it is: beside the tests; `nil` when it was not built.
    static let teapot: String? = {
        let tests = Bundle.main.executableURL ?? URL(fileURLWithPath: CommandLine.arguments[0])
        let program = tests.deletingLastPathComponent().appendingPathComponent("teapot")
        return FileManager.default.isExecutableFile(atPath: program.path) ? program.path : nil
    }()

    /// What a run leaves behind.
    struct Run {
        let output: String
        let errors: String
        let status: Int32
    }

    /// It is not beside the tests.
    struct Missing: Error {}

    /// Runs it to its end.
    ///
    /// - Parameters:
    ///   - arguments: The words behind its name.
    ///   - input: What it reads.
    ///   - environment: Variables for it alone.
    ///   - directory: Where it runs.
    ///   - program: Another program.
    /// - Returns: What it leaves behind.
    /// - Throws: That it does not start.
    static func run(
        _ arguments: [String], input: Data = Data(), environment: [String: String] = [:], in directory: URL? = nil,
        program: String? = teapot
    ) async throws -> Run {
        guard let program else { throw Missing() }
        let errors = try TemporaryFolder()
        let file = errors.path("errors")
        let variables = environment.map { "\($0.key)=\($0.value)" }
        // The shell takes the errors apart from the output, which a `Program` does not.
        let script = #"cd "$1" && exec 2>"$2" && shift 2 && exec env "$@""#
        let place = directory?.path ?? FileManager.default.temporaryDirectory.path
        let words = ["-c", script, "sh", place, file.path] + variables + [program] + arguments
        let (output, status) = try await Program.run("/bin/sh", words, input: input)
        let text = try String(contentsOf: file, encoding: .utf8)
        return Run(output: String(decoding: output, as: UTF8.self), errors: text, status: status)
    }
}
