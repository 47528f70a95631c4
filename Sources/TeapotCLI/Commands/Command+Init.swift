import Foundation
import TeapotMockDrift
import TeapotMockFolders

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
            var path = arguments.word(0) ?? "."
            if path.isEmpty { throw arguments.misuse("“\(arguments.command)” can't use an empty name for DIR.") }
            if path.count > 1, path.hasSuffix("/") { path.removeLast() }
            // A command would take the name for an option.
            if path.hasPrefix("-") { path = "./" + path }
            _ = try Recording.folder(path)
            let folder = URL(fileURLWithPath: path, isDirectory: true)
            // The sample's “Mocks” would hide them.
            let hasMocks = folder.standardizedFileURL.lastPathComponent == "Mocks" && !MockFolder(folder).mocks.isEmpty
            let places = ["Mocks", "Scenarios"].map { path == "." ? $0 : "\(path)/\($0)" }
            if let place = hasMocks ? path : places.first(where: { InputFile.isFolder($0) != nil }) {
                let what = "“\(place)” already \(hasMocks ? "has mocks" : "exists")"
                let advice = "run “teapot serve \(path.quotedIfNecessary)” to serve it, or choose another name"
                let other = path == "." ? "Shop" : (path + "2").quotedIfNecessary
                throw Failure("\(what); \(advice), as in “teapot init \(other)”.", .cannotWrite)
            }
            try Sample.write(to: folder)
            try console.print("Wrote the sample to \(path)/Mocks and \(path)/Scenarios".printable)
            try console.print("  next: teapot serve \(path.quotedIfNecessary)".printable)
            try console.print("  to write your own: teapot help mocks, teapot help scenarios")
            return .success
        })
}
