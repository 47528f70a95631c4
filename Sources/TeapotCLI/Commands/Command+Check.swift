extension Command {
    /// The command that finds problems in a folder.
    static let check = Command(
        name: "check",
        summary: "finds mocks that are invalid, or differ from the real server",
        purpose: """
            Checks all files in a folder, and reports each invalid name, map, scenario or JSON text with its place. \
            With --openapi, also compares each mock with the document: status, headers and body. With --live, \
            compares each mock with a server's current response: member names and value types, but not the values. \
            Mocks that can't be compared are listed, but don't count as findings.
            """,
        parameters: [
            Parameter(
                name: "FOLDER",
                help: "A folder of mocks, a folder that contains “Mocks” and “Scenarios”, or a WireMock root.")
        ],
        options: [
            .value("openapi", nil, "FILE", "Compare with an OpenAPI document, in YAML or JSON."),
            .flag("assert-formats", nil, "With --openapi, report values that don't match their schema's “format”."),
            .value("live", nil, "URL", "Compare with this server's responses to GET."),
            .values("header", "H", "'NAME: VALUE'", "A header for the live server; may be repeated."),
            .values("value", nil, "NAME=TEXT", "The value of {NAME} in a path, for requests to a live server."),
            .value("scenarios", nil, "DIR", "The folder of scenarios, if it isn't next to the mocks."),
            .flag("json", nil, "Print the findings as JSON."),
        ],
        examples: [
            Example("teapot check Mocks", "exits with 1 if there are findings, for CI"),
            Example("teapot check Mocks --openapi openapi.yaml", "also compares each mock with the document"),
            Example(
                "teapot check Mocks --live https://api.example.com --value id=7", "requests /users/7 for /users/{id}"),
        ],
        statuses: [.findings, .noResponse, .badData, .noInput],
        run: { try await CheckCommand($0, $1).run() })
}
