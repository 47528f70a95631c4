import Teapot
import TeapotMock

extension Command {
    /// The command that finds problems of a folder.
    static let check = Command(
        name: "check",
        summary: "finds mocks that are broken, or not what a server answers any more",
        purpose: """
            Reads all files of a folder, and tells of names, maps, scenarios and JSON that are wrong, each with its place. \
            With --openapi each mock is compared with the document: status, header fields and body. With --live it is \
            compared with what a server answers now: names of members and kinds of values, not the values. What could not \
            be compared is told, and is no finding.
            """,
        parameters: [
            Parameter(name: "FOLDER", help: "Mocks, what holds “Mocks” and “Scenarios”, or a root of WireMock's.")
        ],
        options: [
            .value("openapi", nil, "FILE", "Compare with an OpenAPI document, 3.0 or 3.1, in JSON."),
            .value("live", nil, "URL", "Compare with what this server answers to GET."),
            .values("header", "H", "'NAME: VALUE'", "A header field for the live server; may be repeated."),
            .values("value", nil, "NAME=TEXT", "What {NAME} in a path stands for, to ask a live server."),
            .value("scenarios", nil, "DIR", "Where scenarios are, if not beside the mocks."),
            .flag("json", nil, "Print what is found as JSON."),
        ],
        examples: [
            Example("teapot check Mocks", "ends with 1 if anything is wrong, for CI"),
            Example("teapot check Mocks --openapi openapi.json", "also compares each mock with the document"),
            Example(
                "teapot check Mocks --live https://api.example.com --value id=7", "asks for /users/7 for /users/{id}"),
        ],
        statuses: [.findings, .badData, .noInput],
        run: { try await CheckCommand($0, $1).run() })
}
