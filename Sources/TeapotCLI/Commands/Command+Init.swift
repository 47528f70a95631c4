import Foundation

extension Command {
    /// The command that copies the sample to a folder.
    static let copySample = Command(
        name: "init",
        summary: "copies the sample to a folder for you to edit",
        purpose: """
            Writes the sample of “teapot serve” to the folders “Mocks” and “Scenarios”. If either exists, it writes \
            nothing. “teapot help mocks” and “teapot help scenarios” explain the files.
            """,
        parameters: [
            Parameter(name: "DIR", help: "The folder that contains both; the current one by default.", isOptional: true)
        ],
        examples: [("teapot init Shop", "writes Shop/Mocks and Shop/Scenarios, for “teapot serve Shop”")],
        run: { arguments, console in
            let word = arguments.word(0) ?? ""
            let path = word.isEmpty ? "." : word.count > 1 && word.hasSuffix("/") ? String(word.dropLast()) : word
            for place in ["Mocks", "Scenarios"].map({ "\(path)/\($0)" }) where InputFile.isFolder(place) != nil {
                throw Failure("“\(place)” already exists; use another folder, as in “teapot init Shop”.", .cannotWrite)
            }
            try Sample.write(to: URL(fileURLWithPath: path, isDirectory: true))
            try console.print("Wrote the sample to \(path)/Mocks and \(path)/Scenarios".printable)
            try console.print("  next: teapot serve \(path.quotedIfNecessary)".printable)
            try console.print("  to write your own: teapot help mocks, teapot help scenarios")
            return .success
        })
}
