import TeapotMock
import TeapotMockFolders
import TeapotMockOpenAPI

extension Command {
    /// The command that lists the requests a folder responds to.
    static let routes = Command(
        name: "routes",
        summary: "lists the requests that a folder of mocks or an OpenAPI document answers",
        purpose: """
            Prints a line for each mock in a folder: the method, the end of the request paths that it matches, the \
            status, the delay, the file, and its other conditions. An asterisk means any method, \
            or any path. Of several mocks for the same requests, “default” answers until you choose another. For an \
            OpenAPI document, prints a line for each operation: the method, the path, the statuses, and whether its \
            items are kept in memory, or why not.
            """,
        parameters: [Parameter(name: "FOLDER", help: "A folder of mocks, one with “Mocks”, or an OpenAPI document.")],
        examples: [
            Example("teapot routes Mocks", "GET  /v1/staging/products  200  –  products/success_productList.json"),
            Example("teapot routes openapi.yaml", "POST  /teas  201, 422  in memory"),
        ],
        statuses: [.noInput],
        run: { arguments, console in
            let path = arguments.word(0) ?? ""
            if InputFile.isFolder(path) == false, OpenAPIDocument.isDocument(atPath: path) {
                let (titles, rows) = try OpenAPIFile.read(path, console).table()
                for line in TextTable.lines(titles, rows) { try console.print(line.printable) }
                return .success
            }
            let directories = try MockDirectories(path)
            let folder = MockFolder(directories.mocks)
            console.warn(folder.problems, in: directories.mocks)
            if folder.mocks.isEmpty { console.note(MockDirectories.hint) }
            let hasConditions = folder.mocks.contains { $0.conditionText != nil }
            let rows = folder.mocks.map { mock -> [String] in
                let request = Request(method: folder.method(of: mock) ?? "GET", path: mock.requestPath)
                let isDefault = folder.mocks(for: request).count > 1 && folder.firstMock(for: request) == mock
                return [
                    folder.method(of: mock) ?? "*", mock.isGeneral ? "*" : mock.requestPath,
                    ((try? mock.response()) == nil ? "invalid" : mock.summary) + (isDefault ? ", default" : ""),
                    mock.delay > 0 ? "\(Int((mock.delay * 1000).rounded())) ms" : "–", mock.path,
                ] + (hasConditions ? [mock.conditionText ?? "–"] : [])
            }
            let titles = ["METHOD", "PATH", "STATUS", "DELAY", "FILE"] + (hasConditions ? ["CONDITION"] : [])
            for line in TextTable.lines(titles, rows) { try console.print(line.printable) }
            return .success
        })
}
