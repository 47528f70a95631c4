import TeapotMockDrift
import TeapotMockFolders

extension Command {
    /// The command that lists the requests a folder responds to.
    static let routes = Command(
        name: "routes",
        summary: "lists the requests that a folder of mocks or an OpenAPI document answers",
        purpose: "Prints a line for each mock of a folder, “Mocks” by default, or for each operation of a document.",
        parameters: [
            Parameter(name: "PATH", help: "What to list: \(InputFile.Kinds.listed.rawValue).", isOptional: true)
        ],
        topics: [
            "columns:": [
                "METHOD": "The method, or an asterisk for any.",
                "PATH": "The end of a request's path, or an asterisk for any.",
                "STATUS": "The status. “default” marks the mock that answers until you choose another.",
                "CONDITION": "The query, headers and body that a request must have.",
                "MEMORY": "Whether an operation's items are kept in memory, or why not.",
            ]
        ],
        examples: [
            ("teapot routes Mocks", "lists a folder's mocks, with their delays and files"),
            ("teapot routes openapi.yaml", "lists a document's operations"),
        ],
        statuses: [.badData, .noInput],
        run: { arguments, console in
            let path = arguments.word(0) ?? "Mocks"
            if OpenAPIFile.isDocument(path) { return try print(OpenAPIFile.read(path, console).table(), console) }
            guard InputFile.isFolder(path) == true, !MockDirectories.isWireMock(path) else {
                throw InputFile.unusable(path, .listed)
            }
            let directories = try MockDirectories(path)
            let folder = MockFolder(directories.mocks)
            console.warn(folder.problems, in: directories.mocks)
            if let hint = MockDirectories.hint(for: folder) { console.note(hint) }
            return try print(folder.table, console)
        })

    private static func print(_ table: (titles: [String], rows: [[String]]), _ console: Console) throws -> ExitStatus {
        for line in TextTable.lines(table.titles, table.rows) { try console.print(line.printable) }
        return .success
    }
}
