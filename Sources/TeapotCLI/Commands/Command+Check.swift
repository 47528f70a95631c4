extension Command {
    /// The command that finds problems in a folder.
    static let check = Command(
        name: "check",
        summary: "finds invalid mocks, and mocks that differ from a document or a live server",
        purpose: """
            Checks every file of a folder, “Mocks” by default, and prints where each invalid name, map, scenario and \
            JSON text is. Also checks an OpenAPI document by itself.
            """,
        parameters: [
            Parameter(name: "PATH", help: "What to check: \(InputFile.Kinds.checked.rawValue).", isOptional: true)
        ],
        topics: [
            "what mocks can be compared with:": [
                "--openapi FILE": "A document: status, headers and body. Also lists unmatched mocks and operations.",
                "--live URL": "A server's current responses: the names and types of members, not their values.",
            ]
        ],
        options: [
            .value("openapi", nil, "FILE", "Compare with an OpenAPI document, in YAML or JSON."),
            .flag("require-all", nil, "With --openapi, exit with 1 if an operation has no mock."),
            .flag("assert-formats", nil, "With --openapi, report values that don't match their schema's “format”."),
            .value("scenarios", nil, "DIR", "The folder of scenarios, if it isn't next to the mocks."),
        ].under(.content)
            + [
                .value("live", nil, "URL", "Compare with this server's responses to GET."),
                .values("header", "H", "'NAME: VALUE'", "A header for the live server; repeatable."),
                .values("value", nil, "NAME=TEXT", "The value of {NAME} in a path, for requests to a live server."),
            ].under(.live)
            + [.flag("json", nil, "Print the findings as JSON.")].under(.output),
        examples: [
            ("teapot check Mocks", "exits with 1 if there are findings, for CI"),
            ("teapot check Mocks --openapi openapi.yaml", "also compares each mock with the document"),
            ("teapot check openapi.yaml", "reports what has no effect or is wrong, such as examples"),
            ("teapot check Mocks --live https://api.test --value id=7", "requests /users/7 for /users/{id}"),
        ],
        statuses: [.findings, .noResponse, .badData, .noInput],
        run: { try await CheckCommand($0, $1).run() })
}
