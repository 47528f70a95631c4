import Foundation
import Teapot
import TeapotMock

/// An object that compares transcripts with files, for all tests of a process.
final class TranscriptFiles: Sendable {
    /// The test that compares a transcript.
    struct Test: Equatable, Sendable, CustomStringConvertible {
        /// The name and the place of the test, which identify it.
        let description: String
    }

    private struct Use {
        let test: Test
        /// The contents that this process wrote, or `nil` if it didn't write the file.
        var written: Data?
    }

    static let shared = TranscriptFiles(ProcessInfo.processInfo.environment)

    /// The value of `TEAPOT_TRANSCRIPTS`, or an empty string if it isn't set.
    private let mode: String
    /// The value of `TEAPOT_TRANSCRIPTS_FOLDER`, or an empty string if it isn't set.
    private let folder: String
    /// The compared files, keyed by their paths as a Mac's file system compares them.
    private let uses = Locked<[String: Use]>([:])

    /// - Parameter environment: The environment variables.
    init(_ environment: [String: String]) {
        mode = environment["TEAPOT_TRANSCRIPTS"] ?? ""
        folder = environment["TEAPOT_TRANSCRIPTS_FOLDER"] ?? ""
    }

    /// Compares a transcript with its file, or writes the file.
    ///
    /// - Parameters:
    ///   - transcript: The transcript, and the number of requests in it.
    ///   - name: The name of the transcript.
    ///   - source: The path of the source file of the test.
    ///   - test: The test.
    /// - Returns: The reason the test fails, or `nil` if the file matches the transcript.
    func problem(
        with transcript: (text: String, count: Int), named name: String, besides source: String, in test: Test
    ) -> String? {
        if !mode.isEmpty, mode != "write" {
            return
                "TEAPOT_TRANSCRIPTS is “\(mode)”. The only valid value is “write”, which writes the transcripts that differ."
        }
        if let flaw = Self.flaw(ofName: name) { return flaw }
        guard transcript.count > 0 else {
            return """
                There is no request for the transcript “\(name)”: the router received none, or none that match. A mock \
                made from a fixture has its own router: write `of: mock.router`.
                """
        }
        let file: URL
        switch self.file(named: name, besides: source) {
        case .success(let found): file = found
        case .failure(let problem): return problem.description
        }
        let contents = Data((transcript.text + "\n").utf8)
        // Two cases of one test, which may run at the same time, may use the same file.
        return uses.withLock { uses in
            var use = uses[Self.key(of: file)] ?? Use(test: test)
            guard use.test == test else {
                return """
                    The transcript “\(name)” uses the same file as another test's transcript: \(file.path), which \(use.test) \
                    and \(test) use. Give each a name that differs in more than case.
                    """
            }
            defer { uses[Self.key(of: file)] = use }
            return compare(contents, of: transcript.count, named: name, with: file, &use.written)
        }
    }

    private func compare(
        _ contents: Data, of count: Int, named name: String, with file: URL, _ written: inout Data?
    ) -> String? {
        let existing: Data?
        do {
            existing = FileManager.default.fileExists(atPath: file.path) ? try Data(contentsOf: file) : nil
        } catch {
            return "The transcript “\(name)” can't be read from “\(file.path)”: \(error.systemReason)"
        }
        guard existing != contents else { return nil }
        let difference = existing.map { "\(LineDiff(from: $0, to: contents))" } ?? ""
        if let written {
            return """
                The transcript “\(name)” was written to “\(file.path)” in this run, and is different now. Give each case \
                of a test its own name.
                \(LineDiff(from: written, to: contents))
                """
        }
        if existing != nil, mode.isEmpty {
            return """
                The requests don't match the transcript “\(name)” in “\(file.path)”. If they're correct, run the test \
                with TEAPOT_TRANSCRIPTS=write.
                \(difference)
                """
        }
        do {
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try contents.write(to: file, options: .atomic)
        } catch {
            return "The transcript “\(name)” can't be written to “\(file.path)”: \(error.systemReason)"
        }
        written = contents
        let requests = String(counting: count, "request")
        guard existing != nil else {
            return """
                There was no transcript “\(name)”, so it was written to “\(file.path)”, with \(requests). Read it, and run \
                the test again.
                """
        }
        return """
            The transcript “\(name)” was written to “\(file.path)” because TEAPOT_TRANSCRIPTS is “write”. Look at what \
            has changed, and run the test again.
            \(difference)
            """
    }

    private struct Problem: Error {
        let description: String
    }

    /// Returns the file of a transcript: `Transcripts/<source file>.<name>.txt` next to the source file.
    private func file(named name: String, besides source: String) -> Result<URL, Problem> {
        let source = URL(fileURLWithPath: source)
        let beside = source.deletingLastPathComponent()
        let name = source.deletingPathExtension().lastPathComponent + "." + name + ".txt"
        if !folder.isEmpty { return .success(URL(fileURLWithPath: folder).appendingPathComponent(name)) }
        guard FileManager.default.fileExists(atPath: beside.path) else {
            return .failure(
                Problem(
                    description: """
                        The folder of the test, “\(beside.path)”, doesn't exist where the test runs, so there are no \
                        transcripts next to it. Set TEAPOT_TRANSCRIPTS_FOLDER to the folder that has them.
                        """))
        }
        return .success(beside.appendingPathComponent("Transcripts").appendingPathComponent(name))
    }

    /// Returns the reason a text can't be part of a file name on every platform, or `nil` if it can be.
    private static func flaw(ofName name: String) -> String? {
        let isPlain = name.unicodeScalars.allSatisfy { $0.value >= 0x20 && !"/\\:\u{7F}".unicodeScalars.contains($0) }
        if !name.isEmpty, isPlain, name.utf8.count <= 150 { return nil }
        return """
            “\(TranscriptText.line(name))” can't be the name of a transcript, because it becomes part of a file name. It \
            must have 1 to 150 bytes, and no slash, backslash, colon or control character.
            """
    }

    private static func key(of file: URL) -> String {
        file.standardizedFileURL.path.precomposedStringWithCanonicalMapping.lowercased()
    }
}
